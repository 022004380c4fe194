/**
 * Paired browsers: how a person's own browser becomes one, what it is asked to look at, and what it may send. Decision 32
 * says why; the extension is written against this file.
 */
import { z } from "zod";
import { BlockPick } from "../records/block.ts";
import { Follow, FollowOptions } from "../records/follow.ts";
import { CaptureId, FollowId, PageId, SheetId, TokenId } from "../records/ids.ts";
import { PageSnapshot, SNAPSHOT_LIMITS } from "../records/page-snapshot.ts";
import { WebUrl } from "../records/page-source.ts";
import { Token } from "../records/person.ts";
import { Instant } from "../records/time.ts";
import { BlockPath, VerdictKind } from "../records/verdict.ts";
import { BROWSING, byId, type Contracts, GUARDED } from "./contract.ts";
import { FollowReply } from "./follows.ts";

const BrowserName = Token.shape.name;

export const BrowserReply = z
  .object({
    id: TokenId,
    name: BrowserName,
    pairedAt: Instant,
    /** When it last asked for work; null before the first time. */
    seenAt: Instant.nullable(),
  })
  .meta({ id: "Browser" });
export type BrowserReply = z.output<typeof BrowserReply>;

/** Ten letters and digits without those that look alike, in any case and with any spaces and dashes. */
export const PairingCode = z
  .string()
  .max(40)
  .transform((text) => text.replace(/[\s-]/g, "").toUpperCase())
  .pipe(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{10}$/));

/** One page that is due. Its claim is the right to say what was seen there, until it runs out. */
export const BrowserWork = z
  .object({
    pageId: PageId,
    claim: z.uuid(),
    until: Instant.describe("Afterwards the page is given to whichever browser asks next"),
    url: WebUrl,
    title: z.string(),
    lastWay: PageSnapshot.shape.way.nullable().describe("How the latest capture was made; null before the first"),
    blocks: z
      .array(z.object({ followId: FollowId, title: z.string(), path: BlockPath }))
      .describe("What is followed there and where it was last found: pictures are worth sending of these"),
  })
  .meta({ id: "BrowserWork" });
export type BrowserWork = z.output<typeof BrowserWork>;

/** Why a browser could not see a page. */
export const BrowserFailure = z.enum(["login", "captcha", "consent", "unreachable", "given-back"]);
export type BrowserFailure = z.infer<typeof BrowserFailure>;

export const SnapshotReply = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("recorded"),
      changes: z.int().describe("Blocks that are not as they were"),
      blocks: z.array(z.object({ followId: FollowId, verdict: VerdictKind })),
    }),
    z
      .object({ kind: z.literal("render") })
      .describe("What a plain fetch gave does not show the blocks: look again in a tab; the claim still holds"),
  ])
  .meta({ id: "SnapshotReply" });
export type SnapshotReply = z.output<typeof SnapshotReply>;

/** Why the server cannot follow a block by itself. */
export const WhyNotServer = z.enum(["login", "blocked", "script", "different", "unreachable"]);
export type WhyNotServer = z.infer<typeof WhyNotServer>;

export const TryReply = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("same"),
      pageId: PageId,
      captureId: CaptureId,
      path: BlockPath.describe("Of the block in that capture: `POST /follows` with both, and the server follows it"),
    }),
    z.object({ kind: z.literal("not-there"), why: WhyNotServer }),
  ])
  .meta({ id: "TryReply" });
export type TryReply = z.output<typeof TryReply>;

const node = z.int().min(0).max(SNAPSHOT_LIMITS.nodes);

/** A block that was picked on the live page: which node of its snapshot, and how it is to be followed. */
export const SnapshotFollow = z
  .strictObject({
    snapshot: PageSnapshot,
    pick: z.strictObject({
      node,
      intent: BlockPick.shape.intent,
      extent: BlockPick.shape.extent,
      cuts: z.array(node).max(100).default([]),
    }),
    title: Follow.shape.title.optional(),
    sheetId: SheetId.optional(),
    schedule: FollowOptions.shape.schedule.optional(),
  })
  .meta({ id: "SnapshotFollow" });
export type SnapshotFollow = z.infer<typeof SnapshotFollow>;

export const NewsItem = z
  .object({
    followId: FollowId,
    title: z.string(),
    url: z.string(),
    kind: z.enum(["change", "question", "login"]).describe("`question` is answered by the routes of the repair card"),
    verdict: VerdictKind,
    excerpt: z.string(),
    at: Instant,
    hasNews: z.boolean(),
    sheetId: SheetId.nullable().describe("A sheet with a tile of it"),
  })
  .meta({ id: "NewsItem" });
