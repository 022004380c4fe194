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
  describeFragment,
  type HistoryTree,
  mergeAll,
  nodesOfVersion,
  parseHtml,
  pathOf,
  proposeFragments,
  tagOf,
} from "@tessera/engine";
import {
  blockName,
  isPictureAddress,
  type PageIndex,
  SECTION_MODE,
  trainPage,
  updatePage,
} from "@tessera/engine/shown";
import { BlockPath } from "@tessera/model";
import type { PageBlocks } from "@tessera/model/api";
import type { Body } from "@tessera/store";
import { textOfBody } from "./body-text.ts";

export interface PageBlocksJob {
  /** HTML of captures of the page, oldest first. */
  readonly captures: readonly Body[];
}

const MAX_CHANGING = 50;
const MAX_EXCERPT = 160;
/** An address that says more than where a picture is, such as one with the picture in it, is no face for a list. */
const MAX_ADDRESS = 4000;
/** A block of nearly all the page is the page. */
const MAX_OF_PAGE = 0.9;

export function pageBlocks({ captures }: PageBlocksJob): PageBlocks {
  const trees = captures.map((body) => parseHtml(textOfBody(body)));
  const newest = trees.at(-1);
  if (!newest) return { components: [], changing: [], captures: 0, rejected: 0 };
  const history = mergeAll(trees.map((page, at) => ({ name: String(at), page })));
  const index = trainPage(trees, SECTION_MODE);
  return {
    components: componentsOn(newest, index, history),
    changing: history.versions.length > 1 ? changingOn(newest, history) : [],
    captures: index.captures,
    rejected: index.rejected,
  };
}

function componentsOn(newest: DomTree, index: PageIndex, history: HistoryTree): PageBlocks["components"] {
  const { nodes, page } = updatePage(index, newest, SECTION_MODE);
  const shares = history.versions.length > 1 ? changeShares(history) : null;
  const inHistory = nodesOfVersion(history, history.versions.length - 1);
  return index.components.flatMap(({ signature }, at) => {
    const component = page.index.nodes.find(({ node }) => node === nodes[at]);
    const path = component && BlockPath.safeParse(pathOf(newest, component.node));
    if (!component || !path?.success || (component.textLength === 0 && component.images === 0)) return [];
    const { kind, title, textLength, images, links } = describeFragment(newest, component);
    return {
      path: path.data,
      node: component.node,
      kind,
      title,
      excerpt: excerptOf(newest, component.node),
      textLength,
      images,
      links,
      knownBy: signature.kind === "content" ? ("content" as const) : ("place" as const),
      changeShare: shares && Math.min(1, shares[inHistory[component.node]!]!),
    };
  });
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
  const addresses = ["src", "data-src", "data-lazy-src", "data-original"].map((name) => attributeOf(page, image, name));
  const address = addresses.find((one) => one !== null && isPictureAddress(one));
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
