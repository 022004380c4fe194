/** Feeds that a page says it has: places where some sites have one are not tried. Runs in a worker thread. */
import { attributeOf, type DomTree, isText, tagOf } from "@tessera/engine";
import type { FeedLink } from "@tessera/model/api";
import { addressesIn } from "./links-away.ts";
import { treeOf } from "./trace-page.ts";

export interface FeedLinksJob {
  readonly html: string;
  readonly finalUrl: string;
}

const TYPES: Readonly<Record<string, FeedLink["format"]>> = {
  "application/rss+xml": "rss",
  "application/atom+xml": "atom",
  "application/rdf+xml": "rdf",
  "application/feed+json": "json",
  "application/x-rss+xml": "rss",
  "text/rss+xml": "rss",
  "text/rss": "rss",
  "text/atom+xml": "atom",
};
const MAX_FEEDS = 20;
const MAX_TITLE = 200;

/** In the order of the page, each address once. */
export function feedLinks({ html, finalUrl }: FeedLinksJob): readonly FeedLink[] {
  // most pages say nothing, and are not parsed for it
  if (!/\balternate\b|\bfeed\b/i.test(html)) return [];
  const tree = treeOf(html, null);
  const addressOf = addressesIn(tree, finalUrl);
  const found = new Map<string, FeedLink>();
  for (let node = 0; node < tree.size && found.size < MAX_FEEDS; node++) {
    const format = formatAt(tree, node);
    const url = format && addressOf(attributeOf(tree, node, "href") ?? "");
    if (!format || !url || found.has(url)) continue;
    const title = (attributeOf(tree, node, "title") ?? "").replace(/\s+/g, " ").trim();
    found.set(url, { url, format, title: title.slice(0, MAX_TITLE) });
  }
  return [...found.values()];
}

/** HTML standard, "alternate": with the type of a feed it is one; `feed` is one by itself. */
function formatAt(tree: DomTree, node: number): FeedLink["format"] | null {
  if (isText(tree, node) || !/^(?:link|a)$/.test(tagOf(tree, node))) return null;
  const relations = (attributeOf(tree, node, "rel") ?? "").toLowerCase().split(/\s+/);
  const type = (attributeOf(tree, node, "type") ?? "").split(";")[0]!.trim().toLowerCase();
  const isNamed = relations.includes("alternate") && !relations.includes("stylesheet");
  const format = isNamed || relations.includes("feed") ? TYPES[type] : undefined;
  return format ?? (relations.includes("feed") && tagOf(tree, node) === "link" ? "rss" : null);
}
