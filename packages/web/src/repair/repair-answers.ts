/** The repair card as data: what can be answered, and by which key. */
import type { BlockPath, BlockPick, CandidateRecord, CorrectionAnswer, VerdictRecord } from "@tessera/model";
import type { PreviewAsk } from "../api/picking.ts";

/** More than this nobody compares. */
export const MOST_CANDIDATES = 3;

export type RepairChoice =
  | { readonly kind: "answer"; readonly answer: CorrectionAnswer }
  | { readonly kind: "pick-again" };

/** The candidates worth showing, best first; one that was found is not its own rival. */
export function candidatesOf(verdict: VerdictRecord): readonly CandidateRecord[] {
  if (verdict.kind === "blocked" || verdict.kind === "unreachable") return [];
  return verdict.candidates.slice(0, MOST_CANDIDATES);
}

/** What the person pointed at, as a preview in the capture in which it was picked. */
export function pickedPreview({ path, extent, cuts }: BlockPick): PreviewAsk {
  return { place: path, extent, cuts: cuts.map((cut) => `${path}/${cut.path}` as BlockPath) };
}

/** What a key means on the card; null where it means nothing. */
export function choiceOf(key: string, candidates: readonly CandidateRecord[]): RepairChoice | null {
  const candidate = /^[1-3]$/.test(key) ? candidates[Number(key) - 1] : undefined;
  if (candidate) return { kind: "answer", answer: { kind: "this", path: candidate.path } };
  if (key === "g") return { kind: "answer", answer: { kind: "gone" } };
  if (key === "p") return { kind: "pick-again" };
  if (key === "n" && candidates.length > 0) {
    return { kind: "answer", answer: { kind: "none", paths: candidates.map(({ path }) => path) } };
  }
  return null;
}
