/** Live events of the person, as long as the page is open: the browser connects again by itself. */
import type { LiveEvent } from "@tessera/model";

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;

/** `behind`: so much happened that everything has to be read afresh; the same after a connection was lost. */
export type Heard = Without<LiveEvent, "personId"> | { readonly kind: "behind" };

const KINDS = ["observed", "follow-changed", "sheet-changed", "opening", "behind"] as const;

export class Live {
  #source: EventSource | null = null;
  readonly #listeners = new Set<(event: Heard) => void>();
  #wasLost = false;
  isConnected = $state(true);

  /** Idempotent. */
  start(): void {
    if (this.#source) return;
    const source = new EventSource("/api/v1/events");
    this.#source = source;
    for (const kind of KINDS) source.addEventListener(kind, ({ data }) => this.#tell({ ...JSON.parse(data), kind }));
    source.onopen = () => {
      this.isConnected = true;
      if (this.#wasLost) this.#tell({ kind: "behind" });
      this.#wasLost = false;
    };
    source.onerror = () => {
      this.isConnected = false;
      this.#wasLost = true;
    };
  }

  /** Idempotent. */
  stop(): void {
    this.#source?.close();
    this.#source = null;
  }

  /** Returns what ends the listening. */
  listen(listener: (event: Heard) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(event: Heard): void {
    for (const listener of this.#listeners) listener(event);
  }
}
