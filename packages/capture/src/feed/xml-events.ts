/**
 * XML as events, the way feeds need it read: tolerant of what is not well formed, without document types, and without any
 * entity but those that stand for one character. Nothing is expanded or fetched, and every step is paid for by a character
 * of the text.
 */
import { Parser } from "htmlparser2";
import { FEED_LIMITS, FeedError } from "./feed.ts";

export interface XmlElement {
  /** In lower case, with the usual prefix of its namespace; none in those of feeds themselves. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** What `xml:base` says here. */
  readonly base: string | null;
}

export interface XmlHandler {
  open(element: XmlElement, path: readonly XmlElement[]): void;
  text(text: string): void;
  close(element: XmlElement, path: readonly XmlElement[]): void;
}

/** Namespaces by a part of their address that all versions of them have in common; "" for those of feeds themselves. */
const NAMESPACES: readonly (readonly [part: string, prefix: string])[] = [
  ["w3.org/2005/atom", "atom"],
  ["purl.org/atom/ns", "atom"],
  ["purl.org/rss/1.0/modules/content", "content"],
  ["purl.org/rss/1.0/modules/syndication", "sy"],
  ["purl.org/dc/", "dc"],
  ["search.yahoo.com/mrss", "media"],
  ["itunes.com/dtds/podcast", "itunes"],
  ["purl.org/rss/1.0/", ""],
  ["backend.userland.com/rss", ""],
  ["netscape.com/rdf", ""],
  ["www.w3.org/1999/xhtml", "html"],
  ["1999/02/22-rdf-syntax-ns", "rdf"],
];

/** Nothing of a feed lies deeper; what does is markup in it, of which the text is enough. */
const MAX_DEPTH = 200;
/** The parser looks through all open elements at each end of one. */
const MAX_DEEPER = 2_000;
const MAX_ATTRIBUTE = FEED_LIMITS.address * 2;

export function readXml(xml: string, handler: XmlHandler): void {
  const path: XmlElement[] = [];
  const prefixes = new Map<string, string>();
  let deeper = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (path.length === MAX_DEPTH) {
          if (++deeper > MAX_DEEPER) throw new FeedError("the feed is nested too deeply");
          return;
        }
        learnPrefixes(attributes, prefixes);
        const element = {
          name: usualName(name, prefixes),
          attributes: new Map(Object.entries(attributes).map(([key, value]) => [key.toLowerCase(), cut(value)])),
          base: baseAt(attributes["xml:base"], path.at(-1)?.base ?? null),
        };
        path.push(element);
        handler.open(element, path);
      },
      ontext: (text) => handler.text(text),
      onclosetag() {
        if (deeper > 0) {
          deeper--;
          return;
        }
        const element = path.at(-1);
        if (!element) return;
        handler.close(element, path);
        path.pop();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
}

function cut(value: string): string {
  return value.slice(0, MAX_ATTRIBUTE);
}

function learnPrefixes(attributes: Readonly<Record<string, string>>, prefixes: Map<string, string>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (!name.startsWith("xmlns")) continue;
    const address = value.toLowerCase();
    const known = NAMESPACES.find(([part]) => address.includes(part));
    // markup in a feed says so again and again; what comes after it is the feed again
    const isMarkup = name === "xmlns" && known?.[1] === "html";
    if (known && !isMarkup) prefixes.set(name.slice("xmlns:".length).toLowerCase(), known[1]);
  }
}

/** Prefixes that nobody has declared mean what they usually mean. */
function usualName(name: string, prefixes: ReadonlyMap<string, string>): string {
  const lower = name.toLowerCase();
  const colon = lower.indexOf(":");
  if (colon < 0) return lower;
  const prefix = prefixes.get(lower.slice(0, colon)) ?? lower.slice(0, colon);
  const local = lower.slice(colon + 1);
  return prefix === "" ? local : `${prefix}:${local}`;
}

function baseAt(written: string | undefined, outer: string | null): string | null {
  if (written === undefined) return outer;
  return URL.parse(cut(written), outer ?? undefined)?.href ?? outer;
}
