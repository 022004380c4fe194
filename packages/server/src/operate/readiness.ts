/** Whether this server can do its work: a store that answers but takes nothing is not ready. */
import { packBody, type Store } from "@tessera/store";

/** Anybody may ask, and every answer costs a write: those who ask within this time share one. */
const FRESH_MS = 2_000;
/** One small body that nothing refers to: swept after a day, written again by the next who asks. */
const PROBE = packBody("Tessera writes this to see whether it can.");

export class Readiness {
  readonly #store: Pick<Store, "bodies">;
  readonly #clock: () => number;
  #tried: { readonly at: number; readonly outcome: Promise<void> } | null = null;

  constructor(store: Pick<Store, "bodies">, clock: () => number) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Writes something and waits until it is durable; rejects with the failure that any write would meet. */
  check(): Promise<void> {
    const now = this.#clock();
    if (this.#tried === null || now - this.#tried.at >= FRESH_MS) {
      this.#tried = { at: now, outcome: this.#store.bodies.put(PROBE, now) };
    }
    return this.#tried.outcome;
  }
}
