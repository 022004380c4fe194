/** Letters in words: plain text and HTML, each within the length that its service takes. No templates, only escaping. */
import type { MessageForm, MessagePart } from "@tessera/model";
import type { Key } from "./language.ts";
import { type MessageEntry, type OutgoingMessage, quotesOf } from "./outgoing-message.ts";
import { isSaidByChange, sentenceOf } from "./sentence.ts";
import { itemLines, type Markup, PLAIN, phrase, summaryLines, type Writing } from "./summary-words.ts";

/** As much of what a block said as one entry quotes; the history behind the link has the rest. */
const MAX_QUOTED = 1_500;

/** A part of a message in some markup. */
export interface WrittenPart {
  readonly part: MessagePart;
  readonly lines: readonly string[];
}

export interface PartOptions {
  readonly form: MessageForm;
  readonly maxQuoted?: number;
  /** The service shows the name by itself. */
  readonly isNamed?: boolean;
  /** Names are links, so that the link needs no line of its own. */
  readonly hasLinks?: boolean;
}

/** The chosen parts of an entry, in their order; those that have nothing to say are left out. */
export function entryParts(entry: MessageEntry, writing: Writing, options: PartOptions): readonly WrittenPart[] {
  const { parts } = options.form;
  return parts
    .map((part, at) => ({ part, lines: linesOfPart(part, { entry, writing, options, before: parts[at - 1] }) }))
    .filter(({ part, lines }) => lines.length > 0 || part === "picture");
}

interface PartContext {
  readonly entry: MessageEntry;
  readonly writing: Writing;
  readonly options: PartOptions;
  /** The part before this one. */
  readonly before: MessagePart | undefined;
}

function linesOfPart(part: MessagePart, context: PartContext): readonly string[] {
  const { entry, writing, options } = context;
  const { text, link, language } = writing;
  const [before, after] = quotesOf(entry);
  switch (part) {
    case "title":
      return options.isNamed ? [] : [nameOf(context)];
    case "change":
      return changeLines(context);
    case "before":
      return quote(before, entry.before, context);
    case "after":
      return quote(after, entry.after, context);
    case "items":
      return entry.summary?.kind === "items"
        ? itemLines(entry.summary, writing, { withFirstHead: !isHeadSaid(context) })
        : [];
    case "picture":
      return [];
    case "link":
      return isLinked(context) ? [] : [link(options.hasLinks ? language.say("message.moment") : "", entry.link).trim()];
    case "source":
      return [
        options.hasLinks
          ? link(language.say("message.source"), entry.sourceUrl)
          : text(`${language.say("message.source")}: ${entry.sourceUrl}`),
      ];
    case "page":
      return entry.page ? [text(entry.page)] : [];
    case "time":
      return [text(language.instant(entry.at))];
  }
}

function nameOf({ entry, writing, options: { form } }: PartContext): string {
  return writing.name(entry.title, form.parts.includes("link") ? entry.link : "");
}

/** The name of the block is there and leads to the moment. */
function isLinked({ options: { form, hasLinks, isNamed } }: PartContext): boolean {
  return hasLinks === true && (isNamed === true || form.parts.includes("title") || form.parts.includes("change"));
}

/** The sentence has named what happened to the items that are listed next. */
function isHeadSaid({ entry, before, options }: PartContext): boolean {
  const { parts } = options.form;
  const isNamed = options.isNamed || parts[parts.indexOf("change") - 1] === "title";
  return before === "change" && !isNamed && entry.reached === null && isSaidByChange(entry);
}

/** A change of one line is told in the sentence; a longer one, and what was or is there, in lines of their own. */
function changeLines(context: PartContext): readonly string[] {
  const { entry, writing, options, before } = context;
  const { parts } = options.form;
  const { summary } = entry;
  const hasItems = summary?.kind === "items" && parts.includes("items");
  const isAfterName = before === "title" || options.isNamed === true;
  const href = parts.includes("link") ? entry.link : "";
  if (hasItems) {
    const isNext = parts[parts.indexOf("change") + 1] === "items";
    // the lists below say it all
    if (isAfterName && isNext && entry.reached === null) return [];
    return [`${sentenceOf(entry, writing, isAfterName ? "bare" : "head", href)}${isNext ? ":" : ""}`];
  }
  const below = linesBelow(context);
  const manner = isAfterName && (summary || entry.reached) ? "bare" : below.length > 0 ? "head" : "whole";
  if (manner === "bare" && below.length > 0 && entry.reached === null) return below;
  return [sentenceOf(entry, writing, manner, href), ...below];
}

function linesBelow(context: PartContext): readonly string[] {
  const { entry, writing, options } = context;
  const { summary, reached } = entry;
  const isQuotedApart = options.form.parts.some((part) => part === "before" || part === "after");
  if (summary) {
    const lines = summary.kind === "lines" ? summaryLines(summary, writing) : [];
    const isApart = reached !== null || entry.reason === "looks-different";
    return lines.length > 1 || (isApart && !isQuotedApart) ? lines : [];
  }
  const [before, after] = quotesOf(entry);
  const quotes = isQuotedApart ? [] : [...quote(before, entry.before, context), ...quote(after, entry.after, context)];
  return [...quotes, ...movedWords(entry, writing)];
}

