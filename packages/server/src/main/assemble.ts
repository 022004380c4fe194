/** Every part of the program, made and joined over one store, and not yet running. */
import { randomUUID } from "node:crypto";
import {
  createGuard,
  createProxyDial,
  type GuardOptions,
  HttpClient,
  MailOut,
  Politeness,
  proxyFromEnvironment,
} from "@tessera/network";
import type { Store } from "@tessera/store";
import type { Services } from "../api/services.ts";
import { cookieNameFor } from "../api/session-cookie.ts";
import { TakenTiles } from "../api/taken-tiles.ts";
import { browserWith, type CapturePageParts, capturePageWith, openLiveWith } from "../check/capture.ts";
import type { CheckParts } from "../check/check-page.ts";
import { type LiveOrder, LivePages } from "../check/live-pages.ts";
import { visitorOf } from "../check/visitor.ts";
import { ownAddress } from "../config/read-config.ts";
import { type Resources, resourcesFor } from "../config/resources.ts";
import type { Config } from "../config/settings.ts";
import { startFleet } from "../fleet/fleet.ts";
import { PendingFollowStarter } from "../follow/pending-follow-starter.ts";
import { LiveHub } from "../live/live-hub.ts";
import { Notifier } from "../notify/notifier.ts";
import { PictureLinks } from "../notify/picture-links.ts";
import { pushKeysOf, type Sender } from "../notify/send.ts";
import { Metrics } from "../operate/metrics.ts";
import { Readiness } from "../operate/readiness.ts";
import { PersonRates } from "../people/attempt-limit.ts";
import { ChannelSecrets } from "../people/channel-secrets.ts";
import { DeviceMarks, Login } from "../people/login.ts";
import { PageSecrets, withTried } from "../people/page-secrets.ts";
import { Pairings } from "../people/pairing.ts";
import { PrivateAccess } from "../people/private-access.ts";
import { Sealing } from "../people/sealing.ts";
import { Schedule } from "../schedule/schedule.ts";
import { GadgetLinks } from "../show/gadget-links.ts";
import { KnownCaptures } from "../show/known-captures.ts";
import { audienceOf } from "../show/shown-to-others.ts";
import { assetsOver, TileRenderer } from "../show/tile-renderer.ts";
import { readersOver, TraceWorkerPool, type TraceWorkers } from "../workers/trace-workers.ts";
import { openStore } from "./open-store.ts";

