/** The contract of every tracer: rival algorithms behind one interface, one conformance suite. */
import type { DomTree } from "../tree/dom-tree.ts";

/** What a tracer remembers about a block: plain JSON, stored with the follow. */
export interface Memory {
  /** Name of the tracer that wrote it. */
  readonly tracer: string;
  /** Version of its format; an older one is migrated or relearned, never a crash. */
  readonly version: number;
}

/** One element of the new page that may be the block. */
export interface Candidate {
  readonly node: number;
  /** How well it fits, from 0 to 1; comparable within one ranking. */
  readonly score: number;
  /** What each signal said, by name, for people who ask why. */
  readonly signals?: Readonly<Record<string, number>>;
}

/** The answer of a tracer before the verdict: candidates from best to worst, ties in document order. */
export interface Ranking {
  readonly candidates: readonly Candidate[];
  /** Probability that the best candidate is right, where the tracer can tell better than the calibration. */
  readonly confidence?: number;
  /** Probability that the block is not on this page, where the tracer can tell. */
  readonly gone?: number;
  /** True where what is shown is clear but not which of several elements around it is meant. */
  readonly isLevelOpen?: boolean;
  /** Set where this is not the page at all but a wall in front of it. */
  readonly blocked?: BlockedReason;
}

export type BlockedReason = "captcha" | "consent" | "login" | "error" | "incomplete";

/** Who says that a node is the block: the tracer's own confident verdict, or the person. */
export type Teacher = "tracer" | "person";

/** What is followed: a place on the page whatever stands there, or one particular thing wherever it goes. */
export type Intent = "auto" | "position" | "item";

export interface LearnOptions {
  readonly intent?: Intent;
}

/**
 * Turns score and margin of the best candidate into a probability: 1 / (1 + exp(-(bias + score·s + margin·m))).
 * Fitted on labelled pages by `bench calibrate`, one record a tracer.
 */
export interface Calibration {
  readonly bias: number;
  readonly score: number;
  readonly margin: number;
  /** From this confidence on the verdict is `found`. */
  readonly foundFrom: number;
  /** Below this confidence the verdict is `gone`. */
  readonly goneBelow: number;
}

/** An algorithm that finds a block again. Pure: no clock, no randomness, no state besides the memory. */
export interface Tracer<M extends Memory = Memory> {
  readonly name: string;
  /** The paper it comes from and one sentence on what it does. */
  readonly about: string;
  readonly calibration: Calibration;
  /** Remembers the block that a person pointed at. */
  learn(page: DomTree, node: number, options?: LearnOptions): M;
  /** Ranks the elements of a page that may be the block; at least the top few. */
  trace(memory: M, page: DomTree): Ranking;
  /** Refines the memory after the block was seen again; the identity for tracers that do not learn. */
  adapt(memory: M, page: DomTree, node: number, teacher: Teacher): M;
  /**
   * Notes the best guess of an unsure verdict beside what is known, so that it can be followed on without being
   * trusted. Absent where the tracer keeps no guesses.
   */
  suspect?(memory: M, page: DomTree, ranking: Ranking): M;
  /** Remembers that a person said "not this one"; absent where the tracer cannot learn from it. */
  reject?(memory: M, page: DomTree, node: number): M;
  /** True where both memories were of one element when it was last seen; absent where the tracer cannot tell. */
  wereOne?(a: M, b: M): boolean;
  /** Remembers that a person said "it is not on this page"; absent where the tracer cannot learn from it. */
  miss?(memory: M, page: DomTree): M;
  /** Reads a stored memory of this or an earlier version; null where it must be relearned from the first capture. */
  revive(stored: unknown): M | null;
}
