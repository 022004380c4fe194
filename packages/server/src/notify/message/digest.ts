/**
 * What was gathered, as one letter: by sheet, then by follow. Of the usual parts it is whole as mail, each follow once, and in
 * short lines elsewhere; parts of the person's choice are written for each change, everywhere.
 */
import { USUAL_FORM } from "@tessera/model";
import type { Language } from "./language.ts";
import type { MessageEntry, OutgoingMessage } from "./outgoing-message.ts";
import { sentenceOf } from "./sentence.ts";
import { type Markup, PLAIN, type Writing } from "./summary-words.ts";
import { entryHtml, entryParts, entryText, HTML, type HtmlOptions, shortened } from "./words.ts";

/** What is shown or left out as a whole. */
export interface Piece {
  /** The name of the sheet where its first piece begins; null where nothing is on a sheet. */
  readonly head: string | null;
  /** The latest last. */
  readonly entries: readonly [MessageEntry, ...MessageEntry[]];
}

export interface WrittenPiece extends Piece {
  readonly text: string;
}

/** The parts are those of every letter, whatever its length: a line for each change is enough. */
export function hasUsualParts({ form }: Pick<OutgoingMessage, "form">): boolean {
  return form.parts.join() === USUAL_FORM.parts.join();
}

export function piecesByEntry(outgoing: OutgoingMessage): readonly Piece[] {
  return headed(
    outgoing.entries.map((entry) => [entry]),
    outgoing.language,
  );
}

function piecesByFollow({ entries, language }: OutgoingMessage): readonly Piece[] {
  const groups = [...Map.groupBy(entries, ({ sheet }) => sheet?.id).values()].flatMap((theirs) => [
    ...Map.groupBy(theirs, ({ followId, title }) => followId ?? title).values(),
  ]);
  return headed(groups as unknown as Piece["entries"][], language);
}

function headed(groups: readonly Piece["entries"][], { say }: Language): readonly Piece[] {
  const sheets = groups.map(([{ sheet }]) => sheet);
  const isOnSheets = sheets.some((sheet) => sheet !== null);
  return groups.map((entries, at) => {
    const sheet = sheets[at]!;
    const isFirst = at === 0 || sheet?.id !== sheets[at - 1]?.id;
    return { entries, head: isOnSheets && isFirst ? (sheet?.title ?? say("digest.noSheet")) : null };
  });
}

/** What may stand below the pieces that are shown, with the gap before it. */
interface Below {
  readonly more: (left: number) => string;
  /** The way to all of it; empty for none. */
  readonly link: string;
}

interface Fitted {
  readonly kept: number;
  /** How many changes are not shown. */
  readonly left: number;
  readonly hasLink: boolean;
}

/** As many pieces as fit, from the top, with what stands below them; without the way to all of it where that takes their room. */
export function fitted(
  pieces: readonly { readonly length: number; readonly count: number }[],
  maxLength: number,
  { more, link }: Below,
): Fitted {
  const all = pieces.reduce((sum, { count }) => sum + count, 0);
  for (const hasLink of link === "" ? [false] : [true, false]) {
    let [length, left] = [hasLink ? link.length : 0, all];
    let best: Fitted | null = null;
    for (const [at, piece] of pieces.entries()) {
      length += piece.length;
      left -= piece.count;
      if (length > maxLength) break;
      if (length + more(left).length <= maxLength) best = { kept: at + 1, left, hasLink };
    }
    if (best) return best;
  }
  return { kept: 0, left: Math.max(0, all - 1), hasLink: false };
}

/** What there is beside the changes that are shown. */
export function moreText(left: number, { text, language }: Writing): string {
  return left > 0 ? text(`… ${language.say("list.more", { count: left })}`) : "";
}

/** The way to everything that changed, for those who want links. */
export function linkToAll({ form, overview }: OutgoingMessage, writing: Writing, title: string): string {
  return overview !== null && form.parts.includes("link") ? writing.link(title, overview).trim() : "";
}

