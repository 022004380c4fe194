import { StoreFailure } from "@tessera/store";
import { expect, test } from "vitest";
import { throttledLog } from "./logger.ts";

test("a disk that stays full is told once a minute, with how often it was met; mistakes are told always", () => {
  let now = 0;
  const told: (readonly [string, number])[] = [];
  const hear = throttledLog(
    (error, times) => told.push([(error as Error).message, times]),
    () => now,
  );
  for (let second = 0; second < 120; second++) {
    now = second * 1_000;
    hear(new StoreFailure("full", "full", null));
  }
  hear(new StoreFailure("io", "other", null));
  for (let count = 0; count < 3; count++) hear(new RangeError("mistake"));
  expect(told).toEqual([
    ["full", 1],
    ["full", 60],
    ["other", 1],
    ["mistake", 1],
    ["mistake", 1],
    ["mistake", 1],
  ]);
});
