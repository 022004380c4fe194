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
    /** As high as it was made, or as its content is; lists by themselves are as high as they are long. */
    height: z.enum(["fixed", "auto"]).nullable().default(null),
    /** What does not fit: it fades, and can be opened; or it is scrolled inside of the tile. */
    overflow: z.enum(["fade", "scroll"]).nullable().default(null),
    showTitle: z.boolean().default(true),
  })
  .meta({ id: "TileStyle" });
export type TileStyle = z.infer<typeof TileStyle>;

/** Rows of a board. */
export const MAX_BOARD_ROWS = 200;

/** What a tile shows: one follow, or several as the rows of a table. */
export const TileKind = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("follow") }),
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
export type TileKind = z.infer<typeof TileKind>;
export type Board = Extract<TileKind, { kind: "board" }>;

export const ONE_FOLLOW: TileKind = { kind: "follow" };

/** All that a tile shows; the first is the one by which programs know it that know nothing of kinds. */
export function followsOn({ followId, content }: Pick<Tile, "followId" | "content">): readonly FollowId[] {
  return content.kind === "follow" ? [followId] : content.followIds;
}

/** The board without these follows; null where no row is left. */
export function boardWithout(board: Board, gone: (id: FollowId) => boolean): Board | null {
  const followIds = board.followIds.filter((id) => !gone(id));
  return followIds.length > 0 ? { ...board, followIds } : null;
}

export const Tile = z
  .strictObject({
    id: TileId,
    sheetId: SheetId,
    /** The follow that it shows, or the first of several. */
    followId: FollowId,
    content: TileKind.default(ONE_FOLLOW),
    place: TilePlace,
    style: TileStyle,
    version: z.int().min(1),
  })
  .meta({ id: "Tile" });
export type Tile = z.infer<typeof Tile>;
