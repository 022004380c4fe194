/** Sheets and the tiles on them. */
import { z } from "zod";
import { MAX_PICTURE_BYTES } from "../records/grid.ts";
import { FollowId, PersonId, SheetId, TileId } from "../records/ids.ts";
import { inGrid } from "../records/screens.ts";
import { SheetRole } from "../records/share.ts";
import { Screen, Sheet, SheetStyle, Tile, TileStyle, TileStylePatch } from "../records/sheet.ts";
import { TileContent } from "../records/tile-content.ts";
import { MAX_JOINED } from "../records/tile-limits.ts";
import { Instant } from "../records/time.ts";
import {
  byId,
  CHECKING,
  type Contracts,
  FeedLinks,
  numberInQuery,
  READING,
  READING_ANYWHERE,
  SliceQuery,
  sliceOf,
  WRITING,
  WRITING_ANYWHERE,
} from "./contract.ts";
import { FollowReply, ObservationReply } from "./follows.ts";
import { PlaceOnSheet, PlacesOnScreens, Placing } from "./placing.ts";

export const SheetReply = Sheet.pick({
  id: true,
  title: true,
  position: true,
  style: true,
  picture: true,
  createdAt: true,
  updatedAt: true,
  deletedAt: true,
  version: true,
})
  .extend({
    feeds: FeedLinks,
    role: SheetRole.describe("What I may do with it"),
    owner: z
      .object({ id: PersonId, name: z.string(), displayName: z.string() })
      .nullable()
      .describe("Who shares it with me; null where it is mine"),
  })
  .strip()
  .meta({ id: "Sheet" });
export type SheetReply = z.output<typeof SheetReply>;

const TileReply = Tile.extend({
  follow: FollowReply.nullable().describe("What it shows, or the first of several; null where it shows none"),
  follows: z.array(FollowReply).describe("All that it shows, in its order"),
  isHidden: z.boolean().describe("Private to its owner: others are told that it is there, and nothing else"),
});
export type TileReply = z.output<typeof TileReply>;

/** What of a style cannot be had, and what is shown instead; it is stored all the same. */
const TileWarning = z
  .object({
    followId: FollowId,
    code: z.enum(["picture-of-alike", "picture-without-browser"]),
    shownAs: z.enum(["page", "adapted", "text"]).describe("Until there is a picture"),
    detail: z.string(),
  })
  .meta({ id: "TileWarning" });
export type TileWarning = z.output<typeof TileWarning>;

const StyledTileReply = Tile.extend({
  warnings: z.array(TileWarning).describe("What of its style cannot be had, and what is shown instead"),
}).meta({ id: "StyledTile" });

/** A tile of one follow or several. */
export type FollowTileReply = TileReply & { readonly followId: FollowId; readonly follow: FollowReply };

export const SheetWithTilesReply = SheetReply.extend({
  tiles: z.array(TileReply),
})
  .strip()
  .meta({ id: "SheetWithTiles" });
export type SheetWithTilesReply = z.output<typeof SheetWithTilesReply>;

const SheetThenReply = z.object({
  followId: FollowId,
  observation: ObservationReply,
  shown: ObservationReply.nullable().describe("The last one with content up to then"),
});
export type SheetThenReply = z.output<typeof SheetThenReply>;

/** Tiles that are moved, copied, taken off or put back together. */
const MAX_AT_ONCE = 500;