/** Each change below the name of its sheet, and where all of it can be seen. Never longer than the person wants, or the service takes. */
export function digestLines(outgoing: OutgoingMessage, markup: Markup, maxLength: number): string {
  const { language } = outgoing;
  const writing: Writing = { ...markup, language };
  const link = linkToAll(outgoing, writing, markup === PLAIN ? "" : language.say("digest.all"));
  if (outgoing.entries.length === 0) return [markup.text(language.say("digest.nothing")), link].join("\n").trimEnd();
  const gap = hasUsualParts(outgoing) ? "\n" : "\n\n";
  const pieces = piecesByEntry(outgoing).map((piece, at) => {
    const isApart = at > 0 && piece.head !== null && gap === "\n";
    const head = piece.head === null ? "" : `${isApart ? "\n" : ""}${markup.text(piece.head)}${gap}`;
    return { ...piece, text: `${head}${textOfChange(piece.entries[0], outgoing, writing)}` };
  });
  return withinLength(pieces, outgoing, { writing, link, gap, maxLength });
}

function textOfChange(entry: MessageEntry, outgoing: OutgoingMessage, writing: Writing): string {
  if (hasUsualParts(outgoing)) return `• ${sentenceOf(entry, writing, "whole")}`;
  return linesOf(entry, outgoing, writing).join("\n");
}

function linesOf(
  entry: MessageEntry,
  { form }: OutgoingMessage,
  writing: Writing,
  maxQuoted?: number,
): readonly string[] {
  const hasLinks = writing.link !== PLAIN.link;
  const options = { form, hasLinks, ...(maxQuoted === undefined ? {} : { maxQuoted }) };
  const lines = entryParts(entry, writing, options).flatMap((part) => part.lines);
  // a change says something, even where the chosen parts have nothing to say
  return lines.length > 0 ? lines : [writing.name(entry.title, "")];
}

interface Room {
  readonly writing: Writing;
  readonly link: string;
  /** Between two pieces. */
  readonly gap: string;
  readonly maxLength: number;
}

function withinLength(pieces: readonly WrittenPiece[], outgoing: OutgoingMessage, room: Room): string {
  const { writing, link, gap } = room;
  const limit = Math.min(room.maxLength, outgoing.form.maxLength ?? room.maxLength);
  const more = (left: number): string => (left > 0 ? `${gap}${moreText(left, writing)}` : "");
  const lengths = pieces.map(({ text, entries }, at) => ({
    length: text.length + (at > 0 ? gap.length : 0),
    count: entries.length,
  }));
  const below = { more, link: link === "" ? "" : `\n\n${link}` };
  const { kept, left, hasLink } = fitted(lengths, limit, below);
  const end = `${more(left)}${hasLink ? below.link : ""}`;
  const texts = pieces.slice(0, kept).map(({ text }) => text);
  if (kept === 0) texts.push(startOf(pieces[0]!.entries[0], outgoing, writing, limit - end.length));
  return `${texts.join(gap)}${end}`;
}

/** As much of one change as there is room for: its first lines, and of its headline only where not even one of them fits. */
export function startOf(entry: MessageEntry, outgoing: OutgoingMessage, writing: Writing, room: number): string {
  if (!hasUsualParts(outgoing)) {
    if (writing.link === PLAIN.link) {
      const text = entryText(entry, outgoing, room);
      if (text !== "" && text.length <= room) return text;
    }
    const lines = linesOf(entry, outgoing, writing, Math.floor(room / 3));
    let [kept, length] = [0, -1];
    while (kept < lines.length && length + lines[kept]!.length + 1 <= room) length += lines[kept++]!.length + 1;
    if (kept > 0) return lines.slice(0, kept).join("\n");
  }
  return shortenedIn(writing, entry.headline, room);
}

/** Text that is still short enough when it is written in some markup. */
function shortenedIn({ text }: Markup, said: string, maxLength: number): string {
  let length = Math.min(said.length, maxLength);
  while (length > 0 && text(shortened(said, length)).length > maxLength) length -= 1;
  return length > 0 ? text(shortened(said, length)) : "";
}

