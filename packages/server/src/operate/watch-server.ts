/** A worker's own small HTTP server, for whoever watches it: is it alive, does the store answer, how is it doing. */
import type { Store } from "@tessera/store";
import { type FastifyInstance, fastify } from "fastify";
import type { Config } from "../config/settings.ts";
import { CONNECTION_LIMITS, limitsForFastify } from "./connection-limits.ts";
import { isForwarded } from "./forwarding.ts";
import { asListenFailure } from "./listen-failure.ts";
import { mayReadMetrics } from "./metrics.ts";
import type { WorkerMetrics } from "./worker-metrics.ts";

export interface WatchServerParts {
  readonly config: Pick<Config, "host" | "metricsPort" | "metricsToken">;
  readonly store: Pick<Store, "settings">;
  readonly metrics: Pick<WorkerMetrics, "text">;
}

export interface WatchServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Null where no port is named; throws where it cannot be had. */
export async function startWatchServer(parts: WatchServerParts): Promise<WatchServer | null> {
  const { host, metricsPort: port } = parts.config;
  if (port === undefined) return null;
  const app = watchServer(parts);
  const url = await app.listen({ host, port }).catch((failure: unknown) => {
    throw asListenFailure(failure, { host, port, variable: "TESSERA_METRICS_PORT" });
  });
  return { url, close: () => app.close() };
}

function watchServer({ config, store, metrics }: WatchServerParts): FastifyInstance {
  const app = fastify({ ...limitsForFastify(CONNECTION_LIMITS), forceCloseConnections: true, exposeHeadRoutes: false });
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_, reply) => {
    try {
      await store.settings.read();
      return { status: "ok" };
    } catch {
      return reply.code(503).send({ status: "the store does not answer" });
    }
  });
  app.get("/metrics", async ({ headers, socket }, reply) => {
    const [, bearer = null] = /^Bearer (.+)$/i.exec(headers.authorization ?? "") ?? [];
    const isAllowed = mayReadMetrics(config.metricsToken, {
      bearer,
      address: socket.remoteAddress ?? "",
      isForwarded: isForwarded(headers),
    });
    if (!isAllowed) return reply.code(401).send({ status: "the metrics token is needed" });
    const { contentType, body } = await metrics.text();
    return reply.type(contentType).send(body);
  });
  return app;
}
