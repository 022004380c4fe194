/** Sheets and tiles as they are sent. */
import { Sheet, Tile } from "@tessera/model";
import type { SheetView } from "@tessera/store";
import { z } from "zod";
import { FollowReply, listedFollow } from "./follow.ts";

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
  .strip();

export const TileReply = Tile;

export const SheetWithTilesReply = SheetReply.extend({
  tiles: z.array(TileReply.extend({ follow: FollowReply })),
}).strip();

export function sheetReply(sheet: Sheet, baseUrl: string): z.input<typeof SheetReply> {
  const feed = (format: string): string => new URL(`/feeds/sheets/${sheet.feedKey}.${format}`, baseUrl).href;
  return { ...sheet, feeds: { rss: feed("rss"), atom: feed("atom"), json: feed("json") } };
}

export function sheetWithTilesReply({ sheet, tiles }: SheetView, baseUrl: string): z.input<typeof SheetWithTilesReply> {
  return {
    ...sheetReply(sheet, baseUrl),
    tiles: tiles.map(({ tile, view }) => ({ ...tile, follow: listedFollow(view, baseUrl) })),
  };
}
