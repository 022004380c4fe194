/** Feeds: those of a page, their items, and what a person has read of them. */
import { z } from "zod";
import { CaptureFailureRecord } from "../records/capture-failure.ts";
import { CaptureId, FollowId, ItemId, TileId } from "../records/ids.ts";
import { FeedFormat } from "../records/page.ts";
import { Instant } from "../records/time.ts";
import { VerdictKind } from "../records/verdict.ts";
import { byId, type Contracts, numberInQuery, READING, READING_ANYWHERE, WRITING } from "./contract.ts";

const FeedLink = z
  .object({
    url: z.string(),
    format: FeedFormat.describe("As the page says; whoever opens it sees what it is"),
    title: z.string().describe("Empty where the page gives it none"),
  })
  .meta({ id: "FeedLink" });
export type FeedLink = z.output<typeof FeedLink>;

const FeedItemReply = z
  .object({
    id: ItemId,
    followId: FollowId,
    title: z.string(),
    href: z.string().nullable(),
    at: Instant.describe("When it was published; when it was first seen where it does not say"),
    seenAt: Instant.describe("When it was first seen, as far as the history goes"),
    author: z.string(),
    summary: z.string().describe("Plain text, one line a line"),
    picture: z.string().nullable().describe("An address of this server, good for whoever asked for it, for a day"),
    media: z.array(z.object({ url: z.string(), type: z.string() })).describe("What there is to hear, see or download"),
    isRead: z.boolean(),
  })
  .meta({ id: "FeedItem" });
export type FeedItemReply = z.output<typeof FeedItemReply>;

const FollowedFeed = z
  .object({
    followId: FollowId,
    title: z.string(),
    url: z.string(),
    home: z.string().nullable().describe("The page that it is the feed of"),
    format: FeedFormat.nullable().describe("Null where it is a list of a page, and no feed"),
    icon: z
      .string()
      .nullable()
      .describe(
        "Its own, at an address of this server that is good for whoever asked, for a day; sites have theirs at /icons",
      ),
    verdict: VerdictKind,
    pausedAt: Instant.nullable(),
    trouble: CaptureFailureRecord.nullable(),
    lastCheckedAt: Instant.nullable(),
    unread: z.int(),
  })
  .meta({ id: "FollowedFeed" });
export type FollowedFeed = z.output<typeof FollowedFeed>;

const FeedItemsReply = z
  .object({ feeds: z.array(FollowedFeed), items: z.array(FeedItemReply).describe("Of all feeds, latest first") })
  .meta({ id: "FeedItems" });
export type FeedItemsReply = z.output<typeof FeedItemsReply>;

const ItemsQuery = z.object({
  limit: numberInQuery().int().min(1).max(200).default(50).describe("How many to give"),
});

const PreviewItem = FeedItemReply.omit({ followId: true, isRead: true, seenAt: true }).extend({
  at: Instant.nullable(),
});

export const feedItemApi = {
  "GET /captures/:id/items": {
    summary: "The items of a capture that came as a feed, as they are before it is followed",
    access: READING,
    params: byId(CaptureId),
    reply: z.array(PreviewItem),
  },
  "GET /captures/:id/feeds": {
    summary: "The feeds that a page says it has",
    access: READING,
    params: byId(CaptureId),
    reply: z.array(FeedLink),
  },
  "GET /tiles/:id/items": {
    summary: "The items of all feeds of a tile, latest first, with what I have read of them",
    access: READING_ANYWHERE,
    params: byId(TileId),
    query: ItemsQuery,
    reply: FeedItemsReply,
  },
  "GET /follows/:id/items": {
    summary: "The items of a feed, or of any list, latest first, with what I have read of them",
    access: READING,
    params: byId(FollowId),
    query: ItemsQuery,
    reply: FeedItemsReply,
  },
  "POST /follows/:id/items/read": {
    summary: "Mark items as read, or as unread again; all that there are where none is named",
    access: WRITING,
    params: byId(FollowId),
    body: z.strictObject({ items: z.array(ItemId).max(1_000).optional(), isRead: z.boolean().default(true) }),
    reply: z.object({ marked: z.int() }),
  },
} as const satisfies Contracts;
