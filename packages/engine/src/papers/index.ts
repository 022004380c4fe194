/** What only the papers need: their tracers, and the algorithms that their tables measure. */

export { align } from "../history/align.ts";
export { blockLevelDynamicNodes } from "../history/change-rate.ts";
export { valueIn, versionCount } from "../history/history-tree.ts";
export { merge } from "../history/merge.ts";
export { TABLE_MODE } from "../segment/section-blocks.ts";
export { fragmentPage } from "../segment/train-page.ts";
export { layerSimilarity, SIMILAR_FROM } from "../similarity/layer-similarity.ts";
export { type AdaptivePatternMemory, adaptivePatternOf } from "./dynamic-blocks/adaptive-pattern.ts";
export { combinedPatternOf } from "./dynamic-blocks/combined-pattern.ts";
export { isLargeChange, LARGE_MODEL_CHANGE } from "./dynamic-blocks/pattern-change.ts";
export {
  fixedPatterns,
  learnPatterns,
  matchPatterns,
  PATTERN_NAMES,
  type PatternName,
} from "./dynamic-blocks/pattern-set.ts";
export { directPath } from "./homepage-live/direct-path.ts";
export {
  type FixedSubtreeMemory,
  fixedSubtree,
  fixedTrees,
  fixIndexOf,
  isBlockSettled,
  mapReduced,
  rankReduced,
} from "./homepage-live/fixed-subtree.ts";
export { type LabelledTree, Labels, labelledTreeOf } from "./homepage-live/labelled-tree.ts";
export { minimumMapping } from "./homepage-live/minimum-mapping.ts";
export { minimumCommonPair, reducePair } from "./homepage-live/reduced-trees.ts";
export { literalTagString, tagString } from "./homepage-live/tag-string.ts";
export { compareTrees } from "./homepage-live/tree-comparison.ts";
export { sharedTreeEdit } from "./homepage-live/tree-edit.ts";
export { zhangShasha } from "./homepage-live/zhang-shasha.ts";
export { basicTree } from "./merged-history/basic-tree.ts";
export { extractBlocks } from "./merged-history/history-tree.ts";
export { extractWith, learnWrapper, placeIn } from "./merged-history/road-runner.ts";
export { ALL_TRACERS, anyTracerNamed, liveTracerNamed } from "./tracers.ts";
