import fc from "fast-check";
import { expect, test } from "vitest";
import { sizeFor, sizeOfParts } from "./first-size.ts";
import { SHEET_COLUMNS } from "./grid.ts";
import { TilePlace } from "./sheet.ts";

test("a tile is about as large as its block, within what can be read", () => {
  expect(sizeFor({ width: 300, height: 200 })).toEqual({ width: 4, height: 5 });
  expect(sizeFor({ width: 160, height: 60 })).toEqual({ width: 2, height: 3 });
  expect(sizeFor({ width: 1_200, height: 5_000 })).toEqual({ width: 8, height: 9 });
  expect(sizeFor({ width: 0, height: 0 })).toEqual({ width: 2, height: 2 });
  expect(sizeFor(null)).toEqual({ width: 4, height: 4 });
});

test("joined blocks have rows for each, up to what is seen at once", () => {
  expect([1, 2, 3, 20].map((parts) => sizeOfParts(parts).height)).toEqual([4, 6, 9, 12]);
});

test("a first size fits on every sheet, and a larger block has no smaller tile", () => {
  const side = fc.integer({ min: 0, max: 100_000 });
  fc.assert(
    fc.property(side, side, side, (width, height, more) => {
      const size = sizeFor({ width, height });
      expect(TilePlace.safeParse({ x: 0, y: 0, ...size }).success).toBe(true);
      expect(size.width).toBeLessThanOrEqual(SHEET_COLUMNS);
      expect(sizeFor({ width, height: height + more }).height).toBeGreaterThanOrEqual(size.height);
      expect(sizeFor({ width: width + more, height }).width).toBeGreaterThanOrEqual(size.width);
    }),
  );
});