function quote(key: Key, text: string | null, { writing, options }: PartContext): readonly string[] {
  const { maxQuoted = MAX_QUOTED } = options;
  return text ? [phrase(writing, key, { text: writing.text(shortened(text, maxQuoted)) })] : [];
}

/** Where the block seems to be by now. */
export function movedWords({ movedTo }: Pick<MessageEntry, "movedTo">, writing: Writing): readonly string[] {
  if (!movedTo) return [];
  const page = writing.link(movedTo.title || movedTo.text, movedTo.url);
  return [phrase(writing, movedTo.isFound ? "moved.found" : "moved.link", { page })];
}

/** The whole message as plain text; every entry keeps its links. */
export function plainText(outgoing: OutgoingMessage, maxLength = Number.POSITIVE_INFINITY): string {
  const length = Math.floor(maxLength / outgoing.entries.length) - 2;
  const text = outgoing.entries.map((entry) => entryText(entry, outgoing, length)).join("\n\n");
  return shortened(text, maxLength);
}

/** Links are never cut; what else there is shares the rest of the room, from the top. */
export function entryText(
  entry: MessageEntry,
  { language, form }: OutgoingMessage,
  maxLength = Number.POSITIVE_INFINITY,
): string {
  const parts = entryParts(entry, { ...PLAIN, language }, { form });
  const isKept = ({ part }: WrittenPart): boolean => part === "link" || part === "source";
  const kept = parts.filter(isKept).reduce((sum, { lines }) => sum + lines.join("\n").length + 1, 0);
  let room = Math.min(maxLength - kept, form.maxLength ?? Number.POSITIVE_INFINITY);
  const written = parts.map((each) => {
    const text = each.lines.join("\n");
    if (isKept(each)) return text;
    const cut = shortened(text, Math.max(0, room));
    room -= cut.length + 1;
    return cut;
  });
  return written.filter(Boolean).join("\n");
}

export interface HtmlOptions {
  /** Where the picture of an entry is, or null for none. */
  readonly picture: (entry: MessageEntry) => string | null;
}

/** The whole message as HTML of the few elements that mail and chat programs show. */
export function htmlText(outgoing: OutgoingMessage, options: HtmlOptions): string {
  return outgoing.entries.map((entry) => entryHtml(entry, outgoing, options)).join("<hr>");
}

/** Old and new are told apart by an arrow as well: many programs show neither strokes nor underlines. */
export const HTML: Markup = {
  text: multiline,
  was: (text) => `<del>${multiline(text)}</del>`,
  is: (text) => `<ins>${multiline(text)}</ins>`,
  link: (title, href) => `<a href="${escapeHtml(href)}">${multiline(title)}</a>`,
  name: (title, href) => `<b>${href ? HTML.link(title, href) : multiline(title)}</b>`,
};

export function entryHtml(entry: MessageEntry, { language, form }: OutgoingMessage, options: HtmlOptions): string {
  const picture = options.picture(entry);
  const maxQuoted = Math.min(MAX_QUOTED, form.maxLength ?? MAX_QUOTED);
  const parts = entryParts(entry, { ...HTML, language }, { form, hasLinks: true, maxQuoted });
  return parts
    .map(({ part, lines }) => {
      if (part === "picture") {
        return picture
          ? `<p><img src="${escapeHtml(picture)}" alt="${escapeHtml(language.say("message.picture"))}" style="max-width:100%;height:auto"></p>`
          : "";
      }
      const [first, ...others] = lines;
      if (part !== "change") return `<p>${lines.join("<br>")}</p>`;
      return `<p>${first}</p>${others.length > 0 ? `<p>${others.join("<br>")}</p>` : ""}`;
    })
    .join("");
}

function multiline(text: string): string {
  return escapeHtml(text).replaceAll("\n", "<br>");
}

/** @internal */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Text of at most `maxLength` UTF-16 units, never ending in half a character. */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const cut = text.slice(0, Math.max(0, maxLength - 1));
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`.slice(0, Math.max(0, maxLength));
}

/** Lines of markup as far as whole ones fit: one that is cut could leave a link open. A single line is cut all the same. */
export function wholeLines(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = text.lastIndexOf("\n", maxLength - 2);
  return end > 0 ? `${text.slice(0, end)}\n…` : shortened(text, maxLength);
}

/** Text of at most `maxBytes` bytes of UTF-8. */
export function shortenedBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let length = Math.min(text.length, maxBytes);
  while (length > 0 && Buffer.byteLength(shortened(text, length)) > maxBytes) length = Math.floor(length * 0.9);
  return shortened(text, length);
}
