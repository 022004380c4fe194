/** What changed, in words: as plain text, and in the markup of each service. */
import type { ChangeSummary, CountedItems, SummaryLine, SummaryPiece } from "@tessera/model";
import { fill, type Values } from "@tessera/model/sentence";
import { ENGLISH, type Key, type Language } from "./language.ts";

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

/** The markup of a service and the language of a person. */
export interface Writing extends Markup, Pick<Language, "say"> {}

/** A sentence around what is written in the markup already. */
export function phrase({ text, say }: Writing, key: Key, written: Values): string {
  return fill(text(say(key)), written);
}

/** The kinds in the order of interest; `moved` and `reworded` items are still there. */
const KINDS = ["added", "removed", "reworded", "moved"] as const;

/** The change in one line of plain text: `38 → 44 (+6)`, `2 new: A; B`. Empty where there is nothing to say. */
export function headlineOf(summary: ChangeSummary, { say }: Language = ENGLISH): string {
  if (summary.kind === "items") {
    const kind = KINDS.find((name) => summary[name].count > 0);
    return kind ? namesOf(kind, summary[kind], say) : "";
  }
  const [first, ...others] = summary.lines;
  const more = others.length + summary.more;
  const end = more > 0 ? `${say("list.comma")}${say("list.more", { count: more })}` : "";
  return first ? `${lineOf(first, { ...PLAIN, say })}${end}`.replace(/\s+/g, " ").trim() : "";
}

function namesOf(kind: (typeof KINDS)[number], { count, items }: CountedItems, say: Language["say"]): string {
  const more = count - items.length;
  const names = [...items.map(({ title }) => title), ...(more > 0 ? [say("list.more", { count: more })] : [])];
  return `${say(`items.${kind}`, { count })}: ${names.join(say("list.semicolon"))}`;
}

/** The change line by line, as far as it is known: items with their links, then what else happened to the list. */
export function summaryLines(summary: ChangeSummary, writing: Writing): readonly string[] {
  const { say, text } = writing;
  if (summary.kind === "items") return KINDS.flatMap((kind) => itemLines(kind, summary[kind], writing));
  const lines = summary.lines.map((line) => lineOf(line, writing));
  return summary.more > 0 ? [...lines, text(`… ${say("list.more", { count: summary.more })}`)] : lines;
}

function itemLines(kind: (typeof KINDS)[number], { count, items }: CountedItems, writing: Writing): readonly string[] {
  if (count === 0) return [];
  const { say, text, link } = writing;
  const more = count - items.length;
  return [
    text(`${say(`items.${kind}`, { count })}:`),
    ...items.map(({ title, href }) => `• ${href === null ? text(title) : link(title, href)}`),
    ...(more > 0 ? [text(`• ${say("list.more", { count: more })}`)] : []),
  ];
}

function lineOf({ pieces, difference }: SummaryLine, writing: Writing): string {
  const end = difference === null ? "" : ` ${phrase(writing, "part.difference", { amount: writing.text(difference) })}`;
  return `${piecesOf(pieces, writing)}${end}`.trim();
}

function piecesOf(pieces: readonly SummaryPiece[], writing: Writing): string {
  const side = (name: "was" | "is"): string => pieces.map((piece) => piece[name]).join("");
  const [was, is] = [side("was").trim(), side("is").trim()];
  if (was === "") return phrase(writing, "line.added", { text: writing.is(is) });
  if (is === "") return phrase(writing, "line.removed", { text: writing.was(was) });
  return pieces.map((piece) => pieceOf(piece, writing)).join("");
}

/** Spaces at the ends belong to neither the old nor the new words. */
function pieceOf({ was, is }: SummaryPiece, writing: Writing): string {
  const { text, say } = writing;
  if (was === is) return text(is);
  const [old, fresh] = [was.trim(), is.trim()];
  const [start, end] = [/^\s/.test(is || was) ? " " : "", /\s$/.test(is || was) ? " " : ""];
  if (old === fresh) return text(is);
  const quote = (words: string): string => (/\s/.test(old + fresh) ? say("part.quoted", { text: words }) : words);
  const said = (): string => {
    if (old === "") return phrase(writing, "part.added", { text: writing.is(fresh) });
    if (fresh === "") return phrase(writing, "part.removed", { text: writing.was(old) });
    return phrase(writing, "part.replaced", { was: writing.was(quote(old)), is: writing.is(quote(fresh)) });
  };
  return `${start}${said()}${end}`;
}
