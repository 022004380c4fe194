/** Live events of the person, as long as the page is open: the browser connects again by itself. */
import type { LiveEvent } from "@tessera/model";
import { ApiError } from "../api/api-error.ts";
import { ask } from "../api/ask.ts";

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;

/** `behind`: so much happened that everything has to be read again; the same when the connection is there, or is there again. */
export type Heard = Without<LiveEvent, "personId"> | { readonly kind: "behind" };

const KINDS = [
  "observed",
  "follow-changed",
  "sheet-changed",
  "shares-changed",
  "template-changed",
  "opening",
  "behind",
] as const;

/** Between two attempts where the browser has given up by itself, as it does after any answer but a stream. */
const RETRY_MS = 5_000;

export class Live {
  #source: EventSource | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<(event: Heard) => void>();
  /** What happened until the stream is open, the first time as well, is not heard. */
  #hasMissed = true;
  isConnected = $state(true);

  /** Idempotent. */
  start(): void {
    if (this.#source) return;
    const source = new EventSource("/api/v1/events");
    this.#source = source;
    for (const kind of KINDS)
      source.addEventListener(kind, ({ data }) => this.#showToast({ ...JSON.parse(data), kind }));
    source.onopen = () => {
      this.isConnected = true;
      if (this.#hasMissed) this.#showToast({ kind: "behind" });
      this.#hasMissed = false;
    };
    source.onerror = () => {
      this.isConnected = false;
      this.#hasMissed = true;
      if (source.readyState === EventSource.CLOSED) this.#comeBack();
    };
  }

  /** Idempotent. */
  stop(): void {
    clearTimeout(this.#retry);
    this.#source?.close();
    this.#source = null;
  }

  /** Returns what ends the listening. */
  listen(listener: (event: Heard) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A server that is starting again answers after a while; one that no longer knows this browser says so. */
  #comeBack(): void {
    this.#source = null;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      ask("GET /me").then(
        () => this.start(),
        (failure) => {
          if (!(failure instanceof ApiError && failure.code === "login-needed")) this.#comeBack();
        },
      );
    }, RETRY_MS);
  }

  #showToast(event: Heard): void {
    for (const listener of this.#listeners) listener(event);
  }
}
