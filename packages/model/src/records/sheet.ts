/** A personal homepage and the tiles on it. */
import { z } from "zod";
import { SHEET_COLUMNS } from "./grid.ts";
import { BodyHash, FollowId, PersonId, SheetId, TileId } from "./ids.ts";
import { TileContent } from "./tile-content.ts";
import { MAX_JOINED } from "./tile-limits.ts";
import { Instant } from "./time.ts";

/** `#rrggbb`: re-serialised by us, never pasted into a style as a person wrote it. */
export const Colour = z.string().regex(/^#[0-9a-f]{6}$/);
export type Colour = z.infer<typeof Colour>;

export const Density = z.enum(["compact", "cosy", "roomy"]);
export type Density = z.infer<typeof Density>;

/** The colours of everything that is not a tile, each light and dark. */
export const Palette = z.enum(["paper", "mist", "forest", "rose", "amber", "contrast"]);
export type Palette = z.infer<typeof Palette>;

/** What lies behind the tiles; a colour is mended where words could not be read on it. */
export const SheetBackground = z
  .discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("colour"), colour: Colour }),
    z.strictObject({ kind: z.literal("gradient"), from: Colour, to: Colour }),
    /** The picture that the sheet has. */
    z.strictObject({ kind: z.literal("picture") }),
  ])
  .meta({ id: "SheetBackground" });
export type SheetBackground = z.infer<typeof SheetBackground>;

export const SheetStyle = z
  .strictObject({
    theme: z.enum(["system", "light", "dark"]).default("system"),
    density: Density.default("cosy"),
    /** Plain text for all tiles that do not say otherwise. */
    reader: z.boolean().default(false),
    accent: Colour.nullable().default(null),
    /** `paper` where nobody chose one. */
    palette: Palette.optional(),
    background: SheetBackground.nullable().optional(),
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
  /** A JPEG of the person's, for a background. */
  picture: BodyHash.nullable().optional(),
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

/** A place on a screen of another width. */
const ScreenPlace = TilePlace.extend({
  /** Its height was set there by hand: it is no longer as high as its content. */
  isFixed: z.literal(true).optional(),
}).meta({ id: "ScreenPlace" });
export type ScreenPlace = z.infer<typeof ScreenPlace>;

/** Where a tile lies on narrower screens, as far as a person has arranged it there. */
export const ScreenPlaces = z
  .strictObject({ phone: ScreenPlace.optional(), tablet: ScreenPlace.optional() })
  .meta({ id: "ScreenPlaces" });
export type ScreenPlaces = z.infer<typeof ScreenPlaces>;

/** Screens that are arranged each by itself. */
export const Screen = z.enum(["phone", "tablet", "wide"]);
export type Screen = z.infer<typeof Screen>;

/**
 * How a block is shown that is not shown as text: laid out as on its page and scaled to the tile, laid out in the width of
 * the tile, or as a picture that a browser took of it.
 */
export const TileWay = z.enum(["page", "adapted", "picture"]);
export type TileWay = z.infer<typeof TileWay>;

/** A way, or as text. */
const PartWay = z.enum([...TileWay.options, "text"]);
export type PartWay = z.infer<typeof PartWay>;

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
    /** Parts of a joined tile that are shown in another way than the tile is; one that is no longer there is nobody's. */
    parts: z
      .record(FollowId, PartWay)
      .refine((parts) => Object.keys(parts).length <= MAX_JOINED, "has too many parts")
      .optional(),
  })
  .meta({ id: "TileStyle" });
export type TileStyle = z.infer<typeof TileStyle>;

const { shape } = TileStyle;
/** Of a style, what is to change; what it does not say stays. */
export const TileStylePatch = z
  .strictObject({
    ...shape,
    title: shape.title.unwrap(),
    background: shape.background.unwrap(),
    foreground: shape.foreground.unwrap(),
    density: shape.density.unwrap(),
    reader: shape.reader.unwrap(),
    way: shape.way.unwrap(),
    height: shape.height.unwrap(),
    overflow: shape.overflow.unwrap(),
    showTitle: shape.showTitle.unwrap(),
  })
  .partial()
  .meta({ id: "TileStylePatch" });
export type TileStylePatch = z.infer<typeof TileStylePatch>;

/** Whether a picture of the block that is followed is to be taken for a tile of this style. */
export function isPictured({ way, reader, needsPicture, parts }: TileStyle, followId: FollowId): boolean {
  const own = parts?.[followId];
  if (own) return own === "picture";
  return reader !== true && (way === "picture" || (way === null && needsPicture === true));
}

export const Tile = z
  .strictObject({
    id: TileId,
    sheetId: SheetId,
    /** What it shows, or the first of several; null where it shows none. */
    followId: FollowId.nullable(),
    content: TileContent.default({ kind: "follow" }),
    /** On a wide screen; on others too where nobody has arranged it there. */
    place: TilePlace,
    screens: ScreenPlaces.optional(),
    style: TileStyle,
    version: z.int().min(1),
  })
  .meta({ id: "Tile" });
export type Tile = z.infer<typeof Tile>;
