/** Finding what one's own follows say and have said, and the tags by which a person sorts them. */
import { z } from "zod";
import { FollowId, ObservationId, SheetId, TileId } from "../records/ids.ts";
import { Instant } from "../records/time.ts";
import { MAX_QUERY_LENGTH } from "../search/query.ts";
import { type Contracts, numberInQuery, READING } from "./contract.ts";

const USUAL_HITS = 20;
const MAX_HITS = 50;

const Mark = z
  .tuple([z.int().min(0), z.int().min(0)])
  .describe("From the first to behind the last character, in UTF-16 units");

const Excerpt = z.object({ text: z.string(), marks: z.array(Mark) }).meta({ id: "Excerpt" });

const FoundMoment = z
  .object({
    observationId: ObservationId,
    at: Instant.describe("Of the last observation that says it"),
    since: Instant.describe("Since when it was so without a break"),
    excerpts: z.array(Excerpt).describe("The lines that say it, as they were: text and never markup"),
    link: z.string().describe("This moment in the history of the follow, in the web app"),
  })
  .meta({ id: "FoundMoment" });

export const SearchHitReply = z
  .object({
    follow: z.object({
      id: FollowId,
      title: z.string(),
      titleMarks: z.array(Mark),
      tags: z.array(z.string()),
      isPaused: z.boolean(),
    }),
    page: z.object({ url: z.string(), title: z.string() }),
    sheets: z.array(z.object({ id: SheetId, title: z.string() })),
    moments: z.array(FoundMoment).describe("Latest first, at least one"),
    moreMoments: z.int().min(0).describe("How many stretches of time there are besides"),
  })
  .meta({ id: "SearchHit" });
export type SearchHitReply = z.output<typeof SearchHitReply>;

const FoundTile = z
  .object({
    tile: z.object({
      id: TileId,
      kind: z.enum(["note", "links", "heading", "board", "feed", "joined", "follow"]),
      title: z.string(),
      titleMarks: z.array(Mark),
    }),
    sheet: z.object({ id: SheetId, title: z.string() }),
    lines: z
      .array(Excerpt.extend({ url: z.string().nullable().describe("Of a link") }))
      .describe("Of the note, or the links, that say it"),
    link: z.string().describe("This tile on its sheet, in the web app"),
  })
  .meta({ id: "FoundTile" });
export type FoundTileReply = z.output<typeof FoundTile>;

export const searchApi = {
  "GET /search": {
    summary:
      'What my follows say, and what I wrote: words, "phrases", -without, tag:name, -tag:name, in:sheet; the last word may be a beginning',
    access: READING,
    query: z.object({
      q: z.string().max(MAX_QUERY_LENGTH).describe("What to look for; any text will do"),
      in: z.enum(["current", "history"]).default("current").describe("What is there now, or also what was"),
      limit: numberInQuery().int().min(1).max(MAX_HITS).default(USUAL_HITS).describe("How many follows to give"),
      cursor: z.string().max(200).optional().describe("`next` of the answer before"),
    }),
    reply: z.object({
      hits: z.array(SearchHitReply).describe("By how lately what they say has changed"),
      tiles: z
        .array(FoundTile)
        .describe(
          "My notes, links and headings that say it, and other tiles whose name does, the latest first; with the first answer, without `cursor`",
        ),
      areTilesCut: z
        .boolean()
        .describe("More of what I wrote may say it: not all of it was looked at, or more tiles say it than are given"),
      next: z
        .string()
        .nullable()
        .describe("`cursor` where more may be found, also where nothing was yet; null at the end"),
      isBehind: z.boolean().describe("Something was seen that cannot be found yet; it can be in a moment"),
    }),
  },
  "GET /tags": {
    summary: "My tags, most used first",
    access: READING,
    reply: z.array(z.object({ tag: z.string(), follows: z.int().min(1) })),
  },
} as const satisfies Contracts;
