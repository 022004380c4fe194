/** How high a block is in its tile: whether something of it is cut, and how many rows all of it takes. */
import type { SheetStyle, TileStyle } from "@tessera/model";
import type { FollowReply, ObservationReply, TileReply } from "@tessera/model/api";
import { laidOutAt, scaleOf, wayOf } from "@tessera/model/ways";
import { CELL_HEIGHT, MARGIN } from "../grid/grid-places.ts";
import { lookOf } from "./tile-look.ts";

/** The head of a tile, its borders, and what a frame stays away from its corners. */
const HEAD_PX = 36 + 2 + 3;
const SIDES_PX = 2 + 2 * 3;
const MIN_ROWS = 2;
/** A list that nobody said anything about is no higher: the rest of it is a press away. */
const MAX_ROWS = 12;
/** What somebody asked for. */
const MAX_ROWS_ASKED = 100;
/** A difference that nobody misses. */
const SLACK_PX = 10;

/** Whether the tile is as high as its content. */
function isAutoHeight({ height }: TileStyle, { pick }: FollowReply, observation: ObservationReply | null): boolean {
  const isList = observation?.verdict.kind === "found" && (observation.verdict.items ?? 0) > 1;
  return height === "auto" || (height === null && (isList || pick.extent === "alike"));
}

/** Whether something is out of sight; null where nobody knows how high the content is. */
export function isCut(contentPx: number | null, roomPx: number): boolean | null {
  return contentPx === null || roomPx === 0 ? null : contentPx > roomPx + SLACK_PX;
}

export interface Room {
  /** Of a tile with its margins. */
  readonly widthPx: number;
  readonly sheetStyle: SheetStyle;
}

/** Rows that the content of a tile takes; null where the tile is as high as it was made. */
export function autoRows({ style, follow, content }: TileReply, { widthPx, sheetStyle }: Room): number | null {
  // several are as high as the person made their tile: it scrolls
  if (content.kind !== "follow") return null;
  const observation = follow.latestFound;
  const layout = laidOutAt(follow, observation);
  const look = lookOf(style, sheetStyle);
  if (!layout || look.isReader || !isAutoHeight(style, follow, observation)) return null;
  const margin = MARGIN[sheetStyle.density];
  const scale = scaleOf(layout, { widthPx: widthPx - 2 * margin - SIDES_PX, ...look });
  if (wayOf({ way: style.way, layout, hasPicture: false, scale, inkOf: () => null }) !== "page") return null;
  const wantedPx = (layout.height + 2 * look.padPx) * scale + HEAD_PX + 2 * margin;
  const rows = Math.ceil(wantedPx / CELL_HEIGHT[sheetStyle.density]);
  return Math.min(Math.max(rows, MIN_ROWS), style.height === "auto" ? MAX_ROWS_ASKED : MAX_ROWS);
}
