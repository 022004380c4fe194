import { expect, test } from "vitest";
import { gather } from "./gathered-checks.ts";

test("calls that come together are one, each with its own answer", async () => {
  const runs: number[][] = [];
  const double = gather<number, number>(
    async (items) => {
      runs.push([...items]);
      return items.map((item) => item * 2);
    },
    { waitMs: 1, most: 3 },
  );
  expect(await Promise.all([1, 2, 3, 4].map(double))).toEqual([2, 4, 6, 8]);
  expect(runs).toEqual([[1, 2, 3], [4]]);
  expect(await double(5)).toBe(10);
});

test("a failure is everybody's who was gathered, and nobody's who came after", async () => {
  const brittle = gather<number, number>(
    async (items) => {
      if (items.includes(1)) throw new RangeError("no ones");
      return items;
    },
    { waitMs: 1, most: 10 },
  );
  const outcomes = await Promise.allSettled([brittle(1), brittle(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await brittle(3)).toBe(3);
});

test("what somebody waits for takes along all that are there, and waits for nobody", async () => {
  const runs: number[][] = [];
  const put = gather<number, number>(
    async (items) => {
      runs.push([...items]);
      return items;
    },
    { waitMs: 1_000_000, most: 10, isUrgent: (item) => item === 3 },
  );
  expect(await Promise.all([1, 2, 3].map(put))).toEqual([1, 2, 3]);
  expect(runs).toEqual([[1, 2, 3]]);
});
