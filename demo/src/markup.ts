/** Writes the markup of the demo sites: what is put into a template is escaped, but for markup itself. */

/** Text that is markup already. */
export interface Markup {
  readonly markup: string;
}

export type Part = string | number | Markup | null | false | readonly Part[];

/** A template of HTML or SVG. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  const pieces = strings.map((text, index) => text + (index < parts.length ? written(parts[index] ?? null) : ""));
  return { markup: pieces.join("") };
}

function written(part: Part): string {
  if (part === null || part === false) return "";
  if (typeof part === "string") return escaped(part);
  if (typeof part === "number") return String(part);
  if ("markup" in part) return part.markup;
  return part.map(written).join("");
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
