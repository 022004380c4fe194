import { expect, test } from "vitest";
import type { LayoutChoice } from "./choices.ts";
import { fitWorth, scoreOf } from "./fit.ts";

/** Two candidates of equal score: the first has the likenesses given, the other one none. */
const choice = (likenesses: readonly number[], isFirstRight: boolean): LayoutChoice => ({
  site: "a",
  scores: [1, 1],
  likenesses: [likenesses, likenesses.map(() => 0)],
  isRight: [isFirstRight, !isFirstRight],
});

test("what the right ones have is worth something, what tells nothing is worth nothing", () => {
  const choices = Array.from({ length: 40 }, (_, at) => choice([1, at < 20 ? 0 : 1], at % 10 !== 0));
  const [telling, silent] = fitWorth(choices);
  expect(telling).toBeGreaterThan(1);
  expect(Math.abs(silent!)).toBeLessThan(telling! / 2);
  expect(scoreOf(choices, [telling!, silent!]).loss).toBeLessThan(scoreOf(choices, [0, 0]).loss);
});

test("a score that is sure outweighs the layout", () => {
  const sure = { ...choice([1, 0], false), scores: [0, 9] };
  expect(scoreOf([sure], [2, 0]).best).toBe(1);
});
