import {
  closedOverArrivals,
  groupsOf,
  overlap,
  roomFor,
  SHEET_COLUMNS,
  type TileContent,
  type TilePlace,
} from "@tessera/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { withGroup, withoutClosed } from "./groups.ts";
import { closedOver, movedGroup, putAt, putWhereShown } from "./put-tile.ts";

interface Any {
  readonly id: string;
  readonly place: TilePlace;
  readonly content: Pick<TileContent, "kind"> & { readonly isClosed?: boolean };
}

const box = fc
  .record({
    x: fc.nat(SHEET_COLUMNS - 1),
    y: fc.nat(8),
    width: fc.integer({ min: 1, max: SHEET_COLUMNS }),
    height: fc.integer({ min: 1, max: 4 }),
  })
  .map((any) => ({ ...any, width: Math.min(any.width, SHEET_COLUMNS - any.x) }));

const group = fc.record({ boxes: fc.array(box, { maxLength: 5 }), isClosed: fc.boolean() });

/** Groups one below the other, tiles that lie apart in each; the first has no heading. */
const sheet: fc.Arbitrary<readonly Any[]> = fc.array(group, { minLength: 1, maxLength: 4 }).map((groups) => {
  const tiles: Any[] = [];
  let top = 0;
  for (const [at, { boxes, isClosed }] of groups.entries()) {
    if (at > 0) {
      const place = { x: 0, y: top, width: SHEET_COLUMNS, height: 1 };
      tiles.push({ id: `h${at}`, place, content: { kind: "heading", isClosed } });
      top += 1;
    }
    const free: TilePlace[] = [];
    for (const each of boxes) if (!free.some((other) => overlap(each, other))) free.push(each);
    for (const [index, each] of free.entries()) {
      tiles.push({ id: `t${at}.${index}`, place: { ...each, y: each.y + top }, content: { kind: "follow" } });
    }
    top = Math.max(top, ...tiles.map(({ place }) => place.y + place.height));
  }
  return tiles;
});

const members = (tiles: readonly Any[]) =>
  Object.fromEntries(
    groupsOf(tiles).map(({ heading, tiles: inside }) => [heading?.id ?? "", inside.map(({ id }) => id)]),
  );
/** Of each group, without this one. */
const others = (tiles: readonly Any[], without: string) =>
  Object.fromEntries(
    Object.entries(members(tiles)).map(([id, inside]) => [id, inside.filter((each) => each !== without).sort()]),
  );
const after = (tiles: readonly Any[], places: ReadonlyMap<string, TilePlace>): Any[] =>
  tiles.map((tile) => ({ ...tile, place: places.get(tile.id) ?? tile.place }));

function expectApart(tiles: readonly Any[]): void {
  for (const [index, one] of tiles.entries()) {
    for (const other of tiles.slice(index + 1)) {
      expect(overlap(one.place, other.place), `${one.id} and ${other.id}`).toBe(false);
    }
  }
}

test("a tile that is put somewhere is there, none lies on another, and only it changes its group", () => {
  fc.assert(
    fc.property(sheet, box, fc.nat(40), fc.nat(20), (tiles, size, y, which) => {
      const movable = tiles.filter(({ content }) => content.kind !== "heading");
      const moved = movable[which % Math.max(1, movable.length)];
      if (!moved) return;
      const next = after(tiles, putAt(tiles, moved.id, { ...size, y }));
      expectApart(next);
      const { place } = next.find(({ id }) => id === moved.id)!;
      expect([place.x, place.width, place.height]).toEqual([size.x, size.width, size.height]);
      expect(others(next, moved.id)).toEqual(others(tiles, moved.id));
    }),
  );
});

test("a tile that is put where it is seen is seen there, and closed groups keep what they hold", () => {
  fc.assert(
    fc.property(sheet, box, fc.nat(30), fc.nat(20), (tiles, size, y, which) => {
      const movable = withoutClosed(tiles).tiles.filter(({ content }) => content.kind !== "heading");
      const moved = movable[which % Math.max(1, movable.length)];
      if (!moved) return;
      const places = putWhereShown(tiles, moved.id, { ...size, y });
      const next = after(tiles, places);
      expectApart(next);
      expect(others(next, moved.id)).toEqual(others(tiles, moved.id));
      const over = closedOver(tiles, moved.id, places);
      const seen = withoutClosed(next).tiles.find(({ id }) => id === moved.id);
      expect(seen === undefined).toBe(over !== null);
      const wanted = withoutClosed(tiles.filter(({ id }) => id !== moved.id)).tiles;
      const isFree = !wanted.some(({ place, content }) => content.kind === "heading" && place.y === y);
      if (seen && isFree) expect(seen.place.y).toBe(y);
    }),
  );
});

