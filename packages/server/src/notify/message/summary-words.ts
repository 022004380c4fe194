/** What changed, in words: as plain text, and in the markup of each service. */
import type { ChangeSummary, CountedItems, SummaryLine, SummaryPiece } from "@tessera/model";
import { fill, type Values } from "@tessera/model/sentence";
import type { Key, Language } from "./language.ts";

/** How a service writes things. Every text of a page goes through one of these, so that none of it is markup. */
export interface Markup {
  readonly text: (text: string) => string;
  readonly was: (text: string) => string;
  readonly is: (text: string) => string;
  readonly link: (title: string, href: string) => string;
  /** The name of what is told about. */
  readonly name: (title: string, href: string) => string;
}

export const PLAIN: Markup = {
  text: (text) => text,
  was: (text) => text,
  is: (text) => text,
  link: (title, href) => `${title} ${href}`,
  name: (title) => title,
};

/** The markup of a service and the language of a person. */
export interface Writing extends Markup {
  readonly language: Language;
}

/** A sentence around what is written in the markup already; `counted` are numbers that choose its form. */
export function phrase({ text, language }: Writing, key: Key, written: Values, counted: Values = {}): string {
  return fill(text(language.say(key, counted)), written);
}

/** The kinds in the order of interest; `moved` and `reworded` items are still there. */
const KINDS = ["added", "removed", "reworded", "moved"] as const;
type ItemsKind = (typeof KINDS)[number];

/** As many names as a subject has room for. */
const MAX_NAMES = 3;
const MAX_NAME = 80;

/** What happened first of all to a list. */
function firstKind(summary: Extract<ChangeSummary, { kind: "items" }>): ItemsKind | undefined {
  return KINDS.find((name) => summary[name].count > 0);
}

/** The change in one line, with the name of what changed: `Visitors: 38 → 44 (+6)`, `2 new in Jobs: A, B`. Null where there is nothing to say. */
export function headlineOf(summary: ChangeSummary, name: string, writing: Writing): string | null {
  if (summary.kind === "lines") {
    const said = linesAsOne(summary, writing);
    return said === "" ? null : phrase(writing, "said.named", { title: name, said });
  }
  const kind = firstKind(summary);
  if (!kind) return null;
  const names = namesOf(summary[kind], writing);
  return phrase(writing, "said.named", { title: itemsIn(kind, summary[kind], name, writing), said: names });
}

/** The same without the name: `38 → 44 (+6)`, `2 new: A, B`. Empty where there is nothing to say. */
export function shortSummary(summary: ChangeSummary, writing: Writing, { isLabelled = true } = {}): string {
  if (summary.kind === "lines") return linesAsOne(summary, writing, isLabelled);
  const kind = firstKind(summary);
  if (!kind) return "";
  const { say } = writing.language;
  const title = writing.text(say(`items.${kind}`, { count: summary[kind].count }));
  return phrase(writing, "said.named", { title, said: namesOf(summary[kind], writing) });
}

/** `2 new in Jobs`. */
export function listHead(
  summary: Extract<ChangeSummary, { kind: "items" }>,
  name: string,
  writing: Writing,
): string | null {
  const kind = firstKind(summary);
  return kind ? itemsIn(kind, summary[kind], name, writing) : null;
}

function itemsIn(kind: ItemsKind, { count }: CountedItems, name: string, writing: Writing): string {
  return phrase(writing, `in.${kind}`, { title: name }, { count });
}

function linesAsOne(summary: Extract<ChangeSummary, { kind: "lines" }>, writing: Writing, isLabelled = true): string {
  const { say } = writing.language;
  const [first, ...others] = summary.lines;
  const more = others.length + summary.more;
  const end = more > 0 ? writing.text(`${say("list.comma")}${say("list.more", { count: more })}`) : "";
  return first ? `${lineOf(first, writing, isLabelled)}${end}`.replace(/\s+/g, " ").trim() : "";
}

function namesOf({ count, items }: CountedItems, { language: { say, direction }, text }: Writing): string {
  const names = items.slice(0, MAX_NAMES).map(({ title }) => cut(title, MAX_NAME));
  const more = count - names.length;
  // a comma within a name would make two of it
  const isPlain = names.every((name) => !/[,،]/.test(name));
  // names of another script keep their order among words that run the other way
  const isolated = direction === "rtl" ? names.map((name) => `\u2068${name}\u2069`) : names;
  const list = isolated.join(say(isPlain ? "list.comma" : "list.semicolon"));
  return text(more > 0 ? `${list} ${say("list.more", { count: more })}` : list);
}

