/**
 * For operators: what waits, what failed, what this server can do, and live events; and what is read by addresses without a
 * version: health, metrics, feeds, pictures and assets of pages.
 */
import type { operateApi, rootApi } from "@tessera/model/api";
import { followFeed, sheetFeed } from "../../feeds/read-feed.ts";
import { mayReadMetrics } from "../../operate/metrics.ts";
import { ApiError } from "../api-error.ts";
import { openApiText } from "../openapi.ts";
import { found } from "../replies.ts";
import type { Ask, Handlers } from "../route.ts";
import { APP_POLICY, BASE_HEADERS, FOREIGN_POLICY } from "../security-headers.ts";
import type { Services } from "../services.ts";

export const operateHandlers: Handlers<typeof operateApi> = {
  "GET /events": async ({ who, signal }, { live }) => {
    if (!live.hasRoomFor(who.person.id)) throw new ApiError("too-many", { detail: "Too many open connections." });
    // proxies that buffer would make live events late
    return { raw: live.stream(who.person.id, signal), headers: { "x-accel-buffering": "no" } };
  },
  "GET /queue": async (_, { store, queue }) => {
    if (!queue) return { body: { pools: null, deadLetters: [] } };
    const letters = await queue.deadLetters(MAX_SHOWN);
    const deadLetters = await Promise.all(
      letters.map(async (letter) => {
        const page = await store.pages.findForCheck(letter.pageId);
        return { ...letter, url: page?.source.url ?? null };
      }),
    );
    return { body: { pools: await queue.counts(), deadLetters } };
  },
  "POST /queue/dead-letters/:id/retry": async ({ params, now }, { store, queue }) => {
    const letter = found(queue && (await queue.removeDeadLetter(params.id)));
    await store.pages.bringForward(letter.pageId, now);
    return {};
  },
  "GET /openapi.json": async () => {
    return { raw: openApiText() };
  },
  "GET /self-check": async () => ({
    body: { headers: BASE_HEADERS, appPolicy: APP_POLICY, foreignPolicy: FOREIGN_POLICY },
  }),
};
const MAX_SHOWN = 200;

export const rootHandlers: Handlers<typeof rootApi> = {
  "GET /healthz": async () => ({ body: { status: "ok" } }),
  "GET /readyz": async (_, { readiness }) => {
    await readiness.check();
    return { body: { status: "ok" } };
  },
  "GET /metrics": async ({ origin, bearer, client }, { config, metrics }) => {
    const watcher = { bearer, address: origin.address, isForwarded: client.isForwarded };
    if (!mayReadMetrics(config.metricsToken, watcher)) throw new ApiError("login-needed");
    const { body, contentType } = await metrics.text();
    return { raw: body, contentType };
  },
  "GET /pictures/:hash/:signature": async ({ params }, { pictures }) => {
    const { bytes, contentType } = found(await pictures.read(params.hash, params.signature));
    const headers = {
      "cache-control": "public, max-age=31536000, immutable",
      // shown by chat programs and mail readers of other origins
      "cross-origin-resource-policy": "cross-origin",
    };
    return { raw: Buffer.from(bytes), contentType, headers };
  },
  "GET /feeds/:file": (ask, services) => answer(ask, services, followFeed, "/feeds/"),
  "GET /feeds/sheets/:file": (ask, services) => answer(ask, services, sheetFeed, "/feeds/sheets/"),
  "GET /assets/:kind/:pass/:seal/:target": async ({ params: { kind, pass, seal, target } }, { tileRenderer }) => {
    const { status, headers, body } = await tileRenderer.asset([kind, pass, seal, target].join("/"));
    const contentType = headers["content-type"] ?? "text/plain; charset=utf-8";
    return { status, headers, contentType, raw: body };
  },
};

type FeedAsk = Pick<Ask<{ readonly file: string }, unknown, unknown, null>, "params" | "baseUrl">;

async function answer(
  { params: { file }, baseUrl }: FeedAsk,
  { store }: Services,
  read: typeof followFeed,
  path: string,
) {
  const [key = "", ending = ""] = file.split(".");
  // its library is large, and many instances have no reader of feeds
  const { FEED_FORMATS, writeFeed } = await import("../../feeds/write-feed.ts");
  const format = FEED_FORMATS.find((known) => known === ending) ?? "rss";
  const feed = found(await read(store, key, { baseUrl, self: new URL(path + file, baseUrl).href }));
  const { contentType, body } = writeFeed(feed, format);
  return { raw: body, contentType, etag: `${feed.entries[0]?.id ?? "empty"}-${feed.entries.length}` };
}