export type NewsItem = z.output<typeof NewsItem>;

const UPLOAD = "gzip of the JSON";

export const browserApi = {
  "POST /me/pairings": {
    summary: "A code for pairing a browser: good once, for ten minutes; one at a time",
    access: GUARDED,
    reply: z.object({ code: z.string(), expiresAt: Instant }),
    status: 201,
  },
  "GET /me/browsers": {
    summary: "My paired browsers",
    access: GUARDED,
    reply: z.array(BrowserReply),
  },
  "PATCH /me/browsers/:id": {
    summary: "Give a paired browser another name",
    access: GUARDED,
    params: byId(TokenId),
    body: z.strictObject({ name: BrowserName }),
    reply: BrowserReply,
  },
  "DELETE /me/browsers/:id": {
    summary: "Unpair a browser: its token is worth nothing from now on",
    access: GUARDED,
    params: byId(TokenId),
  },
  "POST /pair": {
    summary: "Exchange a code for the token of a paired browser; the secret is shown only once",
    access: { kind: "public", byBrowser: true },
    body: z.strictObject({ code: PairingCode, name: BrowserName }),
    reply: z.object({
      secret: z.string(),
      browser: BrowserReply,
      person: z.object({ displayName: z.string(), locale: z.string() }),
      instance: z.string(),
    }),
    status: 201,
    fails: ["not-found", "too-many", "cap-reached"],
  },
  "GET /browser": {
    summary: "Who this paired browser is, and what its badge shows",
    access: BROWSING,
    reply: z.object({
      browser: BrowserReply,
      person: z.object({ displayName: z.string(), locale: z.string() }),
      instance: z.string(),
      changed: z.int().describe("Follows that changed since the person last looked"),
      questions: z.int().describe("Follows about which a person is asked"),
      nextDueAt: Instant.nullable().describe("When the next page for a browser of this person is due"),
    }),
    fails: ["scope-missing"],
  },
  "DELETE /browser": {
    summary: "Unpair this browser",
    access: BROWSING,
    fails: ["scope-missing"],
  },
  "GET /browser/news": {
    summary: "The latest changes and open questions of what I follow, latest first",
    access: BROWSING,
    query: z.object({ limit: z.coerce.number<number | string>().int().min(1).max(50).default(20) }),
    reply: z.object({ changed: z.int(), questions: z.int(), items: z.array(NewsItem) }),
  },
  "POST /browser/work": {
    summary: "What is due for a browser of mine: each page with a claim",
    access: BROWSING,
    body: z.strictObject({ limit: z.int().min(1).max(10).default(3) }),
    reply: z.object({
      items: z.array(BrowserWork),
      nextDueAt: Instant.nullable().describe("When the next page is due besides these; null where none is"),
      askAgainAt: Instant.describe("One alarm at this time is enough: the next due page, or a quarter of an hour"),
    }),
    fails: ["scope-missing"],
  },
  "POST /browser/work/:id/snapshot": {
    summary: `What the browser saw of a claimed page: \`PageSnapshot\`, ${UPLOAD}`,
    access: BROWSING,
    params: byId(PageId),
    query: z.object({ claim: z.uuid() }),
    maxBytes: SNAPSHOT_LIMITS.bytes,
    reply: SnapshotReply,
    fails: ["not-found", "invalid", "too-large", "busy"],
  },
  "POST /browser/work/:id/failure": {
    summary: "Why the browser could not see a claimed page; `given-back` says nothing about the page",
    access: BROWSING,
    params: byId(PageId),
    body: z.strictObject({
      claim: z.uuid(),
      failure: BrowserFailure,
      message: z.string().max(300).default(""),
    }),
  },
  "POST /browser/tries": {
    summary: "Whether the server finds the same block with the same content by itself; nothing of it is stored",
    access: BROWSING,
    body: z.strictObject({
      url: WebUrl,
      path: BlockPath.describe("Where the block is in the page as the browser has it"),
      text: z.string().max(200_000).describe("Its text; white space does not matter"),
    }),
    reply: TryReply,
    fails: ["too-many"],
  },
  "POST /browser/follows": {
    summary: `Follow a block in this browser: \`SnapshotFollow\`, ${UPLOAD}`,
    access: BROWSING,
    maxBytes: SNAPSHOT_LIMITS.bytes,
    reply: FollowReply,
    status: 201,
    fails: ["not-found", "invalid", "too-large", "too-many", "cap-reached", "busy"],
  },
} as const satisfies Contracts;
