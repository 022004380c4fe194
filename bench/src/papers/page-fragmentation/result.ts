/** What the parts of the experiment find: plain JSON. */

import { TABLE_MODE } from "@tessera/engine/papers";
import { type FragmentMode, SECTION_MODE } from "@tessera/engine/shown";

export const MODES: Readonly<Record<ModeName, FragmentMode>> = { tables: TABLE_MODE, sections: SECTION_MODE };
export const MODE_NAMES = ["tables", "sections"] as const;
export type ModeName = (typeof MODE_NAMES)[number];

/** A component after training: figure 6. */
export interface Identifier {
  readonly words: number;
  readonly images: number;
  readonly isWeak: boolean;
}

/** One page trained on its first captures, in one mode. */
export interface Training {
  /** Components of each capture: figure 5. */
  readonly counts: readonly number[];
  /** Captures whose fragmentation differs from that of the majority. */
  readonly rejected: number;
  readonly identifiers: readonly Identifier[];
}

export interface TrainingFinding {
  readonly page: string;
  readonly hours: number | null;
  readonly modes: Readonly<Record<ModeName, Training>>;
}

/** Sizes of a page and of what is chosen of it: figure 7. */
export interface TransferFinding {
  readonly page: string;
  readonly total: number;
  /** Sizes of the labelled blocks, nested ones counted once. */
  readonly chosen: readonly number[];
  /** Sizes of the components, by mode. */
  readonly components: Readonly<Record<ModeName, readonly number[]>>;
}

/** How the update phase found the components on later captures, and whether a labelled one was right. */
export interface UpdateFinding {
  readonly page: string;
  readonly ways: Readonly<
    Record<string, { readonly updates: number; readonly labelled: number; readonly right: number }>
  >;
}

/** How well the proposals cover the labelled blocks, by name of the proposal. */
export interface ProposalFinding {
  readonly page: string;
  readonly proposals: Readonly<
    Record<
      string,
      { readonly fragments: number; readonly blocks: number; readonly near: number; readonly close: number }
    >
  >;
}
