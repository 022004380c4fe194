/**
 * The default tracer: candidates from every way of looking, the signals of all the papers and of today's web, one
 * learned ranker, and a verdict that knows its own doubt.
 *
 * Verified even where the old path still matches: the path is one signal among many, never a short cut.
 */
import type { DomTree } from "../../tree/dom-tree.ts";
import type { LearnOptions, Ranking, Teacher, Tracer } from "../tracer.ts";
import { Workspace } from "./columns.ts";
import { type FusedMemory, firstMemory, nextMemory, revive, withDenied, withGuess, withRejection } from "./memory.ts";
import { rank } from "./rank.ts";
import { WEIGHTS } from "./weights.data.ts";
import { boundWeights, type Weights } from "./weights.ts";

/** How many elements that it is sure of a person refuses at most by saying that the block is gone. */
const MAX_REFUSED = 3;

/** The fused tracer with weights learned elsewhere than by default, as cross-validation needs it. */
export function fusedWith(learned: Weights): Tracer<FusedMemory> {
  const weights = boundWeights(learned);
  const context = { weights, workspace: new Workspace() };
  return {
    name: "fused",
    about: "ours: all signals, a learned ranker and a calibrated verdict",
    // the two ensembles give the probabilities; the line is not used
    calibration: {
      bias: 0,
      score: 0,
      margin: 0,
      foundFrom: weights.thresholds.found,
      goneBelow: 1 - weights.thresholds.gone,
    },

    learn(page: DomTree, node: number, options: LearnOptions = {}): FusedMemory {
      return firstMemory(page, node, options.intent ?? "auto");
    },

    trace(memory: FusedMemory, page: DomTree): Ranking {
      return rank(memory, page, context);
    },

    adapt(memory: FusedMemory, page: DomTree, node: number, teacher: Teacher): FusedMemory {
      return nextMemory(memory, page, node, teacher);
    },

    suspect(memory: FusedMemory, page: DomTree, ranking: Ranking): FusedMemory {
      return withGuess(memory, page, ranking);
    },

    reject(memory: FusedMemory, page: DomTree, node: number): FusedMemory {
      return withRejection(memory, page, node);
    },

    wereOne({ latest: a }: FusedMemory, { latest: b }: FusedMemory): boolean {
      return a.path === b.path && a.shape === b.shape && a.firstRun === b.firstRun;
    },

    miss(memory: FusedMemory, page: DomTree): FusedMemory {
      let wiser = memory;
      for (let refused = 0; ; refused++) {
        const ranking = rank(wiser, page, context);
        const [best] = ranking.candidates;
        const isFound = best && (ranking.confidence ?? 0) >= weights.thresholds.found;
        if (!isFound || refused === MAX_REFUSED) return withDenied({ ...wiser, guess: null }, page, ranking);
        // what it is sure of is refused as if the person had pointed at it
        wiser = withRejection(wiser, page, best.node);
      }
    },

    revive,
  };
}

/** With the weights that `bench train` learned from all labelled pages. */
export const fused: Tracer<FusedMemory> = fusedWith(WEIGHTS);

/** The tracer that follows use unless a bench or a replay says otherwise; those of the papers are in `papers/`. */
export const DEFAULT_TRACER = "fused";

export function tracerNamed(name: string): Tracer | null {
  // a tracer reads only memories that it wrote, so that it may be forgotten which memory belongs to which
  return name === DEFAULT_TRACER ? (fused as unknown as Tracer) : null;
}
