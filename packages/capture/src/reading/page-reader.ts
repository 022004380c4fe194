/** Who reads foreign bytes for captures: everything that parses or matches what came from elsewhere. */
import { attributeOf, type BlockedReason, type DomTree, ParseLimitError, parseHtml } from "@tessera/engine";
import { interstitialOf } from "@tessera/engine/shown";
import type { FeedFacts } from "@tessera/model";
import { CaptureFailure } from "@tessera/network/failure";
import { feedPage } from "../feed/feed-page.ts";
import { decodePage } from "./decode-page.ts";
import type { PackedSnapshot } from "./dom-snapshot.ts";
import { type RenderedPage, readNumbered, readSnapshot } from "./read-snapshot.ts";
import { type RawTimeMap, readTimeMap, type TimeMap } from "./read-time-map.ts";

/** HTML standard, "shared declarative refresh steps": the delay, its fraction, and the address in whatever quotes. */
const REFRESH = /^[\s]*(?:(\d+)(?:\.[\d.]*)?|\.[\d.]*)(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?(?:"([^"]*)|'([^']*)|(.*))/is;

/** A page that shows something first is the page; one that does not is only a signpost. */
const LONGEST_DELAY_SECONDS = 0;

export { type PackedSnapshot, rowsOf } from "./dom-snapshot.ts";
export { readNumbered, readSnapshot, readTimeMap };

/**
 * A page can be made so that reading it takes for ever, so a server does it in worker threads that it can end. Each
 * throws a CaptureFailure, `too-large` or `timeout`, for what is more than a reader takes.
 */
export interface PageReader {
  readonly readPage: (page: RawPage) => Promise<ReadPage>;
  readonly readSnapshot: (snapshot: PackedSnapshot) => Promise<RenderedPage>;
  readonly readTimeMap: (answer: RawTimeMap) => Promise<TimeMap>;
}

/** A reader at work for one person, or for nobody in particular. */
export type PageReaderFor = (holder: string | undefined) => PageReader;

export interface RawPage {
  readonly body: Uint8Array;
  readonly contentType: string | undefined;
  /** Where it came from. */
  readonly url: string;
  /** It was a feed until now. */
  readonly wasFeed?: boolean | undefined;
}

export interface ReadPage {
  readonly text: string;
  readonly encoding: string;
  readonly leadsTo: string | null;
  /** Null where it came as a page. */
  readonly feed: FeedFacts | null;
  /** Where there should be a feed and is none. */
  readonly noFeed: NoFeed | null;
}

export interface NoFeed {
  readonly why: string;
  /** What stands in front of it, as far as a page says so. */
  readonly wall: BlockedReason | null;
}

/**
 * The bytes of a page become its text, and the address that it leads to at once where it is only a signpost. The text of a
 * feed is a page of ours that lists its items.
 */
export function readPage({ body, contentType, url, wasFeed = false }: RawPage): ReadPage {
  const { text, encoding } = decodePage(body, contentType);
  const feed = feedPage(text, url, contentType);
  if (feed?.kind === "feed") return { text: feed.html, encoding, leadsTo: null, feed: feed.facts, noFeed: null };
  if (feed) return { text, encoding, leadsTo: null, feed: null, noFeed: { why: feed.why, wall: null } };
  const noFeed = wasFeed ? { why: "answered with a page and not with the feed", wall: wallIn(text) } : null;
  return { text, encoding, leadsTo: immediateRefresh(text, url)?.href ?? null, feed: null, noFeed };
}

function wallIn(html: string): BlockedReason | null {
  const tree = treeOf(html);
  return tree && interstitialOf(tree);
}

/** Foreign bytes read where they are: for tests, measurements, and programs that serve nobody else meanwhile. */
export const readOnTheSpot: PageReader = {
  readPage: onTheSpot(readPage),
  readSnapshot: onTheSpot(readSnapshot),
  readTimeMap: onTheSpot(readTimeMap),
};

export function onTheSpot<Job, Result>(read: (job: Job) => Result): (job: Job) => Promise<Result> {
  return async (job) => {
    try {
      return read(job);
    } catch (failure) {
      if (!(failure instanceof ParseLimitError)) throw failure;
      throw new CaptureFailure("too-large", { message: failure.message, cause: failure });
    }
  };
}

/** Where the page leads at once; null where it is a page of its own. Scripts, comments and `noscript` say nothing. */
export function immediateRefresh(html: string, pageUrl: string): URL | null {
  // most pages have none, and are not parsed for it
  if (!/http-equiv\s*=\s*(?:["']\s*)?refresh/i.test(html)) return null;
  const tree = treeOf(html);
  if (!tree) return null;
  const meta = tree.tagNames.indexOf("meta");
  for (let node = 0; node < tree.size; node++) {
    if (tree.tag[node] !== meta) continue;
    if (attributeOf(tree, node, "http-equiv")?.trim().toLowerCase() !== "refresh") continue;
    // the first one decides
    return targetOf(attributeOf(tree, node, "content") ?? "", pageUrl);
  }
  return null;
}

/** Null for a page that is over a limit: whoever reads it next will say so. */
function treeOf(html: string): DomTree | null {
  try {
    return parseHtml(html);
  } catch (failure) {
    if (failure instanceof ParseLimitError) return null;
    throw failure;
  }
}

function targetOf(content: string, pageUrl: string): URL | null {
  const [, seconds = "0", quoted, single, plain] = REFRESH.exec(content) ?? [];
  const address = (quoted ?? single ?? plain ?? "").trim();
  if (address === "" || Number(seconds) > LONGEST_DELAY_SECONDS || !URL.canParse(address, pageUrl)) return null;
  const url = new URL(address, pageUrl);
  // a page that loads itself again is the page
  return isSamePage(url, new URL(pageUrl)) ? null : url;
}

function isSamePage(one: URL, other: URL): boolean {
  return one.href.split("#")[0] === other.href.split("#")[0];
}
