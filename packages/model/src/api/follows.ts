/** Follows, their history, and what is taught about them. */
import { z } from "zod";
import { BlockPick } from "../records/block.ts";
import { CaptureFailureCode, CaptureFailureRecord } from "../records/capture-failure.ts";
import { CorrectionAnswer } from "../records/correction.ts";
import { Follow, FollowOptions } from "../records/follow.ts";
import { CaptureId, CorrectionId, FollowId, ObservationId, PageId, SheetId } from "../records/ids.ts";
import { Change, ChangeKind, ContentItem, NumberFound } from "../records/observation.ts";
import { FetchedBy, PageChange, Redesign } from "../records/page.ts";
import { AskedSource, PageSource, WebUrl } from "../records/page-source.ts";
import { BlockLocator } from "../records/pending-follow.ts";
import { Instant } from "../records/time.ts";
import { TRACER_NAMES } from "../records/tracer-names.ts";
import {
  AskingVerdict,
  BlockPath,
  CandidateRecord,
  LaidOut,
  MovedTo,
  VerdictKind,
  VerdictRecord,
} from "../records/verdict.ts";
import {
  byId,
  CHECKING_ANYWHERE,
  type Contracts,
  numberInQuery,
  OWNED,
  READING,
  READING_ANYWHERE,
  SliceQuery,
  sliceOf,
  WRITING,
  WRITING_ANYWHERE,
} from "./contract.ts";

const RedesignReply = Redesign.extend({
  similarity: Redesign.shape.similarity.describe(
    "After [dom-structure-similarity]: 1 is the same, 0.4375 nothing alike",
  ),
  sameShare: z.number().min(0).max(1).describe("How much of the structure is still the same"),
})
  .strip()
  .meta({ id: "Redesign" });
export type RedesignReply = z.output<typeof RedesignReply>;

/** How it is found again, by name. `by-place`, `by-path`, `by-content` and `by-context` are the lenses of the app. */
const Tracer = z.enum(TRACER_NAMES).meta({ id: "Tracer" });

export const ObservationReply = z
  .object({
    id: ObservationId,
    at: Instant,
    lastAt: Instant,
    looks: z.int(),
    verdict: VerdictRecord,
    foundBy: z.string().nullable().describe("A tracer, or `person` who pointed at it; null where it was not found"),
    change: ChangeKind,
    captureId: CaptureId.nullable(),
    excerpt: z.string(),
    numbers: z.array(NumberFound),
    hasContent: z.boolean(),
    hasDiff: z.boolean(),
    hasPicture: z.boolean(),
    redesign: RedesignReply.nullable().describe(
      "The page was redesigned among these looks, or since it was last found",
    ),
  })
  .meta({ id: "Observation" });
export type ObservationReply = z.output<typeof ObservationReply>;

/** An answer that names it is refused where the block was taught or picked again since. */
export const teachingVersion = z.int().min(0).describe("Counts how many times the block was taught or picked again");

const PageReply = z
  .object({
    id: PageId,
    url: z.string(),
    title: z.string(),
    fetcher: PageSource.shape.fetcher,
    fetchedBy: FetchedBy.describe("How it is really fetched, and why"),
    hasSteps: z.boolean().describe("Before each capture, in a browser: it is never fetched without one"),
    lastCheckedAt: Instant.nullable(),
    dueAt: Instant.nullable(),
    failures: z.int(),
    trouble: CaptureFailureRecord.nullable(),
    redesign: RedesignReply.nullable().describe("The latest redesign that was seen"),
  })
  .meta({ id: "FollowedPage" });

export const FollowReply = Follow.pick({
  id: true,
  title: true,
  pausedAt: true,
  createdAt: true,
  updatedAt: true,
  deletedAt: true,
  version: true,
})
  .extend({
    ...FollowOptions.shape,
    layout: LaidOut.nullable().describe(
      "How large the block is where its page was laid out: by a browser, or for who picked it",
    ),
    page: PageReply,
    pick: BlockPick,
    tracer: Tracer.describe("How the block is found again; `fused` is the usual one"),
    /** The capture in which it was picked. */
    pickedIn: CaptureId,
    /** Where the block was last found. */
    path: z.string(),
    teachingVersion,
    verdict: VerdictKind,
    /** The latest look; null before the first. */
    latest: ObservationReply.nullable(),
    /** The latest look that found the block: what is shown while the verdict is in doubt. */
    latestFound: ObservationReply.nullable(),
    /** The first words of what the block says. */
    value: z.string().nullable(),
    /** The number that it is about; null where that is none, or several. */
    number: z.number().nullable(),
    hasNews: z.boolean().describe("Changed since the person last looked"),
    ...OWNED,
  })
  .strip()
  .meta({ id: "Follow" });
