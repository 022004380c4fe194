/**
 * Which kind of feed a document is, by how it begins. Content types are little help: feeds come as HTML, as text and as
 * anything else, and error pages come as feeds.
 */
import { rootName } from "@tessera/engine";
import type { FeedFormat } from "@tessera/model";

/** Licences and style sheets stand before the first element of some. */
const SNIFFED_BYTES = 8_192;

/** JSON Feed 1.1, "version": the address of the version is what makes it one. */
const JSON_FEED = /^"https?:\/\/(?:www\.)?jsonfeed\.org\/version\//;
const LONGEST_VERSION = 100;
/** Some of that type have another version, or none. */
const JSON_FEED_TYPE = /^\s*application\/feed\+json\b/i;

const ATOM_NAMESPACE = /w3\.org\/2005\/atom|purl\.org\/atom\/ns/i;
/** There is RDF of many other kinds. */
const RSS_1_NAMESPACE = /purl\.org\/rss\/1\.0|my\.netscape\.com\/rdf|channel\.netscape\.com/i;

/**
 * The first bytes are decoded and passed once, so that it may be asked on the main thread; of JSON as much as there is, where
 * something in it says that it is a feed.
 */
export function beginsLikeFeed(body: Uint8Array, contentType?: string): boolean {
  const start = new TextDecoder(wideEncoding(body) ?? "latin1").decode(body.subarray(0, SNIFFED_BYTES));
  if (!isObject(start)) return feedFormatOf(start) !== null;
  const isNamed =
    JSON_FEED_TYPE.test(contentType ?? "") ||
    Buffer.from(body.buffer, body.byteOffset, body.length).includes("jsonfeed.org");
  return isNamed && feedFormatOf(new TextDecoder("latin1").decode(body), contentType) !== null;
}

/** Null where the text is no feed. Linear in the first kilobytes, of JSON in all of them. */
export function feedFormatOf(text: string, contentType?: string): FeedFormat | null {
  if (isObject(text)) return isJsonFeed(text, contentType) ? "json" : null;
  const start = withoutMark(text.slice(0, SNIFFED_BYTES)).trimStart();
  const [name = "", prefix] = (rootName(withoutSubset(start)) ?? "").split(":").reverse();
  switch (name) {
    case "rss":
      return "rss";
    case "feed":
      return prefix === undefined || prefix === "atom" || ATOM_NAMESPACE.test(start) ? "atom" : null;
    case "rdf":
      return RSS_1_NAMESPACE.test(start) ? "rdf" : null;
    default:
      return null;
  }
}

function isObject(text: string): boolean {
  return withoutMark(text.slice(0, SNIFFED_BYTES)).trimStart().startsWith("{");
}

/** In one pass, whatever order its fields are in, and whatever else in it is called so; some write slashes with a backslash. */
function isJsonFeed(text: string, contentType = ""): boolean {
  const isOfType = JSON_FEED_TYPE.test(contentType);
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === "{" || sign === "[") depth++;
    else if (sign === "}" || sign === "]") depth--;
    else if (sign === '"') {
      const end = endOfString(text, at);
      const value = depth === 1 ? valueAfter(text, end) : null;
      const name = value === null ? "" : text.slice(at + 1, end - 1);
      if (name === "version" && JSON_FEED.test(value!.replaceAll("\\/", "/"))) return true;
      if (name === "items" && isOfType && value!.startsWith("[")) return true;
      at = end - 1;
    }
  }
  return false;
}

/** Behind its second quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

/** How the value of a field begins; null where the string is none's name. */
function valueAfter(text: string, end: number): string | null {
  const rest = text.slice(end, end + LONGEST_VERSION).trimStart();
  return rest.startsWith(":") ? rest.slice(1).trimStart() : null;
}

/** Two bytes a character, told by a mark or by where the zeros are. */
function wideEncoding([first, second]: Uint8Array): string | null {
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return "utf-16be";
  return null;
}

/** As text, or as its bytes taken for characters. */
function withoutMark(text: string): string {
  return text.replace(/^(?:\uFEFF|\u00EF\u00BB\u00BF)/, "");
}

/** A document type may declare entities; nobody ever reads what they stand for. */
function withoutSubset(text: string): string {
  const from = text.toLowerCase().indexOf("<!doctype");
  const open = from < 0 ? -1 : text.indexOf("[", from);
  const end = open < 0 ? -1 : text.indexOf("]", open);
  // without declarations of its own it ends before any bracket
  if (end < 0 || text.slice(from, open).includes(">")) return text;
  const close = text.indexOf(">", end);
  return close < 0 ? text : text.slice(0, from) + text.slice(close + 1);
}
