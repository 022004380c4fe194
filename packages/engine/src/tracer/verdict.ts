/** From a ranking to a verdict by a calibrated rule, so that "unsure" and "gone" exist for every tracer. */

import type { DomTree } from "../tree/dom-tree.ts";
import type { BlockedReason, Calibration, Candidate, Memory, Ranking, Tracer } from "./tracer.ts";

/** How many candidates a verdict keeps, for the repair card and the bench. */
export const KEPT_CANDIDATES = 5;

export type Verdict =
  | {
      readonly kind: "found";
      readonly node: number;
      readonly confidence: number;
      /** Score of the best candidate less that of the runner-up. */
      readonly margin: number;
      readonly candidates: readonly Candidate[];
    }
  | { readonly kind: "unsure"; readonly confidence: number; readonly candidates: readonly Candidate[] }
  | { readonly kind: "gone"; readonly confidence: number; readonly candidates: readonly Candidate[] }
  | { readonly kind: "blocked"; readonly reason: BlockedReason; readonly candidates: readonly Candidate[] };

/** The verdict on a ranking. `confidence` is the probability that the best candidate is right. */
export function decide(ranking: Ranking, calibration: Calibration): Verdict {
  const candidates = ranking.candidates.slice(0, KEPT_CANDIDATES);
  if (ranking.blocked) return { kind: "blocked", reason: ranking.blocked, candidates };
  const best = candidates[0];
  if (!best) return { kind: "gone", confidence: 0, candidates };
  const margin = best.score - (candidates[1]?.score ?? 0);
  const confidence = ranking.confidence ?? confidenceOf(best.score, margin, calibration);
  if (confidence >= calibration.foundFrom) return { kind: "found", node: best.node, confidence, margin, candidates };
  const isGone =
    ranking.gone === undefined ? confidence < calibration.goneBelow : ranking.gone > 1 - calibration.goneBelow;
  return { kind: isGone ? "gone" : "unsure", confidence, candidates };
}

function confidenceOf(score: number, margin: number, calibration: Calibration): number {
  return 1 / (1 + Math.exp(-(calibration.bias + score * calibration.score + margin * calibration.margin)));
}

// One step of following a block: trace, decide, and learn from a confident verdict only.

export interface FollowStep<M extends Memory> {
  readonly verdict: Verdict;
  /** The memory for the next page: refined where the block was found, otherwise what it knew, with the guess noted. */
  readonly memory: M;
}

/** Traces the block on a newer page and adapts the memory where the verdict is `found`. */
export function followStep<M extends Memory>(tracer: Tracer<M>, memory: M, page: DomTree): FollowStep<M> {
  return stepBy(tracer, memory, page, tracer.trace(memory, page));
}

/** The step that a ranking of the page leads to. */
export function stepBy<M extends Memory>(tracer: Tracer<M>, memory: M, page: DomTree, ranking: Ranking): FollowStep<M> {
  const verdict = decide(ranking, tracer.calibration);
  // a wrapper that holds the same today may hold more tomorrow: it is followed on, and not learned
  const isOpen = ranking.isLevelOpen === true && tracer.suspect !== undefined;
  if (verdict.kind === "found" && !isOpen) {
    return { verdict, memory: tracer.adapt(memory, page, verdict.node, "tracer") };
  }
  if (verdict.kind === "blocked" || !tracer.suspect) return { verdict, memory };
  return { verdict, memory: tracer.suspect(memory, page, ranking) };
}
