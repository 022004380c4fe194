/** A new tile dropped on a sheet: it gets the place it was dropped on, and whatever lay there moves down. */
import type { TilePlace } from "@tessera/model";
import { overlap, SHEET_COLUMNS } from "@tessera/model/grid";
import type { Placed } from "../grid/grid-places.ts";

/** The tiles that have to move so that `place` is free, with their new places. None overlaps another afterwards. */
export function pushedBy(place: TilePlace, tiles: readonly Placed[]): readonly Placed[] {
  const settled: TilePlace[] = [place];
  const pushed: Placed[] = [];
  for (const tile of [...tiles].sort((one, other) => one.place.y - other.place.y || one.place.x - other.place.x)) {
    let at = tile.place;
    for (let lying = under(at, settled); lying; lying = under(at, settled)) {
      at = { ...at, y: lying.y + lying.height };
    }
    settled.push(at);
    if (at.y !== tile.place.y) pushed.push({ id: tile.id, place: at });
  }
  return pushed;
}

function under(place: TilePlace, others: readonly TilePlace[]): TilePlace | undefined {
  return others.find((other) => overlap(place, other));
}

export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly rowHeight: number;
  /** Its first column is on the right. */
  readonly isMirrored: boolean;
}

/** The place under a pointer that holds the tile at the middle of its upper edge. */
export function placeUnder(
  point: { readonly x: number; readonly y: number },
  area: Area,
  size: Pick<TilePlace, "width" | "height">,
): TilePlace {
  const fromStart = area.isMirrored ? area.left + area.width - point.x : point.x - area.left;
  const column = (fromStart / area.width) * SHEET_COLUMNS - size.width / 2;
  const row = (point.y - area.top) / area.rowHeight - 0.5;
  return {
    ...size,
    x: Math.min(Math.max(Math.round(column), 0), SHEET_COLUMNS - size.width),
    y: Math.max(Math.round(row), 0),
  };
}
