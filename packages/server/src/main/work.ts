/** A worker of a fleet: takes checks out of the queue and does them, until it is told to stop. */
import { randomUUID } from "node:crypto";
import { type HttpClient, Politeness } from "@tessera/network";
import type { Store } from "@tessera/store";
import type { Logger } from "pino";
import { browserWith, type CapturePage, capturePageWith } from "../check/capture.ts";
import { ConfigurationError } from "../config/read-config.ts";
import { type Resources, resourcesFor } from "../config/resources.ts";
import type { Config } from "../config/settings.ts";
import { CheckQueue, NeedsBrowser, POOLS, type Pool } from "../fleet/check-queue.ts";
import { FleetClock } from "../fleet/fleet-clock.ts";
import { claimRedirectHost, HostTimes } from "../fleet/hosts.ts";
import { QueueClaims } from "../fleet/queue-claims.ts";
import { logRefusals } from "../operate/logger.ts";
import { setUpWarnings, thisMachine } from "../operate/set-up-warnings.ts";
import { startWatchServer } from "../operate/watch-server.ts";
import { WorkerMetrics } from "../operate/worker-metrics.ts";
import type { PrivateAccess } from "../people/private-access.ts";
import { Schedule } from "../schedule/schedule.ts";
import { readersOver, type TraceWorkerPool } from "../workers/trace-workers.ts";
import { httpClientOver, privateAccessOver, proxiesOver, secretsOver, threadsWith } from "./assemble.ts";
import { openStore } from "./open-store.ts";

export interface WorkOptions {
  readonly config: Config;
  readonly logger: Logger;
  /** How often it asks for the time, the settings and the schema's version. */
  readonly renewMs?: number;
}

export interface RunningWorker {
  readonly pools: readonly Pool[];
  /** Where its metrics are; null where no port was named. */
  readonly watchUrl: string | null;
  /** Finishes what is under way, gives the rest back, and lets go of everything. Idempotent. */
  stop(): Promise<void>;
  /** Resolves when it has stopped: as asked, or by itself because its program is older than the schema. */
  readonly ended: Promise<"asked" | "outdated">;
}

const RENEW_MS = 30_000;
/** Short, so that the pages of a worker that died are soon somebody else's. */
const LEASE_MS = 20_000;
/** What a question to the queue costs hardly depends on how many jobs it gives. */
const GATHER_MS = 40;
const MIN_FREE = 1 / 8;

/** Starts a worker; throws where the database cannot be had. */
export async function work({ config, logger, renewMs = RENEW_MS }: WorkOptions): Promise<RunningWorker> {
  if (!config.database) throw new ConfigurationError("Workers need a PostgreSQL: set TESSERA_DATABASE.");
  const onError = (error: unknown): void => logger.error({ err: error }, "something failed in the background");
  const store = await openStore(config);
  const queue = await CheckQueue.of({ url: config.database, onError });
  const access = await privateAccessOver(store, config);
  const httpClient = httpClientOver(config, logRefusals(logger));
  const resources = resourcesFor(config);
  const tools = {
    config,
    resources,
    store,
    queue,
    httpClient,
    proxies: proxiesOver(config, logRefusals(logger)),
    access,
    clock: new FleetClock(store),
    pool: threadsWith(resources),
    onError,
  };
  const { schedules, metrics, browser } = schedulesOf(tools);
  const ended = Promise.withResolvers<"asked" | "outdated">();
  const close = async (): Promise<void> => {
    await browser?.stop();
    await tools.pool.stop();
    for (const client of [httpClient, ...tools.proxies.values()]) await client.close();
    await queue.stop().catch(onError);
    await store.close();
  };
  const begin = async () => {
    await queue.start();
    const { schemaVersion, warning } = await tools.clock.renew();
    if (warning) logger.warn(warning);
    const machine = { ...thisMachine(config, "server"), hasBrowser: browser !== null };
    for (const { code, text } of setUpWarnings({ ...config, trustedProxies: [], baseUrl: undefined }, machine))
      logger.warn({ code }, text);
    if (schedules.has("browser") && !browser) logger.warn("no Chromium was found: what must be rendered fails here");
    return { schemaVersion, watching: await startWatchServer({ config, store, metrics }) };
  };
  const { schemaVersion, watching } = await begin().catch(async (failure: unknown) => {
    await close();
    throw failure;
  });
  let stopping: Promise<void> | null = null;
  const stop = (why: "asked" | "outdated" = "asked"): Promise<void> => {
    stopping ??= (async () => {
      clearInterval(renewing);
      await watching?.close();
      await Promise.all([...schedules.values()].map((schedule) => schedule.stop())).catch(onError);
      await close();
      ended.resolve(why);
    })();
    return stopping;
  };
  // the owner may allow more private hosts at any time, and a newer program may change the schema
  const renewing = setInterval(() => {
    const renew = async (): Promise<void> => {
      await access.renew();
      if ((await tools.clock.renew()).schemaVersion <= schemaVersion) return;
      logger.fatal("a newer program has changed the schema: this worker ends, start it again as that version");
      await stop("outdated");
    };
    void renew().catch(onError);
  }, renewMs);
  for (const schedule of schedules.values()) schedule.start();
  return { pools: [...schedules.keys()], watchUrl: watching?.url ?? null, stop: () => stop(), ended: ended.promise };
}

