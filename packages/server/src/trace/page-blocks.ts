/**
 * The blocks of a page that are worth offering, from its latest captures: its components after [page-fragmentation],
 * trained over all of them, and the blocks that change after [merged-history-tree], with how often. Runs in a worker
 * thread.
 */
import {
  blockText,
  type ChangingBlock,
  changeShares,
  changingBlocks,
  childrenOf,
  type DomTree,
  describeFragment,
  type HistoryTree,
  mergeAll,
  nodesOfVersion,
  type PageIndex,
  parseHtml,
  pathOf,
  proposeFragments,
  SECTION_MODE,
  tagOf,
  trainPage,
  updatePage,
} from "@tessera/engine";
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
  return apart(newest, fragments.length > 0 ? fragments : parts, all / 2)
    .slice(0, MAX_CHANGING)
    .flatMap(({ pageNode, changeShare }) => {
      const path = BlockPath.safeParse(pathOf(newest, pageNode));
      const excerpt = excerptOf(newest, pageNode);
      if (!path.success || excerpt === "") return [];
      const title = titles.get(pageNode) ?? "";
      return {
        path: path.data,
        node: pageNode,
        title,
        excerpt,
        textLength: excerpt.length,
        changeShare: Math.min(1, changeShare),
      };
    });
}

/**
 * Of blocks inside each other one, so that each change is offered once: the one that changes more often, of equal ones
 * the larger; but none of more than `tooLong` characters where there is another. Most often changing first.
 */
function apart(page: DomTree, blocks: readonly ChangingBlock[], tooLong: number): readonly ChangingBlock[] {
  const isLong = ({ textLength }: ChangingBlock): number => Number(textLength > tooLong);
  const chosen: ChangingBlock[] = [];
  for (const block of [...blocks].sort((a, b) => isLong(a) - isLong(b))) {
    const meets = ({ pageNode }: ChangingBlock): boolean =>
      (pageNode <= block.pageNode && block.pageNode < page.end[pageNode]!) ||
      (block.pageNode <= pageNode && pageNode < page.end[block.pageNode]!);
    if (!chosen.some(meets)) chosen.push(block);
  }
  return chosen.sort((a, b) => b.changeShare - a.changeShare || b.textLength - a.textLength);
}

function excerptOf(tree: DomTree, node: number): string {
  return blockText(tree, node).slice(0, MAX_EXCERPT);
}
