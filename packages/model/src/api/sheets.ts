/** Sheets and the tiles on them. */
import { z } from "zod";
import { FollowId, SheetId, TileId } from "../records/ids.ts";
import { MAX_JOINED, Sheet, SheetStyle, Tile, TileContent, TilePlace, TileStyle } from "../records/sheet.ts";
import { Instant } from "../records/time.ts";
import {
  byId,
  CHECKING,
  type Contracts,
  numberInQuery,
  READING,
  READING_ANYWHERE,
  SliceQuery,
  sliceOf,
  WRITING,
  WRITING_ANYWHERE,
} from "./contract.ts";
import { FollowReply, ObservationReply } from "./follows.ts";

export const SheetReply = Sheet.pick({
  id: true,
  title: true,
  position: true,
  style: true,
  createdAt: true,
  updatedAt: true,
  deletedAt: true,
  version: true,
})
  .extend({ feeds: z.object({ rss: z.string(), atom: z.string(), json: z.string() }) })
  .strip()
  .meta({ id: "Sheet" });
export type SheetReply = z.output<typeof SheetReply>;

const TileReply = Tile.extend({
  follow: FollowReply.describe("What it shows, or the first of several"),
  follows: z.array(FollowReply).describe("All that it shows, in its order"),
});
export type TileReply = z.output<typeof TileReply>;

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
    body: z.strictObject({ title: Sheet.shape.title, style: SheetStyle.prefault({}) }),
    reply: SheetReply,
    status: 201,
    fails: ["cap-reached"],
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
  },
  "DELETE /sheets/:id": {
    summary: "Remove a sheet; can be undone for a while",
    access: WRITING,
    params: byId(SheetId),
  },
  "POST /sheets/:id/restore": {
    summary: "Undo the removal of a sheet",
    access: WRITING,
    params: byId(SheetId),
  },
  "POST /sheets/:id/feed-key": {
    summary: "Give the sheet's feeds a new secret address",
    access: WRITING,
    params: byId(SheetId),
    reply: SheetReply,
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
      totalBytes: z.int().describe("Markup of the whole pages, and what they load where that is known"),
      shownBytes: z.int().describe("Markup of the blocks on the sheet, nested ones once, with their pictures"),
      renderedPages: z.int().describe("Pages of which it is known what they load besides: they were rendered"),
      loadedBytes: z.int().describe("Of `totalBytes`, images, styles, fonts and scripts of those pages"),
      avoidedShare: z.number().min(0).max(1),
    }),
  },
  "POST /sheets/:id/refresh": {
    summary: "Check now what is older than its interval",
    access: CHECKING,
    params: byId(SheetId),
    reply: z.object({ pages: z.int().describe("How many pages are checked now") }),
    fails: ["too-many"],
  },
  "POST /sheets/:id/tiles": {
    summary: "Put a follow on the sheet",
    access: WRITING_ANYWHERE,
    params: byId(SheetId),
    body: z.strictObject({
      followId: FollowId.describe("What it shows; of a board the first row"),
      content: TileContent.default({ kind: "follow" }).describe("A board shows several follows as one table"),
      place: TilePlace.optional().describe("Where there is room unless told"),
      style: TileStyle.prefault({}),
    }),
    reply: Tile,
    status: 201,
    fails: ["cap-reached"],
  },
  "POST /sheets/:id/joined": {
    summary:
      "Join follows into one tile, which shows them one under the other; tiles of this sheet that show nothing else make way for it, and it lies where the first of them lay unless told",
    access: WRITING,
    params: byId(SheetId),
    body: z.strictObject({
      followIds: z.array(FollowId).min(2).max(MAX_JOINED).describe("In the order in which they are shown"),
      place: TilePlace.optional(),
      style: TileStyle.prefault({}),
    }),
    reply: Tile,
    status: 201,
    fails: ["cap-reached"],
  },
  "POST /tiles/:id/separate": {
    summary: "Separate a joined tile: each part has its own again, the first where it lay, the others below it",
    access: WRITING,
    params: byId(TileId),
    reply: z.array(Tile),
    fails: ["cap-reached"],
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
    body: z.strictObject({ places: z.array(z.strictObject({ id: TileId, place: TilePlace })).max(1_000) }),
    reply: z.object({ moved: z.int() }),
  },
  "PATCH /tiles/:id": {
    summary: "Change the appearance of a tile, or the rows of a board",
    access: WRITING,
    params: byId(TileId),
    body: z.strictObject({
      style: TileStyle.optional(),
      content: TileContent.optional().describe("The rows and the title of a board; a tile stays of its kind"),
    }),
    reply: Tile,
  },
  "GET /tiles/:id/numbers": {
    summary: "The main number of everything on a tile over time, oldest first: the lines of a board",
    access: READING,
    params: byId(TileId),
    reply: z.array(z.object({ followId: FollowId, points: z.array(z.object({ at: Instant, value: z.number() })) })),
  },
  "DELETE /tiles/:id": {
    summary: "Take a tile off its sheet; the follow stays",
    access: WRITING,
    params: byId(TileId),
  },
} as const satisfies Contracts;