/** The digest as the text of a mail: every change with what there is to say of it, and of the usual parts the links of a follow once. */
export function digestPlain(outgoing: OutgoingMessage): string {
  const { language } = outgoing;
  const writing: Writing = { ...PLAIN, language };
  const link = linkToAll(outgoing, writing, `${language.say("digest.all")}:`);
  if (outgoing.entries.length === 0) return [language.say("digest.nothing"), link].join("\n\n").trim();
  const room = { writing, link, gap: "\n\n", maxLength: Number.POSITIVE_INFINITY };
  return withinLength(piecesOfLetter(outgoing), outgoing, room);
}

/** What a mail says of each follow, or of each change where the parts are chosen. */
function piecesOfLetter(outgoing: OutgoingMessage): readonly WrittenPiece[] {
  const { language, form } = outgoing;
  // the limit is that of the whole
  const whole = { ...outgoing, form: { ...form, maxLength: null } };
  return (hasUsualParts(outgoing) ? piecesByFollow : piecesByEntry)(outgoing).map((piece) => {
    const { latest, earlier } = inOrder(piece);
    const before = earlier.map((entry) => `${entry.headline} (${language.instant(entry.at)})`);
    const said = [...before, entryText(latest, whole) || latest.title].join("\n");
    const { head } = piece;
    return { ...piece, text: head === null ? said : `${head}\n${"=".repeat(Math.min(60, head.length))}\n\n${said}` };
  });
}

function inOrder({ entries }: Piece): { readonly latest: MessageEntry; readonly earlier: readonly MessageEntry[] } {
  return { latest: entries.at(-1)!, earlier: entries.slice(0, -1) };
}

/** The same as HTML: of what a mail says as text, whatever its markup takes. */
export function digestHtml(outgoing: OutgoingMessage, options: HtmlOptions): string {
  const { language, form } = outgoing;
  const writing: Writing = { ...HTML, language };
  const link = linkToAll(outgoing, writing, language.say("digest.all"));
  const paragraph = (said: string): string => (said === "" ? "" : `<p>${said}</p>`);
  const [first] = outgoing.entries;
  if (!first) return `${paragraph(HTML.text(language.say("digest.nothing")))}${paragraph(link)}`;
  const pieces = piecesOfLetter(outgoing);
  const lengths = pieces.map(({ text, entries }) => ({ length: text.length + 2, count: entries.length }));
  const limit = form.maxLength ?? Number.POSITIVE_INFINITY;
  const plainLink = linkToAll(outgoing, { ...PLAIN, language }, `${language.say("digest.all")}:`);
  const more = (count: number): string => moreText(count, { ...PLAIN, language });
  const { kept, left, hasLink } = fitted(lengths, limit, { more, link: plainLink });
  const start = kept > 0 ? "" : HTML.text(shortened(first.headline, limit - more(left).length));
  const shown = pieces.slice(0, kept).map((piece, at) => pieceHtml(piece, at, outgoing, options));
  return [paragraph(start), ...shown, paragraph(moreText(left, writing)), paragraph(hasLink ? link : "")].join("");
}

function pieceHtml(piece: Piece, at: number, outgoing: OutgoingMessage, options: HtmlOptions): string {
  const { language } = outgoing;
  const { latest, earlier } = inOrder(piece);
  const writing: Writing = { ...HTML, language };
  const before = earlier.map(
    (entry) => `<p>${sentenceOf(entry, writing, "whole")} <small>${HTML.text(language.instant(entry.at))}</small></p>`,
  );
  const head = piece.head === null ? (at > 0 ? "<hr>" : "") : `<h2>${HTML.text(piece.head)}</h2>`;
  const said = entryHtml(latest, outgoing, options) || `<p>${HTML.name(latest.title, "")}</p>`;
  return [head, ...before, said].join("");
}
