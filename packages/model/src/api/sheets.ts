/** Sheets and the tiles on them. */
import { z } from "zod";
import { FollowId, SheetId, TileId } from "../records/ids.ts";
import { Sheet, SheetStyle, Tile, TilePlace, TileStyle } from "../records/sheet.ts";
import { Instant } from "../records/time.ts";
import {
  byId,
  CHECKING,
  type Contracts,
  numberInQuery,
  READING,
  READING_ANYWHERE,
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

const TileReply = Tile.extend({ follow: FollowReply });
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
      followId: FollowId,
      place: TilePlace.optional().describe("Where there is room unless told"),
      style: TileStyle.prefault({}),
    }),
    reply: Tile,
    status: 201,
    fails: ["cap-reached"],
  },
  "PUT /sheets/:id/places": {
    summary: "Move several tiles at once, as a drag does",
    access: WRITING,
    params: byId(SheetId),
    body: z.strictObject({ places: z.array(z.strictObject({ id: TileId, place: TilePlace })).max(1_000) }),
    reply: z.object({ moved: z.int() }),
  },
  "PATCH /tiles/:id": {
    summary: "Change the appearance of a tile",
    access: WRITING,
    params: byId(TileId),
    body: z.strictObject({ style: TileStyle }),
    reply: Tile,
  },
  "DELETE /tiles/:id": {
    summary: "Take a tile off its sheet; the follow stays",
    access: WRITING,
    params: byId(TileId),
  },
} as const satisfies Contracts;
