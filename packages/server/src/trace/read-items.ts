/** The items of lists that were observed, with all that a feed says of each. Runs in a worker thread. */
import { createHash } from "node:crypto";
import { attributeOf, blockText, type DomTree, isFeed, isText, nodeAt, parseHtml, tagOf } from "@tessera/engine";
import { type Content, FEED_PATH, ItemId, safeLink } from "@tessera/model";
import type { Body } from "@tessera/store";
import { readContent } from "../changes/read-content.ts";
import { contentOf } from "./compare-with-before.ts";
import type { FeedLinksJob } from "./feed-links.ts";
import { treeOf } from "./trace-page.ts";

export interface ReadItem {
  readonly id: ItemId;
  readonly title: string;
  readonly href: string | null;
  /** When it was published, as far as it says so. */
  readonly at: number | null;
  readonly author: string;
  readonly summary: string;
  /** As written on the page of the feed. */
  readonly picture: string | null;
  readonly media: readonly { readonly url: string; readonly type: string }[];
}

/** For each content its items in their order; none where it is no list. */
export function readItems(contents: readonly Body[]): readonly (readonly ReadItem[])[] {
  return contents.map((body) => itemsOf(contentOf(body)));
}

function itemsOf({ items, html, isFeed: isOne }: Content): readonly ReadItem[] {
  const facts = isOne ? factsIn(html) : [];
  // one entry for each that has text, in the same order
  return (items ?? []).map(({ key, title, href, text }, at) => {
    const said = facts.length === items?.length ? facts[at] : undefined;
    return { id: itemIdOf(key), title: title || text.slice(0, MAX_TITLE), href, ...(said ?? NOTHING) };
  });
}

/** The items of a page that came as a feed. */
export function readFeed({ html, finalUrl }: FeedLinksJob): readonly ReadItem[] {
  const tree = treeOf(html, null);
  const node = nodeAt(tree, FEED_PATH);
  if (node === null || !isFeed(tree, node)) return [];
  const nothing: ReadonlySet<number> = new Set();
  const { content } = readContent({ tree, nodes: [node], cuts: nothing, quiet: nothing, baseUrl: finalUrl });
  return itemsOf(content);
}

function itemIdOf(key: string): ItemId {
  return ItemId.parse(createHash("sha256").update(key).digest("base64url").slice(0, 22));
}

const MAX_TITLE = 200;

type Facts = Omit<ReadItem, "id" | "title" | "href">;
const NOTHING: Facts = { at: null, author: "", summary: "", picture: null, media: [] };

/** What `capture` wrote, read by the names that it gave: see its page of a feed. */
function factsIn(html: string): readonly Facts[] {
  const tree = parseHtml(html);
  const facts: Facts[] = [];
  for (let node = 0; node < tree.size; node++) {
    if (isText(tree, node) || !isFeed(tree, node)) continue;
    for (let child = node + 1; child < tree.end[node]!; child = tree.end[child]!) {
      if (!isText(tree, child) && blockText(tree, child) !== "") facts.push(factsOf(tree, child));
    }
    break;
  }
  return facts;
}

function factsOf(tree: DomTree, item: number): Facts {
  const facts = { ...NOTHING, media: [] as { url: string; type: string }[] };
  for (let node = item + 1; node < tree.end[item]!; node++) {
    const property = isText(tree, node) ? null : attributeOf(tree, node, "itemprop");
    if (property === "datePublished" && tagOf(tree, node) === "time") facts.at = instantOf(tree, node);
    else if (property === "author") facts.author = blockText(tree, node);
    else if (property === "description") facts.summary = blockText(tree, node);
    else if (property === "image") facts.picture = attributeOf(tree, node, "src");
    else if (property === "associatedMedia") {
      const url = safeLink(attributeOf(tree, node, "href"));
      if (url) facts.media.push({ url, type: attributeOf(tree, node, "type") ?? "" });
    }
  }
  return facts;
}

function instantOf(tree: DomTree, node: number): number | null {
  const at = Date.parse(attributeOf(tree, node, "datetime") ?? "");
  return Number.isSafeInteger(at) && at >= 0 ? at : null;
}
