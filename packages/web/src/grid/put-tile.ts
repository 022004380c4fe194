/**
 * Where tiles and groups come when somebody puts them somewhere. None of it is needed to see them, so it is loaded when one is
 * moved.
 */
import type { Screen, ScreenPlace, TilePlace } from "@tessera/model";
import { bottomOf, overlap, readingOrder, SHEET_COLUMNS } from "@tessera/model/grid";
import { type Grouped, groupsOf, isHeading } from "@tessera/model/groups";
import { type Direction, type Placed, samePlace } from "./grid-places.ts";
import { withoutClosed } from "./groups.ts";

type Places = ReadonlyMap<string, ScreenPlace>;

const MAX_HEIGHT = 100;

/**
 * The new places after a tile was put somewhere: its group makes room for it, the groups below move down as far as they
 * must, and nothing else moves. The group is the one between whose headings it was put.
 *
 * @internal
 */
export function putAt<T extends Grouped>(tiles: readonly T[], id: string, place: ScreenPlace): Places {
  const others = tiles.filter((tile) => tile.id !== id);
  const groups = groupsOf(others);
  const at = groups.findLastIndex(({ heading }) => heading === null || heading.place.y < place.y);
  const { heading, tiles: inside } = groups[at]!;
  const top = heading ? bottomOf(heading.place) : 0;
  const put = { ...place, y: Math.max(place.y, top) };
  const settled: ScreenPlace[] = [put];
  const places = new Map<string, ScreenPlace>([[id, put]]);
  for (const each of inside) {
    let { place: here } = each;
    for (let inWay = hit(settled, here); inWay; inWay = hit(settled, here)) here = { ...here, y: bottomOf(inWay) };
    settled.push(here);
    places.set(each.id, here);
  }
  const below = groups[at + 1]?.heading?.place.y;
  const down = below === undefined ? 0 : Math.max(0, ...settled.map(bottomOf).map((bottom) => bottom - below));
  for (const group of groups.slice(at + 1)) {
    for (const { id: other, place: old } of [...(group.heading ? [group.heading] : []), ...group.tiles]) {
      places.set(other, { ...old, y: old.y + down });
    }
  }
  return changedOnly(tiles, places);
}

/** As `putAt`, on a row as it is shown: a closed group moves with all that it holds. The new places are as they are stored. */
export function putWhereShown<T extends Grouped>(tiles: readonly T[], id: string, place: ScreenPlace): Places {
  // just below a closed heading is above what it hides
  const y = place.y === 0 ? 0 : withoutClosed(tiles).stored(place.y - 1) + 1;
  return putAt(tiles, id, { ...place, y });
}

/** A place one cell further, or as it was at the edge of the grid. */
export function moved<T extends TilePlace>(place: T, direction: Direction, columns = SHEET_COLUMNS): T {
  const x = place.x + (direction === "right" ? 1 : direction === "left" ? -1 : 0);
  const y = place.y + (direction === "down" ? 1 : direction === "up" ? -1 : 0);
  return { ...place, x: clamp(x, 0, columns - place.width), y: Math.max(0, y) };
}

/** A place one cell wider, narrower, taller or shorter. */
export function resized<T extends TilePlace>(place: T, direction: Direction, columns = SHEET_COLUMNS): T {
  const width = place.width + (direction === "right" ? 1 : direction === "left" ? -1 : 0);
  const height = place.height + (direction === "down" ? 1 : direction === "up" ? -1 : 0);
  return { ...place, width: clamp(width, 1, columns - place.x), height: clamp(height, 1, MAX_HEIGHT) };
}

