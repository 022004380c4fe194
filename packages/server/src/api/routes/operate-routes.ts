/** For operators: what waits, what failed, what this server can do, and live events. */
import type { operateApi } from "@tessera/model/api";
import { ApiError } from "../api-error.ts";
import { openApiText } from "../openapi.ts";
import { found } from "../replies.ts";
import type { Handlers } from "../route.ts";
import { APP_POLICY, BASE_HEADERS, FOREIGN_POLICY } from "../security-headers.ts";

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
