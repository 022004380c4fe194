/** Where the schedule gets its claims from and what becomes of them: the store's due pages, or the jobs of a fleet. */
import type { Claim, ClaimRequest, Store } from "@tessera/store";
import type { CheckOutcome } from "../check/check-page.ts";

export interface ClaimSource {
  claim(request: Omit<ClaimRequest, "perHost">): Promise<readonly Claim[]>;
  /** Prolongs claims that are still held. */
  renew(claims: readonly Claim[], until: number): Promise<void>;
  /** The check came to its end. */
  settle(claim: Claim, outcome: CheckOutcome): Promise<void>;
  /** The check threw: a failure of the store, or a mistake in the program. */
  fail(claim: Claim, failure: unknown): Promise<void>;
  /** Gives back what could not be finished. */
  release(claims: readonly Claim[]): Promise<void>;
  /** When there may be something to claim, null where nobody knows. */
  nextDueAt(): Promise<number | null>;
}

export interface StoreClaimsOptions {
  readonly now: () => number;
  /** Checks of one host at the same time. */
  readonly perHost: number;
}

/** A check that threw is tried again after this; without it, a broken page would be checked in a loop. */
const POSTPONE_MS = 5 * 60_000;

/** The pages that are due in a store that only this process checks. */
export function storeClaims(store: Store, { now, perHost }: StoreClaimsOptions): ClaimSource {
  const { checks } = store;
  return {
    claim: (request) => checks.claim({ ...request, perHost }),
    renew: (claims, until) => checks.renew(claims, until),
    settle: async () => undefined,
    fail: (claim) => checks.release([claim], now() + POSTPONE_MS),
    release: (claims) => checks.release(claims),
    nextDueAt: () => checks.nextDueAt(),
  };
}
