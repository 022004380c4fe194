import type { LaidOut, TileStyle } from "@tessera/model";
import { expect, test } from "vitest";
import { autoRows, isCut, type Room } from "./tile-size.ts";
import { follow, observation, tile } from "./tiles.fixture.ts";

const SHEET = { theme: "system", accent: null, density: "cosy", reader: false } as const;
/** Nothing has been shown yet. */
const ROOM: Omit<Room, "widthPx"> = { sheetStyle: SHEET, heightShown: (_, __, onPagePx) => onPagePx };
const LAID_OUT: LaidOut = { viewport: [1_280, 900], width: 400, height: 600 };

/** A tile of a block of that size. */
function tileOf(style: Partial<TileStyle>, items?: number) {
  const seen = observation("first");
  const verdict = { ...seen.verdict, ...(items === undefined ? {} : { items }) } as typeof seen.verdict;
  const made = tile("a", follow("f", { layout: LAID_OUT, latestFound: { ...seen, verdict } }));
  return { ...made, style: { ...made.style, ...style } };
}

test("lists are as high as they are long, up to a height; others only where somebody wants it", () => {
  const rows = (style: Partial<TileStyle>, items?: number) => autoRows(tileOf(style, items), { ...ROOM, widthPx: 600 });
  expect(rows({}, 5)).toBe(10);
  expect(rows({})).toBe(null);
  expect(rows({ height: "auto" })).toBe(10);
  expect(rows({ height: "fixed" }, 5)).toBe(null);
  expect(rows({ reader: true }, 5)).toBe(null);
  expect(rows({ way: "adapted" }, 5)).toBe(null);
  const narrow = autoRows(tileOf({}, 5), { ...ROOM, widthPx: 300 });
  expect(narrow).toBeLessThan(10);
  const long = { ...tileOf({}, 500) };
  long.follow = { ...long.follow, layout: { ...LAID_OUT, height: 90_000 } };
  expect(autoRows(long, { ...ROOM, widthPx: 600 })).toBe(12);
});

test("in any other way a tile is as high as it turned out to be in this width; before that as it was made", () => {
  const heights = new Map<string, number>();
  const heightShown: Room["heightShown"] = ({ way, isReader }, bodyPx) =>
    bodyPx < 300 ? (heights.get(isReader ? "text" : `${way}`) ?? null) : null;
  const rows = (style: Partial<TileStyle>, items?: number, widthPx = 300) =>
    autoRows(tileOf(style, items), { widthPx, sheetStyle: SHEET, heightShown });
  expect([rows({ way: "adapted", height: "auto" }), rows({ reader: true, height: "auto" })]).toEqual([null, null]);
  heights.set("adapted", 500).set("text", 900);
  expect([rows({ way: "adapted", height: "auto" }), rows({ reader: true, height: "auto" })]).toEqual([9, 15]);
  // a list by itself, and no higher than lists are
  expect(rows({ way: "adapted" }, 5)).toBe(9);
  heights.set("adapted", 90_000);
  expect([rows({ way: "adapted" }, 5), rows({ way: "adapted", height: "auto" })]).toEqual([12, 100]);
  expect([rows({ way: "adapted" }), rows({ way: "adapted", height: "fixed" })]).toEqual([null, null]);
  // another width is another height
  expect(rows({ way: "adapted", height: "auto" }, undefined, 600)).toBe(null);
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
