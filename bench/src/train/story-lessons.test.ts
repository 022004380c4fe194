import { expect, test } from "vitest";
import { STORY_JOBS, storyChoices } from "./story-lessons.ts";

const REMOVED = { situation: "section-removed" };

test("every situation is a job", () => {
  expect(STORY_JOBS.length).toBeGreaterThan(40);
  expect(STORY_JOBS).toContainEqual(REMOVED);
});

test("a story gives choices as labelled pages do: the right one among the candidates, or the block gone", () => {
  const choices = storyChoices(REMOVED, 1);
  const gone = choices.filter(({ isGone }) => isGone);
  expect(gone.length).toBeGreaterThan(10);
  for (const { right } of gone) expect(right.some(Boolean)).toBe(false);
  const there = choices.filter(({ isGone }) => !isGone);
  const found = there.filter(({ right }) => right.some(Boolean));
  expect(found.length / there.length).toBeGreaterThan(0.95);
  for (const { site, kind } of choices) expect([site, kind]).toEqual(["obvious section-removed", "obvious"]);
});

test("the same seed gives the same lessons", () => {
  const values = () => storyChoices({ situation: "captions-swapped" }, 7).map((choice) => choice.values.join());
  expect(values()).toEqual(values());
});