interface Tools {
  readonly config: Config;
  readonly store: Store;
  readonly queue: CheckQueue;
  readonly resources: Resources;
  readonly httpClient: HttpClient;
  readonly proxies: ReadonlyMap<string, HttpClient>;
  readonly access: PrivateAccess;
  readonly clock: FleetClock;
  readonly pool: TraceWorkerPool;
  readonly onError: (error: unknown) => void;
}

/** One schedule for each pool that this worker serves, made and not started. */
function schedulesOf(tools: Tools) {
  const { config, resources, store, queue, httpClient, proxies, access, clock, pool: threads, onError } = tools;
  const hosts = new HostTimes();
  const onFree = (host: string, freeAt: number): void => hosts.note(host, clock.ofFleet(freeAt));
  const visits = { store, now: clock.now, freeAt: hosts.freeAt, onError };
  const politeness = new Politeness({ httpClient, onFree, claimHost: (host) => claimRedirectHost(host, visits) });
  const pools: readonly Pool[] = config.pool === "all" ? POOLS : [config.pool];
  const outside = { httpClient, politeness, readerFor: readersOver(threads.workers) };
  const browser = pools.includes("browser") ? browserWith(outside, { ...config, ...resources }) : null;
  const schedules = new Map<Pool, Schedule>();
  const metrics = new WorkerMetrics({
    underWay: () => Object.fromEntries([...schedules].map(([pool, { underWay }]) => [pool, underWay])),
    waitingLooks: () => threads.waiting,
  });
  const onFailure = (failure: unknown): void => {
    if (failure instanceof NeedsBrowser) return;
    metrics.failure();
    onError(failure);
  };
  const { now } = clock;
  for (const pool of pools) {
    const capturePage = capturePageWith({ ...outside, ...secretsOver(store, config), access, proxies, browser });
    const capture = pool === "plain" ? handingOn(capturePage) : capturePage;
    const schedule = new Schedule(
      { store, capture, access, workers: threads.workers, now, random: Math.random },
      {
        holder: `work:${randomUUID()}`,
        concurrency: pool === "browser" ? resources.browserPages : resources.concurrency,
        leaseMs: LEASE_MS,
        gatherMs: GATHER_MS,
        minFree: MIN_FREE,
        source: new QueueClaims({ store, queue, pool, now, freeAt: hosts.freeAt }),
        onChecked: (_, outcome, times) => metrics.check({ outcome, ...times }),
        onFailure: (_, failure) => onFailure(failure),
      },
    );
    schedules.set(pool, schedule);
  }
  return { schedules, metrics, browser };
}

/** A plain worker renders nothing: those with a browser do the whole check. */
function handingOn(capture: CapturePage): CapturePage {
  return async (order) => {
    if (order.fetcher === "browser") throw new NeedsBrowser("the page has to be rendered");
    return capture(order);
  };
}
