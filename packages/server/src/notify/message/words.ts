/** Letters in words: plain text and HTML, each within the length that its service takes. No templates, only escaping. */
import type { Key, Language } from "./language.ts";
import { isSaidByChange, type MessageEntry, type OutgoingMessage, quotesOf } from "./outgoing-message.ts";
import { type Markup, PLAIN, phrase, summaryLines, type Writing } from "./summary-words.ts";

/** As much of what a block said as one entry quotes; the history behind the link has the rest. */
const MAX_QUOTED = 1_500;

/** What an entry says of its block, in any markup. */
export interface EntryWords {
  /** Goes on right after the title: " has changed", ": 38 → 44 (+6)". */
  readonly clause: string;
  readonly lines: readonly string[];
}

/** A change of one line is told in the clause; a longer one, and what was or is there, in lines of their own. */
export function entryWords(entry: MessageEntry, writing: Writing, maxQuoted = MAX_QUOTED): EntryWords {
  const { summary, event } = entry;
  const lines = summary ? summaryLines(summary, writing) : [];
  if (entry.reached !== null) return { clause: writing.text(`: ${entry.reached}`), lines };
  if (summary?.kind === "lines" && lines.length === 1) {
    const said = isSaidByChange(entry) ? "" : ` ${event}`;
    return { clause: writing.text(`${said}: `) + lines[0], lines: [] };
  }
  const [before, after] = quotesOf(entry);
  const quote = (key: Key, text: string | null): readonly string[] =>
    text ? [phrase(writing, key, { text: writing.text(shortened(text, maxQuoted)) })] : [];
  const quotes = [...quote(before, entry.before), ...quote(after, entry.after), ...movedWords(entry, writing)];
  return { clause: writing.text(` ${event}`), lines: lines.length > 0 ? lines : quotes };
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
  const text = outgoing.entries.map((entry) => entryText(entry, outgoing.language, length)).join("\n\n");
  return shortened(text, maxLength);
}

function entryText(entry: MessageEntry, { say }: Language, maxLength: number): string {
  const { clause, lines } = entryWords(entry, { ...PLAIN, say });
  const links = `${entry.link}\n${say("message.source")}: ${entry.sourceUrl}`;
  const said = [`${entry.title}${clause}`, ...lines].join("\n");
  return `${shortened(said, Math.max(0, maxLength - links.length - 1))}\n${links}`;
}

export interface HtmlOptions {
  /** Where the picture of an entry is, or null for none. */
  readonly picture: (entry: MessageEntry) => string | null;
}

/** The whole message as HTML of the few elements that mail and chat programs show. */
export function htmlText(outgoing: OutgoingMessage, options: HtmlOptions): string {
  return outgoing.entries.map((entry) => entryHtml(entry, outgoing.language, options)).join("<hr>");
}

/** Old and new are told apart by an arrow as well: many programs show neither strokes nor underlines. */
export const HTML: Markup = {
  text: multiline,
  was: (text) => `<del>${multiline(text)}</del>`,
  is: (text) => `<ins>${multiline(text)}</ins>`,
  link: (title, href) => `<a href="${escapeHtml(href)}">${multiline(title)}</a>`,
};

function entryHtml(entry: MessageEntry, { say }: Language, options: HtmlOptions): string {
  const picture = options.picture(entry);
  const { clause, lines } = entryWords(entry, { ...HTML, say });
  return [
    `<p><b>${HTML.link(entry.title, entry.link)}</b>${clause}</p>`,
    lines.length > 0 ? `<p>${lines.join("<br>")}</p>` : "",
    picture ? `<p><img src="${escapeHtml(picture)}" alt="${escapeHtml(say("message.picture"))}"></p>` : "",
    `<p>${HTML.link(say("message.source"), entry.sourceUrl)}</p>`,
  ].join("");
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
