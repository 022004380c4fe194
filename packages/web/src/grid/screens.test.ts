import { overlap, readingOrder, Screen, type ScreenPlaces, SHEET_COLUMNS, type TilePlace } from "@tessera/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { COLUMNS, isArranged, type OnScreens, onScreen } from "./screens.ts";

const placeIn = (columns: number): fc.Arbitrary<TilePlace> =>
  fc
    .record({
      x: fc.nat(columns - 1),
      y: fc.nat(20),
      width: fc.integer({ min: 1, max: columns }),
      height: fc.integer({ min: 1, max: 6 }),
    })
    .map((any) => ({ ...any, width: Math.min(any.width, columns - any.x) }));

/** Those that do not lie on one another. */
function apart(places: readonly TilePlace[]): TilePlace[] {
  const free: TilePlace[] = [];
  for (const each of places) if (!free.some((other) => overlap(each, other))) free.push(each);
  return free;
}

const sheet: fc.Arbitrary<readonly OnScreens[]> = fc
  .tuple(
    fc.array(placeIn(SHEET_COLUMNS), { minLength: 1, maxLength: 10 }),
    fc.array(placeIn(SHEET_COLUMNS), { maxLength: 6 }),
    fc.array(placeIn(2), { maxLength: 6 }),
  )
  .map(([wide, tablet, phone]) => {
    const [onTablet, onPhone] = [apart(tablet), apart(phone)];
    return apart(wide).map((place, at) => {
      const screens: ScreenPlaces = {
        ...(onTablet[at] ? { tablet: onTablet[at] } : {}),
        ...(onPhone[at] ? { phone: onPhone[at] } : {}),
      };
      return { id: String(at), place, screens, content: { kind: "follow" } };
    });
  });

test.each(Screen.options)("on a %s all tiles are there, apart and on its columns", (screen) => {
  fc.assert(
    fc.property(sheet, (tiles) => {
      const shown = onScreen(tiles, screen);
      expect(shown.map(({ id }) => id)).toEqual(tiles.map(({ id }) => id));
      for (const [index, { place }] of shown.entries()) {
        expect(place.x + place.width).toBeLessThanOrEqual(COLUMNS[screen]);
        for (const other of shown.slice(index + 1)) expect(overlap(place, other.place)).toBe(false);
      }
    }),
  );
});

test("where a person has put a tile it lies, and on the wide screen always where it lay", () => {
  fc.assert(
    fc.property(sheet, (tiles) => {
      for (const screen of ["phone", "tablet"] as const) {
        for (const [at, { place }] of onScreen(tiles, screen).entries()) {
          const told = tiles[at]!.screens?.[screen];
          if (told) expect(place).toEqual(told);
        }
      }
      expect(onScreen(tiles, "wide").map(({ place }) => place)).toEqual(tiles.map(({ place }) => place));
    }),
  );
});

test("a sheet that was arranged on a wide screen alone is the same on a tablet, and one below the other on a phone", () => {
  fc.assert(
    fc.property(sheet, (any) => {
      const tiles = any.map(({ screens: _, ...tile }) => tile);
      expect(onScreen(tiles, "tablet")).toEqual(tiles);
      const stacked = onScreen(tiles, "phone");
      expect(readingOrder(stacked).map(({ id }) => id)).toEqual(readingOrder(tiles).map(({ id }) => id));
      let y = 0;
      for (const { place } of readingOrder(stacked)) {
        expect([place.x, place.y, place.width]).toEqual([0, y, COLUMNS.phone]);
        y += place.height;
      }
      expect([isArranged(tiles, "wide"), isArranged(tiles, "phone")]).toEqual([true, false]);
    }),
  );
});

test("what is arranged on a phone is nothing to the others", () => {
  fc.assert(
    fc.property(sheet, (tiles) => {
      const without = tiles.map(({ screens, ...tile }) => ({
        ...tile,
        screens: screens?.tablet ? { tablet: screens.tablet } : {},
      }));
      const places = (all: readonly OnScreens[]) => onScreen(all, "tablet").map(({ place }) => place);
      expect(places(tiles)).toEqual(places(without));
    }),
  );
});

test("a tile that was once put beyond the last column lies before it, as wide as there is room", () => {
  const beyond = { x: 9, y: 4, width: 8, height: 5 };
  const screens = { phone: { ...beyond, x: 1, width: 2 }, tablet: { ...beyond, width: 12 } };
  const tiles = [{ id: "t", place: beyond, screens, content: { kind: "note" as const } }];
  expect(Screen.options.map((screen) => onScreen(tiles, screen)[0]?.place)).toEqual([
    { ...beyond, x: 0, width: 2 },
    { ...beyond, x: 0, width: 12 },
    { ...beyond, x: 4 },
  ]);
});

test("a heading is as wide as any screen", () => {
  const place = { x: 3, y: 4, width: 2, height: 5 };
  const tiles = [{ id: "h", place, content: { kind: "heading" as const } }];
  expect(Screen.options.map((screen) => onScreen(tiles, screen)[0]?.place.width)).toEqual([2, 12, 12]);
  expect(onScreen(tiles, "wide")[0]?.place).toEqual({ x: 0, y: 4, width: 12, height: 1 });
});
