/**
 * How a block is shown in the room that its tile has: one choice for the sheet, and for whoever measures what a sheet shows.
 * Without the schemas, which the web app need not load for it.
 */
import type { PartWay, Tile, TileStyle, TileWay } from "../records/sheet.ts";
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

/** What the person chose for one block of a tile; null where it is left to us. A part of a joined tile may have its own. */
export function chosenWay(
  { way, parts }: Pick<TileStyle, "way" | "parts">,
  { isReader, followId }: { readonly isReader: boolean; readonly followId: FollowReply["id"] },
): PartWay | null {
  return parts?.[followId] ?? (isReader ? "text" : way);
}

/** The same of a tile as it is stored, on a sheet of that style. */
export function wayInTile(
  { style, content }: Pick<Tile, "style" | "content">,
  { reader }: { readonly reader: boolean },
  followId: FollowReply["id"],
): PartWay | null {
  const { parts, ...whole } = style;
  const isReader = style.reader ?? reader;
  return chosenWay(content.kind === "joined" && parts ? style : whole, { isReader, followId });
}

/**
 * Where nobody can measure what is seen, nor knows how wide the tile will be, and there are no pictures: what the person
 * chose, and by itself as on the page, where it is known to be seen. In a narrow frame that needs `leastScale`.
 */
export function unmeasuredWay(chosen: PartWay | null, layout: LaidOut | null): MarkupWay | "text" {
  if (chosen === "text") return "text";
  const way = wayOf({ way: chosen, layout, hasPicture: false, scale: null, inkOf: () => null });
  return way === "picture" ? "text" : way;
}

/** Why there is no picture of a block: it is several, or no browser of the server's renders its page. Null where there is one, or will be. */
export type NoPicture = "alike" | "raw";

export function whyNoPicture(
  {
    pick,
    page,
  }: { readonly pick: Pick<FollowReply["pick"], "extent">; readonly page: Pick<FollowReply["page"], "fetchedBy"> },
  observation: Pick<ObservationReply, "hasPicture"> | null,
): NoPicture | null {
  if (pick.extent !== "one") return "alike";
  // one is taken with the next check where a browser renders the page
  return observation?.hasPicture || page.fetchedBy.fetcher === "browser" ? null : "raw";
}

/** What is shown in place of a picture that there is none of, as far as is known before somebody looks. */
export function inPlaceOfPicture(layout: LaidOut | null): Exclude<ShownWay, "picture"> {
  const way = wayOf({ way: "picture", layout, hasPicture: false, scale: null, inkOf: () => null });
  return way === "picture" ? "text" : way;
}

/** Of a block as on its page: who chose it has all of it in sight, others read it and scroll. */
export function leastScale(chosen: PartWay | null): number {
  return chosen === null ? MIN_SCALE : 0;
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

/** Whether nothing is to be seen of a blank block without a browser, or not even with one. */
export function blankness({ page: { fetchedBy } }: Pick<FollowReply, "page">): "raw" | "now" {
  return fetchedBy.fetcher !== "http" || fetchedBy.reason === "no-better-rendered" ? "now" : "raw";
}

/** Drawn by a script, with no markup to show: the picture that was taken of it is all there is. */
export function isPictureOnly(observation: Pick<ObservationReply, "verdict" | "hasPicture"> | null): boolean {
  return observation?.verdict.kind === "found" && observation.verdict.shows === "drawing" && observation.hasPicture;
}