export interface AssembleOptions {
  readonly config: Config;
  /** Hears what failed where nobody waits for it. */
  readonly onError: (error: unknown) => void;
  /** Hears where a name led that was refused, which is for the operator alone. */
  readonly onRefusal?: GuardOptions["onRefusal"];
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
export async function assemble(options: AssembleOptions): Promise<Assembly> {
  const { config, onError, onRefusal, writesInThread } = options;
  const resources = resourcesFor(config);
  const store = await openStore(config, { writesInThread, cacheMebibytes: resources.storeCacheMebibytes });
  const fleet = config.database ? await startFleet({ url: config.database, store, onError }) : null;
  const clock = fleet?.clock.now ?? Date.now;
  const access = await privateAccessOver(store, config);
  const httpClient = httpClientOver(config, onRefusal);
  const threads = threadsWith(resources);
  const { workers } = threads;
  const politeness = new Politeness({ httpClient });
  const outside = { httpClient, proxies: proxiesOver(config, onRefusal), politeness, readerFor: readersOver(workers) };
  const capturing = capturingOver(outside, { store, access, resources, hasFleet: fleet !== null, ...options });
  const checks: CheckParts = {
    store,
    capture: capturing.capture,
    access,
    workers,
    now: clock,
    random: Math.random,
    ...(fleet && { checkElsewhere: fleet.checkElsewhere }),
  };
  // pids are told apart within one machine only
  const holder = `server:${fleet ? randomUUID() : process.pid}`;
  const captures = new KnownCaptures(store);
  const live = new LiveHub(store, (event) => audienceOf(event, { store, access, captures, clock }));
  const metrics = new Metrics({ store, clock, liveConnections: () => live.size, queue: fleet?.queue ?? null });
  const pictures = await PictureLinks.over(store);
  const sender = await senderOver(store, httpClient, { config, pictures, access, ...capturing.services });
  const services: Services = {
    store,
    config,
    clock,
    cookieName: cookieNameFor(config.secureCookies ?? config.baseUrl?.startsWith("https:") ?? false),
    login: new Login(store, { idleDays: config.sessionDays, clock, devices: await DeviceMarks.over(store) }),
    rates: new PersonRates(),
    pairings: new Pairings(store),
    httpClient,
    politeness,
    checks,
    ...capturing.services,
    tileRenderer: await showingOver({ ...outside, store, workers, access, captures, config, clock, resources }),
    notifier: new Notifier({ clock, random: Math.random, store, sender, holder, onSettled: metrics.delivery, onError }),
    ...{ pictures, gadgets: await GadgetLinks.over(store), live, captures, takenTiles: new TakenTiles() },
    metrics,
    readiness: new Readiness(store, Date.now),
    wishes: new PendingFollowStarter(checks, { holder, onError }),
    onSettings: () => Promise.all([access.renew(), fleet?.clock.renew()]),
    queue: fleet?.queue ?? null,
  };
  const schedule =
    fleet?.dispatcher ??
    new Schedule(checks, {
      holder,
      concurrency: resources.concurrency,
      onChecked: (_, outcome, times) => metrics.check({ outcome, ...times }),
      onFailure: (_, failure) => onError(failure),
    });
  const close = async (): Promise<void> => {
    await capturing.close();
    await threads.stop();
    await httpClient.close();
    await fleet?.queue.stop();
    await store.close();
  };
  return { services, schedule, close };
}

async function showingOver(parts: {
  readonly store: Store;
  readonly workers: TraceWorkers;
  readonly httpClient: HttpClient;
  readonly proxies: ReadonlyMap<string, HttpClient>;
  readonly access: PrivateAccess;
  readonly captures: KnownCaptures;
  readonly config: Config;
  readonly clock: () => number;
  readonly resources: Resources;
}): Promise<TileRenderer> {
  const { config, resources, ...rest } = parts;
  const { tilesMebibytes, assetsMebibytes } = resources;
  const directory = config.data;
  const assets = await assetsOver({ ...rest, directory, mebibytesInFlight: assetsMebibytes });
  return new TileRenderer({ ...rest, assets, directory, mebibytes: tilesMebibytes });
}

export function threadsWith({ workers, threadMebibytes, threadYoungMebibytes }: Resources): TraceWorkerPool {
  return new TraceWorkerPool({
    threads: workers,
    memoryMebibytes: threadMebibytes,
    youngMebibytes: threadYoungMebibytes,
  });
}

/** The private hosts of the configuration and of the settings, which the owner may change at any time. */
export function privateAccessOver(store: Store, { privateHosts, privateChannelHosts }: Config): Promise<PrivateAccess> {
  return PrivateAccess.over(store, [...privateHosts, ...privateChannelHosts]);
}

/** All requests to other servers: by the guard, through the owner's proxy where there is one. */
export function httpClientOver({ proxy, userAgent }: Config, onRefusal?: GuardOptions["onRefusal"]): HttpClient {
  const named = proxy ? { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, NO_PROXY: process.env.NO_PROXY } : process.env;
  const settings = proxyFromEnvironment(named);
  const guard = createGuard(onRefusal ? { onRefusal } : {});
  return new HttpClient({
    guard,
    ...(settings ? { dial: createProxyDial(guard, settings) } : {}),
    ...(userAgent ? { userAgent } : {}),
  });
}

/** Of each of the proxies that people can choose by name. */
export function proxiesOver(config: Config, onRefusal?: GuardOptions["onRefusal"]): ReadonlyMap<string, HttpClient> {
  return new Map(config.proxies.map(({ name, url }) => [name, httpClientOver({ ...config, proxy: url }, onRefusal)]));
}

export function secretsOver(
  store: Store,
  config: Config,
): Pick<CapturePageParts, "sealing"> & { secrets: PageSecrets; channelSecrets: ChannelSecrets } {
  const sealing = Sealing.with(config);
  return { sealing, secrets: new PageSecrets(store, sealing), channelSecrets: new ChannelSecrets(sealing) };
}

/** All ways to a page that this process has. */
function capturingOver(
  outside: Pick<CapturePageParts, "httpClient" | "proxies" | "politeness" | "readerFor">,
  {
    store,
    access,
    resources,
    hasFleet,
    config,
  }: AssembleOptions & {
    readonly hasFleet: boolean;
    readonly store: Store;
    readonly access: PrivateAccess;
    readonly resources: Resources;
  },
) {
  const browser = browserWith(outside, { ...config, ...resources });
  const parts = { ...outside, ...secretsOver(store, config), access };
  // checks always find a tab, unless there is only one at all
  const max = Math.max(1, Math.floor(resources.browserPages / 2));
  const { secrets, channelSecrets } = parts;
  const visitorFor = ({ source, person, secrets: tried }: LiveOrder) =>
    visitorOf(source, person, withTried(secrets, tried));
  const livePages =
    browser &&
    new LivePages({ open: openLiveWith({ ...parts, browser }), visitorFor, max, isAwaited: () => browser.isAwaited });
  return {
    capture: capturePageWith({ ...parts, browser, hasWorkers: hasFleet }),
    // whether a worker has a browser is known to that worker alone
    services: {
      hasBrowser: browser !== null || hasFleet,
      livePages,
      secrets,
      channelSecrets,
      proxies: [...outside.proxies.keys()],
    },
    async close(): Promise<void> {
      await livePages?.stop();
      await browser?.stop();
      for (const client of outside.proxies.values()) await client.close();
    },
  };
}

async function senderOver(
  store: Store,
  httpClient: HttpClient,
  parts: {
    readonly config: Config;
    readonly pictures: PictureLinks;
    readonly access: PrivateAccess;
    readonly channelSecrets: ChannelSecrets;
  },
): Promise<Sender> {
  const { config, pictures, access, channelSecrets } = parts;
  const { smtpHost: host, smtpPort: port, smtpSecurity: security, smtpUser: user, smtpPassword: password } = config;
  return {
    httpClient,
    opened: (channel) => channelSecrets.opened(channel),
    grantFor: (url, person) => access.ofChannel(url, person),
    mailOut: host ? new MailOut({ server: { host, port, security, user, password, from: config.smtpFrom } }) : null,
    pushKeys: await pushKeysOf(store),
    baseUrl: ownAddress(config),
    picturePath: (hash) => pictures.pathOf(hash),
    pictureOf: async ({ pictureUrl }) => (pictureUrl ? pictures.readUrl(pictureUrl) : null),
  };
}
