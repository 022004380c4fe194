/** Everything about how a page is fetched: tried before it is saved, shown by doing, with secrets that are only ever written. */
import { z } from "zod";
import { CaptureFailureRecord } from "../records/capture-failure.ts";
import { FollowId, PageId } from "../records/ids.ts";
import { Fetcher } from "../records/page.ts";
import { AskedSource, BrowserStep, SecretName, SecretValue, WebUrl } from "../records/page-source.ts";
import { Instant } from "../records/time.ts";
import { VerdictKind } from "../records/verdict.ts";
import { byId, CHECKING, type Contracts, MANAGING } from "./contract.ts";

/** Scheme, host and port of pages; any address of them names it. */
const Origin = WebUrl.transform((url) => new URL(url).origin);

const NewSecret = z.strictObject({ origin: Origin, name: SecretName, value: SecretValue.meta({ writeOnly: true }) });
/** Every cookie, header and step of a page may have one. */
const MAX_TRIED_SECRETS = 120;
const TriedSecrets = z
  .array(NewSecret)
  .max(MAX_TRIED_SECRETS)
  .optional()
  .describe("In place of what is stored by these names, and never stored");

export const SecretReply = z
  .object({
    origin: z.string().describe("Scheme, host and port of the pages that it is for"),
    name: SecretName,
    updatedAt: Instant,
  })
  .meta({ id: "Secret" });
export type SecretReply = z.output<typeof SecretReply>;

const Picture = z.base64().describe("WebP of the upper 4,000 pixels, in base64");

export const TriedStep = z
  .object({ picture: Picture.nullable(), message: z.string().nullable().describe("Why it did not work") })
  .meta({ id: "TriedStep" });
export type TriedStep = z.output<typeof TriedStep>;

export const TriedPage = z
  .object({
    fetcher: Fetcher,
    failure: CaptureFailureRecord.nullable(),
    advice: z.string().nullable().describe("What can be done about the failure"),
    status: z.int().nullable(),
    finalUrl: z.string().nullable().describe("After redirects and steps"),
    tookMs: z.int(),
    bytes: z.int().nullable(),
    title: z.string().nullable(),
    picture: Picture.nullable().describe("Of a page that was rendered"),
    document: z
      .string()
      .nullable()
      .describe(
        "Of a page that was not rendered: inert, for a frame whose sandbox allows nothing; null where it is too large",
      ),
    source: z.string().nullable().describe("The first 100,000 characters of the HTML, as text"),
    steps: z.array(TriedStep).describe("Those that were taken; the last may have failed"),
    blocks: z
      .array(
        z.object({
          followId: FollowId,
          title: z.string(),
          verdict: VerdictKind,
          isBlank: z.boolean().describe("It is there, and nothing of it can be seen"),
          excerpt: z.string().describe("The first words of what it says there"),
        }),
      )
      .describe("Whether what I follow on the page is still found"),
  })
  .meta({ id: "TriedPage" });
export type TriedPage = z.output<typeof TriedPage>;

const Pixel = z.number().min(0).max(100_000);

export const LiveViewReply = z
  .object({
    url: z.string(),
    title: z.string(),
    picture: Picture,
    controls: z
      .array(
        z.object({
          kind: z.enum(["press", "field", "password", "choice"]),
          name: z.string(),
          box: z
            .tuple([z.number(), z.number(), z.number(), z.number()])
            .readonly()
            .describe("Left, top, width, height in the picture"),
          options: z.array(z.string()).readonly(),
        }),
      )
      .readonly(),
  })
  .meta({ id: "LiveView" });
export type LiveViewReply = z.output<typeof LiveViewReply>;

const RecordingId = z.uuid();

export const panelApi = {
  "POST /pages/try": {
    summary: "Capture a page as it would be with these settings, and keep nothing of it",
    access: CHECKING,
    body: z.strictObject({
      source: AskedSource,
      page: PageId.optional().describe("Whether what I follow on this page is found there, too"),
      secrets: TriedSecrets,
    }),
    reply: TriedPage,
    fails: ["owner-only", "too-many", "not-found"],
  },
  "GET /secrets": {
    summary: "The secrets that I have stored for pages, by origin and name; nobody can read them",
    access: MANAGING,
    reply: z.array(SecretReply),
  },
  "PUT /secrets": {
    summary: "Store a secret for pages of one origin, or replace it",
    access: MANAGING,
    body: NewSecret,
    reply: SecretReply,
    fails: ["unsupported", "too-many"],
  },
  "DELETE /secrets": {
    summary: "Remove a stored secret",
    access: MANAGING,
    query: z.object({ origin: Origin, name: SecretName }),
    fails: ["not-found"],
  },
  "POST /recordings": {
    summary:
      "Open a page in the browser to show steps in it, after those that it has; it is mine alone and closes after three minutes without a step, after half a minute if somebody waits for a tab, or when I open another",
    access: MANAGING,
    body: z.strictObject({ source: AskedSource, secrets: TriedSecrets }),
    reply: z.object({ id: RecordingId, view: LiveViewReply }),
    status: 201,
    fails: ["owner-only", "too-many", "busy", "unsupported", "capture-failed"],
  },
  "POST /recordings/:id/steps": {
    summary: "Take a step in the open page; `at` names the element instead of the step's selector",
    access: MANAGING,
    params: byId(RecordingId),
    body: z.strictObject({
      step: BrowserStep,
      at: z.strictObject({ x: Pixel, y: Pixel }).optional(),
      secrets: TriedSecrets,
    }),
    reply: z.object({ step: BrowserStep.describe("As it is to be saved"), view: LiveViewReply }),
    fails: ["not-found", "unsupported", "capture-failed"],
  },
  "DELETE /recordings/:id": {
    summary: "Close the open page",
    access: MANAGING,
    params: byId(RecordingId),
  },
} as const satisfies Contracts;
