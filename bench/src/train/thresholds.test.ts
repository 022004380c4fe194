import type { Thresholds } from "@tessera/engine/fused-training";
import { expect, test } from "vitest";
import { cheapestToFollow } from "./thresholds.ts";

test("found is what costs least in follow mode, gone what the costs of losing and asking say", async () => {
  const asked: (readonly Thresholds[])[] = [];
  const chosen = await cheapestToFollow(async (pairs) => {
    asked.push(pairs);
    return pairs.map(({ found }) => Math.abs(found - 0.98));
  });
  expect(chosen).toEqual({ found: 0.98, gone: 0.5 });
  expect(asked).toHaveLength(1);
});
