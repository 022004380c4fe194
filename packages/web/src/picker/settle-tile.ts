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

/** In CSS pixels of the page. */
export interface BlockSize {
  readonly width: number;
  readonly height: number;
}

/** A tile that shows its block as large as it is on the page, or as large as fits, with its head above it; in cells. */
export function sizeFor({ width, height }: BlockSize): Pick<TilePlace, "width" | "height"> {
  const columns = Math.min(Math.max(Math.ceil((width + SIDES_PX) / COLUMN_PX), MIN_COLUMNS), MAX_COLUMNS);
  const scale = Math.min(1, (columns * COLUMN_PX - SIDES_PX) / Math.max(width, 1));
  const rows = Math.ceil((height * scale + HEAD_PX) / ROW_PX);
  return { width: columns, height: Math.min(Math.max(rows, MIN_ROWS), MAX_ROWS) };
}

/** What can be read on a sheet, whatever it is on its page. */
const MIN_COLUMNS = 2;
const MAX_COLUMNS = 8;
const MIN_ROWS = 2;
const MAX_ROWS = 9;
/** Of a usual sheet on a usual screen. */
const COLUMN_PX = 105;
const ROW_PX = 68;
/** Margins, borders and space around the block. */
const SIDES_PX = 14 + 8 + 24;
const HEAD_PX = 41 + 14 + 24;
