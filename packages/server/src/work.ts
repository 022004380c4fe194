/** A worker of a fleet: takes checks out of the queue and does them, until it is told to stop. */
import { randomUUID } from "node:crypto";
import { Politeness } from "@tessera/capture";
import type { Logger } from "pino";
import { guardOver, wayOutOver } from "./assemble.ts";
import { type CapturePage, capturePageWith } from "./check/capture-page.ts";
import { rendererWith } from "./check/render-page.ts";
import type { CheckParts } from "./check-page.ts";
import { ConfigurationError } from "./config/read-config.ts";
import type { Config } from "./config/settings.ts";
import { NeedsBrowser, POOLS, type Pool } from "./fleet/check-job.ts";
import { CheckQueue } from "./fleet/check-queue.ts";
import { HostTimes } from "./fleet/host-times.ts";
import { QueueClaims } from "./fleet/queue-claims.ts";
import { LookPool } from "./look/look-pool.ts";
import { openStore } from "./open-store.ts";
import { Schedule } from "./schedule/schedule.ts";

export interface WorkOptions {
  readonly config: Config;
  readonly logger: Logger;
}

export interface RunningWorker {
  readonly pools: readonly Pool[];
  /** Finishes what is under way, gives the rest back, and lets go of everything. Idempotent. */
  stop(): Promise<void>;
}

const SETTINGS_MS = 30_000;
/** Short, so that the pages of a worker that died are soon somebody else's. */
const LEASE_MS = 20_000;
/** What a question to the queue costs hardly depends on how many jobs it gives. */
const GATHER_MS = 40;

/** Starts a worker; throws where the database cannot be had. */
export async function work({ config, logger }: WorkOptions): Promise<RunningWorker> {
  if (!config.database) throw new ConfigurationError("Workers need a PostgreSQL: set TESSERA_DATABASE.");
  const onError = (error: unknown): void => logger.error({ err: error }, "something failed in the background");
  const store = await openStore(config);
  const queue = new CheckQueue({ url: config.database, onError });
  await queue.start();
  const guard = await guardOver(store, config);
  const wayOut = wayOutOver(guard.current, config);
  const looks = new LookPool({ threads: config.workers });
  const hosts = new HostTimes();
  const politeness = new Politeness({ wayOut, onFree: hosts.note });
  const pools = config.pool === "all" ? POOLS : [config.pool];
  const renderer = pools.includes("browser") ? rendererWith({ wayOut, politeness, config }) : null;
  if (pools.includes("browser") && !renderer) logger.warn("no Chromium was found: what must be rendered fails here");
  const schedules = pools.map((pool) => {
    const render = pool === "plain" ? handOn : (renderer?.render ?? null);
    const capture = capturePageWith({ wayOut, politeness, render });
    const parts: CheckParts = { store, capture, looks, now: Date.now, random: Math.random };
    return new Schedule(parts, {
      holder: `work:${randomUUID()}`,
      concurrency: pool === "browser" ? config.browserPages : config.concurrency,
      leaseMs: LEASE_MS,
      gatherMs: GATHER_MS,
      source: new QueueClaims({ store, queue, pool, now: Date.now, freeAt: hosts.freeAt }),
      onFailure: (_, failure) => failure instanceof NeedsBrowser || onError(failure),
    });
  });
  // the owner may allow more private hosts at any time
  const renewing = setInterval(() => void guard.renew().catch(onError), SETTINGS_MS);
  for (const schedule of schedules) schedule.start();
  let stopping: Promise<void> | null = null;
  const stop = async (): Promise<void> => {
    clearInterval(renewing);
    await Promise.all(schedules.map((schedule) => schedule.stop())).catch(onError);
    await renderer?.stop();
    await looks.stop();
    await wayOut.close();
    await queue.stop().catch(onError);
    await store.close();
  };
  return {
    pools,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** A plain worker renders nothing: those with a browser do the whole check. */
const handOn: CapturePage = async () => {
  throw new NeedsBrowser("the page has to be rendered");
};
