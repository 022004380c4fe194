import type { LaidOut, TileStyle } from "@tessera/model";
import { expect, test } from "vitest";
import { autoRows, isCut } from "./tile-size.ts";
import { follow, observation, tile } from "./tiles.fixture.ts";

const SHEET = { theme: "system", accent: null, density: "cosy", reader: false } as const;
const LAID_OUT: LaidOut = { viewport: [1_280, 900], width: 400, height: 600 };

/** A tile of a block of that size. */
function tileOf(style: Partial<TileStyle>, items?: number) {
  const seen = observation("first");
  const verdict = { ...seen.verdict, ...(items === undefined ? {} : { items }) } as typeof seen.verdict;
  const made = tile("a", follow("f", { layout: LAID_OUT, latestFound: { ...seen, verdict } }));
  return { ...made, style: { ...made.style, ...style } };
}

test("lists are as high as they are long, up to a height; others only where somebody wants it", () => {
  const rows = (style: Partial<TileStyle>, items?: number) =>
    autoRows(tileOf(style, items), { widthPx: 600, sheetStyle: SHEET });
  expect(rows({}, 5)).toBe(10);
  expect(rows({})).toBe(null);
  expect(rows({ height: "auto" })).toBe(10);
  expect(rows({ height: "fixed" }, 5)).toBe(null);
  expect(rows({ reader: true }, 5)).toBe(null);
  expect(rows({ way: "adapted" }, 5)).toBe(null);
  const narrow = autoRows(tileOf({}, 5), { widthPx: 300, sheetStyle: SHEET });
  expect(narrow).toBeLessThan(10);
  const long = { ...tileOf({}, 500) };
  long.follow = { ...long.follow, layout: { ...LAID_OUT, height: 90_000 } };
  expect(autoRows(long, { widthPx: 600, sheetStyle: SHEET })).toBe(12);
});

test("something is cut where it is higher than its tile by more than nobody would miss", () => {
  expect([isCut(500, 300), isCut(305, 300), isCut(200, 300), isCut(null, 300), isCut(500, 0)]).toEqual([
    true,
    false,
    false,
    null,
    null,
  ]);
});
