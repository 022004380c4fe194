/** Every part of the program, made and joined over one store, and not yet running. */

import { randomUUID } from "node:crypto";
import {
  createGuard,
  createProxyDial,
  type Guard,
  MailOut,
  Politeness,
  proxyFromEnvironment,
  WayOut,
} from "@tessera/capture";
import type { Store } from "@tessera/store";
import type { Services } from "./api/services.ts";
import { cookieNameFor } from "./api/session-cookie.ts";
import { capturePageWith } from "./check/capture-page.ts";
import { rendererWith } from "./check/render-page.ts";
import type { CheckParts } from "./check-page.ts";
import { ownAddress } from "./config/own-address.ts";
import type { Config } from "./config/settings.ts";
import { startFleet } from "./fleet/fleet.ts";
import { LiveHub } from "./live/live-hub.ts";
import { readersOver } from "./look/foreign-reader.ts";
import { LookPool, type Looks } from "./look/look-pool.ts";
import { openStore } from "./open-store.ts";
import { Metrics } from "./operate/metrics.ts";
import { Readiness } from "./operate/readiness.ts";
import { DeviceMarks } from "./people/device-marks.ts";
import { Login } from "./people/login.ts";
import { PersonRates } from "./people/person-rates.ts";
import { Schedule } from "./schedule/schedule.ts";
import { assetsOver, Showing } from "./show/showing.ts";
import { PictureLinks } from "./tell/picture-links.ts";
import { pushKeysOf } from "./tell/push-keys.ts";
import type { Sender } from "./tell/send.ts";
import { Teller } from "./tell/teller.ts";
import { WishGranter } from "./wish/wish-granter.ts";

export interface AssembleOptions {
  readonly config: Config;
  /** Hears what failed where nobody waits for it. */
  readonly onError: (error: unknown) => void;
  /** True where others are served meanwhile: a commit then waits for the disk in a thread of its own. */
  readonly writesInThread?: boolean;
}

export interface Assembly {
  readonly services: Services;
  /** Made, not started: checks due pages itself, or hands them to the workers of a fleet. */
  readonly schedule: Pick<Schedule, "start" | "stop">;
  /** Lets go of everything, the store last. What was started must have been stopped. */
  close(): Promise<void>;
}

/** Throws where the directory cannot be had. */
export async function assemble({ config, onError, writesInThread }: AssembleOptions): Promise<Assembly> {
  const store = await openStore(config, { writesInThread });
  const fleet = config.database ? await startFleet({ url: config.database, store, onError }) : null;
  const clock = fleet?.clock.now ?? Date.now;
  const guard = await guardOver(store, config);
  const wayOut = wayOutOver(guard.current, config);
  const threads = new LookPool({ threads: config.workers });
  const { looks } = threads;
  const politeness = new Politeness({ wayOut });
  const outside = { wayOut, politeness, readerFor: readersOver(looks) };
  const renderer = rendererWith({ ...outside, config });
  const capture = capturePageWith({ ...outside, render: renderer?.render ?? null });
  const checks: CheckParts = {
    store,
    capture,
    looks,
    now: clock,
    random: Math.random,
    ...(fleet && { checkElsewhere: fleet.checkElsewhere }),
  };
  const timely = { clock, random: Math.random };
  // pids are told apart within one machine only
  const holder = `server:${fleet ? randomUUID() : process.pid}`;
  const live = new LiveHub(store);
  const liveConnections = () => live.size;
  const metrics = new Metrics({ store, clock, liveConnections, queue: fleet?.queue ?? null });
  const isSecure = config.secureCookies ?? config.baseUrl?.startsWith("https:") ?? false;
  const pictures = await PictureLinks.over(store);
  const sender = await senderOver(store, wayOut, { config, pictures });
  const services: Services = {
    store,
    config,
    clock,
    cookieName: cookieNameFor(isSecure),
    login: new Login(store, { idleDays: config.sessionDays, clock, devices: await DeviceMarks.over(store) }),
    rates: new PersonRates(),
    wayOut,
    politeness,
    checks,
    showing: await showingOver({ store, looks, wayOut, config, clock }),
    teller: new Teller({ ...timely, store, sender, holder, onSettled: metrics.delivery, onError }),
    pictures,
    live,
    metrics,
    readiness: new Readiness(store, Date.now),
    wishes: new WishGranter(checks, { holder, onError }),
    onSettings: () => Promise.all([guard.renew(), fleet?.clock.renew()]),
    queue: fleet?.queue ?? null,
  };
  const schedule =
    fleet?.dispatcher ??
    new Schedule(checks, {
      holder,
      concurrency: config.concurrency,
      onChecked: (_, outcome, times) => metrics.check({ outcome: outcome.kind, ...times }),
      onFailure: (_, failure) => onError(failure),
    });
  const close = async (): Promise<void> => {
    await renderer?.stop();
    await threads.stop();
    await wayOut.close();
    await fleet?.queue.stop();
    await store.close();
  };
  return { services, schedule, close };
}

async function showingOver(parts: {
  readonly store: Store;
  readonly looks: Looks;
  readonly wayOut: WayOut;
  readonly config: Config;
  readonly clock: () => number;
}): Promise<Showing> {
  const { store, looks, wayOut, config, clock } = parts;
  const assets = await assetsOver({ store, wayOut, looks, clock, directory: config.data });
  return new Showing({ store, looks, assets, directory: config.data, clock });
}

/** The guard with the hosts of the configuration and of the settings, which the owner may change at any time. */
export async function guardOver(
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
export function wayOutOver(guard: Guard, { proxy, userAgent }: Config): WayOut {
  const named = proxy ? { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: process.env.NO_PROXY } : process.env;
  const settings = proxyFromEnvironment(named);
  return new WayOut({
    guard,
    ...(settings ? { dial: createProxyDial(guard, settings) } : {}),
    ...(userAgent ? { userAgent } : {}),
  });
}

async function senderOver(
  store: Store,
  wayOut: WayOut,
  { config, pictures }: { readonly config: Config; readonly pictures: PictureLinks },
): Promise<Sender> {
  const { smtpHost: host, smtpPort: port, smtpSecurity: security, smtpUser: user, smtpPassword: password } = config;
  return {
    wayOut,
    mailOut: host ? new MailOut({ server: { host, port, security, user, password, from: config.smtpFrom } }) : null,
    pushKeys: await pushKeysOf(store),
    baseUrl: ownAddress(config),
    picturePath: (hash) => pictures.pathOf(hash),
    pictureOf: async ({ pictureUrl }) => (pictureUrl ? pictures.readUrl(pictureUrl) : null),
  };
}