function cut(name: string, length: number): string {
  return name.length > length ? `${name.slice(0, length - 1).toWellFormed()}…` : name;
}

/** The change line by line, as far as it is known: what changed in a text, or what happened to a list. */
export function summaryLines(summary: ChangeSummary, writing: Writing): readonly string[] {
  if (summary.kind === "items") return itemLines(summary, writing, { withFirstHead: true });
  const { text, language } = writing;
  const lines = summary.lines.map((line) => lineOf(line, writing));
  return summary.more > 0 ? [...lines, text(`… ${language.say("list.more", { count: summary.more })}`)] : lines;
}

/** Items with their links, then what else happened to the list. The head of the first may have been said before. */
export function itemLines(
  summary: Extract<ChangeSummary, { kind: "items" }>,
  writing: Writing,
  { withFirstHead }: { readonly withFirstHead: boolean },
): readonly string[] {
  const first = firstKind(summary);
  return KINDS.flatMap((kind) =>
    linesOfKind(kind, summary[kind], writing).slice(kind === first && !withFirstHead ? 1 : 0),
  );
}

function linesOfKind(kind: ItemsKind, { count, items }: CountedItems, writing: Writing): readonly string[] {
  if (count === 0) return [];
  const { text, link, language } = writing;
  const more = count - items.length;
  return [
    text(`${language.say(`items.${kind}`, { count })}:`),
    ...items.map(({ title, href }) => `• ${href === null ? text(title) : link(title, href)}`),
    ...(more > 0 ? [text(`• ${language.say("list.more", { count: more })}`)] : []),
  ];
}

/** Unlabelled where it has been said that the line is new, or gone. */
function lineOf({ pieces, difference, share }: SummaryLine, writing: Writing, isLabelled = true): string {
  const { language, text } = writing;
  const amounts = [
    ...(difference === null ? [] : [difference]),
    ...(share === undefined || Math.abs(share) < 0.005 ? [] : [language.share(share)]),
  ];
  const amount = text(amounts.join(language.say("list.comma")));
  const end = amounts.length === 0 ? "" : ` ${phrase(writing, "part.difference", { amount })}`;
  return `${piecesOf(pieces, writing, isLabelled)}${end}`.trim();
}

function piecesOf(pieces: readonly SummaryPiece[], writing: Writing, isLabelled: boolean): string {
  const side = (name: "was" | "is"): string => pieces.map((piece) => piece[name]).join("");
  const [was, is] = [side("was").trim(), side("is").trim()];
  if (was === "") return isLabelled ? phrase(writing, "line.added", { text: writing.is(is) }) : writing.is(is);
  if (is === "") return isLabelled ? phrase(writing, "line.removed", { text: writing.was(was) }) : writing.was(was);
  return pieces.map((piece) => pieceOf(piece, writing)).join("");
}

/** Spaces at the ends belong to neither the old nor the new words. */
function pieceOf({ was, is }: SummaryPiece, writing: Writing): string {
  const { text, language } = writing;
  if (was === is) return text(is);
  const [old, fresh] = [was.trim(), is.trim()];
  const [start, end] = [/^\s/.test(is || was) ? " " : "", /\s$/.test(is || was) ? " " : ""];
  if (old === fresh) return text(is);
  const isQuoted = isSeveralWords(old) || isSeveralWords(fresh);
  const quote = (words: string): string => (isQuoted ? language.say("part.quoted", { text: words }) : words);
  const said = (): string => {
    if (old === "") return phrase(writing, "part.added", { text: writing.is(fresh) });
    if (fresh === "") return phrase(writing, "part.removed", { text: writing.was(old) });
    return phrase(writing, "part.replaced", { was: writing.was(quote(old)), is: writing.is(quote(fresh)) });
  };
  return `${start}${said()}${end}`;
}

const SPACE_OF_THOUSANDS = /(?<=\p{Nd})\s(?=\p{Nd}{3}(?!\p{Nd}))/gu;

/** A number with its unit needs no quotation marks. */
function isSeveralWords(text: string): boolean {
  const words = text.replaceAll(SPACE_OF_THOUSANDS, "").split(/\s+/);
  const isNumber =
    words.length === 2 && words.some((word) => /\p{Nd}/u.test(word)) && words.some((word) => word.length <= 4);
  return words.length > 1 && !isNumber;
}