test("a closed heading that makes room takes along what it hides", () => {
  const heading = (id: string, y: number, isClosed: boolean): Any => ({
    id,
    place: { x: 0, y, width: 12, height: 1 },
    content: { kind: "heading", isClosed },
  });
  const tile = (id: string, y: number, height: number): Any => ({
    id,
    place: { x: 0, y, width: 4, height },
    content: { kind: "note" },
  });
  const tiles = [
    heading("a", 0, false),
    tile("t", 1, 3),
    heading("b", 4, true),
    tile("u", 5, 4),
    heading("c", 9, false),
  ];
  const next = after(tiles, putWhereShown(tiles, "t", { ...tiles[1]!.place, height: 5 }));
  expect(next.map(({ place }) => place.y)).toEqual([0, 1, 6, 7, 11]);
});

test("what is put above a heading stays above it", () => {
  const heading: Any = { id: "h", place: { x: 0, y: 4, width: 12, height: 1 }, content: { kind: "heading" } };
  const tile: Any = { id: "t", place: { x: 0, y: 5, width: 4, height: 3 }, content: { kind: "follow" } };
  const places = putAt([heading, tile], "t", { ...tile.place, y: 3 });
  expect([places.get("t")?.y, places.get("h")?.y]).toEqual([3, 6]);
});

test("a group comes where it is said to, with all that it holds, and the others keep their order", () => {
  fc.assert(
    fc.property(sheet, fc.nat(5), fc.nat(5), (tiles, which, to) => {
      const headings = groupsOf(tiles).flatMap(({ heading }) => heading?.id ?? []);
      const id = headings[which % Math.max(1, headings.length)];
      if (!id) return;
      const next = after(tiles, movedGroup(tiles, id, to));
      expectApart(next);
      expect(members(next)).toEqual(members(tiles));
      const order = groupsOf(next).flatMap(({ heading }) => heading?.id ?? []);
      expect(order.indexOf(id)).toBe(Math.min(to, headings.length - 1));
      expect(order.filter((each) => each !== id)).toEqual(headings.filter((each) => each !== id));
    }),
  );
});

test("a closed group shows its heading alone, and rows that are seen are found again where they are stored", () => {
  fc.assert(
    fc.property(sheet, (tiles) => {
      const { tiles: shown, stored } = withoutClosed(tiles);
      const hidden = groupsOf(tiles).flatMap(({ heading, tiles: inside }) =>
        heading?.content.isClosed ? inside.map(({ id }) => id) : [],
      );
      expect(shown.map(({ id }) => id)).toEqual(tiles.map(({ id }) => id).filter((id) => !hidden.includes(id)));
      expectApart(shown);
      for (const { id, place } of shown) expect(stored(place.y)).toBe(tiles.find((tile) => tile.id === id)!.place.y);
    }),
  );
});

test("a new tile lies on no other, is seen, or nothing but the last group has to open for it", () => {
  fc.assert(
    fc.property(sheet, box, (tiles, { width, height }) => {
      const fresh: Any = { id: "new", place: roomFor(tiles, { width, height }), content: { kind: "note" } };
      const all = [...tiles, fresh];
      expectApart(all);
      const last = groupsOf(tiles).at(-1)?.heading;
      const around = closedOverArrivals(tiles, all);
      expect(around).toEqual(last && withoutClosed(all).tiles.every(({ id }) => id !== "new") ? [last] : []);
      const open = all.map((tile) =>
        around.includes(tile) ? { ...tile, content: { kind: "heading" as const } } : tile,
      );
      expect(withoutClosed(open).tiles.map(({ id }) => id)).toContain("new");
    }),
  );
});

test("a gap in a closed group is none, one below it is", () => {
  const heading = (id: string, y: number, isClosed: boolean): Any => ({
    id,
    place: { x: 0, y, width: 12, height: 1 },
    content: { kind: "heading", isClosed },
  });
  const tile = (id: string, y: number): Any => ({
    id,
    place: { x: 0, y, width: 4, height: 2 },
    content: { kind: "note" },
  });
  const tiles = [heading("a", 0, true), tile("t", 1), heading("b", 5, false), tile("u", 6)];
  expect(roomFor(tiles, { width: 4, height: 2 })).toMatchObject({ x: 4, y: 6 });
});

test("where every group is open nothing is made anew", () => {
  const tiles: Any[] = [{ id: "t", place: { x: 0, y: 0, width: 1, height: 1 }, content: { kind: "follow" } }];
  expect(withoutClosed(tiles).tiles).toBe(tiles);
});

test("a heading takes along what it holds, a tile itself", () => {
  fc.assert(
    fc.property(sheet, (tiles) => {
      for (const { heading, tiles: inside } of groupsOf(tiles)) {
        if (heading) expect(withGroup(tiles, heading.id)).toEqual([heading, ...inside]);
        for (const each of inside) expect(withGroup(tiles, each.id)).toEqual([each]);
      }
    }),
  );
});
