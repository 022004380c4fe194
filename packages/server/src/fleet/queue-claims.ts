/**
 * The jobs of a fleet as claims for the schedule: taken out of the queue, claimed in the store with their host, and
 * settled by the handful. A job whose host is being visited or wants to be left alone waits here, where it is kept
 * alive and takes nobody's place.
 */
import type { Claim, ClaimRequest, Departure, Store } from "@tessera/store";
import type { ClaimSource } from "../schedule/claim-source.ts";
import { type CheckJob, type CheckQueue, NeedsBrowser, type Pool } from "./check-queue.ts";

export interface QueueClaimsParts {
  readonly store: Store;
  readonly queue: CheckQueue;
  readonly pool: Pool;
  readonly now: () => number;
  /** When a host may be visited again after a visit of this process that is over. */
  readonly freeAt: (host: string) => number;
}

/** Jobs that wait for their host; above this no more are taken out. */
const MAX_WAITING = 200;
const LOOK_AGAIN_MS = 200;
/** What was done is settled by the handful after this. */
const GATHER_MS = 40;
/** A page whose check failed for good is looked at again after this. */
const DEAD_MS = 3_600_000;

export class QueueClaims implements ClaimSource {
  readonly #parts: QueueClaimsParts;
  readonly #waiting = new Map<string, CheckJob>();
  readonly #held = new Map<string, CheckJob>();
  #settled: { readonly job: CheckJob; readonly departure: Departure }[] = [];
  #settling: Promise<void> | null = null;

  constructor(parts: QueueClaimsParts) {
    this.#parts = parts;
  }

  async claim({ limit, now, leaseMs, holder }: Omit<ClaimRequest, "perHost">): Promise<readonly Claim[]> {
    const { store, queue, pool } = this.#parts;
    const room = Math.min(limit, MAX_WAITING - this.#waiting.size);
    if (room > 0) for (const job of await queue.take(pool, room)) this.#waiting.set(job.pageId, job);
    const tried = [...this.#waiting.values()].slice(0, limit);
    if (tried.length === 0) return [];
    const ids = tried.map((job) => job.pageId);
    const { claims, busy, done } = await store.queue.claim(ids, { now, leaseMs, holder });
    await queue.complete(done.flatMap((id) => this.#forget(id)));
    // those that could not be had go behind the others
    for (const id of busy) for (const job of this.#forget(id)) this.#waiting.set(id, job);
    return claims.map((claim) => {
      const [job] = this.#forget(claim.pageId);
      if (job) this.#held.set(claim.token, job);
      const { isAsked = false, isOpening = false, holder: turn = null } = job ?? {};
      return { ...claim, isAsked, isOpening, turn: turn ?? claim.turn };
    });
  }

  async renew(claims: readonly Claim[], until: number): Promise<void> {
    const { store, queue } = this.#parts;
    await queue.touch([...this.#held.values(), ...this.#waiting.values()]);
    await store.queue.renew(claims, until);
  }

  async settle(claim: Claim): Promise<void> {
    const job = this.#take(claim);
    if (!job) return;
    this.#settled.push({ job, departure: this.#departure(claim) });
    this.#settling ??= this.#settleSoon();
    await this.#settling;
  }

  async fail(claim: Claim, failure: unknown): Promise<void> {
    const { store, queue, now } = this.#parts;
    const job = this.#take(claim);
    if (!job) return;
    if (failure instanceof NeedsBrowser) {
      await this.#handOn(claim, job);
      return;
    }
    const message = failure instanceof Error ? failure.message : String(failure);
    const isTriedAgain = await queue.fail(job, message.slice(0, 1_000));
    await store.checks.release([claim], isTriedAgain ? undefined : now() + DEAD_MS);
    await store.queue.leave([this.#departure(claim)]);
  }

  async release(claims: readonly Claim[]): Promise<void> {
    const { store } = this.#parts;
    const jobs = claims.flatMap((claim) => this.#take(claim) ?? []);
    await store.checks.release(claims);
    await store.queue.leave(claims.map((claim) => this.#departure(claim)));
    await this.#putBack([...jobs, ...this.#waiting.values()]);
    this.#waiting.clear();
    await this.#settling;
  }

  async nextDueAt(): Promise<number | null> {
    return this.#waiting.size > 0 ? this.#parts.now() + LOOK_AGAIN_MS : null;
  }

  /** To the workers with a browser; the page keeps waiting, in the other queue. */
  async #handOn(claim: Claim, job: CheckJob): Promise<void> {
    const { store, queue } = this.#parts;
    const page = await store.pages.findForCheck(claim.pageId);
    const { isAsked, place, holder, isOpening } = job;
    if (page) await queue.send([{ page, isAsked, place, holder, isOpening }], "browser");
    await queue.complete([job]);
    await store.checks.release([claim]);
    await store.queue.leave([this.#departure(claim)]);
  }

  /** As if they had never been taken out. Where this process dies between, the dispatcher finds them stale. */
  async #putBack(jobs: readonly CheckJob[]): Promise<void> {
    const { store, queue } = this.#parts;
    await queue.complete(jobs);
    for (const { pageId, pool, ...job } of jobs) {
      const page = await store.pages.findForCheck(pageId);
      if (page) await queue.send([{ ...job, page }], pool);
    }
  }

  async #settleSoon(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
    this.#settling = null;
    const settled = this.#settled;
    this.#settled = [];
    await this.#parts.queue.complete(settled.map(({ job }) => job));
    await this.#parts.store.queue.leave(settled.map(({ departure }) => departure));
  }

  #departure(claim: Claim): Departure {
    return { visit: claim, freeAt: Math.max(this.#parts.now(), this.#parts.freeAt(claim.host)) };
  }

  #take(claim: Claim): CheckJob | null {
    const job = this.#held.get(claim.token) ?? null;
    this.#held.delete(claim.token);
    return job;
  }

  #forget(pageId: string): readonly CheckJob[] {
    const job = this.#waiting.get(pageId);
    this.#waiting.delete(pageId);
    return job ? [job] : [];
  }
}
