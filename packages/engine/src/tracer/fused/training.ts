/** What the training in the bench needs of the fused tracer, and nobody else. */
export { pageIndex } from "../../feature/page-index.ts";
export { TRAINING_LIMITS } from "./candidates.ts";
export { COLUMNS, type Table, tableOf } from "./columns.ts";
export { CONFIDENCE_COLUMNS, confidenceRow, sharesOf } from "./confidence.ts";
export { type DecisionTree, type Ensemble, evaluate, type Forest, forestOf } from "./ensemble.ts";
export { fusedWith } from "./fused.ts";
export { LIKENESSES, likenessesOf, seatOf } from "./layout.ts";
export { type FusedMemory, firstMemory, nextMemory } from "./memory.ts";
export type { Thresholds, Weights } from "./weights.ts";
