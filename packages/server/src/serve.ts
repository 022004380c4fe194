/** The whole program: store, people, checks, schedule, messages and HTTP, started in order and stopped in reverse. */
import {
  createGuard,
  createProxyDial,
  type Guard,
  MailOut,
  makePushKeys,
  Politeness,
  proxyFromEnvironment,
  WayOut,
} from "@tessera/capture";
import { lockInstance, openSqlite, type Store } from "@tessera/store";
import type { Logger } from "pino";
import { allRoutes } from "./api/all-routes.ts";
import { httpServer } from "./api/http-server.ts";
import { webRoutes } from "./api/routes/web-routes.ts";
import type { Services } from "./api/services.ts";
import { cookieNameFor } from "./api/session-cookie.ts";
import { capturePageWith } from "./check/capture-page.ts";
import type { CheckParts } from "./check-page.ts";
import type { Config } from "./config/settings.ts";
import { LiveHub } from "./live/live-hub.ts";
import { LookPool } from "./look/look-pool.ts";
import { Metrics } from "./operate/metrics.ts";
import { firstStart } from "./people/joining.ts";
import { Login } from "./people/login.ts";
import { Schedule } from "./schedule/schedule.ts";
import type { Sender } from "./tell/send.ts";
import { Teller } from "./tell/teller.ts";
import { readWebFiles } from "./web-files.ts";
import { WishGranter } from "./wish/wish-granter.ts";

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

const SWEEP_MS = 10 * 60_000;

/** Starts everything; throws where the directory or the port cannot be had. */
export async function serve({ config, logger }: ServeOptions): Promise<RunningServer> {
  const store = await openSqlite({ directory: config.data, now: Date.now() });
  const unlock = lockInstance(config.data);
  const guard = await guardOver(store, config);
  const wayOut = wayOutOver(guard.current, config);
  const looks = new LookPool({ threads: config.workers });
  const capture = capturePageWith({ wayOut, politeness: new Politeness({ wayOut }), render: null });
  const checks: CheckParts = { store, capture, looks, now: Date.now, random: Math.random };
  const holder = `server:${process.pid}`;
  const onError = (error: unknown): void => logger.error({ err: error }, "something failed in the background");
  const live = new LiveHub(store);
  const metrics = new Metrics({ store, clock: Date.now, liveConnections: () => live.size });
  const login = new Login(store, { idleDays: config.sessionDays, clock: Date.now });
  const isSecure = config.secureCookies ?? config.baseUrl?.startsWith("https:") ?? false;
  const sender = await senderOver(store, wayOut, config);
  const teller = new Teller({ store, sender, clock: Date.now, random: Math.random, holder, onError });
  const wishes = new WishGranter(checks, { holder, onError });
  const schedule = new Schedule(checks, {
    holder,
    concurrency: config.concurrency,
    onChecked: (_, outcome) => metrics.check(outcome.kind, 0),
    onFailure: (_, failure) => onError(failure),
  });
  const cookieName = cookieNameFor(isSecure);
  const services: Services = {
    store,
    config,
    clock: Date.now,
    cookieName,
    login,
    wayOut,
    checks,
    teller,
    live,
    metrics,
    wishes,
    onSettings: guard.renew,
  };
  const app = httpServer({ services, routes: [...allRoutes(), ...webRoutes(webFiles(config))], logger });
  const url = await app.listen({ host: config.host, port: config.port });
  const first = await firstStart(store, {
    ownerName: config.ownerName,
    ownerPassword: config.ownerPassword,
    now: Date.now(),
  });
  await store.checks.releaseHeldBy("server:");
  schedule.start();
  teller.start();
  wishes.start();
  // what a check tells is sent at once, not when the teller next looks
  const forget = store.listen(() => teller.wake());
  const sweeping = setInterval(() => void store.upkeep.sweep(Date.now()).catch(onError), SWEEP_MS);
  const stop = once(async () => {
    clearInterval(sweeping);
    forget();
    live.close();
    await app.close();
    await Promise.all([schedule.stop(), teller.stop(), wishes.stop()]);
    await looks.stop();
    await wayOut.close();
    await store.close();
    unlock();
  });
  const setUpUrl = first.kind === "set-up-link" ? new URL(first.path, config.baseUrl ?? url).href : null;
  return { url, setUpUrl, stop };
}

/** The guard with the hosts of the configuration and of the settings, which the owner may change at any time. */
async function guardOver(
  store: Store,
  config: Config,
): Promise<{ readonly current: Guard; readonly renew: () => Promise<void> }> {
  const make = async (): Promise<Guard> => {
    const { privateHosts } = await store.settings.read();
    return createGuard({ privateHosts: [...config.privateHosts, ...privateHosts] });
  };
  let guard = await make();
  return {
    current: {
      checkUrl: (url) => guard.checkUrl(url),
      resolve: (destination, options) => guard.resolve(destination, options),
      connect: (destination, options) => guard.connect(destination, options),
    },
    renew: async () => {
      guard = await make();
    },
  };
}

/** All requests to other servers: by the guard, through the owner's proxy where there is one. */
function wayOutOver(guard: Guard, { proxy, userAgent }: Config): WayOut {
  const named = proxy ? { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: process.env.NO_PROXY } : process.env;
  const settings = proxyFromEnvironment(named);
  return new WayOut({
    guard,
    ...(settings ? { dial: createProxyDial(guard, settings) } : {}),
    ...(userAgent ? { userAgent } : {}),
  });
}

async function senderOver(store: Store, wayOut: WayOut, config: Config): Promise<Sender> {
  const keys = await store.settings.secret("push-keys", () => JSON.stringify(makePushKeys()));
  const { smtpHost: host, smtpPort: port, smtpSecurity: security, smtpUser: user, smtpPassword: password } = config;
  return {
    wayOut,
    mailOut: host ? new MailOut({ server: { host, port, security, user, password, from: config.smtpFrom } }) : null,
    pushKeys: JSON.parse(keys),
    baseUrl: config.baseUrl ?? `http://localhost:${config.port}`,
    pictureOf: async () => null,
  };
}

function webFiles(config: Config): ReturnType<typeof readWebFiles> {
  return readWebFiles(config.web ?? new URL("../../web/dist", import.meta.url).pathname);
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => {
    done ??= work();
    return done;
  };
}
