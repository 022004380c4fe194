import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HeldStory, longestStoryMs } from "./held-story.ts";

const TICK_MS = 5_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

test("what cannot be looked at was not seen yet, and is looked at again", async () => {
  const story = new HeldStory(TICK_MS, 1);
  const isSeen = vi.fn(async () => true).mockRejectedValueOnce(new Error("the frame was detached"));
  story.tell([{ tick: 0, name: "the news are there", isSeen }]);
  await story.look([]);
  vi.setSystemTime(longestStoryMs(0, 1, TICK_MS));
  expect(story.isOver()).toBe(false);
  await story.look([]);
  vi.setSystemTime(2 * longestStoryMs(0, 1, TICK_MS));
  expect([story.isOver(), story.missed]).toEqual([true, []]);
});

test("a promise that is never kept is told with why it could not be looked at, and the story goes on", async () => {
  const story = new HeldStory(TICK_MS, 1);
  const isSeen = () => Promise.reject(new Error("the frame was detached"));
  story.tell([{ tick: 0, name: "the news are there", isSeen }]);
  await story.look([]);
  vi.setSystemTime(longestStoryMs(1, 0, TICK_MS));
  await story.look([]);
  vi.setSystemTime(longestStoryMs(1, 1, TICK_MS));
  expect([story.isOver(), story.missed]).toEqual([true, ["the news are there: Error: the frame was detached"]]);
});
