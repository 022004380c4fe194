import { expect, test } from "vitest";
import { heightShown, noteShownHeight } from "./heights.svelte.ts";
import type { ShownBlock } from "./tile-size.ts";

const BLOCK: ShownBlock = { observationId: "o", way: "adapted", isReader: false, padPx: 12, zoom: 1 };

test("a block that is on the sheet twice, in two widths, has the height of each", () => {
  noteShownHeight(BLOCK, { widthPx: 300, heightPx: 500 });
  noteShownHeight(BLOCK, { widthPx: 600, heightPx: 250 });
  expect([300, 604, 450].map((widthPx) => heightShown(BLOCK, widthPx))).toEqual([500, 250, null]);
  noteShownHeight(BLOCK, { widthPx: 300, heightPx: 520 });
  expect([300, 600].map((widthPx) => heightShown(BLOCK, widthPx))).toEqual([520, 250]);
});
