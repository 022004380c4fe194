/**
 * The schedule: asks the store which pages are due, checks so many at a time, and sleeps until the next one is. What
 * is due is a column, so a restart misses nothing; a claim is held only as long as its process lives and renews it, so
 * nothing is checked twice at once.
 */
import type { Claim } from "@tessera/store";
import { type CheckOutcome, type CheckParts, checkPage } from "../check/check-page.ts";
import { endedWithin } from "../timing/ended-within.ts";
import { Loop } from "../timing/loop.ts";
import { type ClaimSource, storeClaims } from "./claim-source.ts";

export interface CheckTimes {
  /** From when the check was due to its beginning. */
  readonly lagMs: number;
  readonly tookMs: number;
}

export interface ScheduleOptions {
  /** Names this process in its claims. */
  readonly holder: string;
  /** Checks at the same time. */
  readonly concurrency?: number;
  /** Checks of one host at the same time. */
  readonly perHost?: number;
  readonly leaseMs?: number;
  /** Freed places are gathered for so long, so that pages are claimed by the handful. */
  readonly gatherMs?: number;
  /** And for a little longer until this share of the places is free. */
  readonly minFree?: number;
  /** The due pages of the store unless told. */
  readonly source?: ClaimSource;
  readonly onChecked?: (claim: Claim, outcome: CheckOutcome, times: CheckTimes) => void;
  /** A check that threw: a failure of the store, or a mistake in the program. */
  readonly onFailure?: (claim: Claim | null, failure: unknown) => void;
}

const CONCURRENCY = 32;
const LEASE_MS = 60_000;
/** Claims are renewed so often that one missed renewal does not lose them. */
const RENEWALS_A_LEASE = 4;
/** Another process may make a page due; nobody tells us. */
const LONGEST_SLEEP_MS = 500;
/** A background check may begin so much later: each costs less, the more of them are claimed and loaded together. */
const GATHER_MS = 100;
/** Where more is due than there are places for, an empty place costs more than a small handful. */
const BEHIND_GATHER_MS = 10;
/** A page that is due but not to be had (its host is being visited) must not make this a busy loop. */
const SHORTEST_SLEEP_MS = 25;
/** Places that never become free must not hold back those that are. */
const LONGEST_GATHER_MS = 250;

export class Schedule {
  readonly #parts: CheckParts;
  readonly #options: ScheduleOptions;
  readonly #source: ClaimSource;
  readonly #underWay = new Map<Claim, Promise<void>>();
  readonly #loop: Loop;
  #renewal: NodeJS.Timeout | null = null;
  /** The last claim took all the places that were free: more is due. */
  #isBehind = false;

  constructor(parts: CheckParts, options: ScheduleOptions) {
    this.#parts = parts;
    this.#options = options;
    const { perHost = 1, source = storeClaims(parts.store, { now: parts.now, perHost }) } = options;
    this.#source = source;
    this.#loop = new Loop({
      round: async () => {
        await this.#gather();
        return (await this.#claim()) > 0 ? 0 : this.#sleepMs();
      },
      onError: (failure) => options.onFailure?.(null, failure),
      afterErrorMs: LONGEST_SLEEP_MS,
    });
  }

  /** Idempotent. */
  start(): void {
    this.#renewal ??= setInterval(() => void this.#renew(), this.#leaseMs / RENEWALS_A_LEASE);
    this.#loop.start();
  }

  /** Finishes what is under way and claims nothing more; what takes longer than `drainMs` is given back. Idempotent. */
  async stop(drainMs = 30_000): Promise<void> {
    if (this.#renewal === null) return;
    await this.#loop.stop();
    await endedWithin(this.#underWay.values(), drainMs);
    await this.#source.release([...this.#underWay.keys()]);
    clearInterval(this.#renewal);
    this.#renewal = null;
  }

  /** Looks for due pages now, because somebody has just made one due. */
  wake(): void {
    this.#loop.wake();
  }

  get underWay(): number {
    return this.#underWay.size;
  }

  get #leaseMs(): number {
    return this.#options.leaseMs ?? LEASE_MS;
  }

  async #claim(): Promise<number> {
    const { holder, concurrency = CONCURRENCY } = this.#options;
    const limit = concurrency - this.#underWay.size;
    if (limit <= 0) return 0;
    const now = this.#parts.now();
    const perPerson = shareOf(concurrency);
    const claims = await this.#source.claim({ now, limit, holder, leaseMs: this.#leaseMs, perPerson });
    this.#isBehind = claims.length >= limit;
    for (const claim of claims) {
      const check = this.#check(claim).finally(() => {
        this.#underWay.delete(claim);
        this.#loop.wake();
      });
      this.#underWay.set(claim, check);
    }
    return claims.length;
  }

  /** The one place where a failed check is handled. */
  async #check(claim: Claim): Promise<void> {
    const { onChecked, onFailure } = this.#options;
    const startedAt = this.#parts.now();
    try {
      const outcome = await checkPage(claim, this.#partsFor(claim));
      onChecked?.(claim, outcome, { lagMs: startedAt - claim.dueAt, tookMs: this.#parts.now() - startedAt });
      if (outcome.kind === "checked" && outcome.isLayoutLost) {
        onFailure?.(claim, new Error(`the boxes of page ${claim.pageId} do not fit its tree: traced without them`));
      }
      await this.#source.settle(claim, outcome);
    } catch (failure) {
      onFailure?.(claim, failure);
      await this.#fail(claim, failure);
    }
  }

  /** What somebody waits for is not kept waiting by what is merely due, and nobody by what is due for others. */
  #partsFor({ isAsked, isOpening = false, pageId, turn }: Claim): CheckParts {
    const { workers } = this.#parts;
    const whose = { ...this.#parts, holder: turn ?? undefined };
    if (isAsked) return { ...whose, workers: workers.forPerson(turn ?? pageId), isOpening };
    return { ...whose, workers: turn ? workers.onBehalfOf(turn) : workers, inBackground: true };
  }

  async #fail(claim: Claim, cause: unknown): Promise<void> {
    try {
      await this.#source.fail(claim, cause);
    } catch (failure) {
      // the claim runs out by itself
      this.#options.onFailure?.(claim, failure);
    }
  }

  async #renew(): Promise<void> {
    try {
      await this.#source.renew([...this.#underWay.keys()], this.#parts.now() + this.#leaseMs);
    } catch (failure) {
      this.#options.onFailure?.(null, failure);
    }
  }

  async #sleepMs(): Promise<number> {
    const isFull = this.#underWay.size >= (this.#options.concurrency ?? CONCURRENCY);
    const dueAt = isFull ? null : await this.#source.nextDueAt();
    const untilDue = dueAt === null ? LONGEST_SLEEP_MS : dueAt - this.#parts.now();
    return Math.min(Math.max(untilDue, SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS);
  }

  /** Not cut short by a check that ends: it would be the only one to be gathered. */
  async #gather(): Promise<void> {
    const { minFree = 0, concurrency = CONCURRENCY } = this.#options;
    const { gatherMs = this.#isBehind ? BEHIND_GATHER_MS : GATHER_MS } = this.#options;
    const until = performance.now() + LONGEST_GATHER_MS;
    do {
      if (this.#loop.isStopping) return;
      await new Promise((resolve) => setTimeout(resolve, gatherMs));
    } while (concurrency - this.#underWay.size < concurrency * minFree && performance.now() < until);
  }
}

/** Of so many places at most this many are one person's, so that another finds one soon. */
function shareOf(places: number): number {
  return Math.max(1, places - Math.ceil(places / 8));
}
