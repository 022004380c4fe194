/** In and out: imports from other programs, what still waits of them, archives and OPML. */
import { z } from "zod";
import { PendingFollowId } from "../records/ids.ts";
import { PendingFollow } from "../records/pending-follow.ts";
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
  })
  .meta({ id: "ArchiveCounts" });
export type ArchiveCounts = z.infer<typeof ArchiveCounts>;

export const ARCHIVE_NOTE_CODES = ["channel-left-out", "robots-respected", "secret-missing"] as const;

export const MAX_IMPORT_BYTES = 64 * 1024 * 1024;

/** What an import did, or would do. */
export const ImportReply = z
  .object({
    format: z.string(),
    isDryRun: z.boolean(),
    waiting: z.int().describe("Follows that wait for the first look at their page"),
    imported: ArchiveCounts.nullable().describe("What came of an archive, there at once; null for other formats"),
    notes: z
      .array(
        z.object({
          name: z.string(),
          message: z.string(),
          code: z
            .enum(ARCHIVE_NOTE_CODES)
            .nullable()
            .default(null)
            .describe("The reason, where it is one of an archive"),
        }),
      )
      .describe("What was left out or not carried over, and why"),
  })
  .meta({ id: "ImportReport" });
export type ImportReply = z.output<typeof ImportReply>;

export const interchangeApi = {
  "POST /import": {
    summary: "Import an archive, a list of addresses, OPML, or the export of changedetection.io, Distill or urlwatch",
    access: WRITING,
    // one byte more than is read, so that the importer itself says that it is too much
    maxBytes: MAX_IMPORT_BYTES + 1,
    query: z.object({ dryRun: z.stringbool().default(false).describe("Only say what it would do") }),
    reply: ImportReply,
    status: 202,
    fails: ["import-refused", "cap-reached", "too-many"],
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
