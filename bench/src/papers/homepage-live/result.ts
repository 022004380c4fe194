/** What the experiments of Homepage Live find. */

/** [homepage-live] section 4.2: how one page changes. */
export interface Evolution {
  readonly page: string;
  readonly nodes: number;
  /** Means over consecutive versions, as shares. */
  readonly structure: number;
  readonly content: number;
  /** First version against last. */
  readonly accumulatedStructure: number;
  readonly accumulatedContent: number;
  /** Hours between consecutive versions, the median. */
  readonly hours: number | null;
}

export const METHODS = [
  "direct-path",
  "tag-string",
  "tag-string-literal",
  "tree-edit-shared",
  "fixed-subtree",
] as const;
export type Method = (typeof METHODS)[number];
export type Mode = "pair" | "follow";

/** One case traced: which later versions were right. */
export interface TracedCase {
  readonly case: string;
  readonly kind: string;
  readonly page: string;
  readonly nodes: number;
  /** Share of the later versions in which the block's path is not the first one. */
  readonly moved: number;
  /** Of the later versions, how many were right, by mode and method. */
  readonly versions: number;
  readonly right: Readonly<Record<Mode, Readonly<Record<Method, number>>>>;
}

/** One case traced by the methods that map pages, version by version. */
export interface MappedCase {
  readonly case: string;
  /** One mark a later version: `1` where it was right. */
  readonly marks: { readonly TED: string; readonly FSBT: string; readonly pairFSBT: string };
}

/** Time and memory of one trace from the first version to the last that has the block. */
export interface Cost {
  readonly page: string;
  readonly tree: number;
  readonly block: number;
  readonly fixNodes: number;
  readonly commonTree: number;
  readonly reducedTree: number;
  /** The minimum common pair is the answer: the tracer maps nothing. */
  readonly isSettled: boolean;
  /** Processor milliseconds and bytes, by method. */
  readonly ms: Readonly<Record<CostMethod, number>>;
  readonly bytes: Readonly<Record<CostMethod, number>>;
  /** Distance of the whole pages by the paper's mapping and the least there is; null where that takes too long. */
  readonly distance: { readonly paper: number; readonly least: number } | null;
}

/** "FSBT" is section 6.3 and nothing besides: one pair, mapped in any case. The tracer maps fewer pairs, and some twice. */
export const COST_METHODS = [
  "TED",
  "FSBT",
  "FSBT, the tracer's rule",
  "TED, equal subtrees shared",
  "FSBT, equal subtrees shared",
  "FSBT, the tracer's rule, equal subtrees shared",
] as const;
export type CostMethod = (typeof COST_METHODS)[number];
