/** What the experiment finds, page by page and in the end. */

/** The largest D of the paper's Table 1. */
export const MAX_LAYERS = 15;

/** From one version of a page to the next. */
export interface Step {
  readonly file: string;
  /** Similarity at D = 1 to 15. */
  readonly byLayers: readonly number[];
  /** The step in which a person had to replace the selector of a block of the page. */
  readonly isRedesign: boolean;
  /** Only pages whose labels speak of redesigns tell one from an update. */
  readonly isLabelled: boolean;
}

export interface PageSequence {
  readonly page: string;
  readonly set: string;
  readonly steps: readonly Step[];
}

export interface RocPoint {
  readonly threshold: number;
  /** Share of the redesigns that are called one. */
  readonly caught: number;
  /** Share of the updates that are called a redesign. */
  readonly falseAlarms: number;
}

export interface RocByLayers {
  readonly layers: number;
  /** Area under the curve: how often a redesign is less similar than an update. */
  readonly area: number;
  readonly best: RocPoint;
  readonly atPaperThreshold: RocPoint;
  readonly curve: readonly RocPoint[];
}

export interface SimilarityResult {
  readonly byLayers: readonly { readonly page: string; readonly steps: number; readonly means: readonly number[] }[];
  readonly steps: { readonly all: number; readonly redesigns: number; readonly pages: number };
  readonly roc: readonly RocByLayers[];
}