export type FollowReply = z.output<typeof FollowReply>;

/** Each as it is, or as it usually is, where nothing is said. */
const options = FollowOptions.partial().shape;

export const NewFollowBody = z.strictObject({
  source: AskedSource,
  /** Which block: by path, text, CSS or XPath; the main content of the page where nothing is said. */
  wish: BlockLocator.default({ kind: "page" }),
  /** The capture in which it was picked; the page as it is now where there is none. */
  captureId: CaptureId.nullable().default(null),
  intent: BlockPick.shape.intent,
  extent: BlockPick.shape.extent,
  tracer: Tracer.optional().describe("How the block is found again; the usual one where nothing is said"),
  /** Elements inside the block to leave out, by their path in the page. */
  cutPaths: z.array(BlockPath).max(100).default([]),
  /** Elements inside the block to show without telling their changes. */
  ignoredPaths: z.array(BlockPath).max(100).default([]),
  title: Follow.shape.title.optional(),
  ...options,
});

export const followApi = {
  "GET /follows": {
    summary: "What I follow",
    access: READING_ANYWHERE,
    query: SliceQuery.extend({
      words: z.string().max(200).optional().describe("Words in title or address"),
      state: z.enum(["active", "paused", "deleted"]).optional(),
      page: PageId.optional(),
      tag: z.string().max(200).optional().describe("With this tag"),
      sheet: SheetId.or(z.literal("none")).optional().describe("On this sheet, or on none"),
    }),
    reply: sliceOf(FollowReply),
  },
  "POST /follows": {
    summary: "Follow a block; its page is captured unless it just was. A feed followed already is given as it is (200)",
    access: WRITING_ANYWHERE,
    body: NewFollowBody,
    reply: FollowReply,
    status: 201,
    fails: ["not-found", "owner-only", "cap-reached", "too-many", "capture-failed"],
  },
  "GET /follows/:id": {
    summary: "One follow with its latest observation",
    access: READING_ANYWHERE,
    params: byId(FollowId),
    reply: FollowReply,
  },
  "PATCH /follows/:id": {
    summary: "Change a follow: title, tags, schedule, retention, conditions, quiet, channels, pause",
    access: WRITING,
    params: byId(FollowId),
    body: z.strictObject({ title: Follow.shape.title.optional(), isPaused: z.boolean().optional(), ...options }),
    reply: FollowReply,
  },
  "DELETE /follows/:id": {
    summary: "Stop following; can be undone for a while",
    access: WRITING,
    params: byId(FollowId),
  },
  "POST /follows/:id/restore": {
    summary: "Undo the removal of a follow",
    access: WRITING,
    params: byId(FollowId),
    fails: ["cap-reached"],
  },
  "POST /follows/:id/check": {
    summary: "Check the page soon, before it is due",
    access: CHECKING_ANYWHERE,
    params: byId(FollowId),
    status: 202,
    reply: z.object({ dueAt: Instant }),
    fails: ["too-many"],
  },
  "POST /follows/:id/seen": {
    summary: "I have seen this observation",
    access: WRITING_ANYWHERE,
    params: byId(FollowId),
    body: z.strictObject({ observationId: ObservationId }),
  },
  "POST /follows/:id/feed-key": {
    summary: "Give the follow's feeds a new secret address",
    access: WRITING,
    params: byId(FollowId),
    reply: FollowReply,
  },
  "GET /follows/:id/value": {
    summary: "What the block says now",
    access: READING,
    params: byId(FollowId),
    reply: z.object({
      text: z.string().nullable(),
      number: z.number().nullable(),
      unit: z.string().nullable(),
      currency: z.string().nullable(),
      items: z.array(z.object({ title: z.string(), text: z.string(), href: z.string().nullable() })).nullable(),
      verdict: VerdictKind,
      at: Instant.nullable().describe("Since when the block has said this"),
      seenAt: Instant.nullable().describe("When it was last seen to say this"),
    }),
  },
  "GET /follows/:id/value.txt": {
    summary: "What the block says now, as plain text",
    access: READING,
    params: byId(FollowId),
    reply: { contentType: "text/plain; charset=utf-8", about: "The text of the block" },
  },
} as const satisfies Contracts;

