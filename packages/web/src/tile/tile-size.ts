/** How a block is shown in the room that its tile has: which way fits, how far it is scaled, how high it would be. */
import type { LaidOut, SheetStyle, TileStyle, TileWay } from "@tessera/model";
import type { FollowReply, ObservationReply, TileReply } from "@tessera/model/api";
import { CELL_HEIGHT, MARGIN } from "../grid/grid-places.ts";
import { lookOf } from "./tile-look.ts";

/** Words that are smaller than this share of themselves are not read. */
const MIN_SCALE = 0.45;
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

/** As it was at that look, or is by what is known of the page. */
export function laidOutAt(follow: FollowReply, observation: ObservationReply | null): LaidOut | null {
  const { verdict } = observation ?? {};
  const seen = verdict?.kind === "found" ? verdict.laidOut : undefined;
  return seen && follow.layout?.isLegible === false ? { ...seen, isLegible: false } : (seen ?? follow.layout);
}

/** Never larger than on the page, but for who wants everything larger. */
export function scaleOf(
  { width }: LaidOut,
  room: { readonly widthPx: number; readonly padPx: number; readonly zoom: number },
) {
  return Math.min(room.zoom, room.widthPx / (width + 2 * room.padPx));
}

export interface Shown {
  readonly way: TileWay | null;
  readonly layout: LaidOut | null;
  readonly hasPicture: boolean;
  /** Of the page's own size; null while nobody knows how wide the tile is. */
  readonly scale: number | null;
}

/**
 * What the person chose, as far as it can be had; by itself as on the page, unless that would be too small to read. Words
 * whose ground is not around them are seen in a picture only.
 */
export function wayOf({ way, layout, hasPicture, scale }: Shown): TileWay {
  if (hasPicture && (way === "picture" || (way === null && layout?.isLegible === false))) return "picture";
  if (way === "adapted" || !layout) return "adapted";
  return way === null && scale !== null && scale < MIN_SCALE ? "adapted" : "page";
}

/** True where no way shows the words of the block: white ones whose dark ground lies beside it, and nobody took a picture. */
export function isLost({ way, layout, hasPicture }: Omit<Shown, "scale">): boolean {
  return way === null && layout?.isLegible === false && !hasPicture;
}

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
export function autoRows({ style, follow, follows }: TileReply, { widthPx, sheetStyle }: Room): number | null {
  // several are as high as the person made their tile: it scrolls
  if (follows.length > 1) return null;
  const observation = follow.latestFound;
  const layout = laidOutAt(follow, observation);
  const look = lookOf(style, sheetStyle);
  if (!layout || look.isReader || !isAutoHeight(style, follow, observation)) return null;
  const margin = MARGIN[sheetStyle.density];
  const scale = scaleOf(layout, { widthPx: widthPx - 2 * margin - SIDES_PX, ...look });
  if (wayOf({ way: style.way, layout, hasPicture: false, scale }) !== "page") return null;
  const wantedPx = (layout.height + 2 * look.padPx) * scale + HEAD_PX + 2 * margin;
  const rows = Math.ceil(wantedPx / CELL_HEIGHT[sheetStyle.density]);
  return Math.min(Math.max(rows, MIN_ROWS), style.height === "auto" ? MAX_ROWS_ASKED : MAX_ROWS);
}
