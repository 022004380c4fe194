/** When hosts that this process has visited may be visited again; noted by politeness, told to the fleet. */

/** Times are of use for a moment only: when so many are noted, those that are past are forgotten. */
const MAX_HOSTS = 10_000;

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
