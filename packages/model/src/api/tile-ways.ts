/**
 * How a block is shown in the room that its tile has: one choice for the sheet, and for whoever measures what a sheet shows.
 * Without the schemas, which the web app need not load for it.
 */
import type { TileWay } from "../records/sheet.ts";
import type { LaidOut } from "../records/verdict.ts";
import { isBlankVerdict } from "../records/verdict-predicates.ts";
import type { FollowReply, ObservationReply } from "./follows.ts";

/** Words that are smaller than this share of themselves are not read. */
const MIN_SCALE = 0.45;

/** What can be seen of a block laid out in its tile: nothing of it, or words of the colour of their ground. */
export type Ink = "seen" | "blank" | "illegible";

/** A way that lays the block out: what can be seen of it then has to be measured. */
export type MarkupWay = Exclude<TileWay, "picture">;
export type ShownWay = TileWay | "text";

export interface TileRoom {
  /** What the person chose; null where it is left to us. */
  readonly way: TileWay | null;
  readonly layout: LaidOut | null;
  readonly hasPicture: boolean;
  /** Of the page's own size; null while nobody knows how wide the tile is. */
  readonly scale: number | null;
  /** As measured in a tile of this size; null where nobody has. */
  readonly inkOf: (way: MarkupWay) => Ink | null;
}

/** As it was at that look, or is by what is known of the page. */
export function laidOutAt(
  { layout }: Pick<FollowReply, "layout">,
  observation: Pick<ObservationReply, "verdict"> | null,
): LaidOut | null {
  const { verdict } = observation ?? {};
  const seen = verdict?.kind === "found" ? verdict.laidOut : undefined;
  return seen && layout?.isLegible === false ? { ...seen, isLegible: false } : (seen ?? layout);
}

/** Never larger than on the page, but for who wants everything larger. */
export function scaleOf(
  { width }: Pick<LaidOut, "width">,
  room: { readonly widthPx: number; readonly padPx: number; readonly zoom: number },
): number {
  return Math.min(room.zoom, room.widthPx / (width + 2 * room.padPx));
}

/**
 * What the person chose, as far as it can be had; by itself as on the page, unless that would be too small to read. A way
 * that shows nothing gives place to the next; so does one whose words cannot be told from their ground, unless the person
 * chose it.
 */
export function wayOf(room: TileRoom): ShownWay {
  const { way, layout, inkOf } = room;
  const shows = (candidate: ShownWay): boolean => {
    if (candidate === "picture" || candidate === "text") return true;
    const ink = inkOf(candidate) ?? (layout?.isLegible === false ? "illegible" : "seen");
    return ink === "seen" || (ink === "illegible" && way !== null);
  };
  return inOrder(room).find(shows) ?? "text";
}

/** The best first; each only where it can be had. */
function inOrder({ way, layout, hasPicture, scale }: TileRoom): readonly ShownWay[] {
  const isTooSmall = way === null && scale !== null && scale < MIN_SCALE;
  // words that need what lies beside the block are seen in its picture
  const usual: readonly ShownWay[] = isTooSmall ? ["adapted", "page", "picture"] : ["page", "picture", "adapted"];
  const ways = way === null ? usual : [way, ...usual.filter((other) => other !== way)];
  return ways.filter((other) => (other === "page" ? layout !== null : other !== "picture" || hasPicture));
}

/** A block that was found, and of which nothing can be seen; one that is only drawn, until there is a picture of it. */
export function isBlank(observation: Pick<ObservationReply, "verdict" | "hasPicture"> | null): boolean {
  if (observation?.verdict.kind !== "found") return false;
  const isUnpictured = observation.verdict.shows === "drawing" && !observation.hasPicture;
  return isUnpictured || isBlankVerdict(observation.verdict);
}

/** Drawn by a script, with no markup to show: the picture that was taken of it is all there is. */
export function isPictureOnly(observation: Pick<ObservationReply, "verdict" | "hasPicture"> | null): boolean {
  return observation?.verdict.kind === "found" && observation.verdict.shows === "drawing" && observation.hasPicture;
}
