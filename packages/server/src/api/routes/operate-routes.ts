/** For operators: is it alive, is it ready, how is it doing, what can it do. */
import { z } from "zod";
import { mayReadMetrics } from "../../operate/metrics.ts";
import { ApiError } from "../api-error.ts";
import { openApi } from "../openapi.ts";
import { type Route, route } from "../route.ts";
import { APP_POLICY, BASE_HEADERS, FOREIGN_POLICY } from "../security-headers.ts";

const tag = "operate";
const isPublic = { kind: "public" } as const;

/** Routes that need to know all others. */
export function operateRoutes(all: () => readonly Route[]): readonly Route[] {
  // written once, since anybody may ask for it
  let document: string | null = null;
  return [
    route({
      method: "GET",
      path: "/healthz",
      summary: "The process is alive",
      tag,
      access: isPublic,
      reply: z.object({ status: z.string() }),
      handle: async () => ({ body: { status: "ok" } }),
    }),
    route({
      method: "GET",
      path: "/readyz",
      summary: "The store answers and can be written",
      tag,
      access: isPublic,
      reply: z.object({ status: z.string() }),
      handle: async (_, { readiness }) => {
        await readiness.check();
        return { body: { status: "ok" } };
      },
    }),
    route({
      method: "GET",
      path: "/metrics",
      summary: "Metrics for Prometheus, with the metrics token or from this machine",
      tag,
      access: isPublic,
      reply: { contentType: "text/plain; version=0.0.4; charset=utf-8", about: "Prometheus' text format" },
      handle: async ({ origin, bearer, client }, { config, metrics }) => {
        const watcher = { bearer, address: origin.address, isForwarded: client.isForwarded };
        if (!mayReadMetrics(config.metricsToken, watcher)) throw new ApiError("login-needed");
        const { body, contentType } = await metrics.text();
        return { raw: body, contentType };
      },
    }),
    route({
      method: "GET",
      path: "/api/v1/openapi.json",
      summary: "This API as an OpenAPI document",
      tag,
      access: isPublic,
      reply: { contentType: "application/json; charset=utf-8", about: "OpenAPI 3.1" },
      handle: async () => {
        document ??= JSON.stringify(openApi(all()));
        return { raw: document };
      },
    }),
    route({
      method: "GET",
      path: "/api/v1/self-check",
      summary: "The headers that this server sends, for a page to compare with what reached it through proxies",
      tag,
      access: { kind: "person", scope: "read" },
      reply: z.object({ headers: z.record(z.string(), z.string()), appPolicy: z.string(), foreignPolicy: z.string() }),
      handle: async () => ({ body: { headers: BASE_HEADERS, appPolicy: APP_POLICY, foreignPolicy: FOREIGN_POLICY } }),
    }),
  ];
}