const DAY_MS = 24 * 60 * 60_000;
/** Versions for one request: the archive is asked for each of them, politely. */
const MAX_VERSIONS = 100;
export const BackfillReply = z
  .object({
    versions: z.int(),
    observations: z.int().describe("Added to the history"),
    found: z.int().describe("Versions in which the block was found"),
    missed: z.array(z.object({ at: Instant, url: z.string(), code: CaptureFailureCode })),
  })
  .meta({ id: "BackfillReport" });

export const ofObservation = z.object({ id: FollowId, observationId: ObservationId });

const instant = numberInQuery().pipe(Instant).optional();
const HistoryQuery = SliceQuery.extend({
  changesOnly: z.stringbool().default(true).describe("Leave out what only volatile parts made"),
  from: instant,
  until: instant,
});

const paths = z.array(BlockPath).max(100);

const NumbersReply = z
  .object({ at: Instant, lastAt: Instant, verdict: VerdictKind, numbers: z.array(NumberFound) })
  .meta({ id: "Numbers" });
export type NumbersReply = z.output<typeof NumbersReply>;

const ObservationWithContentReply = ObservationReply.extend({
  text: z.string().nullable(),
  items: z.array(ContentItem).nullable(),
  difference: Change.nullable(),
}).meta({ id: "ObservationWithContent" });
export type ObservationWithContentReply = z.output<typeof ObservationWithContentReply>;

const DifferenceReply = z.object({
  before: ObservationReply.nullable(),
  after: ObservationReply,
  difference: Change,
});
export type DifferenceReply = z.output<typeof DifferenceReply>;

export const historyApi = {
  "POST /follows/:id/backfill": {
    summary:
      "Give the follow a past from a web archive that speaks Memento (RFC 7089), as the owner; nobody is told of it",
    // whoever names the archive writes into a history that others may share
    access: { ...WRITING, ownerOnly: true },
    params: byId(FollowId),
    body: z.strictObject({
      archive: WebUrl.describe("A TimeMap, TimeGate or memento of the page"),
      from: Instant.optional(),
      until: Instant.optional(),
      everyMs: z
        .int()
        .min(0)
        .max(365 * DAY_MS)
        .default(DAY_MS)
        .describe("At most one version in this time"),
      limit: z.int().min(1).max(MAX_VERSIONS).default(MAX_VERSIONS),
    }),
    reply: BackfillReply,
    fails: ["capture-failed"],
  },
  "GET /follows/:id/history": {
    summary: "Observations of a follow, latest first",
    access: READING,
    params: byId(FollowId),
    query: HistoryQuery,
    reply: sliceOf(ObservationReply),
  },
  "GET /follows/:id/numbers": {
    summary: "The numbers of a block over time, oldest first, and the times in which it was not found and has none",
    access: READING,
    params: byId(FollowId),
    query: HistoryQuery,
    reply: z.array(NumbersReply),
  },
  "GET /follows/:id/observations/:observationId": {
    summary: "What the block was, with its text, items and the difference to before",
    access: READING,
    params: ofObservation,
    reply: ObservationWithContentReply,
  },
  "GET /follows/:id/observations/:observationId/diff": {
    summary: "The difference to the content before, or to any other observation",
    access: READING,
    params: ofObservation,
    query: z.object({ against: ObservationId.optional() }),
    reply: DifferenceReply,
  },
  "GET /follows/:id/observations/:observationId/source": {
    summary: "The markup of the block as it was found, as plain text",
    access: READING,
    params: ofObservation,
    reply: { contentType: "text/plain; charset=utf-8", about: "Foreign markup, never to be shown as a page" },
  },
  "GET /follows/:id/observations/:observationId/picture": {
    summary: "The picture of the block, if one was taken: where it is shown or told as one",
    access: READING,
    params: ofObservation,
    reply: { contentType: "image/webp", about: "A picture" },
  },
  "GET /follows/:id/replay": {
    summary: "What a tracer would have said about the stored captures; nothing is written",
    access: READING,
    params: byId(FollowId),
    query: z.object({ tracer: z.string().max(100).optional().describe("That of the follow where none is named") }),
    reply: z.object({
      tracer: z.string(),
      steps: z.array(
        z.object({
          captureId: CaptureId,
          at: Instant,
          verdict: VerdictRecord,
          recorded: VerdictRecord.nullable().describe("Null where this capture is that of no observation"),
          differs: z.boolean(),
        }),
      ),
    }),
  },
} as const satisfies Contracts;

