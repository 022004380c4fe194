/** Sends what waits: one loop that asks the store what is due, sends it, and writes down what became of it. */
import { type Channel, type Delivery, DeliveryId, newId } from "@tessera/model";
import type { ClaimedDelivery, Settled, Store } from "@tessera/store";
import { MOST_ATTEMPTS, waitMs } from "./back-off.ts";
import { goesOutAt } from "./hold.ts";
import { letterOf } from "./letter.ts";
import type { Outcome } from "./outcome.ts";
import { type Sender, send } from "./send.ts";

export interface TellerParts {
  readonly store: Pick<Store, "deliveries" | "channels">;
  readonly sender: Sender;
  readonly clock: () => number;
  readonly random: () => number;
  /** Which process this is: what it left unfinished is taken up again after a crash. */
  readonly holder: string;
  /** Hears what became of each attempt. */
  readonly onSettled?: (kind: Settled["kind"]) => void;
  /** Hears of what cannot be told to anybody. */
  readonly onError: (error: unknown) => void;
}

const BATCH = 100;
/** Longer than any one attempt takes. */
const LEASE_MS = 5 * 60_000;
/** Looked at this often even if nobody woke it: other processes write deliveries too. */
const LONGEST_SLEEP_MS = 15_000;
const AFTER_FAILURE_MS = 5_000;
/** Letters on their way at once. */
const AT_ONCE = 8;

export class Teller {
  readonly #parts: TellerParts;
  #running: Promise<void> | null = null;
  #stopped = false;
  #wake: () => void = () => {};

  constructor(parts: TellerParts) {
    this.#parts = parts;
  }

  /** Idempotent. */
  start(): void {
    this.#running ??= this.#run();
  }

  /** Resolves when nothing is on its way any more. Idempotent. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#wake();
    await this.#running;
  }

  /** Looks for due deliveries now instead of at the end of the sleep. */
  wake(): void {
    this.#wake();
  }

  /** Sends everything that is due; returns how many deliveries were settled. */
  async sendDue(): Promise<number> {
    const { store, holder, clock } = this.#parts;
    let settled = 0;
    for (;;) {
      const claimed = await store.deliveries.claim({ now: clock(), limit: BATCH, leaseMs: LEASE_MS, holder });
      if (claimed.length === 0) return settled;
      const groups = [...groupsOf(claimed)];
      for (let at = 0; at < groups.length; at += AT_ONCE) {
        await Promise.all(groups.slice(at, at + AT_ONCE).map((group) => this.#sendGroup(group)));
      }
      settled += claimed.length;
    }
  }

  /** One message to try a channel with; it is neither stored nor repeated. */
  async sendTest(channel: Channel, now: number): Promise<Outcome> {
    const message = {
      title: "Tessera",
      reason: "test",
      before: "what a block said before",
      after: "what it says now",
      link: "/",
      sourceUrl: this.#parts.sender.baseUrl,
      picture: null,
      at: now,
    };
    const delivery = { id: newId(DeliveryId, now), message } as Delivery;
    return send(channel.target, letterOf([delivery], this.#parts.sender), this.#parts.sender, now);
  }

  async #run(): Promise<void> {
    const { store, holder, onError } = this.#parts;
    await store.deliveries.releaseHeldBy(holder).catch(onError);
    while (!this.#stopped) {
      const sleepMs = await this.sendDue()
        .then(() => this.#untilDueMs())
        .catch((failure: unknown) => {
          onError(failure);
          // what is due stays due while the store takes nothing: it must not be asked for without end
          return AFTER_FAILURE_MS;
        });
      if (!this.#stopped) await this.#sleep(sleepMs);
    }
  }

  async #untilDueMs(): Promise<number> {
    const { store, clock } = this.#parts;
    const dueAt = await store.deliveries.nextDueAt();
    return Math.min(LONGEST_SLEEP_MS, Math.max(0, (dueAt ?? Number.POSITIVE_INFINITY) - clock()));
  }

  async #sleep(sleepMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, sleepMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Deliveries of one channel: held, sent as one letter where the channel gathers, otherwise one by one. */
  async #sendGroup(group: readonly [ClaimedDelivery, ...ClaimedDelivery[]]): Promise<void> {
    const { clock } = this.#parts;
    const [{ channel }] = group;
    const ready: ClaimedDelivery[] = [];
    for (const claimed of group) {
      const now = clock();
      const dueAt = goesOutAt(channel, { writtenAt: claimed.delivery.createdAt, now });
      if (dueAt > now) await this.#settle(claimed, { kind: "held", dueAt });
      else ready.push(claimed);
    }
    const letters = channel.gathering.kind === "digest" ? [ready] : ready.map((claimed) => [claimed]);
    for (const letter of letters) await this.#sendLetter(channel, letter);
  }

  async #sendLetter(channel: Channel, claimed: readonly ClaimedDelivery[]): Promise<void> {
    const [first, ...others] = claimed.map(({ delivery }) => delivery);
    if (!first) return;
    const { sender, clock, store } = this.#parts;
    const outcome = await send(channel.target, letterOf([first, ...others], sender), sender, clock());
    for (const each of claimed) await this.#settle(each, this.#settledBy(outcome, each.delivery));
    if (outcome.kind === "left") {
      await store.channels.change(channel.personId, channel.id, { pausedAt: clock() }, { now: clock() });
    }
  }

  #settledBy(outcome: Outcome, delivery: Delivery): Settled {
    const { clock, random } = this.#parts;
    if (outcome.kind === "sent") return { kind: "sent", at: clock() };
    const attempts = delivery.attempts + 1;
    if (outcome.kind !== "again" || attempts >= MOST_ATTEMPTS)
      return { kind: "dead", error: shortError(outcome.error) };
    const wait = Math.max(waitMs(attempts, random), outcome.retryAfterMs ?? 0);
    return { kind: "again", dueAt: clock() + wait, error: shortError(outcome.error) };
  }

  async #settle(claimed: ClaimedDelivery, settled: Settled): Promise<void> {
    await this.#parts.store.deliveries.settle(claimed, settled);
    this.#parts.onSettled?.(settled.kind);
  }
}

function* groupsOf(claimed: readonly ClaimedDelivery[]): Iterable<readonly [ClaimedDelivery, ...ClaimedDelivery[]]> {
  const groups = Map.groupBy(claimed, ({ channel }) => channel.id);
  for (const [first, ...others] of groups.values()) if (first) yield [first, ...others];
}

const MOST_ERROR = 1_000;

function shortError(error: string): string {
  return error.slice(0, MOST_ERROR);
}
