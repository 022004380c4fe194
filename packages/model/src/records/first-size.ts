/** How large the tile of a block is at first, for the browser as well: as large as the block is on its page, or as large as fits. */
import { NEW_TILES, type TileSize } from "./grid.ts";

/** In CSS pixels of the page. */
export interface BlockSize {
  readonly width: number;
  readonly height: number;
}

/** With its head above it; in cells. As usual where nobody knows how large the block is. */
export function sizeFor(block: BlockSize | null): TileSize {
  if (block === null) return NEW_TILES.follow;
  const { width, height } = block;
  const columns = Math.min(Math.max(Math.ceil((width + SIDES_PX) / COLUMN_PX), MIN_COLUMNS), MAX_COLUMNS);
  const scale = Math.min(1, (columns * COLUMN_PX - SIDES_PX) / Math.max(width, 1));
  const rows = Math.ceil((height * scale + HEAD_PX) / ROW_PX);
  return { width: columns, height: Math.min(Math.max(rows, MIN_ROWS), MAX_ROWS) };
}

/** Of blocks joined in one tile: as high as there are parts. */
export function sizeOfParts(parts: number): TileSize {
  return {
    ...NEW_TILES.joined,
    height: Math.min(Math.max(parts * PART_ROWS, NEW_TILES.joined.height), MAX_PARTS_ROWS),
  };
}

/** What can be read on a sheet, whatever it is on its page. */
const MIN_COLUMNS = 2;
const MAX_COLUMNS = 8;
const MIN_ROWS = 2;
const MAX_ROWS = 9;
const PART_ROWS = 3;
const MAX_PARTS_ROWS = 12;
/** Of a usual sheet on a usual screen. */
const COLUMN_PX = 105;
const ROW_PX = 68;
/** Margins, borders and space around the block. */
const SIDES_PX = 14 + 8 + 24;
const HEAD_PX = 41 + 14 + 24;
