/** Tables in Markdown. */

export type Cell = string | number | null;

export interface Column {
  readonly title: string;
  readonly format?: (value: number) => string;
}

/** A table with text at the left and numbers at the right; an absent value is a dash. */
export function markdownTable(columns: readonly Column[], rows: readonly (readonly Cell[])[]): string {
  const isNumeric = columns.map((_, at) => rows.some((row) => typeof row[at] === "number"));
  const lines = [
    line(columns.map((column) => column.title)),
    line(isNumeric.map((numeric) => (numeric ? "--:" : "---"))),
    ...rows.map((row) => line(columns.map((column, at) => cellText(row[at] ?? null, column)))),
  ];
  return lines.join("\n");
}

/** A share of 1 as a percentage with one digit. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`;
}

/** Two digits after the point, as the papers print rates. */
export function twoDigits(value: number): string {
  return value.toFixed(2);
}

function cellText(value: Cell, column: Column): string {
  if (value === null || (typeof value === "number" && Number.isNaN(value))) return "–";
  if (typeof value === "string") return value.replaceAll("|", "\\|");
  return column.format?.(value) ?? String(value);
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}
