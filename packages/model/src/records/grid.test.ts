import fc from "fast-check";
import { expect, test } from "vitest";
import { freePlace, overlap, SHEET_COLUMNS } from "./grid.ts";
import { TilePlace } from "./sheet.ts";

const place: fc.Arbitrary<TilePlace> = fc
  .record({
    x: fc.nat(SHEET_COLUMNS - 1),
    y: fc.nat(20),
    width: fc.integer({ min: 1, max: SHEET_COLUMNS }),
    height: fc.integer({ min: 1, max: 8 }),
  })
  .map((any) => ({ ...any, width: Math.min(any.width, SHEET_COLUMNS - any.x) }));

test("a free place overlaps nothing, lies on the grid and leaves no room above it", () => {
  fc.assert(
    fc.property(fc.array(place, { maxLength: 12 }), (taken) => {
      const free = freePlace(taken);
      expect(taken.some((other) => overlap(free, other))).toBe(false);
      expect(TilePlace.safeParse(free).success).toBe(true);
      expect(free.x + free.width).toBeLessThanOrEqual(SHEET_COLUMNS);
      for (let y = 0; y < free.y; y++) {
        for (let x = 0; x + free.width <= SHEET_COLUMNS; x++) {
          expect(taken.some((other) => overlap({ ...free, x, y }, other))).toBe(true);
        }
      }
    }),
  );
});

test("the first tile lies at the top, the next beside it, the fourth below", () => {
  const places: TilePlace[] = [];
  for (let count = 0; count < 4; count++) places.push(freePlace(places));
  expect(places.map(({ x, y }) => [x, y])).toEqual([
    [0, 0],
    [4, 0],
    [8, 0],
    [0, 4],
  ]);
});
