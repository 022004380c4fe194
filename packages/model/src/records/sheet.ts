/** A personal homepage and the tiles on it. */
import { z } from "zod";
import { SHEET_COLUMNS } from "./grid.ts";
import { FollowId, PersonId, SheetId, TileId } from "./ids.ts";
import { Instant } from "./time.ts";

/** `#rrggbb`: re-serialised by us, never pasted into a style as a person wrote it. */
export const Colour = z.string().regex(/^#[0-9a-f]{6}$/);
export type Colour = z.infer<typeof Colour>;

export const Density = z.enum(["compact", "cosy", "roomy"]);
export type Density = z.infer<typeof Density>;

export const SheetStyle = z
  .strictObject({
    theme: z.enum(["system", "light", "dark"]).default("system"),
    density: Density.default("cosy"),
    /** Plain text for all tiles that do not say otherwise. */
    reader: z.boolean().default(false),
    accent: Colour.nullable().default(null),
  })
  .meta({ id: "SheetStyle" });
export type SheetStyle = z.infer<typeof SheetStyle>;

export const Sheet = z.strictObject({
  id: SheetId,
  personId: PersonId,
  title: z.string().min(1).max(200),
  /** Its place among the person's sheets. */
  position: z.int().min(0),
  style: SheetStyle,
  feedKey: z.string().min(16).max(100),
  createdAt: Instant,
  updatedAt: Instant,
  /** Set while a deletion can be undone. */
  deletedAt: Instant.nullable(),
  version: z.int().min(1),
});
export type Sheet = z.infer<typeof Sheet>;

/** Cells of the grid, from the top left. */
export const TilePlace = z
  .strictObject({
    x: z
      .int()
      .min(0)
      .max(SHEET_COLUMNS - 1),
    y: z.int().min(0).max(100_000),
    width: z.int().min(1).max(SHEET_COLUMNS),
    height: z.int().min(1).max(100),
  })
  .meta({ id: "TilePlace" });
export type TilePlace = z.infer<typeof TilePlace>;

/**
 * How a block is shown that is not shown as text: laid out as on its page and scaled to the tile, laid out in the width of
 * the tile, or as a picture that a browser took of it.
 */
export const TileWay = z.enum(["page", "adapted", "picture"]);
export type TileWay = z.infer<typeof TileWay>;

/** Null means: as the sheet says, or what fits the block. */
export const TileStyle = z
  .strictObject({
    title: z.string().max(300).nullable().default(null),
    background: Colour.nullable().default(null),
    foreground: Colour.nullable().default(null),
    density: Density.nullable().default(null),
    /** Plain text. */
    reader: z.boolean().nullable().default(null),
    way: TileWay.nullable().default(null),
    /** It was seen that markup does not show the block in this tile: where nobody chose a way, it is to be a picture. */
    needsPicture: z.boolean().optional(),
    /** As high as it was made, or as its content is; lists by themselves are as high as they are long. */
    height: z.enum(["fixed", "auto"]).nullable().default(null),
    /** What does not fit: it fades, and can be opened; or it is scrolled inside of the tile. */
    overflow: z.enum(["fade", "scroll"]).nullable().default(null),
    showTitle: z.boolean().default(true),
  })
  .meta({ id: "TileStyle" });
export type TileStyle = z.infer<typeof TileStyle>;

/** Whether a picture of the block is to be taken for a tile of this style. */
export function isPictured({ way, reader, needsPicture }: TileStyle): boolean {
  return reader !== true && (way === "picture" || (way === null && needsPicture === true));
}

/** Of a tile that shows several. */
export const MAX_JOINED = 20;

/** Rows of a board. */
export const MAX_BOARD_ROWS = 200;

/** What a tile shows: one follow, several that belong together, one under the other, or several as the rows of a table. */
export const TileContent = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("follow") }),
    z.strictObject({
      kind: z.literal("joined"),
      /** In the order in which they are shown; the first is the `followId` of the tile. */
      followIds: z.array(FollowId).min(2).max(MAX_JOINED),
    }),
    z.strictObject({
      kind: z.literal("board"),
      title: z.string().trim().min(1).max(300),
      /** In the order of the rows, as long as nobody sorts them by another column. */
      followIds: z
        .array(FollowId)
        .min(1)
        .max(MAX_BOARD_ROWS)
        .refine((ids) => new Set(ids).size === ids.length, "names a follow twice"),
    }),
  ])
  .meta({ id: "TileKind" });
export type TileContent = z.infer<typeof TileContent>;
export type Board = Extract<TileContent, { kind: "board" }>;

export const Tile = z
  .strictObject({
    id: TileId,
    sheetId: SheetId,
    /** What it shows, or the first of several. */
    followId: FollowId,
    content: TileContent.default({ kind: "follow" }),
    place: TilePlace,
    style: TileStyle,
    version: z.int().min(1),
  })
  .meta({ id: "Tile" });
export type Tile = z.infer<typeof Tile>;

/** All that a tile shows, in its order. */
export function followsOf({ followId, content }: Pick<Tile, "followId" | "content">): readonly FollowId[] {
  return content.kind === "follow" ? [followId] : content.followIds;
}

/** The same kind of content with these follows, at least one; of several that are joined, one alone is just that. */
export function contentWith(content: TileContent, followIds: FollowId[]): TileContent {
  if (content.kind === "board") return { ...content, followIds };
  return followIds.length > 1 ? { kind: "joined", followIds } : { kind: "follow" };
}
