/** Everything that changed for a person, in sentences, and what of it they have seen. */
import { z } from "zod";
import { ChangeSummary } from "../records/change-summary.ts";
import { FollowId, ObservationId, SheetId } from "../records/ids.ts";
import { Instant } from "../records/time.ts";
import { VerdictKind } from "../records/verdict.ts";
import { type Contracts, numberInQuery, READING, SliceQuery, sliceOf, WRITING } from "./contract.ts";

export const ChangeReply = z
  .object({
    observationId: ObservationId,
    followId: FollowId,
    title: z.string().describe("The name of the follow"),
    sheet: z.object({ id: SheetId, title: z.string() }).nullable().describe("The first one that it is on"),
    at: Instant,
    verdict: VerdictKind,
    reason: z.string().describe("`any-change`, `looks-different`, `gone`, `unsure`, `back` or `unreachable`"),
    sentence: z.string().describe("What happened, in one line and in the language of the person"),
    summary: ChangeSummary.nullable().describe("The lines that changed, or the items that came, went and moved"),
    before: z.string().nullable(),
    after: z.string().nullable(),
    link: z.string().describe("Path of that moment in the app"),
    sourceUrl: z.string(),
    page: z.string().nullable().describe("The name of the page"),
    hasPicture: z.boolean(),
    isSeen: z.boolean(),
  })
  .meta({ id: "FollowChange" });
export type ChangeReply = z.output<typeof ChangeReply>;

/** One change of one follow. */
const ChangeName = z.strictObject({ followId: FollowId, observationId: ObservationId });

const MAX_UNSEEN_AGAIN = 1_000;

/** Counted no further: who has more has many. */
export const MAX_UNSEEN = 100;

const instant = numberInQuery().pipe(Instant).optional();
const sheet = SheetId.or(z.literal("none")).optional().describe("Of follows on this sheet, or on none");

export const changesApi = {
  "GET /changes": {
    summary: "Everything that changed, latest first: another content or another verdict of what I follow",
    access: READING,
    query: SliceQuery.extend({
      since: instant.describe("From this instant"),
      until: instant.describe("Before this instant"),
      sheet,
      unseen: z.stringbool().default(false).describe("Only what I have not seen"),
    }),
    reply: sliceOf(ChangeReply),
  },
  "GET /changes/unseen": {
    summary: `How many changes I have not seen, counted up to ${MAX_UNSEEN}`,
    access: READING,
    reply: z.object({ count: z.int().min(0).max(MAX_UNSEEN) }),
  },
  "POST /changes/seen": {
    summary: "I have seen everything up to this instant, on one sheet or everywhere",
    access: WRITING,
    body: z.strictObject({
      since: Instant.optional().describe("Only of what changed since this instant, with all that came before on it"),
      until: Instant,
      sheet,
    }),
    reply: z.object({
      follows: z.int().describe("Of how many something was unseen"),
      first: z
        .array(ChangeName.strip())
        .describe("The first that was unseen of each, with which `POST /changes/unseen` undoes it"),
    }),
  },
  "POST /changes/unseen": {
    summary: "These changes, and what came after them on the same follow, are unseen again",
    access: WRITING,
    body: z.strictObject({ changes: z.array(ChangeName).min(1).max(MAX_UNSEEN_AGAIN) }),
    reply: z.object({ follows: z.int().describe("Of how many something had been seen") }),
  },
} as const satisfies Contracts;
