import { type BrowserStep, MAX_STEPS, MAX_WAITS_MS } from "@tessera/model";
import { expect, test } from "vitest";
import { timeFor } from "./capture-browser.ts";

const wait = (ms: number): BrowserStep => ({ kind: "wait", ms });
const CLICK: BrowserStep = { kind: "click", selector: "button" };

test("a capture has as long as ever beside what its steps wait for, and less than the claim of its page", () => {
  const alone = timeFor([]);
  expect(timeFor([wait(30_000), wait(30_000), wait(30_000)])).toBeGreaterThanOrEqual(alone + MAX_WAITS_MS);
  const most = [...Array<BrowserStep>(MAX_STEPS - 3).fill(CLICK), wait(30_000), wait(30_000), wait(30_000)];
  expect(timeFor(most)).toBeGreaterThan(timeFor(most.slice(0, -1)));
  // as it may have been stored before waits had a limit
  expect(timeFor(Array<BrowserStep>(MAX_STEPS).fill(wait(30_000)))).toBeLessThan(5 * 60_000);
});
