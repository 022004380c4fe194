import { type Condition, DEFAULT_QUIET, FollowId, newId } from "@tessera/model";
import { expect, test } from "vitest";
import { noticesOf, patternSteps } from "./notices.ts";
import type { BlockJob, Follower } from "./page-job.ts";

const follower = (text: string): Follower => {
  const condition: Condition = { kind: "contains", words: { as: "pattern", text } };
  const id = newId(FollowId, 0);
  return { id, conditions: [condition], quiet: DEFAULT_QUIET, toldNumbers: null, told: null };
};

/** A block that says "sold out" where it said something else before. */
function jobFor(followers: readonly Follower[]): {
  readonly job: BlockJob;
  readonly result: Parameters<typeof noticesOf>[1];
} {
  const content = (text: string) => ({ text, html: "", items: null, pictures: [], steady: null });
  const job = { latest: { verdict: { kind: "found" } }, doubts: [], numbersBefore: [], followers };
  const compared = { seen: { numbers: [] }, now: content("the lamp is sold out"), before: content("the lamp is here") };
  return { job: job as never, result: { verdict: "found", content: compared as never } };
}

test("the patterns of one person leave those of another their share of the steps", () => {
  const hostile = Array.from({ length: 1_000 }, (_, at) => follower(`(.{0,20}a.{0,20}b){10}[yz]${at}`));
  const ada = follower("sold (out|off)");
  const { job, result } = jobFor([...hostile, ada]);
  const steps = patternSteps([job]);
  // all of them together stay within what a page may take
  expect(steps * (hostile.length + 1)).toBeLessThanOrEqual(200_000_000);
  expect(noticesOf(job, result, steps).notices.map(({ followIds }) => followIds)).toEqual([[ada.id]]);
});

test("somebody alone on a page has all the steps that one follow may take", () => {
  expect(patternSteps([jobFor([follower("a")]).job])).toBe(20_000_000);
  expect(patternSteps([])).toBe(20_000_000);
});
