/** The clock that the demo sites live by: one that tells the story, one set by hand for tests. */
import type { Moment } from "./site.ts";
import { designAt, STORY_TICKS, TICK_MS } from "./story.ts";

export interface DemoClock {
  /** `copy` tells apart the copies of a site, and is not given for the site itself. */
  readonly momentOf: (site: string, copy?: string) => Moment;
}

/** Tells the story: stands at its beginning until it is started, and then runs by itself, over and over. */
export class StoryClock implements DemoClock {
  readonly #now: () => number;
  #startedAt: number | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  start(): void {
    this.#startedAt ??= this.#now();
  }

  momentOf(site: string): Moment {
    const elapsedMs = this.#startedAt === null ? 0 : this.#now() - this.#startedAt;
    const tick = Math.floor(Math.max(elapsedMs, 0) / TICK_MS) % STORY_TICKS;
    return { tick, design: designAt(site, tick) };
  }
}

/** Stands still until it is set. */
export class HandClock implements DemoClock {
  readonly #moments = new Map<string, Moment>();

  set(site: string, moment: Partial<Moment>, copy = ""): void {
    this.#moments.set(`${copy}/${site}`, { ...this.momentOf(site, copy), ...moment });
  }

  momentOf(site: string, copy = ""): Moment {
    return this.#moments.get(`${copy}/${site}`) ?? { tick: 0, design: 0 };
  }
}
