import { expect, test } from "vitest";
import { recentRedesign, redesignWords } from "./redesign.ts";
import { follow } from "./tiles.fixture.ts";

const DAY = 86_400_000;
const redesign = { at: 10 * DAY, similarity: 0.61, sameShare: 0.307 };
const through = (createdAt = 0) => follow("f", { createdAt, page: { ...follow("f").page, redesign } });

test("a tile tells of a redesign for a week", () => {
  expect(recentRedesign(through(), 11 * DAY)).toBe(redesign);
  expect(recentRedesign(through(), 16.9 * DAY)).toBe(redesign);
  expect(recentRedesign(through(), 17 * DAY)).toBeNull();
});

test("what was before it was followed is no news of this block", () => {
  expect(recentRedesign(through(10.5 * DAY), 11 * DAY)).toBeNull();
  expect(recentRedesign(follow("f"), 11 * DAY)).toBeNull();
});

test("it says when, what became of the block, and how much of the page is the same", () => {
  const clock = { locale: "en", timeZone: "UTC" };
  expect(redesignWords(redesign, true, clock)).toMatch(
    /^The page was redesigned on Jan 11, 1970.*; the block was found again. 31% of the page's structure is still the same.$/,
  );
  expect(redesignWords(redesign, false, clock)).not.toContain("found again");
});
