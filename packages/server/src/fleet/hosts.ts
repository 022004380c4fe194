/** Hosts that redirects lead to, visited by one worker of the fleet at a time like all others. */
import { setTimeout as sleep } from "node:timers/promises";
import { CaptureFailure } from "@tessera/network";
import type { Store, Visit } from "@tessera/store";

export interface RedirectHostsParts {
  readonly store: Pick<Store, "queue">;
  readonly now: () => number;
  /** When a host may be visited again after a visit of this process that is over. */
  readonly freeAt: (host: string) => number;
  readonly onError: (error: unknown) => void;
}

/** Times are of use for a moment only: when so many are noted, those that are past are forgotten. */
const MAX_HOSTS = 10_000;

/** Longer than any visit takes; a process that dies leaves the host free after this. */
const LEASE_MS = 60_000;

/** Two workers whose pages lead to each other's host must not wait for ever. */
const WAIT_MS = 15_000;
const LOOK_MS = 250;

/** Waits for its turn at the host; the result ends the visit. Throws where the host stays busy. */
export async function claimRedirectHost(host: string, parts: RedirectHostsParts): Promise<() => void> {
  const { store, now, onError } = parts;
  for (const deadline = now() + WAIT_MS; ; await sleep(LOOK_MS)) {
    const visit = await store.queue.visit(host, { now: now(), leaseMs: LEASE_MS });
    if (visit) return () => void leave(visit, parts).catch(onError);
    if (now() >= deadline) throw busy(host);
  }
}

async function leave(visit: Visit, { store, now, freeAt }: RedirectHostsParts): Promise<void> {
  await store.queue.leave([{ visit, freeAt: Math.max(now(), freeAt(visit.host)) }]);
}

function busy(host: string): CaptureFailure {
  const message = `the page leads to ${host}, which others of the fleet were visiting`;
  return new CaptureFailure("timeout", { message, retry: "soon" });
}

export class HostTimes {
  readonly #freeAt = new Map<string, number>();

  readonly note = (host: string, freeAtMs: number): void => {
    if (this.#freeAt.size >= MAX_HOSTS) this.#forgetPast();
    this.#freeAt.set(host, freeAtMs);
  };

  /** 0 where nothing is known. */
  readonly freeAt = (host: string): number => this.#freeAt.get(host) ?? 0;

  #forgetPast(): void {
    const now = Date.now();
    for (const [host, freeAt] of this.#freeAt) if (freeAt <= now) this.#freeAt.delete(host);
  }
}
