/** The clock that the demo sites live by: a fast one for the tour, one set by hand for tests. */
import type { Moment } from "./site.ts";

export interface DemoClock {
  /**
   * `order` tells the sites apart, so that they are not all redesigned at once; `copy` tells apart the copies of a site,
   * and is not given for the site itself.
   */
  readonly momentOf: (site: string, order: number, copy?: string) => Moment;
}

export const TICK_MS = 4_000;
export const DESIGN_MS = 60_000;
/** Each site is redesigned so much later than the one before. */
const STAGGER_MS = 15_000;

/** Runs by itself from now on. */
export function fastClock(now: () => number, startMs: number = now()): DemoClock {
  return {
    momentOf: (_, order) => {
      const elapsedMs = Math.max(now() - startMs, 0);
      const design = Math.max(Math.floor((elapsedMs - order * STAGGER_MS) / DESIGN_MS), 0);
      return { tick: Math.floor(elapsedMs / TICK_MS), design };
    },
  };
}

/** Stands still until it is set. */
export class HandClock implements DemoClock {
  readonly #moments = new Map<string, Moment>();

  set(site: string, moment: Partial<Moment>, copy = ""): void {
    this.#moments.set(`${copy}/${site}`, { ...this.momentOf(site, 0, copy), ...moment });
  }

  momentOf(site: string, _order = 0, copy = ""): Moment {
    return this.#moments.get(`${copy}/${site}`) ?? { tick: 0, design: 0 };
  }
}
