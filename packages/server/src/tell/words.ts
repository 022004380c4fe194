/** Letters in words: plain text and HTML, each within the length that its service takes. No templates, only escaping. */
import type { Letter, LetterEntry } from "./letter.ts";

/** As much of before and after as one entry shows; the history behind the link has the rest. */
const MOST_QUOTED = 1_500;

/** The whole letter as plain text. */
export function plainText(letter: Letter, mostLength = Number.POSITIVE_INFINITY): string {
  const quoted = Math.min(MOST_QUOTED, Math.floor(mostLength / (letter.entries.length * 3)));
  const text = letter.entries.map((entry) => entryText(entry, quoted)).join("\n\n");
  return shortened(text, mostLength);
}

function entryText(entry: LetterEntry, quoted: number): string {
  const lines = [`${entry.title} ${entry.event}`];
  if (entry.before) lines.push(`Before: ${shortened(entry.before, quoted)}`);
  if (entry.after) lines.push(`After: ${shortened(entry.after, quoted)}`);
  lines.push(entry.link, `Source: ${entry.sourceUrl}`);
  return lines.join("\n");
}

export interface HtmlOptions {
  /** Where the picture of an entry is, or null for none. */
  readonly picture: (entry: LetterEntry) => string | null;
}

/** The whole letter as HTML of the few elements that mail and chat programs show. */
export function htmlText(letter: Letter, options: HtmlOptions): string {
  return letter.entries.map((entry) => entryHtml(entry, options)).join("<hr>");
}

function entryHtml(entry: LetterEntry, options: HtmlOptions): string {
  const picture = options.picture(entry);
  const quote = (label: string, tag: string, text: string | null): string =>
    text ? `<p>${label}:<br><${tag}>${multiline(shortened(text, MOST_QUOTED))}</${tag}></p>` : "";
  return [
    `<p><b><a href="${escapeHtml(entry.link)}">${escapeHtml(entry.title)}</a></b> ${escapeHtml(entry.event)}</p>`,
    quote("Before", "del", entry.before),
    quote("After", "ins", entry.after),
    picture ? `<p><img src="${escapeHtml(picture)}" alt="The block"></p>` : "",
    `<p><a href="${escapeHtml(entry.sourceUrl)}">Source</a></p>`,
  ].join("");
}

function multiline(text: string): string {
  return escapeHtml(text).replaceAll("\n", "<br>");
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Text of at most `mostLength` UTF-16 units, never ending in half a character. */
export function shortened(text: string, mostLength: number): string {
  if (text.length <= mostLength) return text;
  const cut = text.slice(0, Math.max(0, mostLength - 1));
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`.slice(0, Math.max(0, mostLength));
}

/** Text of at most `mostBytes` bytes of UTF-8. */
export function shortenedBytes(text: string, mostBytes: number): string {
  if (Buffer.byteLength(text) <= mostBytes) return text;
  let length = Math.min(text.length, mostBytes);
  while (length > 0 && Buffer.byteLength(shortened(text, length)) > mostBytes) length = Math.floor(length * 0.9);
  return shortened(text, length);
}
