/** Finds a block of a web page again: a page as typed arrays, and every algorithm over it. */
export { alikeSiblings } from "./diff/alike-siblings.ts";
export {
  type BlockContent,
  languageOf,
  MAX_TEXT,
  type ReadItem,
  type ReadOptions,
  readBlock,
} from "./diff/block-content.ts";
export { type BlockTextOptions, blockText } from "./diff/block-text.ts";
export { dominantNumber } from "./diff/dominant-number.ts";
export { describePart, findPart, type InnerPart } from "./diff/inner-part.ts";
export { diffItems, type ItemDiff, type MovedItem, type RewordedItem } from "./diff/item-diff.ts";
export { type ListItem, listItems } from "./diff/list-items.ts";
export { mainNumber, type NumberValue, numbersIn } from "./diff/numbers.ts";
export { type FixedTrees, minimumCommonPair, type SubtreePair } from "./distance/common-subtree.ts";
export { type LabelledTree, Labels, labelledTreeOf, type Mapping } from "./distance/labelled-tree.ts";
export { minimumMapping } from "./distance/minimum-mapping.ts";
export { reducePair } from "./distance/reduced-trees.ts";
export {
  type ComparisonOptions,
  type ComparisonOutcome,
  compareTrees,
  subtreeDistance,
  type TreeComparison,
} from "./distance/tree-comparison.ts";
export { zhangShasha } from "./distance/zhang-shasha.ts";
export { type Alignment, type AlignOptions, align } from "./history/align.ts";
export {
  type ChangingBlock,
  changedBeside,
  changeShares,
  changingBlocks,
  type VolatileNode,
  type VolatileOptions,
  volatileNodes,
  volatileOnPage,
} from "./history/change-rate.ts";
export { blockLevelDynamicNodes, dynamicNodes } from "./history/dynamic.ts";
export { extractBlocks } from "./history/extract.ts";
export { reviveHistory, type StoredHistory, type StoreOptions, storeHistory } from "./history/history-json.ts";
export { type HistoryTree, type HistoryValue, nodesOfVersion, valueIn, versionCount } from "./history/history-tree.ts";
export {
  createHistory,
  HISTORY_WINDOW,
  merge,
  mergeAll,
  type PageVersion,
  removeVersion,
  type SlideOptions,
  type SlideOrder,
  slide,
} from "./history/merge.ts";
export {
  extractWith,
  learnWrapper,
  placeIn,
  type WrapperPlace,
} from "./history/road-runner/road-runner.ts";
export type { ElementItem, WrapperItem } from "./history/road-runner/wrapper.ts";
export { type Attribute, HtmlWriter } from "./html/html-writer.ts";
export { type ParseOptions, parseHtml } from "./html/parse-html.ts";
export { type PageElement, type PageNode, type PageText, parseNodes } from "./html/parse-nodes.ts";
export { rootName } from "./html/root-name.ts";
export { type ToHtmlOptions, toHtml } from "./html/to-html.ts";
export { avoidedShare, type ChosenParts } from "./segment/avoided-transfer.ts";
export { type ContentVector, contentVector } from "./segment/content-vector.ts";
export { namespaceNames, namespaceStyles } from "./segment/css-namespace.ts";
export type { FragmentKind, IndexNode, IndexTree } from "./segment/index-tree.ts";
export { describeFragment, type Fragment, type ProposeOptions, proposeFragments } from "./segment/propose-fragments.ts";
export { SECTION_MODE } from "./segment/section-blocks.ts";
export { TABLE_MODE } from "./segment/table-blocks.ts";
export {
  type FragmentedPage,
  type FragmentMode,
  fragmentPage,
  type PageIndex,
  type PageIndexEntry,
  trainPage,
} from "./segment/train-page.ts";
export { type PageUpdate, type UpdateWay, updatePage } from "./segment/update-page.ts";
export {
  DEFAULT_LAYERS,
  layerSimilarity,
  type PageChange,
  pageChange,
  SIMILAR_FROM,
} from "./similarity/layer-similarity.ts";
export {
  type AdaptivePatternMemory,
  type AdaptivePatternOptions,
  adaptivePatternOf,
} from "./tracer/adaptive-pattern.ts";
export { type CombinedPatternOptions, combinedPatternOf } from "./tracer/combined-pattern.ts";
export { directPath } from "./tracer/direct-path.ts";
export { type FixedSubtreeMemory, fixedSubtree, fixedTrees, isBlockSettled } from "./tracer/fixed-subtree.ts";
export { type FollowStep, followStep } from "./tracer/follow.ts";
export { isLargeChange, type PatternChange } from "./tracer/pattern-change.ts";
export { fixedPatterns, learnPatterns, matchPatterns, PATTERN_NAMES, type PatternName } from "./tracer/pattern-set.ts";
export { literalTagString, tagString } from "./tracer/tag-string.ts";
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
export { sharedTreeEdit, type TreeEditMemory, treeEdit } from "./tracer/tree-edit.ts";
export { decide, KEPT_CANDIDATES, type Verdict } from "./tracer/verdict.ts";
export { DEFAULT_TRACER, TRACERS, tracerNamed } from "./tracers.ts";
export {
  attributeOf,
  attributesOf,
  childrenOf,
  contains,
  type DomTree,
  isText,
  subtreeSize,
  TEXT_TAG,
  TEXT_TAG_NAME,
  tagOf,
  textOf,
} from "./tree/dom-tree.ts";
export { hashString } from "./tree/hash.ts";
export { DEFAULT_LIMITS, ParseLimitError, type TreeLimits } from "./tree/limits.ts";
export { type PartTree, partTree } from "./tree/part-tree.ts";
export { nodeAt, pathOf, pathsOf, ranksOf } from "./tree/path.ts";
export { TreeBuilder } from "./tree/tree-builder.ts";
export { decodeTree, encodeTree } from "./tree/tree-codec.ts";
export { TreeCodecError } from "./tree/tree-codec-error.ts";
