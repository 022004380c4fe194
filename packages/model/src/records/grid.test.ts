import fc from "fast-check";
import { expect, test } from "vitest";
import { freePlace, overlap, placedBelow, readingOrder, SHEET_COLUMNS, tidied } from "./grid.ts";
import { TilePlace } from "./sheet.ts";

const place: fc.Arbitrary<TilePlace> = fc
  .record({
    x: fc.nat(SHEET_COLUMNS - 1),
    y: fc.nat(30),
    width: fc.integer({ min: 1, max: SHEET_COLUMNS }),
    height: fc.integer({ min: 1, max: 9 }),
  })
  .map((any) => ({ ...any, width: Math.min(any.width, SHEET_COLUMNS - any.x) }));

/** Tiles that lie apart, as on every stored sheet. */
const apart = fc.array(place, { maxLength: 16 }).map((places) => {
  const free: TilePlace[] = [];
  for (const each of places) if (!free.some((other) => overlap(each, other))) free.push(each);
  return free.map((at, index) => ({ id: String(index), place: at }));
});

const columns = fc.constantFrom(2, 6, SHEET_COLUMNS);

test("tidied tiles lie apart, on the grid, in the order and as large as before", () => {
  fc.assert(
    fc.property(apart, columns, (tiles, count) => {
      const tidy = tidied(tiles, count);
      expect(readingOrder(tidy).map(({ id }) => id)).toEqual(readingOrder(tiles).map(({ id }) => id));
      for (const [index, { id, place: at }] of tidy.entries()) {
        const before = tiles[Number(id)]!.place;
        expect([at.width, at.height]).toEqual([Math.min(before.width, count), before.height]);
        expect(at.x >= 0 && at.y >= 0 && at.x + at.width <= count).toBe(true);
        for (const other of tidy.slice(index + 1)) expect(overlap(at, other.place)).toBe(false);
      }
    }),
  );
});

test("tidying a second time changes nothing", () => {
  fc.assert(
    fc.property(apart, columns, (tiles, count) => {
      const once = tidied(tiles, count);
      expect(tidied(once, count)).toEqual(once);
    }),
  );
});

test("a tidy sheet is no higher than it was", () => {
  fc.assert(
    fc.property(apart, (tiles) => {
      const bottom = (all: readonly { readonly place: TilePlace }[]) =>
        Math.max(0, ...all.map(({ place: { y, height } }) => y + height));
      expect(bottom(tidied(tiles))).toBeLessThanOrEqual(bottom(tiles));
    }),
  );
});

test("what is as wide as the sheet keeps what was above it above, and what was below it below", () => {
  const heading = { id: "heading", place: { x: 0, y: 10, width: SHEET_COLUMNS, height: 1 } };
  fc.assert(
    fc.property(apart, (tiles) => {
      const clear = tiles.filter((tile) => !overlap(tile.place, heading.place));
      const tidy = tidied([...clear, heading]);
      const at = tidy.find(({ id }) => id === "heading")!.place.y;
      for (const { id, place: before } of clear) {
        const after = tidy.find((each) => each.id === id)!.place;
        expect(before.y < 10 ? after.y + after.height <= at : after.y > at).toBe(true);
      }
    }),
  );
});

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

test("what comes to a sheet lies below everything that is there", () => {
  fc.assert(
    fc.property(apart, apart, (there, coming) => {
      const taken = there.map((tile) => tile.place);
      const below = placedBelow(taken, coming);
      for (const { place: at } of below) for (const other of taken) expect(overlap(at, other)).toBe(false);
    }),
  );
});
