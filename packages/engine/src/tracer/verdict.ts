/** From a ranking to a verdict by a calibrated rule, so that "unsure" and "gone" exist for every tracer. */
import type { BlockedReason, Calibration, Candidate, Ranking } from "./tracer.ts";

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