export const sheetApi = {
  "GET /sheets": {
    summary: "My sheets in their order",
    access: READING_ANYWHERE,
    query: z.object({ follow: FollowId.optional().describe("Only those with a tile of this follow") }),
    reply: z.array(SheetReply),
  },
  "POST /sheets": {
    summary: "A new sheet",
    access: WRITING,
    body: z.strictObject({
      title: Sheet.shape.title,
      style: SheetStyle.optional().describe("As the person likes new sheets unless told"),
    }),
    reply: SheetReply,
    status: 201,
    fails: ["cap-reached"],
  },
  "PUT /sheets/order": {
    summary: "Put my sheets in this order; those that are not named come after them",
    access: WRITING,
    body: z.strictObject({ ids: z.array(SheetId).max(1_000) }),
    reply: z.array(SheetReply),
  },
  "GET /sheets/:id": {
    summary: "A sheet with everything on it",
    access: READING_ANYWHERE,
    params: byId(SheetId),
    reply: SheetWithTilesReply,
  },
  "PATCH /sheets/:id": {
    summary: "Change a sheet's title, place or style",
    access: WRITING,
    params: byId(SheetId),
    body: z.strictObject({
      title: Sheet.shape.title.optional(),
      position: Sheet.shape.position.optional(),
      style: SheetStyle.optional(),
    }),
    reply: SheetReply,
    fails: ["sheet-shared"],
  },
  "DELETE /sheets/:id": {
    summary: "Remove a sheet; can be undone for a while",
    access: WRITING,
    params: byId(SheetId),
    fails: ["sheet-shared"],
  },
  "POST /sheets/:id/restore": {
    summary: "Undo the removal of a sheet",
    access: WRITING,
    params: byId(SheetId),
    fails: ["sheet-shared"],
  },
  "POST /sheets/:id/feed-key": {
    summary: "Give the sheet's feeds a new secret address",
    access: WRITING,
    params: byId(SheetId),
    reply: SheetReply,
    fails: ["sheet-shared"],
  },
  "GET /sheets/:id/at": {
    summary: "What everything on the sheet was at an instant",
    access: READING,
    params: byId(SheetId),
    query: z.object({ instant: numberInQuery().pipe(Instant) }),
    reply: z.array(SheetThenReply),
  },
  "GET /sheets/:id/savings": {
    summary: "How much smaller the sheet is than the pages that its blocks come from",
    access: READING,
    params: byId(SheetId),
    reply: z.object({
      pages: z.int(),
      totalBytes: z.int().describe("Markup of the whole pages, compressed, and what they load where that is known"),
      shownBytes: z
        .int()
        .describe(
          "The same of the blocks on the sheet, nested ones once, with their pictures and all styles and fonts of their pages",
        ),
      renderedPages: z.int().describe("Pages of which it is known what they load besides: they were rendered"),
      loadedBytes: z.int().describe("Of `totalBytes`, images, styles, fonts and scripts of those pages"),
      avoidedShare: z.number().min(0).max(1),
    }),
    fails: ["sheet-shared"],
  },
  "POST /sheets/:id/refresh": {
    summary: "Check now what is older than its interval",
    access: CHECKING,
    params: byId(SheetId),
    reply: z.object({ pages: z.int().describe("How many pages are checked now") }),
    fails: ["too-many", "sheet-shared"],
  },
  "POST /sheets/:id/tiles": {
    summary: "Put a tile on the sheet: a follow, or what a person wrote",
    access: WRITING_ANYWHERE,
    params: byId(SheetId),
    body: z.strictObject({
      followId: FollowId.nullable()
        .default(null)
        .describe("What it shows, or the first of several; none where the content is a note, links or a search box"),
      content: TileContent.default({ kind: "follow" }).describe("A board shows several follows as one table"),
      place: PlaceOnSheet.optional().describe("Where there is room, as large as the block is on its page, unless told"),
      style: TileStyle.prefault({}),
    }),
    reply: StyledTileReply,
    status: 201,
    fails: ["cap-reached", "sheet-shared", "gadget-refused"],
  },
  "POST /sheets/:id/joined": {
    summary:
      "Join follows into one tile, which shows them one under the other; tiles of this sheet that show nothing else make way for it, and it lies where the first of them lay unless told",
    access: WRITING,
    params: byId(SheetId),
    body: z.strictObject({
      followIds: z.array(FollowId).min(2).max(MAX_JOINED).describe("In the order in which they are shown"),
      place: PlaceOnSheet.optional(),
      style: TileStyle.prefault({}),
    }),
    reply: StyledTileReply,
    status: 201,
    fails: ["cap-reached", "sheet-shared", "gadget-refused"],
  },
  "POST /tiles/:id/separate": {
    summary: "Separate a joined tile: each part has its own again, the first where it lay, the others below it",
    access: WRITING,
    params: byId(TileId),
    reply: z.array(Tile),
    fails: ["cap-reached", "sheet-shared"],
  },
  "GET /tiles/:id/history": {
    summary: "Observations of everything that a tile shows, as one history, latest first",
    access: READING,
    params: byId(TileId),
    query: SliceQuery.extend({ changesOnly: z.stringbool().default(true) }),
    reply: sliceOf(ObservationReply.extend({ followId: FollowId })),
  },
  "PUT /sheets/:id/places": {
    summary: "Move several tiles at once, as a drag does",
    access: WRITING,
    params: byId(SheetId),
    body: Placing,
    reply: z.object({ moved: z.int() }),
    fails: ["sheet-shared"],
  },
  "DELETE /sheets/:id/places/:screen": {
    summary: "Let a narrower screen follow the wider ones again",
    access: WRITING,
    params: z.object({ id: SheetId, screen: Screen.exclude(["wide"]) }),
    fails: ["sheet-shared"],
  },
  "POST /sheets/:id/arrivals": {
    summary: "Move or copy tiles of mine to this sheet, below everything that is there unless told where",
    access: WRITING,
    params: byId(SheetId),
    body: z.strictObject({
      how: z.enum(["move", "copy"]),
      screen: Screen.default("wide").describe("In the order in which they lie on these screens"),
      tiles: z
        .array(z.strictObject({ id: TileId, place: PlaceOnSheet.optional(), screens: PlacesOnScreens.optional() }))
        .min(1)
        .max(MAX_AT_ONCE),
    }),
    reply: z.array(Tile).describe("As they are now; copies have ids of their own"),
    fails: ["cap-reached", "sheet-shared"],
  },
  "PUT /sheets/:id/picture": {
    summary: "Give the sheet a picture for its background: a JPEG, of which nothing but the picture is kept",
    access: WRITING,
    params: byId(SheetId),
    maxBytes: MAX_PICTURE_BYTES,
    reply: SheetReply,
    fails: ["unsupported", "sheet-shared"],
  },
  "GET /sheets/:id/picture": {
    summary: "The picture of the sheet",
    access: READING,
    params: byId(SheetId),
    reply: { contentType: "image/jpeg", about: "The picture" },
  },
  "DELETE /sheets/:id/picture": {
    summary: "Take the picture off the sheet",
    access: WRITING,
    params: byId(SheetId),
    fails: ["sheet-shared"],
  },
  "PATCH /tiles/:id": {
    summary: "Change the appearance of a tile, or what it shows",
    access: WRITING,
    params: byId(TileId),
    body: z.strictObject({
      style: TileStylePatch.optional().describe("What of it is not said stays as it is"),
      content: TileContent.optional().describe("Other rows, text or links; a tile stays of its kind"),
    }),
    reply: StyledTileReply,
    fails: ["sheet-shared", "gadget-refused", "cap-reached"],
  },
  "GET /tiles/:id/numbers": {
    summary: "The main number of everything on a tile over time, oldest first: the lines of a board",
    access: READING_ANYWHERE,
    params: byId(TileId),
    reply: z.array(z.object({ followId: FollowId, points: z.array(z.object({ at: Instant, value: z.number() })) })),
  },
  "DELETE /tiles/:id": {
    summary: "Take a tile off its sheet; the follow stays",
    access: WRITING,
    params: byId(TileId),
    fails: ["sheet-shared"],
  },
  "POST /sheets/:id/removals": {
    summary: "Take several tiles off the sheet at once; their follows stay, and one that is gone already is no failure",
    access: WRITING,
    params: byId(SheetId),
    body: z.strictObject({ ids: z.array(TileId).min(1).max(MAX_AT_ONCE) }),
    reply: z.array(Tile).describe("Those that were taken off, as they were: what `returns` takes"),
    fails: ["sheet-shared"],
  },
  "POST /sheets/:id/returns": {
    summary: "Put tiles back that were taken off the sheet, all of them or none, where they lay on every screen",
    access: WRITING,
    params: byId(SheetId),
    body: z.strictObject({
      tiles: z
        .array(
          Tile.pick({ followId: true, content: true, place: true, screens: true, style: true })
            .strict()
            .overwrite(inGrid),
        )
        .min(1)
        .max(MAX_AT_ONCE),
    }),
    reply: z.array(Tile).describe("As they are now, with ids of their own"),
    fails: ["cap-reached", "sheet-shared", "gadget-refused"],
  },
} as const satisfies Contracts;
