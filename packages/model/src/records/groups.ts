/** Groups of tiles: a heading holds what lies below it, until the next one. Without zod, like the grid. */
import { bottomOf, freePlace, readingOrder, SHEET_COLUMNS, type TileSize } from "./grid.ts";
import type { Screen, ScreenPlace, ScreenPlaces, TilePlace } from "./sheet.ts";
import type { TileContent } from "./tile-content.ts";

/** What of a tile says which group it is in. */
export interface Grouped {
  readonly id: string;
  readonly place: ScreenPlace;
  readonly content: Pick<TileContent, "kind"> & { readonly isClosed?: boolean };
}

export interface Group<T extends Grouped> {
  /** Null for what lies above the first heading. */
  readonly heading: T | null;
  /** In reading order, without the heading. */
  readonly tiles: readonly T[];
}

export function isHeading({ content }: Pick<Grouped, "content">): boolean {
  return content.kind === "heading";
}

/** From the top; the first is what has no heading, and may be empty. */
export function groupsOf<T extends Grouped>(tiles: readonly T[]): readonly Group<T>[] {
  return groupsIn(readingOrder(tiles));
}

function groupsIn<T extends Grouped>(ordered: readonly T[]): readonly Group<T>[] {
  const groups: { readonly heading: T | null; readonly tiles: T[] }[] = [{ heading: null, tiles: [] }];
  for (const tile of ordered) {
    if (isHeading(tile)) groups.push({ heading: tile, tiles: [] });
    else groups.at(-1)!.tiles.push(tile);
  }
  return groups;
}

/**
 * Where a new tile comes: the first free place that is large enough and in no closed group, where nobody would see it; below
 * everything where there is none.
 */
export function roomFor(tiles: readonly Grouped[], size?: TileSize): TilePlace {
  const taken = tiles.map(({ place }) => place);
  const groups = groupsOf(tiles);
  const closed = groups.flatMap(({ heading, tiles: inside }, at) => {
    if (!heading?.content.isClosed) return [];
    const { y } = heading.place;
    const bottoms = [heading, ...inside].map(({ place }) => bottomOf(place));
    const end = Math.max(groups[at + 1]?.heading?.place.y ?? 0, ...bottoms);
    return [{ x: 0, y, width: SHEET_COLUMNS, height: end - y }];
  });
  return freePlace([...taken, ...closed], size);
}

interface OnScreens extends Grouped {
  readonly screens?: ScreenPlaces | undefined;
}

/**
 * The closed headings that hide, on whichever screen, a tile that lay under another heading there, or was not there: it would
 * be gone for whoever looks. Not headings that came with what they hide.
 */
export function closedOverArrivals<T extends OnScreens>(before: readonly T[], after: readonly T[]): readonly T[] {
  const known = new Set(before.map(({ id }) => id));
  const over = new Set<T>();
  for (const screen of ["wide", "tablet", "phone"] as const) {
    const headings = headingsOn(before, screen);
    for (const { heading, tiles } of groupsIn(orderOn(after, screen))) {
      if (!heading?.content.isClosed || !known.has(heading.id)) continue;
      if (tiles.some(({ id }) => headings.get(id) !== heading.id)) over.add(heading);
    }
  }
  return [...over];
}

/** The heading that each tile lies under, where it lies under one. */
function headingsOn(tiles: readonly OnScreens[], screen: Screen): ReadonlyMap<string, string | undefined> {
  const groups = groupsIn(orderOn(tiles, screen));
  return new Map(groups.flatMap((group) => group.tiles.map(({ id }) => [id, group.heading?.id])));
}

/** The reading order of a screen; what nobody has put anywhere on a narrower one comes last there, as on the next wider one. */
export function orderOn<T extends Pick<OnScreens, "place" | "screens">>(
  tiles: readonly T[],
  screen: Screen,
): readonly T[] {
  if (screen === "wide") return readingOrder(tiles);
  const wider = orderOn(tiles, screen === "phone" ? "tablet" : "wide");
  const here = wider.flatMap((tile) => {
    const place = tile.screens?.[screen];
    return place ? [{ tile, place }] : [];
  });
  return [...readingOrder(here).map(({ tile }) => tile), ...wider.filter(({ screens }) => !screens?.[screen])];
}

interface Shown<T> {
  /** Without what is in a closed group, and the others moved up to where that would be. */
  readonly tiles: readonly T[];
  /** A row that is shown as it is stored. */
  readonly stored: (y: number) => number;
}

/** What is shown of tiles some of whose groups are closed. */
export function withoutClosed<T extends Grouped>(tiles: readonly T[]): Shown<T> {
  if (!tiles.some(({ content }) => content.isClosed)) return { tiles, stored: (y) => y };
  const gone = new Set<string>();
  /** From which row on, as it is shown, how many rows are not shown. */
  const cuts: { readonly from: number; readonly rows: number }[] = [];
  let rows = 0;
  const moved = new Map<string, number>();
  const groups = groupsOf(tiles);
  for (const [at, { heading, tiles: inside }] of groups.entries()) {
    for (const each of heading ? [heading, ...inside] : inside) moved.set(each.id, each.place.y - rows);
    if (!heading?.content.isClosed) continue;
    for (const each of inside) gone.add(each.id);
    const end = groups[at + 1]?.heading?.place.y ?? Math.max(bottomOf(heading.place), ...inside.map(bottomOfTile));
    const from = bottomOf(heading.place) - rows;
    rows += end - bottomOf(heading.place);
    cuts.push({ from, rows });
  }
  return {
    tiles: tiles.flatMap((tile) =>
      gone.has(tile.id) ? [] : [{ ...tile, place: { ...tile.place, y: moved.get(tile.id) ?? tile.place.y } }],
    ),
    stored: (y) => y + (cuts.findLast(({ from }) => y >= from)?.rows ?? 0),
  };
}

function bottomOfTile({ place }: Grouped): number {
  return bottomOf(place);
}
