import { beforeEach, expect, test, vi } from "vitest";
import type { ShownBlock } from "./tile-size.ts";

const BLOCK: ShownBlock = { followId: "f", observationId: "o", way: "adapted", isReader: false, padPx: 12, zoom: 1 };

/** As a tab that was just opened. */
const newTab = async () => {
  vi.resetModules();
  return import("./heights.svelte.ts");
};

beforeEach(() => localStorage.clear());

test("a block that is on the sheet twice, in two widths, has the height of each", async () => {
  const { heightShown, noteShownHeight } = await newTab();
  noteShownHeight(BLOCK, { widthPx: 300, heightPx: 500 });
  noteShownHeight(BLOCK, { widthPx: 600, heightPx: 250 });
  expect([300, 604, 450].map((widthPx) => heightShown(BLOCK, widthPx, null))).toEqual([500, 250, null]);
  noteShownHeight(BLOCK, { widthPx: 300, heightPx: 520 });
  expect([300, 600].map((widthPx) => heightShown(BLOCK, widthPx, null))).toEqual([520, 250]);
});

test("until it is shown a block is as high as its page says, or as it was before, also in the next tab", async () => {
  const first = await newTab();
  first.noteShownHeight(BLOCK, { widthPx: 300, heightPx: 500 });
  const changed = { ...BLOCK, observationId: "next" };
  expect(first.heightShown(changed, 300, null)).toBe(500);
  expect(first.heightShown(changed, 300, 420)).toBe(420);
  expect(first.heightShown(BLOCK, 300, 420)).toBe(500);
  await vi.waitFor(() => expect(localStorage.getItem("tessera-heights")).toContain("500"));
  const { heightShown } = await newTab();
  expect(heightShown(changed, 300, null)).toBe(500);
  expect(heightShown({ ...changed, isReader: true }, 300, null)).toBeNull();
  expect(heightShown({ ...changed, followId: "other" }, 300, null)).toBeNull();
});

test.each([
  "",
  "{",
  "null",
  "{}",
  '[["f adapted false 12 1"]]',
  '[["f adapted false 12 1", [null]]]',
  '[["f adapted false 12 1", [{ "widthPx": 300, "heightPx": -1 }]]]',
  "[[1, []], 7, null]",
])("what else stands in the browser's store is no height: %s", async (kept) => {
  localStorage.setItem("tessera-heights", kept);
  const { heightShown } = await newTab();
  expect(heightShown(BLOCK, 300, null)).toBeNull();
});
