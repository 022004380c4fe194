/** Follows that wait for the first look at their page. */
import type { PendingFollow, PendingFollowId, PersonId } from "@tessera/model";
import type { ClaimRequest } from "./check-records.ts";
import type { Listing, Slice } from "./listing.ts";

export interface ClaimedPendingFollow {
  readonly wish: PendingFollow;
  readonly token: string;
}

export type PendingFollowOutcome =
  /** The follow is there; the wish goes. */
  | { readonly kind: "granted" }
  | { readonly kind: "again"; readonly dueAt: number; readonly error: string }
  /** A person has to decide. */
  | { readonly kind: "stuck"; readonly error: string };

export interface PendingFollowRecords {
  /** All or none. */
  add(wishes: readonly PendingFollow[]): Promise<void>;
  /** Wishes that are due: people take turns, each with their oldest first, never more of one than `perPerson`. */
  claim(request: ClaimRequest): Promise<readonly ClaimedPendingFollow[]>;
  /** False where the claim was lost: somebody else has taken it over. */
  settle(claimed: ClaimedPendingFollow, outcome: PendingFollowOutcome): Promise<boolean>;
  releaseHeldBy(prefix: string): Promise<number>;
  list(owner: PersonId, slice: Slice): Promise<Listing<PendingFollow>>;
  /** Tries a wish again that is stuck or waits. */
  bringForward(owner: PersonId, id: PendingFollowId, now: number): Promise<boolean>;
  remove(owner: PersonId, id: PendingFollowId): Promise<boolean>;
  nextDueAt(): Promise<number | null>;
}
