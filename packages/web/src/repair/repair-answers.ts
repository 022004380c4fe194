/** The repair card as data: what can be answered, and by which key. */
import type { BlockPath, BlockPick, CandidateRecord, CorrectionAnswer } from "@tessera/model";
import type { BodyOf, FollowReply } from "@tessera/model/api";
import { ApiError } from "../api/api-error.ts";

/** More than this nobody compares. @internal */
export const MAX_CANDIDATES = 3;

export type RepairChoice =
  | { readonly kind: "answer"; readonly answer: CorrectionAnswer }
  | { readonly kind: "pick-again" };

/** What a card asks: candidates and the capture that they are elements of, never one without the other. */
export interface Question {
  readonly follow: FollowReply;
  /** Null where no page is stored to point at. */
  readonly captureId: string | null;
  /** Those worth showing, best first. */
  readonly candidates: readonly CandidateRecord[];
}

export function questionOf(follow: FollowReply): Question {
  const { captureId = null, verdict } = follow.latest ?? {};
  const candidates = captureId !== null && verdict && "candidates" in verdict ? verdict.candidates : [];
  return { follow, captureId, candidates: candidates.slice(0, MAX_CANDIDATES) };
}

/** True where the server says that things are no longer as the card showed them. */
export function isOutdated(failure: unknown): boolean {
  return failure instanceof ApiError && ["changed-meanwhile", "invalid", "not-found"].includes(failure.code);
}

/** True where there is nothing left to ask about. */
export function isUnfollowed(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === "not-found";
}

/** What the person pointed at, as a preview in the capture in which it was picked. */
export function pickedPreview({ path, extent, cuts }: BlockPick): BodyOf<"POST /captures/:id/preview"> {
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
