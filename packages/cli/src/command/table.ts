/** Tables for people: aligned, as wide as the screen, with nothing in them that a terminal would obey. */
import stringWidth from "string-width";
import type { Terminal } from "./verb.ts";

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => string;
  /** Takes what the others leave, cut off where it is more; otherwise as wide as its widest cell. */
  readonly isElastic?: boolean;
}

const GAP = "  ";
const USUAL_WIDTH = 120;
const MIN_ELASTIC = 12;

export function printTable<Row>(rows: readonly Row[], columns: readonly Column<Row>[], terminal: Terminal): void {
  const cells = rows.map((row) => columns.map(({ cell }) => harmless(cell(row))));
  const lines = [columns.map(({ title }) => title), ...cells];
  const widths = widthsOf(lines, columns, terminal.width ?? USUAL_WIDTH);
  for (const [at, line] of lines.entries()) {
    const text = line
      .map((cell, column) => fitted(cell, widths[column] ?? 0))
      .join(GAP)
      .trimEnd();
    terminal.out(at === 0 && terminal.isInteractive ? `\u001b[1m${text}\u001b[0m` : text);
  }
}

function widthsOf<Row>(lines: readonly string[][], columns: readonly Column<Row>[], width: number): readonly number[] {
  const natural = columns.map((_, column) => Math.max(...lines.map((line) => stringWidth(line[column] ?? ""))));
  const elastic = columns.flatMap(({ isElastic }, column) => (isElastic ? [column] : []));
  const taken = natural.reduce((sum, each, column) => sum + (elastic.includes(column) ? 0 : each), 0);
  const left = Math.max(0, width - taken - GAP.length * (columns.length - 1));
  const share = Math.max(MIN_ELASTIC, Math.floor(left / Math.max(1, elastic.length)));
  return natural.map((each, column) => (elastic.includes(column) ? Math.min(each, share) : each));
}

const GRAPHEMES = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Filled up or cut off to a width in columns of the screen: of these, Chinese characters and emoji take two. */
function fitted(text: string, width: number): string {
  const needed = stringWidth(text);
  if (needed <= width) return text + " ".repeat(width - needed);
  let [cut, taken] = ["", 0];
  for (const { segment } of GRAPHEMES.segment(text)) {
    taken += stringWidth(segment);
    if (taken >= width) break;
    cut += segment;
  }
  return `${cut}…${" ".repeat(Math.max(0, width - 1 - stringWidth(cut)))}`;
}

/** What a terminal would obey, and what would turn the direction of writing; line ends are kept. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly those are taken out
const COMMANDS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Pages are hostile: an escape sequence in a headline must not reach the terminal. */
export function harmlessLines(text: string): string {
  return text.replace(COMMANDS, "");
}

/** The same on one line. */
export function harmless(text: string): string {
  return harmlessLines(text.replace(/\s+/g, " "));
}
