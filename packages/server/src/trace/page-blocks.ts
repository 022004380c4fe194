/**
 * The blocks of a page that are worth offering, from its latest captures: its components after [page-fragmentation],
 * trained over all of them, and the blocks that change after [merged-history-tree], with how often. Runs in a worker
 * thread.
 */
import {
  attributeOf,
  blockText,
  type ChangingBlock,
  changeShares,
  changingBlocks,
  childrenOf,
  contains,
  type DomTree,
  type HistoryTree,
  mergeAll,
  nodesOfVersion,
  parseHtml,
  pathOf,
  tagOf,
} from "@tessera/engine";
import { blockName, pictureAddressOf, proposeFragments } from "@tessera/engine/shown";
import { BlockPath } from "@tessera/model";
import type { PageBlocks } from "@tessera/model/api";
import type { Body } from "@tessera/store";
import { bytesOfBody, textOfBody } from "./body-text.ts";
import { offeredOn } from "./propose-blocks.ts";
import { withLayout } from "./trace-page.ts";

export interface PageBlocksJob {
  /** HTML of captures of the page, oldest first. */
  readonly captures: readonly Body[];
  /** Where the elements of the newest are, where it was rendered: what cannot be seen is not offered. */
  readonly layout?: Body | undefined;
}

const MAX_CHANGING = 50;
const MAX_EXCERPT = 160;
/** An address that says more than where a picture is, such as one with the picture in it, is no face for a list. */
const MAX_ADDRESS = 4000;
/** A block of nearly all the page is the page. */
const MAX_OF_PAGE = 0.9;

export function pageBlocks({ captures, layout }: PageBlocksJob): PageBlocks {
  const trees = captures.map((body) => parseHtml(textOfBody(body)));
  const newest = trees.at(-1);
  if (!newest) return { components: [], changing: [], captures: 0, rejected: 0 };
  const history = mergeAll(trees.map((page, at) => ({ name: String(at), page })));
  const laidOut = withLayout(newest, layout ? bytesOfBody(layout) : null);
  const offered = offeredOn(laidOut, { before: trees.slice(0, -1) });
  return {
    components: componentsOf(offered.blocks, history),
    changing: history.versions.length > 1 ? changingOn(newest, history) : [],
    captures: offered.captures,
    rejected: offered.rejected,
  };
}

/** Each by itself: all of a row at once are offered in the picker. */
function componentsOf(blocks: ReturnType<typeof offeredOn>["blocks"], history: HistoryTree): PageBlocks["components"] {
  const shares = history.versions.length > 1 ? changeShares(history) : null;
  const inHistory = nodesOfVersion(history, history.versions.length - 1);
  const single = blocks.filter(({ alike }) => alike === 1);
  return single.map(({ alike: _, box: __, ...block }) => ({
    ...block,
    knownBy: block.knownBy ?? "place",
    changeShare: shares && Math.min(1, shares[inHistory[block.node]!]!),
  }));
}

function changingOn(newest: DomTree, history: HistoryTree): PageBlocks["changing"] {
  const titles = new Map(proposeFragments(newest, { grain: "all" }).map(({ node, title }) => [node, title]));
  const body = childrenOf(newest, 0).find((node) => tagOf(newest, node) === "body") ?? 0;
  // as long as they are on the newest page; their history may have had other lengths
  const changing = changingBlocks(history)
    .filter(({ pageNode }) => pageNode > body)
    .map((block) => ({ ...block, textLength: blockText(newest, block.pageNode).length }));
  const all = blockText(newest, body).length;
  const parts = changing.filter(({ textLength }) => textLength <= MAX_OF_PAGE * all);
  const fragments = parts.filter(({ pageNode }) => titles.has(pageNode));
  // a picture that changes in a long text that stays is no part of it, and is offered by itself
  const pictures = parts.filter(
    (block) => block.picture !== null && !fragments.some((other) => areNested(newest, block, other)),
  );
  const offered = fragments.length > 0 ? [...fragments, ...pictures] : parts;
  return apart(newest, offered, all / 2)
    .slice(0, MAX_CHANGING)
    .flatMap(({ pageNode, changeShare, picture }) => {
      const path = BlockPath.safeParse(pathOf(newest, pageNode));
      const excerpt = excerptOf(newest, pageNode);
      if (!path.success || (excerpt === "" && picture === null)) return [];
      return {
        path: path.data,
        node: pageNode,
        title: titles.get(pageNode) || (excerpt === "" ? blockName(newest, [pageNode]) : ""),
        excerpt,
        textLength: excerpt.length,
        changeShare: Math.min(1, changeShare),
        picture: picture === null ? null : addressOf(newest, picture),
      };
    });
}

/** Where an image is loaded from, as the page writes it, from its base on; null where that is nothing to show. */
function addressOf(page: DomTree, image: number): string | null {
  const address = pictureAddressOf(page, image);
  if (!address || address.length > MAX_ADDRESS) return null;
  const base = page.tag.findIndex((tag) => page.tagNames[tag] === "base");
  const from = base < 0 ? null : attributeOf(page, base, "href");
  return from !== null && URL.canParse(from) && URL.canParse(address, from) ? new URL(address, from).href : address;
}

/**
 * Of blocks inside each other one, so that each change is offered once: the one that changes more often, of equal ones
 * the larger; but none of more than `tooLong` characters where there is another. Most often changing first.
 */
function apart(page: DomTree, blocks: readonly ChangingBlock[], tooLong: number): readonly ChangingBlock[] {
  const isLong = ({ textLength }: ChangingBlock): number => Number(textLength > tooLong);
  const chosen: ChangingBlock[] = [];
  for (const block of [...blocks].sort((a, b) => isLong(a) - isLong(b))) {
    if (!chosen.some((other) => areNested(page, block, other))) chosen.push(block);
  }
  return chosen.sort((a, b) => b.changeShare - a.changeShare || b.textLength - a.textLength);
}

/** True where one is the other or inside it. */
function areNested(page: DomTree, { pageNode: a }: ChangingBlock, { pageNode: b }: ChangingBlock): boolean {
  return contains(page, a, b) || contains(page, b, a);
}

function excerptOf(tree: DomTree, node: number): string {
  return blockText(tree, node).slice(0, MAX_EXCERPT);
}
