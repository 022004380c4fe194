/** A TimeMap: the list of a page's past versions in a web archive (RFC 7089 section 5), as links. */
import { readLinks, type WebLink } from "./links.ts";

export interface RawTimeMap {
  readonly body: Uint8Array;
  /** Where it came from. */
  readonly url: string;
  /** Instants, both included. */
  readonly from: number;
  readonly until: number;
}

/** One past version: where it is and from when. */
export interface Memento {
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

export interface TimeMap {
  /** Those in the range, in the order of the list. */
  readonly mementos: readonly Memento[];
  /** Further lists that may have some. */
  readonly further: readonly string[];
}

/** Of one list: a page that was archived every ten minutes for years has as many. */
export const MAX_MEMENTOS = 200_000;

/** Linear in its length. */
export function readTimeMap({ body, url, from, until }: RawTimeMap): TimeMap {
  const links = readLinks(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8"));
  const mementos: Memento[] = [];
  const further: string[] = [];
  for (const link of links) {
    const memento = mementoIn(link, url);
    if (memento && memento.at >= from && memento.at <= until && mementos.length < MAX_MEMENTOS) mementos.push(memento);
    if (isFurther(link, { from, until }) && URL.canParse(link.target, url))
      further.push(new URL(link.target, url).href);
  }
  return { mementos, further };
}

function mementoIn({ target, relations, parameters }: WebLink, base: string): Memento | null {
  if (!relations.includes("memento")) return null;
  const at = Date.parse(parameters.get("datetime") ?? "");
  return Number.isNaN(at) || !URL.canParse(target, base) ? null : { url: new URL(target, base).href, at };
}

/** Further lists have the relation `timemap`, and may say their range. */
function isFurther({ relations, parameters }: WebLink, range: Pick<RawTimeMap, "from" | "until">): boolean {
  if (!relations.includes("timemap") || relations.includes("self")) return false;
  const from = Date.parse(parameters.get("from") ?? "");
  const until = Date.parse(parameters.get("until") ?? "");
  return !(from > range.until) && !(until < range.from);
}
