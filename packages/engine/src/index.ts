/** Finds a block of a web page again: a page as typed arrays, and every algorithm over it. */

export {
  areSamePictures,
  type BlockContent,
  type ReadItem,
  type ReadOptions,
  readBlock,
} from "./diff/block-content.ts";
export { type BlockTextOptions, blockText } from "./diff/block-text.ts";
export { describePart, findPart, findParts, type InnerPart, type TracedPart, traceParts } from "./diff/inner-part.ts";
export { diffItems, type ItemDiff, type MovedItem, type RewordedItem } from "./diff/item-diff.ts";
export { alikeSiblings, isFeed, type ListItem } from "./diff/list-items.ts";
export { dominantNumber, mainNumber, type NumberValue, numbersIn } from "./diff/numbers.ts";
export type { PartLikeness } from "./diff/part-likeness.ts";
export { findPartsOfEach } from "./diff/parts-of-each.ts";
export {
  type ChangingBlock,
  changedBeside,
  changeShares,
  changingBlocks,
  type VolatileNode,
  type VolatileOptions,
  volatileNodes,
} from "./history/change-rate.ts";
export { reviveHistory, type StoredHistory, type StoreOptions, storeHistory } from "./history/history-json.ts";
export { type HistoryTree, type HistoryValue, nodesOfVersion } from "./history/history-tree.ts";
export {
  createHistory,
  HISTORY_WINDOW,
  mergeAll,
  type PageVersion,
  type SlideOptions,
  type SlideOrder,
  slide,
} from "./history/merge.ts";
export { type Attribute, HtmlWriter } from "./html/html-writer.ts";
export { type ParseOptions, parseHtml } from "./html/parse-html.ts";
export { type PageElement, type PageNode, type PageText, parseNodes } from "./html/parse-nodes.ts";
export { rootName } from "./html/root-name.ts";
export { type ToHtmlOptions, toHtml } from "./html/to-html.ts";
export type { ContentVector } from "./segment/content-vector.ts";
export type { FragmentKind, IndexNode, IndexTree } from "./segment/index-tree.ts";
export { avoidedShare, type ChosenParts } from "./segment/propose-fragments.ts";
export { changeSince, layersOf, type PageChange, pageChange } from "./similarity/layer-similarity.ts";
export { DEFAULT_TRACER, fused, tracerNamed } from "./tracer/fused/fused.ts";
export { followTogether } from "./tracer/together.ts";
export type {
  BlockedReason,
  Calibration,
  Candidate,
  Intent,
  LearnOptions,
  Memory,
  Ranking,
  Teacher,
  Tracer,
} from "./tracer/tracer.ts";
export { decide, type FollowStep, followStep, KEPT_CANDIDATES, type Verdict } from "./tracer/verdict.ts";
export {
  attributeOf,
  attributesOf,
  childrenOf,
  contains,
  type DomTree,
  isText,
  subtreeSize,
  TEXT_TAG,
  tagOf,
  textOf,
} from "./tree/dom-tree.ts";
export { DRAWING_ATTRIBUTE, PAINTED_ATTRIBUTE } from "./tree/drawn.ts";
export { hashString } from "./tree/hash.ts";
export { ParseLimitError, type TreeLimits } from "./tree/limits.ts";
export { type PartTree, partTree } from "./tree/part-tree.ts";
export { nodeAt, pathOf } from "./tree/path.ts";
export { TreeBuilder } from "./tree/tree-builder.ts";
