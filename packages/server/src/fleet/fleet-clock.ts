/**
 * The time of a fleet: that of its database, so that machines whose clocks differ still agree on what is due, on leases
 * and on the pauses of hosts. The same question tells when the schema has been changed under a program that runs.
 */
import type { Store } from "@tessera/store";

/** Above this the clock of a machine is worth a word to its operator. */
const WORTH_A_WORD_MS = 5_000;

export class FleetClock {
  readonly #store: Pick<Store, "upkeep">;
  readonly #ownTime: () => number;
  #aheadMs = 0;

  constructor(store: Pick<Store, "upkeep">, ownTime: () => number = Date.now) {
    this.#store = store;
    this.#ownTime = ownTime;
  }

  readonly now = (): number => this.#ownTime() + this.#aheadMs;

  /** A time of this machine as the fleet has it. */
  readonly ofFleet = (ownTime: number): number => ownTime + this.#aheadMs;

  /** Asks the database; its answer is taken to be of the middle between question and answer. */
  async renew(): Promise<{ readonly schemaVersion: number; readonly warning: string | null }> {
    const asked = this.#ownTime();
    const { now, schemaVersion } = await this.#store.upkeep.pulse();
    this.#aheadMs = Math.round(now - (asked + this.#ownTime()) / 2);
    const seconds = Math.abs(this.#aheadMs / 1_000).toFixed(1);
    const warning =
      Math.abs(this.#aheadMs) > WORTH_A_WORD_MS
        ? `the clock of this machine is ${seconds} s ${this.#aheadMs > 0 ? "behind" : "ahead of"} the database's, which is used instead`
        : null;
    return { schemaVersion, warning };
  }
}
