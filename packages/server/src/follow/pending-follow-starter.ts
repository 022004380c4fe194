/** Grants wishes: captures the page, finds the block, starts the follow, puts it on its sheets. */
import {
  type CaptureFailureRecord,
  type FollowOptions,
  NEW_TILES,
  type PendingFollow,
  usualOptions,
} from "@tessera/model";
import { CapReached, type ClaimedPendingFollow, type PendingFollowOutcome, type Records } from "@tessera/store";
import type { CheckParts } from "../check/check-page.ts";
import { putOnSheet } from "../interchange/put-on-sheet.ts";
import { newFeedKey } from "../people/tokens.ts";
import { endedWithin } from "../timing/ended-within.ts";
import { Loop } from "../timing/loop.ts";
import { TraceFailure } from "../workers/trace-workers.ts";
import { firstSize } from "./first-size.ts";
import { type ReadyFollow, readyToFollow, startReady } from "./follow-block.ts";
import { grantLike, isLike } from "./like-granter.ts";

export interface PendingFollowStarterOptions {
  readonly holder: string;
  readonly onError: (error: unknown) => void;
}

const AT_ONCE = 6;
/** Of one person, so that another's imports find a place soon. */
const AT_ONCE_EACH = 4;
const LEASE_MS = 10 * 60_000;
const LONGEST_SLEEP_MS = 15_000;
const MAX_ATTEMPTS = 8;
const RETRY_MS = 60_000;
const DRAIN_MS = 30_000;

export class PendingFollowStarter {
  readonly #parts: CheckParts;
  readonly #options: PendingFollowStarterOptions;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #loop: Loop;

