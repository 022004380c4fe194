import { overlap, readingOrder, SHEET_COLUMNS, TilePlace } from "@tessera/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Direction,
  firstInView,
  gridCss,
  itemCss,
  nextTo,
  onGrid,
  samePlace,
  withAutoHeights,
} from "./grid-places.ts";
import { moved, resized, swapped } from "./put-tile.ts";

const place: fc.Arbitrary<TilePlace> = fc
  .record({
    x: fc.nat(SHEET_COLUMNS - 1),
    y: fc.nat(20),
    width: fc.integer({ min: 1, max: SHEET_COLUMNS }),
    height: fc.integer({ min: 1, max: 8 }),
  })
  .map((any) => ({ ...any, width: Math.min(any.width, SHEET_COLUMNS - any.x) }));
const direction = fc.constantFrom<Direction>("left", "right", "up", "down");

test("moving and resizing never leave the grid", () => {
  fc.assert(
    fc.property(place, fc.array(direction, { maxLength: 30 }), (start, steps) => {
      let [here, large] = [start, start];
      for (const step of steps) [here, large] = [moved(here, step), resized(large, step)];
      for (const each of [here, large]) {
        expect(TilePlace.safeParse(each).success).toBe(true);
        expect(each.x + each.width).toBeLessThanOrEqual(SHEET_COLUMNS);
      }
      expect([here.width, here.height]).toEqual([start.width, start.height]);
      expect([large.x, large.y]).toEqual([start.x, start.y]);
    }),
  );
});

test("on a sheet that begins on the right, left is further along it", () => {
  const ways: readonly Direction[] = ["left", "right", "up", "down"];
  expect(ways.map((way) => onGrid(way, true))).toEqual(["right", "left", "up", "down"]);
  expect(ways.map((way) => onGrid(way, false))).toEqual(ways);
});

test("the way back leads in the opposite direction on a row", () => {
  const tiles = [0, 4, 8].map((x, index) => ({ id: String(index), place: { x, y: 0, width: 4, height: 2 } }));
  expect(nextTo(tiles, tiles[0]!, "right")).toBe("1");
  expect(nextTo(tiles, tiles[1]!, "left")).toBe("0");
  expect(nextTo(tiles, tiles[2]!, "right")).toBeNull();
  expect(nextTo(tiles, tiles[0]!, "down")).toBeNull();
});

test("reading order goes by rows and keeps every tile", () => {
  fc.assert(
    fc.property(fc.array(place, { maxLength: 10 }), (places) => {
      const tiles = places.map((each, index) => ({ id: String(index), place: each }));
      const read = readingOrder(tiles);
      expect(read.map(({ id }) => id).sort()).toEqual(tiles.map(({ id }) => id).sort());
      for (const [index, { place: here }] of read.slice(1).entries()) {
        const before = read[index]!.place;
        expect(before.y < here.y || (before.y === here.y && before.x <= here.x)).toBe(true);
      }
    }),
  );
});

test("on a phone a tile changes with its neighbour, and the way back undoes it", () => {
  const heights = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(heights, fc.nat(7), (rows, which) => {
      let y = 0;
      const tiles = rows.map((height, index) => {
        const at = { id: String(index), place: { x: 0, y, width: 2, height } };
        y += height;
        return at;
      });
      const at = which % (rows.length - 1);
      const places = swapped(tiles, String(at), "down");
      const after = tiles.map((tile) => ({ ...tile, place: places.get(tile.id) ?? tile.place }));
      const order = readingOrder(after).map(({ id }) => id);
      expect([order[at], order[at + 1]]).toEqual([String(at + 1), String(at)]);
      for (const [index, one] of after.entries()) {
        for (const other of after.slice(index + 1)) expect(overlap(one.place, other.place)).toBe(false);
      }
      for (const [id, place] of swapped(after, String(at), "up")) expect(place).toEqual(tiles[Number(id)]!.place);
    }),
  );
  const one = [{ id: "0", place: { x: 0, y: 0, width: 2, height: 2 } }];
  expect(swapped(one, "0", "up").size).toBe(0);
});

test("a place is the same as itself and as nothing else", () => {
  fc.assert(fc.property(place, (a) => samePlace(a, { ...a }) && !samePlace(a, { ...a, y: a.y + 1 })));
});

test("what is in view at first is known from the places alone", () => {
  const size = { width: 6, height: 4 };
  const tiles = [
    { id: "a", place: { x: 0, y: 0, ...size } },
    { id: "b", place: { x: 6, y: 0, ...size } },
    { id: "c", place: { x: 0, y: 4, ...size } },
    { id: "d", place: { x: 0, y: 8, ...size } },
  ];
  expect([...firstInView(tiles, { heightPx: 400, density: "cosy" })]).toEqual(["a", "b", "c"]);
});

test("the higher the window, the more is in view, and the first tile always is", () => {
  fc.assert(
    fc.property(fc.array(place, { minLength: 1, maxLength: 20 }), fc.nat(3_000), (places, px) => {
      const tiles = places.map((each, at) => ({ id: String(at), place: { ...each, y: at === 0 ? 0 : each.y } }));
      const seen = (heightPx: number) => firstInView(tiles, { heightPx, density: "roomy" });
      const [low, high] = [seen(px + 100), seen(px + 900)];
      expect([...low].filter((id) => !high.has(id))).toEqual([]);
      expect(low.has("0")).toBe(true);
    }),
  );
});

const spot = { x: 3, y: 2, width: 4, height: 5 };

test("the grid is as high as its lowest tile, in cells of the density", () => {
  expect(gridCss([spot, { x: 0, y: 0, width: 1, height: 1 }], "cosy")).toContain(`height:${7 * 68}px`);
  expect(gridCss([], "roomy")).toContain("height:0px");
  expect(gridCss([spot], "compact")).toContain("--gs-cell-height:56px");
});

test("a tile lies from the side where text begins", () => {
  expect(itemCss(spot, false)).toContain("left:calc(3 * var(--gs-column-width))");
  expect(itemCss(spot, true)).toContain("right:calc(3 * var(--gs-column-width))");
  expect(itemCss(spot, true)).not.toContain("left:");
});

/** Tiles that lie apart, as on every stored sheet. */
const apart = fc.array(place, { maxLength: 12 }).map((places) => {
  const free: TilePlace[] = [];
  for (const each of places) if (!free.some((other) => overlap(each, other))) free.push(each);
  return free.map((at, index) => ({ id: String(index), place: at }));
});

test("a tile that grows by itself pushes others down: none lies on another, none moves up or sideways", () => {
  fc.assert(
    fc.property(apart, fc.array(fc.option(fc.integer({ min: 1, max: 30 })), { minLength: 12 }), (tiles, rows) => {
      const grown = withAutoHeights(tiles, ({ id }) => rows[Number(id)] ?? null);
      for (const [index, { id, place: at }] of grown.entries()) {
        const before = tiles[index]!;
        expect(id).toBe(before.id);
        expect([at.x, at.width, at.height]).toEqual([
          before.place.x,
          before.place.width,
          rows[Number(id)] ?? before.place.height,
        ]);
        expect(at.y).toBeGreaterThanOrEqual(before.place.y);
        for (const other of grown.slice(index + 1)) expect(overlap(at, other.place)).toBe(false);
      }
    }),
  );
});

test("where nothing grows, nothing is made anew", () => {
  fc.assert(
    fc.property(apart, (tiles) => {
      expect(withAutoHeights(tiles, () => null)).toBe(tiles);
    }),
  );
});
