/** What the parts of the experiment find: plain JSON. */
import type { Counts } from "./counts.ts";

/** Lengths of history that are tried (HN of section 5.2). */
export const LENGTHS = [1, 3, 5, 9, 15, 19, 24, 30] as const;

export const STRATEGIES = ["remove-first", "merge-first", "rebuild"] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** One version compared with the first: section 5.1. */
export interface Similarity {
  readonly hours: number | null;
  readonly structure: number;
  readonly text: number;
  /** Of trees whose leaves are texts and images only, as section 4.1 has them. */
  readonly basicStructure: number;
}

export interface PageSimilarity {
  readonly page: string;
  readonly versions: readonly Similarity[];
}

/** Extraction from the same versions with histories of different length, by name of the method. */
export interface LengthFinding {
  readonly page: string;
  /** The longest history that was tried: shorter ones are tried on the same versions. */
  readonly longest: number;
  readonly counts: Readonly<Record<string, Readonly<Record<string, Counts>>>>;
}

/** Extraction from later and later versions with one history of nine. */
export interface AgeFinding {
  readonly page: string;
  readonly steps: readonly { readonly ahead: number; readonly hours: number | null; readonly counts: Counts }[];
}

export interface StrategyFinding {
  readonly page: string;
  readonly counts: Readonly<Record<Strategy, Counts>>;
}

export interface StrategyTimes {
  readonly page: string;
  /** Mean time of one update. */
  readonly ms: Readonly<Record<Strategy, number>>;
}

/** Detection of dynamic blocks with one threshold: section 4.2. */
export interface DynamicFinding {
  readonly page: string;
  readonly thresholds: readonly {
    readonly threshold: number;
    readonly blocks: number;
    /** Labelled blocks whose text changed, and those of them that a detected block holds. */
    readonly changed: number;
    readonly detected: number;
    /** The same where a picture counts as some text. */
    readonly picturedBlocks: number;
    readonly picturedDetected: number;
  }[];
}