  constructor(parts: CheckParts, options: PendingFollowStarterOptions) {
    this.#parts = parts;
    this.#options = options;
    this.#loop = new Loop({
      begin: () => parts.store.wishes.releaseHeldBy(options.holder),
      round: async () => {
        const claimed = await this.#claim();
        for (const each of claimed) this.#begin(each);
        return claimed.length === 0 ? LONGEST_SLEEP_MS : 0;
      },
      onError: options.onError,
      afterErrorMs: LONGEST_SLEEP_MS,
    });
  }

  /** Idempotent. */
  start(): void {
    this.#loop.start();
  }

  /** Finishes what is under way; what takes longer than `drainMs` waits again as it did before. Idempotent. */
  async stop(drainMs = DRAIN_MS): Promise<void> {
    await this.#loop.stop();
    await endedWithin(this.#underWay, drainMs);
    if (this.#underWay.size > 0) await this.#parts.store.wishes.releaseHeldBy(this.#options.holder);
  }

  wake(): void {
    this.#loop.wake();
  }

  async #claim(): Promise<readonly ClaimedPendingFollow[]> {
    const { store, now } = this.#parts;
    const limit = AT_ONCE - this.#underWay.size;
    if (limit === 0) return [];
    const { holder } = this.#options;
    return store.wishes.claim({ now: now(), limit, leaseMs: LEASE_MS, holder, perPerson: AT_ONCE_EACH });
  }

  /** The next one may begin when any of those under way has ended. */
  #begin(claimed: ClaimedPendingFollow): void {
    const work = this.grant(claimed)
      .catch(this.#options.onError)
      .finally(() => {
        this.#underWay.delete(work);
        this.wake();
      });
    this.#underWay.add(work);
  }

  /** One attempt, and what became of it written down. */
  async grant(claimed: ClaimedPendingFollow): Promise<PendingFollowOutcome> {
    const { wish } = claimed;
    if (isLike(wish)) return grantLike(claimed, wish, this.#partsFor(wish));
    const outcome = await this.#attempt(claimed).catch((failure: unknown) => this.#outcomeOf(failure, claimed));
    if (outcome.kind !== "granted") await this.#parts.store.wishes.settle(claimed, outcome);
    return outcome;
  }

  /** Whatever an attempt throws is its own: it is settled, and others never wait for it. */
  #outcomeOf(failure: unknown, { wish }: ClaimedPendingFollow): PendingFollowOutcome {
    if (failure instanceof CapReached) return { kind: "stuck", error: failure.message };
    if (failure instanceof TraceFailure) return this.#outcomeOfFailure(failure.toRecord(), wish);
    this.#options.onError(failure);
    return this.#outcomeOfFailure({ code: "crashed", retry: "later", message: "something failed here" }, wish);
  }

  #outcomeOfFailure(
    { message: error, retry }: CaptureFailureRecord,
    { attempts }: PendingFollow,
  ): PendingFollowOutcome {
    if (retry === "never" || attempts + 1 >= MAX_ATTEMPTS) return { kind: "stuck", error };
    return { kind: "again", error, dueAt: this.#parts.now() + RETRY_MS * 2 ** attempts };
  }

  /** In turns with what is due for others, and behind what the person looks at meanwhile. */
  #partsFor({ personId }: PendingFollow): CheckParts {
    const workers = this.#parts.workers.onBehalfOf(personId);
    return { ...this.#parts, workers, holder: personId, inBackground: true };
  }

  /** What is granted is settled together with the follow itself and its tiles. */
  async #attempt(claimed: ClaimedPendingFollow): Promise<PendingFollowOutcome> {
    const { store, now } = this.#parts;
    const { wish } = claimed;
    if (wish.wish.kind === "like") throw new RangeError("this is granted elsewhere");
    const usual = usualOptions(await store.settings.read(), await store.channels.list(wish.personId));
    const options: FollowOptions = {
      ...usual,
      schedule: wish.schedule ?? usual.schedule,
      conditions: wish.conditions.length > 0 ? wish.conditions : usual.conditions,
      quiet: { ...usual.quiet, lines: wish.quietLines },
    };
    const outcome = await readyToFollow(
      {
        personId: wish.personId,
        source: wish.source,
        wish: wish.wish,
        captureId: null,
        pick: { intent: "auto", extent: "one" },
        cutPaths: [],
        // an import without a name waits under that of its host
        title: wish.title === new URL(wish.source.url).host ? null : wish.title,
        options,
        hasUsualConditions: wish.conditions.length === 0,
        feedKey: newFeedKey(),
      },
      this.#partsFor(wish),
    );
    switch (outcome.kind) {
      case "ready":
        await store.atOnce((records) => grantIn(records, claimed, { ready: outcome.ready, now: now() }));
        return { kind: "granted" };
      case "missing":
        return { kind: "stuck", error: "The page has no such block: pick it anew." };
      case "invalid":
        return { kind: "stuck", error: outcome.message.slice(0, 1_000) };
      case "unreachable":
        return this.#outcomeOfFailure(outcome.failure, wish);
    }
  }
}

/**
 * All of it or nothing, wherever the program ends: what is followed is on its sheets, and goes from what waits. Where the
 * person may have no more sheets or tiles it waits on, and says so.
 */
async function grantIn(
  records: Records,
  claimed: ClaimedPendingFollow,
  { ready, now }: { readonly ready: ReadyFollow; readonly now: number },
): Promise<void> {
  const { wish } = claimed;
  // those of one person take turns from here on: none puts a tile where another does, or makes its sheet once more
  await records.caps.room(wish.personId);
  // somebody else has taken it over, or it was taken back
  if (!(await records.wishes.settle(claimed, { kind: "granted" }))) return;
  const { view, isNew } = await startReady(records, ready);
  const { follow } = view;
  if (wish.isPaused && isNew) await records.follows.change(wish.personId, follow.id, { pausedAt: now }, { now });
  const { feedTile = null } = wish;
  const size = feedTile === null ? firstSize(view) : NEW_TILES.feed;
  for (const title of wish.sheets) await putOnSheet(records, follow, { title, feedTile, size, now });
}
