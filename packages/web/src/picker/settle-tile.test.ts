import { overlap, SHEET_COLUMNS } from "@tessera/model/grid";
import fc from "fast-check";
import { expect, test } from "vitest";
import { placeUnder, pushedBy } from "./settle-tile.ts";

const place = fc
  .record({
    x: fc.nat(SHEET_COLUMNS - 1),
    y: fc.nat(20),
    width: fc.integer({ min: 1, max: 6 }),
    height: fc.integer({ min: 1, max: 5 }),
  })
  .map((at) => ({ ...at, width: Math.min(at.width, SHEET_COLUMNS - at.x) }));

test("after a drop no tile lies on another, none has moved up or sideways, and free ones have not moved", () => {
  fc.assert(
    fc.property(place, fc.array(place, { maxLength: 12 }), (dropped, places) => {
      const tiles = places.map((at, index) => ({ id: String(index), place: at }));
      const pushed = new Map(pushedBy(dropped, tiles).map(({ id, place: to }) => [id, to]));
      const all = [dropped, ...tiles.map(({ id, place: at }) => pushed.get(id) ?? at)];
      for (const [index, one] of all.entries())
        for (const other of all.slice(index + 1)) expect(overlap(one, other)).toBe(false);
      for (const { id, place: at } of tiles) {
        const to = pushed.get(id);
        if (to) expect(to).toEqual({ ...at, y: to.y });
        if (to) expect(to.y).toBeGreaterThan(at.y);
      }
    }),
  );
});

test("a drop on a free place moves nothing", () => {
  const tiles = [{ id: "a", place: { x: 0, y: 0, width: 4, height: 2 } }];
  expect(pushedBy({ x: 4, y: 0, width: 4, height: 2 }, tiles)).toEqual([]);
});

test("where the sheet begins on the right, so does the place under the pointer", () => {
  const area = { left: 100, top: 50, width: 600, rowHeight: 40, isMirrored: true };
  const place = (x: number): number => placeUnder({ x, y: 50 }, area, { width: 2, height: 1 }).x;
  expect([place(690), place(400), place(110)]).toEqual([0, SHEET_COLUMNS / 2 - 1, SHEET_COLUMNS - 2]);
});

test("a tile is placed under the pointer and never outside the sheet", () => {
  const area = { left: 100, top: 50, width: 600, rowHeight: 40, isMirrored: false };
  expect(placeUnder({ x: 100, y: 50 }, area, { width: 4, height: 3 })).toEqual({ x: 0, y: 0, width: 4, height: 3 });
  fc.assert(
    fc.property(fc.integer(), fc.integer(), fc.integer({ min: 1, max: 12 }), (x, y, width) => {
      const at = placeUnder({ x, y }, area, { width, height: 2 });
      expect(at.x).toBeGreaterThanOrEqual(0);
      expect(at.x + at.width).toBeLessThanOrEqual(SHEET_COLUMNS);
      expect(at.y).toBeGreaterThanOrEqual(0);
    }),
  );
});
