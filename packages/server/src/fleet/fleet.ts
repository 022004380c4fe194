/** The server's part in a fleet: the queue, what puts due pages into it, and the way to ask for one at once. */
import { setTimeout as sleep } from "node:timers/promises";
import type { PageId, PersonId } from "@tessera/model";
import type { Store } from "@tessera/store";
import type { CheckParts } from "../check/check-page.ts";
import { Loop } from "../timing/loop.ts";
import { CheckQueue } from "./check-queue.ts";
import { FleetClock } from "./fleet-clock.ts";

export interface Fleet {
  readonly queue: CheckQueue;
  readonly clock: FleetClock;
  /** Made, not started. */
  readonly dispatcher: Dispatcher;
  readonly checkElsewhere: NonNullable<CheckParts["checkElsewhere"]>;
}

export interface FleetParts {
  readonly url: string;
  readonly store: Store;
  readonly onError: (error: unknown) => void;
}

const TICK_MS = 250;

/** Pages in the queue at most, of both pools: what is due stays a column, and the queue's tables stay small. */
const MAX_QUEUED = 10_000;
const PAGES_A_STEP = 1_000;

/** A page that waits for longer is put in again; the queue ignores it where the job is still there. */
const STALE_MS = 45_000;

/** A person does not wait longer; the job stays in the queue. */
const WAIT_MS = 90_000;
const LOOK_MS = 150;

export async function startFleet({ url, store, onError }: FleetParts): Promise<Fleet> {
  const queue = await CheckQueue.of({ url, onError });
  const clock = new FleetClock(store);
  const { now } = clock;
  const asking = new Map<string, number>();
  await queue.start();
  await clock.renew();
  return {
    queue,
    clock,
    dispatcher: new Dispatcher({ store, queue, now, onError }),
    checkElsewhere: (pageId, asked) => askFleet({ pageId, ...asked }, { store, queue, now, asking }),
  };
}

export interface AskFleetParts {
  readonly store: Store;
  readonly queue: CheckQueue;
  readonly now: () => number;
  /** How many checks each person waits for: whoever waits for fewer comes first. */
  readonly asking: Map<string, number>;
}

export interface AskedCheck {
  readonly pageId: PageId;
  readonly holder: PersonId | null;
  readonly isOpening: boolean;
}

/** Resolves when the page has been checked, or when that takes too long. */
async function askFleet(asked: AskedCheck, parts: AskFleetParts): Promise<void> {
  const { asking } = parts;
  const key = asked.holder ?? "";
  const before = asking.get(key) ?? 0;
  asking.set(key, before + 1);
  try {
    await askAndWait({ ...asked, place: before + 1 }, parts);
  } finally {
    const left = (asking.get(key) ?? 1) - 1;
    if (left > 0) asking.set(key, left);
    else asking.delete(key);
  }
}

async function askAndWait(
  { pageId, ...order }: AskedCheck & { readonly place: number },
  { store, queue, now }: AskFleetParts,
): Promise<void> {
  const asked = now();
  const page = await store.queue.ask(pageId, asked);
  if (!page) return;
  await queue.bringForward(page, order);
  while (now() < asked + WAIT_MS) {
    const { lastCheckedAt = null } = (await store.pages.findForCheck(pageId)) ?? {};
    if (lastCheckedAt !== null && lastCheckedAt >= asked) return;
    await sleep(LOOK_MS);
  }
}

export interface DispatcherParts {
  readonly store: Store;
  readonly queue: CheckQueue;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

export class Dispatcher {
  readonly #parts: DispatcherParts;
  readonly #loop: Loop;

  constructor(parts: DispatcherParts) {
    this.#parts = parts;
    const round = async () => ((await this.#step()) ? 0 : TICK_MS);
    this.#loop = new Loop({ round, onError: parts.onError, afterErrorMs: TICK_MS });
  }

  /** Idempotent. */
  start(): void {
    this.#loop.start();
  }

  /** Idempotent. */
  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** True where there is more to do at once. */
  async #step(): Promise<boolean> {
    const { store, queue, now } = this.#parts;
    const limit = Math.min(PAGES_A_STEP, MAX_QUEUED - (await store.queue.depth()));
    if (limit <= 0) return false;
    const queued = await store.queue.enqueue({ now: now(), limit, staleMs: STALE_MS });
    await queue.send(queued.map(({ page, place }) => ({ page, isAsked: false, place })));
    return queued.length > limit / 2;
  }
}
