/** What changed, in words: as plain text, and in the markup of each service. */
import type { ChangeSummary, CountedItems, SummaryLine, SummaryPiece } from "@tessera/model";

/** How a service writes things. Every text of a page goes through one of these, so that none of it is markup. */
export interface Markup {
  readonly text: (text: string) => string;
  readonly was: (text: string) => string;
  readonly is: (text: string) => string;
  readonly link: (title: string, href: string) => string;
}

export const PLAIN: Markup = {
  text: (text) => text,
  was: (text) => text,
  is: (text) => text,
  link: (title, href) => `${title} ${href}`,
};

/** The kinds in the order of interest; `moved` and `reworded` items are still there. */
const KINDS = [
  ["added", "new"],
  ["removed", "gone"],
  ["reworded", "reworded"],
  ["moved", "moved"],
] as const;

/** The change in one line of plain text: `38 → 44 (+6)`, `2 new: A; B`. Empty where there is nothing to say. */
export function headlineOf(summary: ChangeSummary): string {
  if (summary.kind === "items") {
    const kind = KINDS.find(([name]) => summary[name].count > 0);
    return kind ? namesOf(summary[kind[0]], kind[1]) : "";
  }
  const [first, ...others] = summary.lines;
  const more = others.length + summary.more;
  return first ? `${lineOf(first, PLAIN)}${more > 0 ? `, and ${more} more` : ""}`.replace(/\s+/g, " ").trim() : "";
}

function namesOf({ count, items }: CountedItems, word: string): string {
  const more = count - items.length;
  return `${count} ${word}: ${items.map(({ title }) => title).join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
}

/** The change line by line, as far as it is known: items with their links, then what else happened to the list. */
export function summaryLines(summary: ChangeSummary, markup: Markup): readonly string[] {
  if (summary.kind === "items") return KINDS.flatMap(([name, word]) => itemLines(summary[name], word, markup));
  const lines = summary.lines.map((line) => lineOf(line, markup));
  return summary.more > 0 ? [...lines, markup.text(`… and ${summary.more} more`)] : lines;
}

function itemLines({ count, items }: CountedItems, word: string, markup: Markup): readonly string[] {
  if (count === 0) return [];
  const more = count - items.length;
  return [
    markup.text(`${count} ${word}:`),
    ...items.map(({ title, href }) => `• ${href === null ? markup.text(title) : markup.link(title, href)}`),
    ...(more > 0 ? [markup.text(`• and ${more} more`)] : []),
  ];
}

function lineOf({ pieces, difference }: SummaryLine, markup: Markup): string {
  const end = difference === null ? "" : markup.text(` (${difference})`);
  return `${piecesOf(pieces, markup)}${end}`.trim();
}

function piecesOf(pieces: readonly SummaryPiece[], markup: Markup): string {
  const side = (name: "was" | "is"): string => pieces.map((piece) => piece[name]).join("");
  if (side("was").trim() === "") return `${markup.text("New: ")}${markup.is(side("is").trim())}`;
  if (side("is").trim() === "") return `${markup.text("Gone: ")}${markup.was(side("was").trim())}`;
  return pieces.map((piece) => pieceOf(piece, markup)).join("");
}

/** Spaces at the ends belong to neither the old nor the new words. */
function pieceOf({ was, is }: SummaryPiece, markup: Markup): string {
  if (was === is) return markup.text(is);
  const [old, fresh] = [was.trim(), is.trim()];
  const [start, end] = [/^\s/.test(is || was) ? " " : "", /\s$/.test(is || was) ? " " : ""];
  if (old === fresh) return markup.text(is);
  const quote = (text: string): string => (/\s/.test(old + fresh) ? `“${text}”` : text);
  const replaced = (): string => [markup.was(quote(old)), markup.text(" → "), markup.is(quote(fresh))].join("");
  if (old === "") return `${start}${markup.text("(new: ")}${markup.is(fresh)}${markup.text(")")}${end}`;
  if (fresh === "") return `${start}${markup.text("(gone: ")}${markup.was(old)}${markup.text(")")}${end}`;
  return `${start}${replaced()}${end}`;
}
