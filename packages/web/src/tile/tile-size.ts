/** How high a block is in its tile: whether something of it is cut, and how many rows all of it takes. */
import type { SheetStyle, TileStyle } from "@tessera/model";
import type { FollowReply, ObservationReply, TileReply } from "@tessera/model/api";
import { laidOutAt, scaleOf, wayOf } from "@tessera/model/ways";
import { CELL_HEIGHT, MARGIN } from "../grid/grid-places.ts";
import { lookOf } from "./tile-look.ts";

/** What the body of a tile stays away from its sides. */
export const BODY_SIDES_PX = 2 * 3;
/** The head of a tile, its borders, and what a frame stays away from its corners. */
const HEAD_PX = 36 + 2 + 3;
const SIDES_PX = 2 + BODY_SIDES_PX;
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

export interface BlockLook {
  readonly way: TileStyle["way"];
  readonly isReader: boolean;
  readonly padPx: number;
  readonly zoom: number;
}

/** What the height of a block in its tile depends on, besides the width. */
export interface ShownBlock extends BlockLook {
  readonly followId: string;
  readonly observationId: string;
}

export interface Room {
  /** Of a tile with its margins. */
  readonly widthPx: number;
  readonly sheetStyle: SheetStyle;
  /** How high a block is in the body of a tile of that width, given what is known of its page; null where nobody knows. */
  readonly heightShown: (block: ShownBlock, bodyPx: number, onPagePx: number | null) => number | null;
}

/** Rows that the content of a tile takes; null where the tile is as high as it was made. */
export function autoRows(
  { style, follow, content }: TileReply,
  { widthPx, sheetStyle, heightShown }: Room,
): number | null {
  // anything else than one block is as high as the person made its tile: it scrolls
  if (content.kind !== "follow" || !follow) return null;
  const observation = follow.latestFound;
  if (!observation || !isAutoHeight(style, follow, observation)) return null;
  const look = lookOf(style, sheetStyle);
  const margin = MARGIN[sheetStyle.density];
  const bodyPx = widthPx - 2 * margin - SIDES_PX;
  const shown: ShownBlock = { followId: follow.id, observationId: observation.id, way: style.way, ...look };
  const contentPx = heightShown(shown, bodyPx, heightOnPage(follow, observation, { ...shown, bodyPx }));
  if (contentPx === null) return null;
  const rows = Math.ceil((contentPx + HEAD_PX + 2 * margin) / CELL_HEIGHT[sheetStyle.density]);
  return Math.min(Math.max(rows, MIN_ROWS), style.height === "auto" ? MAX_ROWS_ASKED : MAX_ROWS);
}

/** What is known before the block is shown: of one that is as on the page, or would be had it no picture. */
export function heightOnPage(
  follow: FollowReply,
  observation: ObservationReply | null,
  { way, isReader, padPx, zoom, bodyPx }: BlockLook & { readonly bodyPx: number },
): number | null {
  const layout = laidOutAt(follow, observation);
  if (!layout || isReader || bodyPx <= 0) return null;
  const scale = scaleOf(layout, { widthPx: bodyPx, padPx, zoom });
  const shown = wayOf({ way, layout, hasPicture: false, scale, inkOf: () => null });
  return shown === "page" ? (layout.height + 2 * padPx) * scale : null;
}
