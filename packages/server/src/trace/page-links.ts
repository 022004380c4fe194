/** The links of a page, by the blocks that they stand in. Runs in a worker thread. */
import { alikeSiblings, attributeOf, blockText, type DomTree, nodeAt, pathOf } from "@tessera/engine";
import { blockTitle, offerBlocks } from "@tessera/engine/shown";
import { BlockPath } from "@tessera/model";
import type { LinkGroup } from "@tessera/model/api";
import { addressesIn } from "./links-away.ts";
import { treeOf } from "./trace-page.ts";

export interface LinksJob {
  readonly html: string;
  readonly layout: Uint8Array | null;
  readonly finalUrl: string;
  /** Only those of this element. */
  readonly path?: BlockPath | undefined;
}

const MAX_GROUPS = 40;
const MAX_LINKS = 300;
const MAX_TEXT = 160;
/** A block with fewer is no list of anything. */
const MIN_LINKS = 2;

/** Null where the page has no such element. */
export function pageLinks({ html, layout, finalUrl, path }: LinksJob): readonly LinkGroup[] | null {
  const tree = treeOf(html, layout);
  const addressOf = addressesIn(tree, finalUrl);
  if (path !== undefined) {
    const node = nodeAt(tree, path);
    return node === null ? null : [groupOf(tree, { nodes: [node], addressOf })];
  }
  const groups = offerBlocks(tree, { grain: "normal" })
    .filter(({ path: each }) => BlockPath.safeParse(each).success)
    .map(({ node, alike }) => groupOf(tree, { nodes: alike > 1 ? alikeSiblings(tree, node) : [node], addressOf }))
    .filter(({ links }) => links.length >= MIN_LINKS);
  return withoutRepeated(groups.sort((one, other) => other.links.length - one.links.length)).slice(0, MAX_GROUPS);
}

interface Grouped {
  readonly nodes: readonly number[];
  readonly addressOf: (href: string) => string | null;
}

function groupOf(tree: DomTree, { nodes, addressOf }: Grouped): LinkGroup {
  const [node = 0] = nodes;
  const links = new Map<string, string>();
  for (const each of nodes) {
    for (let at = each; at < tree.end[each]! && links.size < MAX_LINKS; at++) {
      const href = tree.tagNames[tree.tag[at]!] === "a" ? attributeOf(tree, at, "href") : null;
      const url = href === null ? null : addressOf(href);
      if (url === null) continue;
      const text = wordsOf(tree, at);
      // a picture and a title often lead to the same page
      if (text.length >= (links.get(url) ?? "").length) links.set(url, text);
    }
  }
  return {
    path: BlockPath.parse(pathOf(tree, node)),
    title: blockTitle(tree, nodes, { without: new Set(), fallback: "" }),
    excerpt: blockText(tree, node).slice(0, MAX_TEXT),
    links: [...links].map(([url, text]) => ({ url, text })),
  };
}

function wordsOf(tree: DomTree, node: number): string {
  const text = blockText(tree, node).replace(/\s+/g, " ").trim();
  return (text || (attributeOf(tree, node, "aria-label") ?? "")).slice(0, MAX_TEXT);
}

/** Blocks lie within each other: one that has nothing that a larger one lacks is not offered twice. */
function withoutRepeated(groups: readonly LinkGroup[]): LinkGroup[] {
  const seen = new Set<string>();
  return groups.filter(({ links }) => {
    const key = JSON.stringify(links.map(({ url }) => url).sort());
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
