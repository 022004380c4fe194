/** For operators, and what programs read by addresses that know no version: feeds, pictures, assets, health. */
import { z } from "zod";
import { PageId } from "../records/ids.ts";
import { byId, type Contracts, OWNING, PUBLIC, READING, READING_ANYWHERE } from "./contract.ts";

const PoolReply = z.object({ waiting: z.int(), active: z.int() });
const DeadCheckReply = z.object({
  id: z.string(),
  pageId: PageId,
  url: z.string().nullable(),
  at: z.int(),
  attempts: z.int(),
  error: z.string(),
});

export const operateApi = {
  "GET /events": {
    summary: "My live events as server-sent events: observed, follow-changed, sheet-changed, template-changed, behind",
    access: READING_ANYWHERE,
    reply: { contentType: "text/event-stream", about: "A stream that stays open; `behind` means: reload everything" },
    fails: ["too-many"],
  },
  "GET /queue": {
    summary: "Checks that wait for the workers of a fleet, and the checks that failed for good",
    access: OWNING,
    reply: z.object({
      /** Null where the server checks by itself. */
      pools: z.object({ plain: PoolReply, browser: PoolReply }).nullable(),
      deadLetters: z.array(DeadCheckReply),
    }),
  },
  "POST /queue/dead-letters/:id/retry": {
    summary: "Remove a dead letter and check its page now",
    access: OWNING,
    params: byId(z.uuid()),
  },
  "GET /openapi.json": {
    summary: "This API as an OpenAPI document",
    access: PUBLIC,
    reply: { contentType: "application/json; charset=utf-8", about: "OpenAPI 3.1" },
  },
  "GET /self-check": {
    summary: "The headers that this server sends, for a page to compare with what arrives through proxies",
    access: READING,
    reply: z.object({ headers: z.record(z.string(), z.string()), appPolicy: z.string(), foreignPolicy: z.string() }),
  },
} as const satisfies Contracts;

/** `key.rss`: the key is a secret of 192 bits, so knowing it is the permission. */
const FeedFile = z.string().regex(/^[\w-]{16,100}\.(rss|atom|json)$/);
const FEED = { contentType: "application/rss+xml; charset=utf-8", about: "RSS, Atom or JSON Feed, by its ending" };

/** Not below `API_BASE`. */
export const rootApi = {
  "GET /healthz": {
    summary: "The process is alive",
    access: PUBLIC,
    reply: z.object({ status: z.string() }),
  },
  "GET /readyz": {
    summary: "The store answers and can be written",
    access: PUBLIC,
    reply: z.object({ status: z.string() }),
  },
  "GET /metrics": {
    summary: "Metrics for Prometheus, with the metrics token or from this machine",
    access: PUBLIC,
    reply: { contentType: "text/plain; version=0.0.4; charset=utf-8", about: "Prometheus' text format" },
    fails: ["login-needed"],
  },
  "GET /pictures/:hash/:signature": {
    summary: "The picture of a block that a message shows; the signature is the permission",
    access: PUBLIC,
    params: z.object({ hash: z.string().max(64), signature: z.string().max(100) }),
    reply: { contentType: "image/webp", about: "A picture" },
  },
  "GET /feeds/:file": {
    summary: "The feed of one follow: one entry for each change, or for each item of a list",
    access: PUBLIC,
    params: z.object({ file: FeedFile }),
    reply: FEED,
  },
  "GET /feeds/sheets/:file": {
    summary: "The feed of everything on one sheet",
    access: PUBLIC,
    params: z.object({ file: FeedFile }),
    reply: FEED,
  },
  "GET /assets/:kind/:pass/:seal/:target": {
    summary: "A picture, style sheet or font of a foreign page, by a link that only this server can have made",
    // frames without an origin send no cookies; the pass says for whom the link was made, and until when it opens
    access: PUBLIC,
    params: z.object({ kind: z.string(), pass: z.string(), seal: z.string(), target: z.string() }),
    reply: { contentType: "application/octet-stream", about: "The asset, made harmless" },
  },
} as const satisfies Contracts;
