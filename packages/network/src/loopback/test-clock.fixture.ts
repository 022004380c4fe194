/** A clock for tests: time passes only when everybody sleeps, and then at once. */
import type { Clock } from "../politeness/host-gate.ts";

export interface TestClock extends Clock {
  /** Moves the time on by hand. */
  advance(ms: number): void;
}

export function createTestClock(random: () => number = () => 0): TestClock {
  let nowMs = 1_000_000;
  return {
    now: () => nowMs,
    random,
    advance: (ms) => {
      nowMs += ms;
    },
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      nowMs += ms;
    },
  };
}
