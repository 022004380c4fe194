import fc from "fast-check";
import { expect, test } from "vitest";
import { type Demand, needOf, PLANNING } from "./model.ts";
import { simulate } from "./simulate.ts";

const DEMAND: Demand = { pages: 100_000, checksAPageADay: 96, changed: 0.1, rendered: 0.02, largestHost: 0.001 };

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

test("needs grow with pages, evenly", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), (times) => {
      const one = needOf(DEMAND, PLANNING);
      const many = needOf({ ...DEMAND, pages: DEMAND.pages * times }, PLANNING);
      expect(many.checksASecond).toBeCloseTo(one.checksASecond * times, 6);
      expect(many.workerCores).toBeCloseTo(one.workerCores * times, 6);
      expect(many.storedGibibytesADay).toBeCloseTo(one.storedGibibytesADay * times, 6);
    }),
  );
});

test("a fleet of the size that the model says is as busy as it says, and not late", () => {
  const need = needOf(DEMAND, PLANNING);
  const cores = Math.ceil(need.workerCores);
  const simulated = simulate({ demand: DEMAND, costs: PLANNING, cores, seconds: 900, random: seeded(1) });
  expect(simulated.busy).toBeGreaterThan(0.5 * 0.7);
  expect(simulated.busy).toBeLessThan(0.75);
  expect(simulated.lag95Seconds).toBeLessThan(5);
});

test("half of that size falls behind, and so does a host with too many pages", () => {
  const { workerCores } = needOf(DEMAND, PLANNING);
  const small = Math.max(1, Math.floor(workerCores / 2));
  const late = simulate({ demand: DEMAND, costs: PLANNING, cores: small, seconds: 900, random: seeded(2) });
  expect(late.lag95Seconds).toBeGreaterThan(60);
  const crowded = { ...DEMAND, largestHost: 0.2 };
  expect(needOf(crowded, PLANNING).largestHostLoad).toBeGreaterThan(1);
  const impolite = simulate({ demand: crowded, costs: PLANNING, cores: 64, seconds: 900, random: seeded(3) });
  expect(impolite.lag95Seconds).toBeGreaterThan(60);
});
