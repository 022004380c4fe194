import type { Thresholds } from "@tessera/engine/fused-training";
import { expect, test } from "vitest";
import { cheapestToFollow } from "./thresholds.ts";

test("found is chosen in follow mode, gone is left as it was", async () => {
  const asked: (readonly Thresholds[])[] = [];
  const chosen = await cheapestToFollow({ found: 0.9, gone: 0.55 }, async (pairs) => {
    asked.push(pairs);
    return pairs.map(({ found }) => Math.abs(found - 0.98));
  });
  expect(chosen).toEqual({ found: 0.98, gone: 0.55 });
  expect(asked).toHaveLength(1);
});
