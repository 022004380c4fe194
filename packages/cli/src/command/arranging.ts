/** Where the tiles of a sheet lie, on screens of each width; what moves there makes others give way. */
import type { Screen, ScreenPlace } from "@tessera/model";
import type { SheetReply, TileReply } from "@tessera/model/api";
import { bottomOf, overlap, readingOrder } from "@tessera/model/grid";
import { COLUMNS, isArranged, onScreen } from "@tessera/model/screens";
import type { Instance } from "./instance.ts";
import { CliError, EXIT } from "./verb.ts";

const SCREENS: readonly Screen[] = ["phone", "tablet", "wide"];

export function readScreen(word: string | undefined): Screen {
  const screen = SCREENS.find((known) => known === (word ?? "wide"));
  if (screen) return screen;
  throw new CliError(EXIT.usage, `--screen is phone, tablet or wide, not "${word}"`);
}

interface Placed {
  readonly id: string;
  readonly place: ScreenPlace;
}

/** Moves tiles of a sheet and resolves with how many; a screen that is arranged for the first time is arranged as a whole. */
export async function rearrange(
  instance: Instance,
  { id, screen }: { readonly id: SheetReply["id"]; readonly screen: Screen },
  arranged: (tiles: readonly TileReply[], columns: number) => readonly TileReply[],
): Promise<number> {
  const { tiles } = await instance.ask("GET /sheets/:id", { params: { id } });
  const here = onScreen(tiles, screen);
  const before = new Map(here.map((tile) => [tile.id, tile.place]));
  const after = arranged(here, COLUMNS[screen]);
  const moved = after.filter((tile) => !samePlace(tile.place, before.get(tile.id)));
  if (moved.length === 0) return 0;
  const places = (isArranged(tiles, screen) ? moved : after).map((tile) => ({ id: tile.id, place: tile.place }));
  await instance.ask("PUT /sheets/:id/places", { params: { id }, body: { screen, places } });
  return moved.length;
}

function samePlace(one: ScreenPlace, other: ScreenPlace | undefined): boolean {
  return (["x", "y", "width", "height"] as const).every((part) => one[part] === other?.[part]);
}

/** One tile at this place; what lies there moves down as far as it must. */
export function put<T extends Placed>(tiles: readonly T[], id: string, place: ScreenPlace): readonly T[] {
  const taken: ScreenPlace[] = [place];
  const others = new Map<string, ScreenPlace>();
  for (const tile of readingOrder(tiles)) {
    if (tile.id === id) continue;
    let there = tile.place;
    for (;;) {
      const under = taken.find((other) => overlap(there, other));
      if (!under) break;
      there = { ...there, y: bottomOf(under) };
    }
    taken.push(there);
    others.set(tile.id, there);
  }
  return tiles.map((tile) => ({ ...tile, place: others.get(tile.id) ?? place }));
}

/** `3,0` and `4x2`; without a size the tile keeps its own. */
export function readPlace(at: string, size: string | undefined, before: ScreenPlace, columns: number): ScreenPlace {
  const [, x, y] = /^(\d{1,6}),(\d{1,6})$/.exec(at) ?? [];
  const [, width, height] = size === undefined ? [] : (/^(\d{1,3})x(\d{1,3})$/.exec(size) ?? [""]);
  if (x === undefined || (size !== undefined && width === undefined)) {
    throw new CliError(EXIT.usage, "a place is COLUMN,ROW from 0,0, and a size WIDTHxHEIGHT");
  }
  const place = {
    ...before,
    ...{ x: Number(x), y: Number(y) },
    ...(width === undefined ? {} : { width: Number(width), height: Number(height) }),
  };
  if (place.width > 0 && place.height > 0 && place.x + place.width <= columns) return place;
  throw new CliError(
    EXIT.usage,
    `there are ${columns} columns on such a screen: ${place.width} do not fit at ${place.x}`,
  );
}
