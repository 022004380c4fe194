/** Live events, as they happen. */
import { ApiError } from "../api-error.ts";
import { type Route, route } from "../route.ts";

export const liveRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/v1/events",
    summary: "My live events as server-sent events: observed, follow-changed, sheet-changed, behind",
    tag: "live",
    access: { kind: "person", scope: "read" },
    reply: { contentType: "text/event-stream", about: "A stream that stays open; `behind` means: load afresh" },
    handle: async ({ who, signal }, { live }) => {
      if (!live.hasRoomFor(who.person.id)) throw new ApiError("too-many", { detail: "Too many open connections." });
      // proxies that buffer would make live events late
      return { raw: live.stream(who.person.id, signal), headers: { "x-accel-buffering": "no" } };
    },
  }),
];