/** On a phone, where a tile is as wide as the screen: it changes with the one before or after it. */
export function swapped<T extends Placed>(
  tiles: readonly T[],
  id: string,
  direction: "up" | "down",
): ReadonlyMap<string, TilePlace> {
  const order = readingOrder(tiles);
  const at = order.findIndex((tile) => tile.id === id);
  const [above, below] = direction === "up" ? [order[at - 1], order[at]] : [order[at], order[at + 1]];
  if (!above || !below) return new Map();
  const { y } = above.place;
  return new Map([
    [below.id, { ...below.place, y }],
    [above.id, { ...above.place, y: y + below.place.height + (below.place.y - y - above.place.height) }],
  ]);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

/** One step of a tile, or of a group, by a key. */
export interface Nudge {
  readonly id: string;
  readonly way: Direction;
  readonly how: "move" | "resize";
}

/** As if the tile had been dragged; the new places are as they are stored. */
export function nudged<T extends Grouped>(
  tiles: readonly T[],
  { id, way, how }: Nudge,
  { screen, columns }: { readonly screen: Screen; readonly columns: number },
): Places {
  const fold = withoutClosed(tiles);
  const from = fold.tiles.find((each) => each.id === id);
  const isAlong = way === "up" || way === "down";
  if (!from) return new Map();
  if (isHeading(from)) return how === "move" && isAlong ? groupMoved(tiles, id, way) : new Map();
  if (how === "resize") return putWhereShown(tiles, id, resized(from.place, way, columns));
  if (isAlong && screen === "phone" && from.place.width === columns) {
    const places = [...swapped(fold.tiles, id, way)];
    return new Map(places.map(([each, place]) => [each, { ...place, y: fold.stored(place.y) }]));
  }
  const to = moved(from.place, way, columns);
  const inWay = way === "down" && fold.tiles.find((each) => isHeading(each) && overlap(each.place, to));
  return putWhereShown(tiles, id, inWay ? { ...to, y: inWay.place.y + 1 } : to);
}

function groupMoved<T extends Grouped>(tiles: readonly T[], id: string, way: "up" | "down"): Places {
  const at = groupsOf(tiles).findIndex(({ heading }) => heading?.id === id) - 1;
  return movedGroup(tiles, id, at + (way === "up" ? -1 : 1));
}

/** The closed heading in whose group a tile comes to lie, where nobody would see it. */
export function closedOver<T extends Grouped>(tiles: readonly T[], id: string, places: Places): T | null {
  const after = tiles.map((tile) => ({ id: tile.id, content: tile.content, place: places.get(tile.id) ?? tile.place }));
  const heading = groupsOf(after).find((group) => group.tiles.some((tile) => tile.id === id))?.heading;
  return heading?.content.isClosed ? (tiles.find((tile) => tile.id === heading.id) ?? null) : null;
}

/** The new places after a group has come before or after others: `to` counts the headings before it. */
export function movedGroup<T extends Grouped>(tiles: readonly T[], id: string, to: number): Places {
  const [first, ...groups] = groupsOf(tiles);
  const from = groups.findIndex(({ heading }) => heading?.id === id);
  const moving = groups[from];
  if (!moving) return new Map();
  const order = groups.toSpliced(from, 1).toSpliced(Math.max(0, Math.min(to, groups.length - 1)), 0, moving);
  const heights = new Map(
    groups.map((group, at) => {
      const inside = Math.max(bottomOf(group.heading!.place), ...group.tiles.map(bottomOfTile));
      return [group, (groups[at + 1]?.heading?.place.y ?? inside) - group.heading!.place.y];
    }),
  );
  let y = groups[0]?.heading?.place.y ?? Math.max(0, ...(first?.tiles ?? []).map(bottomOfTile));
  const places = new Map<string, ScreenPlace>();
  for (const group of order) {
    const down = y - group.heading!.place.y;
    for (const { id: each, place } of [group.heading!, ...group.tiles])
      places.set(each, { ...place, y: place.y + down });
    y += heights.get(group) ?? 0;
  }
  return changedOnly(tiles, places);
}

function bottomOfTile({ place }: Grouped): number {
  return bottomOf(place);
}

function hit(settled: readonly ScreenPlace[], place: ScreenPlace): ScreenPlace | undefined {
  return settled.find((other) => overlap(other, place));
}

function changedOnly(tiles: readonly Grouped[], places: Places): Places {
  const before = new Map(tiles.map(({ id, place }) => [id, place]));
  return new Map(
    [...places].filter(([id, place]) => {
      const old = before.get(id);
      return !old || !samePlace(old, place) || old.isFixed !== place.isFixed;
    }),
  );
}
