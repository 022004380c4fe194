/** Sends what waits: one loop that asks the store whose messages are due, and gives each of these people a turn. */
import { type Channel, type Delivery, DeliveryId, newId, type PersonId } from "@tessera/model";
import { Loop } from "../timing/loop.ts";
import { languageFor } from "./message/language.ts";
import type { Outcome } from "./outcome.ts";
import { attempt, type TurnParts, takeTurn } from "./turn.ts";

export interface NotifierParts extends TurnParts {
  /** Which process this is: what it left unfinished is taken up again after a crash. */
  readonly holder: string;
}

/** People whose turn it is at once, and what one of them may have sent in a turn: a digest is gathered out of it. */
const MAX_PEOPLE = 16;
const MAX_A_TURN = 100;
/** A turn with slow channels ends after this; the lease is longer by more than any one attempt takes. */
const TURN_MS = 60_000;
const LEASE_MS = 5 * 60_000;
/** Looked at this often even if nobody woke it: other processes write deliveries too. */
const LONGEST_SLEEP_MS = 15_000;
const AFTER_FAILURE_MS = 5_000;

export class Notifier {
  readonly #parts: NotifierParts;
  readonly #turns = new Map<PersonId, Promise<void>>();
  readonly #loop: Loop;

  constructor(parts: NotifierParts) {
    const { store, holder, onError } = parts;
    this.#parts = parts;
    this.#loop = new Loop({
      begin: () => store.deliveries.releaseHeldBy(holder),
      round: async () => {
        await this.#beginTurns();
        return this.#untilDueMs();
      },
      onError,
      // what is due stays due while the store takes nothing: it must not be asked for without end
      afterErrorMs: AFTER_FAILURE_MS,
    });
  }

  /** Idempotent. */
  start(): void {
    this.#loop.start();
  }

  /** Resolves when nothing is on its way any more. Idempotent. */
  async stop(): Promise<void> {
    await this.#loop.stop();
    await Promise.all(this.#turns.values());
  }

  /** Looks for due deliveries now instead of at the end of the sleep. */
  wake(): void {
    this.#loop.wake();
  }

  /** Sends everything that is due; returns how many deliveries were taken up. */
  async sendDue(): Promise<number> {
    let taken = 0;
    for (;;) {
      const begun = await this.#beginTurns();
      taken += begun;
      if (this.#turns.size === 0) return taken;
      await Promise.race(this.#turns.values());
    }
  }

  /** One message to try a channel with; it is neither stored nor repeated. */
  async sendTest(channel: Channel, now: number): Promise<Outcome> {
    const language = await languageFor(channel.personId, this.#parts.store);
    const message = {
      title: "Tessera",
      reason: "test",
      before: language.say("test.before"),
      after: language.say("test.after"),
      link: "/",
      sourceUrl: this.#parts.sender.baseUrl,
      picture: null,
      at: now,
    };
    const delivery = { id: newId(DeliveryId, now), message, followId: null } as Delivery;
    return attempt(channel, [delivery], { language }, this.#parts);
  }

  /** Gives a turn to people who have none and something due; returns how many deliveries that are. */
  async #beginTurns(): Promise<number> {
    const { store, holder, clock } = this.#parts;
    const people = MAX_PEOPLE - this.#turns.size;
    if (people <= 0 || this.#loop.isStopping) return 0;
    const now = clock();
    const except = [...this.#turns.keys()];
    const request = { now, leaseMs: LEASE_MS, holder, people, perPerson: MAX_A_TURN, except };
    const claimed = await store.deliveries.claim(request);
    for (const [person, theirs] of Map.groupBy(claimed, ({ delivery }) => delivery.personId)) {
      const turn = { claimed: theirs, until: now + TURN_MS, isStopped: () => this.#loop.isStopping };
      const ended = takeTurn(turn, this.#parts).then(() => {
        this.#turns.delete(person);
        this.wake();
      });
      this.#turns.set(person, ended);
    }
    return claimed.length;
  }

  /** Nobody has to be looked for while all places are taken: the end of a turn wakes. */
  async #untilDueMs(): Promise<number> {
    const { store, clock } = this.#parts;
    const dueAt = this.#turns.size < MAX_PEOPLE ? await store.deliveries.nextDueAt([...this.#turns.keys()]) : null;
    return Math.min(LONGEST_SLEEP_MS, Math.max(0, (dueAt ?? Number.POSITIVE_INFINITY) - clock()));
  }
}