export const repairApi = {
  "GET /follows/:id/repair": {
    summary: "The repair card: what the block was, and what it may be now; 404 if there is no question",
    access: READING_ANYWHERE,
    params: byId(FollowId),
    reply: z.object({
      observationId: ObservationId,
      verdict: AskingVerdict,
      captureId: CaptureId.describe("The page that was looked at: the paths of the candidates are its own"),
      teachingVersion,
      page: PageChange.nullable().describe("Whether the page was updated or redesigned"),
      before: ObservationReply.nullable().describe("The block as it was last found"),
      movedTo: MovedTo.nullable().describe("Where a link of the page says that it is now"),
      candidates: z.array(CandidateRecord.pick({ path: true, score: true, excerpt: true }).extend({ number: z.int() })),
    }),
  },
  "POST /follows/:id/move": {
    summary:
      "Follow the block on the page that it seems to have moved to (`movedTo` of its verdict), with its history; 412 where it is no longer said to be there, 404 where it is not found there for sure",
    access: WRITING,
    params: byId(FollowId),
    body: z.strictObject({ url: WebUrl }),
    reply: FollowReply,
    fails: ["too-many", "capture-failed", "changed-meanwhile"],
  },
  "DELETE /follows/:id/move": {
    summary: "Undo the last move to another page; can be done for a while",
    access: WRITING,
    params: byId(FollowId),
    reply: FollowReply,
  },
  "POST /follows/:id/corrections": {
    summary:
      "Answer the repair card: this one, none of these, or really gone; 412 where the card is out of date, and nothing is taught. This one in a capture of another page moves the follow there",
    access: WRITING_ANYWHERE,
    params: byId(FollowId),
    body: z.strictObject({
      captureId: CaptureId.describe("The page of the card: the answer is taught in it, then today's is looked at"),
      teachingVersion: teachingVersion.optional(),
      answer: CorrectionAnswer,
    }),
    reply: FollowReply,
    fails: ["changed-meanwhile"],
  },
  "GET /follows/:id/corrections": {
    summary: "What I have taught about this block",
    access: READING,
    params: byId(FollowId),
    reply: z.array(z.object({ id: CorrectionId, captureId: CaptureId, answer: CorrectionAnswer, at: Instant })),
  },
  "PUT /follows/:id/pick": {
    summary: "Pick again: another element, other parts cut out or ignored, all like it, place or thing, another tracer",
    access: WRITING,
    params: byId(FollowId),
    body: z.strictObject({
      captureId: CaptureId.nullable().default(null).describe("The capture that was shown"),
      path: BlockPath.optional(),
      intent: BlockPick.shape.intent.unwrap().optional(),
      extent: BlockPick.shape.extent.unwrap().optional(),
      tracer: Tracer.optional().describe("Another way to find it: learned from what is shown, or as it was before"),
      cutPaths: paths.optional(),
      ignoredPaths: paths.optional(),
    }),
    reply: FollowReply,
  },
  "POST /follows/:id/ignored": {
    summary: "Ignore parts of the block: they are shown, but nobody is notified of their changes",
    access: WRITING,
    params: byId(FollowId),
    body: z.strictObject({ captureId: CaptureId.nullable().default(null), paths: paths.min(1) }),
    reply: FollowReply,
  },
} as const satisfies Contracts;
