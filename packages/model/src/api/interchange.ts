/** In and out: imports from other programs, what still waits of them, archives and OPML. */
import { z } from "zod";
import { PendingFollowId } from "../records/ids.ts";
import { IMPORT_NOTE_CODES, MAX_IMPORT_BYTES } from "../records/import-notes.ts";
import { PendingFollow } from "../records/pending-follow.ts";
import { Link } from "../records/tile-content.ts";
import { byId, type Contracts, READING, SliceQuery, sliceOf, WRITING } from "./contract.ts";

export const PendingFollowReply = PendingFollow.omit({ personId: true }).strip().meta({ id: "PendingFollow" });
export type PendingFollowReply = z.output<typeof PendingFollowReply>;

/** How many records of each kind an archive holds; what only waits is not among them. */
export const ArchiveCounts = z
  .object({
    follows: z.int(),
    sheets: z.int(),
    tiles: z.int(),
    observations: z.int(),
    corrections: z.int(),
    channels: z.int(),
    pages: z.int(),
    blocks: z.int(),
    captures: z.int(),
    feeds: z.int().describe("Of the follows, those of feeds"),
    links: z.int().describe("On tiles of links"),
    notes: z.int().describe("Of the tiles, those that are notes"),
    tags: z.int().describe("That the follows have, each counted once"),
  })
  .meta({ id: "ArchiveCounts" });
export type ArchiveCounts = z.infer<typeof ArchiveCounts>;

/** What an import did, or would do. */
export const ImportReply = z
  .object({
    format: z.string(),
    isDryRun: z.boolean(),
    waiting: z.int().describe("Follows that wait for the first look at their page"),
    waitingFeeds: z.int().describe("Of those that wait, the ones that are feeds"),
    imported: ArchiveCounts.nullable().describe(
      "What is there at once, of an archive, of bookmarks or of a start page; null for other formats",
    ),
    notes: z
      .array(
        z.object({
          name: z.string().describe("What it is about, as the file calls it"),
          code: z.enum(IMPORT_NOTE_CODES).describe("The reason"),
          what: z.string().nullable().default(null).describe("The part of it that the reason is about"),
          count: z.int().nullable().default(null),
          message: z.string().describe("The reason as an English sentence"),
        }),
      )
      .describe("What was left out or not carried over, and why; what was there already; which secrets are missing"),
  })
  .meta({ id: "ImportReport" });
export type ImportReply = z.output<typeof ImportReply>;

export const BookmarkFolder = z
  .object({
    path: z.array(z.string()).describe("The names of the folders around it, from the outermost"),
    links: z.array(Link),
    isFeeds: z.boolean().default(false).describe("Its links are addresses of feeds, as start.me says of them"),
  })
  .meta({ id: "BookmarkFolder" });
export type BookmarkFolder = z.output<typeof BookmarkFolder>;

export const MAX_BOOKMARK_BYTES = 16 * 1024 * 1024;

export const interchangeApi = {
  "POST /import": {
    summary:
      "Import an archive, a list of addresses, OPML, the bookmarks of a browser, the export of changedetection.io, Distill or urlwatch, or a start page of start.me, Netvibes, Homarr or Glance",
    access: WRITING,
    // one byte more than is read, so that the importer itself says that it is too much
    maxBytes: MAX_IMPORT_BYTES + 1,
    query: z.object({ dryRun: z.stringbool().default(false).describe("Only say what it would do") }),
    reply: ImportReply,
    status: 202,
    fails: ["import-refused", "cap-reached", "too-many"],
  },
  "POST /bookmarks": {
    summary: "Read the bookmark file of a browser, to choose from it; nothing is stored",
    access: WRITING,
    maxBytes: MAX_BOOKMARK_BYTES,
    reply: z.object({
      folders: z.array(BookmarkFolder),
      leftOut: z.int().describe("Bookmarks that lead to no page, such as scripts"),
    }),
    fails: ["import-refused", "too-many"],
  },
  "GET /wishes": {
    summary: "What was imported and still waits for the first check of its page, or is stuck",
    access: READING,
    query: SliceQuery,
    reply: sliceOf(PendingFollowReply),
  },
  "POST /wishes/:id/retry": {
    summary: "Try an import that waits or is stuck again",
    access: WRITING,
    params: byId(PendingFollowId),
    fails: ["too-many"],
  },
  "DELETE /wishes/:id": {
    summary: "Drop an import that waits or is stuck",
    access: WRITING,
    params: byId(PendingFollowId),
  },
  "GET /export.json": {
    summary: "Everything of mine as an archive, which can be imported anywhere",
    access: READING,
    query: z.object({
      captures: z.enum(["needed", "all"]).default("needed").describe("`all` also those that only a replay needs"),
    }),
    reply: { contentType: "application/json; charset=utf-8", about: "A Tessera archive (docs/guide/archive.md)" },
  },
  "GET /export.opml": {
    summary: "The feeds of all my sheets as OPML, for a feed reader",
    access: READING,
    reply: { contentType: "text/x-opml; charset=utf-8", about: "OPML 2.0" },
  },
} as const satisfies Contracts;
