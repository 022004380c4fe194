/** The whole program: store, people, checks, schedule, messages and HTTP, started in order and stopped in reverse. */
import { fileURLToPath } from "node:url";
import { lockInstance, type Store, tellAddress } from "@tessera/store";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { httpServer } from "../api/http-server.ts";
import { allRoutes } from "../api/routes/all-routes.ts";
import { webRoutes } from "../api/routes/web-routes.ts";
import { readWebFiles } from "../api/web-files.ts";
import { IdleMemory } from "../config/idle-memory.ts";
import { ownAddress } from "../config/read-config.ts";
import { describeResources, measureMachine, resourcesFor } from "../config/resources.ts";
import type { Config } from "../config/settings.ts";
import { Indexer } from "../operate/indexer.ts";
import { asListenFailure } from "../operate/listen-failure.ts";
import { logRefusals, throttledLog } from "../operate/logger.ts";
import { setUpWarnings, thisMachine } from "../operate/set-up-warnings.ts";
import { Sweeper } from "../operate/sweeper.ts";
import { firstStart } from "../people/joining.ts";
import { assemble } from "./assemble.ts";

export interface ServeOptions {
  readonly config: Config;
  readonly logger: Logger;
}

export interface RunningServer {
  /** Where it listens. */
  readonly url: string;
  /** The one-time link to become the owner, on a first start without a password. */
  readonly setUpUrl: string | null;
  /** Finishes what is under way and lets go of everything. Idempotent. */
  stop(): Promise<void>;
}

const SETTINGS_MS = 30_000;
const CLOSE_IDLE_MS = 50;
/** A request that takes longer to finish is cut off. */
const DRAIN_MS = 20_000;

/** Starts everything; throws where the directory or the port cannot be had. */
export async function serve({ config, logger }: ServeOptions): Promise<RunningServer> {
  // a directory belongs to one process, a database to as many as there are
  const unlock = config.database ? () => undefined : lockInstance(config.data);
  try {
    return await serveLocked({ config, logger }, unlock);
  } catch (failure) {
    unlock();
    throw failure;
  }
}

async function serveLocked({ config, logger }: ServeOptions, unlock: () => void): Promise<RunningServer> {
  const onError = throttledLog(
    (error, times) => logger.error({ err: error, times }, "something failed in the background"),
    Date.now,
  );
  const { services, schedule, close } = await assemble({
    config,
    onError,
    onRefusal: logRefusals(logger),
    writesInThread: true,
  });
  const { store, live, notifier, wishes } = services;
  const sweeper = new Sweeper({ store, clock: services.clock, onError });
  const indexer = new Indexer({ store, onError });
  const files = webFiles(config);
  if (files.size === 0) logger.warn("there is no web app, only the API: `npm run build` makes it");
  logger.info(describeResources(resourcesFor(config), measureMachine()));
  for (const { code, text } of setUpWarnings(config, thisMachine(config, "server"))) logger.warn({ code }, text);
  const app = httpServer({ services, routes: [...allRoutes(), ...webRoutes(files)], logger });
  const url = await app.listen({ host: config.host, port: config.port }).catch(async (failure: unknown) => {
    await close();
    throw asListenFailure(failure, { ...config, variable: "TESSERA_PORT" });
  });
  if (!config.database) tellAddress(config.data, ownAddress({ ...config, port: Number(new URL(url).port) }));
  const first = await firstStart(store, {
    ownerName: config.ownerName,
    ownerPassword: config.ownerPassword,
    now: services.clock(),
  });
  if (!config.database) await releaseOfTheDead(store);
  const sealed = await services.channelSecrets.sealStored(store, services.clock());
  if (sealed > 0) logger.info({ channels: sealed }, "secrets of channels that were readable in the store are sealed");
  schedule.start();
  notifier.start();
  wishes.start();
  // what a check tells is sent at once, not when the notifier next looks
  const forget = store.listen(() => notifier.wake());
  // another server of the fleet or the command line may have changed them
  const renewing = setInterval(() => void services.onSettings().catch(onError), SETTINGS_MS);
  sweeper.start();
  indexer.start();
  const idleMemory = new IdleMemory();
  idleMemory.start();
  const stop = once(async () => {
    clearInterval(renewing);
    idleMemory.stop();
    forget();
    live.close();
    // side by side: the longest of them is waited for, and not their sum
    const background = [schedule, notifier, wishes, sweeper, indexer].map((each) => each.stop());
    await Promise.all([closeHttp(app), ...background]);
    await close();
    unlock();
  });
  const setUpUrl = first.kind === "set-up-link" ? new URL(first.path, config.baseUrl ?? url).href : null;
  return { url, setUpUrl, stop };
}

/** Whoever has the lock is alone: every claim that is still held was left behind by a process that died. */
async function releaseOfTheDead(store: Store): Promise<void> {
  for (const prefix of ["server:", "asked:"]) await store.checks.releaseHeldBy(prefix);
  await store.deliveries.releaseHeldBy("server:");
  await store.wishes.releaseHeldBy("server:");
}

/**
 * Lets requests finish and closes their connections as they do: one that is busy when closing begins would otherwise be
 * kept alive for the next request, and the end of the server wait for it.
 */
async function closeHttp(app: FastifyInstance): Promise<void> {
  const closingIdle = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_MS);
  const givingUp = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS);
  await app.close();
  clearInterval(closingIdle);
  clearTimeout(givingUp);
}

function webFiles(config: Config): ReturnType<typeof readWebFiles> {
  return readWebFiles(config.web ?? fileURLToPath(new URL("../../../../dist/tessera/web", import.meta.url)));
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => {
    done ??= work();
    return done;
  };
}
