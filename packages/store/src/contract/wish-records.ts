/** Follows that wait for the first look at their page. */
import type { PersonId, WaitingWish, WishId } from "@tessera/model";
import type { ClaimRequest } from "./check-records.ts";
import type { Listing, Slice } from "./listing.ts";

export interface ClaimedWish {
  readonly wish: WaitingWish;
  readonly token: string;
}

export type WishOutcome =
  /** The follow is there; the wish goes. */
  | { readonly kind: "granted" }
  | { readonly kind: "again"; readonly dueAt: number; readonly error: string }
  /** A person has to decide. */
  | { readonly kind: "stuck"; readonly error: string };

export interface WishRecords {
  /** All or none. */
  add(wishes: readonly WaitingWish[]): Promise<void>;
  /** Wishes that are due: people take turns, each with their oldest first, never more of one than `perPerson`. */
  claim(request: ClaimRequest): Promise<readonly ClaimedWish[]>;
  /** False where the claim was lost: somebody else has taken it over. */
  settle(claimed: ClaimedWish, outcome: WishOutcome): Promise<boolean>;
  releaseHeldBy(prefix: string): Promise<number>;
  list(owner: PersonId, slice: Slice): Promise<Listing<WaitingWish>>;
  /** Tries a wish again that is stuck or waits. */
  hasten(owner: PersonId, id: WishId, now: number): Promise<boolean>;
  remove(owner: PersonId, id: WishId): Promise<boolean>;
  nextDueAt(): Promise<number | null>;
}
