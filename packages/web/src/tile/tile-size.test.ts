import type { LaidOut, TileStyle } from "@tessera/model";
import { expect, test } from "vitest";
import { autoRows, isCut, laidOutAt, scaleOf, wayOf } from "./tile-size.ts";
import { follow, observation, tile } from "./tiles.fixture.ts";

const SHEET = { theme: "system", accent: null, density: "cosy", reader: false } as const;
const LAID_OUT: LaidOut = { viewport: [1_280, 900], width: 400, height: 600 };
const room = (widthPx: number) => ({ widthPx, padPx: 12, zoom: 1 });

/** A tile of a block of that size. */
function tileOf(style: Partial<TileStyle>, items?: number) {
  const seen = observation("first");
  const verdict = { ...seen.verdict, ...(items === undefined ? {} : { items }) } as typeof seen.verdict;
  const made = tile("a", follow("f", { layout: LAID_OUT, latestFound: { ...seen, verdict } }));
  return { ...made, style: { ...made.style, ...style } };
}

test("a block is scaled to its tile and never larger than on its page", () => {
  expect(scaleOf(LAID_OUT, room(212))).toBe(0.5);
  expect(scaleOf(LAID_OUT, room(2_000))).toBe(1);
});

test("by itself a block is as on its page, unless it would be too small to read or nobody has seen it there", () => {
  const shown = { way: null, layout: LAID_OUT, hasPicture: true, scale: 1 };
  expect(wayOf(shown)).toBe("page");
  expect(wayOf({ ...shown, scale: 0.2 })).toBe("adapted");
  expect(wayOf({ ...shown, layout: null })).toBe("adapted");
  expect(wayOf({ ...shown, way: "page", scale: 0.2 })).toBe("page");
  expect(wayOf({ ...shown, way: "picture" })).toBe("picture");
  expect(wayOf({ ...shown, way: "picture", hasPicture: false })).toBe("page");
});

test("what a browser saw at that look counts more than what is known of the page", () => {
  const seen = observation("first");
  const rendered = { ...LAID_OUT, width: 300 };
  const of = follow("f", { layout: LAID_OUT });
  expect(laidOutAt(of, seen)).toEqual(LAID_OUT);
  expect(laidOutAt(of, { ...seen, verdict: { ...seen.verdict, laidOut: rendered } as typeof seen.verdict })).toEqual(
    rendered,
  );
});

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
