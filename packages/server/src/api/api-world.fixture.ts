/** The HTTP API over a small instance for tests: people with sessions and tokens, and requests as they make them. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Person, Scope } from "@tessera/model";
import { createGuard, HttpClient, Politeness } from "@tessera/network";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { pino } from "pino";
import { type CheckWorld, openCheckWorld } from "../check/check-world.fixture.ts";
import { Config } from "../config/settings.ts";
import { PendingFollowStarter } from "../follow/pending-follow-starter.ts";
import { LiveHub } from "../live/live-hub.ts";
import { Notifier } from "../notify/notifier.ts";
import { PictureLinks } from "../notify/picture-links.ts";
import { Metrics } from "../operate/metrics.ts";
import { Readiness } from "../operate/readiness.ts";
import { PersonRates } from "../people/attempt-limit.ts";
import { ChannelSecrets } from "../people/channel-secrets.ts";
import { DeviceMarks, Login } from "../people/login.ts";
import { PageSecrets } from "../people/page-secrets.ts";
import { Pairings } from "../people/pairing.ts";
import { PrivateAccess } from "../people/private-access.ts";
import { Sealing } from "../people/sealing.ts";
import { startSession } from "../people/sessions.ts";
import { makeToken } from "../people/tokens.ts";
import { GadgetLinks } from "../show/gadget-links.ts";
import { KnownCaptures } from "../show/known-captures.ts";
import { audienceOf } from "../show/shown-to-others.ts";
import { assetsOver, TileRenderer } from "../show/tile-renderer.ts";
import { workersOnTheSpot } from "../workers/on-the-spot.fixture.ts";
import { watchRefusals } from "./declared-refusals.fixture.ts";
import { httpServer } from "./http-server.ts";
import type { Route } from "./route.ts";
import { allRoutes } from "./routes/all-routes.ts";
import type { Services } from "./services.ts";
import { TakenTiles } from "./taken-tiles.ts";

/** What a browser says of a request from our own page. */
export const ORIGIN = { host: "localhost", origin: "http://localhost" };

export interface ApiWorld extends CheckWorld {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly routes: readonly Route[];
  /** A cookie of a new session of this person. */
  cookieFor(person: Person): Promise<string>;
  /** An Authorization header of a new token of this person. */
  tokenFor(person: Person, scopes: readonly Scope[]): Promise<string>;
  /** One request of a person from our own page. */
  ask(person: Person, request: InjectOptions): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

export async function openApiWorld(): Promise<ApiWorld> {
  const world = await openCheckWorld();
  const routes = allRoutes();
  const services = await servicesOver(world);
  const app = httpServer({ services, routes, logger: pino({ level: "silent" }) });
  const refusals = watchRefusals(app);
  await app.ready();
  const cookies = new Map<string, string>();
  const cookieFor = async (person: Person): Promise<string> => {
    const from = { address: "127.0.0.1", userAgent: "test" };
    const { secret } = await startSession(world.store, person, from, { idleDays: 30, now: world.now() });
    return `tessera_session=${secret}`;
  };
  return {
    ...world,
    app,
    services,
    routes,
    cookieFor,
    async tokenFor(person, scopes) {
      const wanted = { name: "t", scopes, expiresAt: null, now: world.now() };
      return `Bearer ${(await makeToken(world.store, person, wanted)).secret}`;
    },
    async ask(person, request) {
      const cookie = cookies.get(person.id) ?? (await cookieFor(person));
      cookies.set(person.id, cookie);
      return app.inject({ ...request, headers: { ...ORIGIN, cookie, ...request.headers } });
    },
    async close() {
      services.live.close();
      await app.close();
      await services.httpClient.close();
      await world.store.close();
      refusals.check();
    },
  };
}

async function servicesOver({ store, parts, now: clock }: CheckWorld): Promise<Services> {
  const httpClient = new HttpClient({ guard: createGuard() });
  const access = await PrivateAccess.over(store);
  const sealing = new Sealing(() => Buffer.alloc(32, 7));
  const channelSecrets = new ChannelSecrets(sealing);
  const sender = {
    httpClient,
    opened: channelSecrets.opened.bind(channelSecrets),
    grantFor: async () => null,
    mailOut: null,
    pushKeys: { publicKey: "", privateKey: "" },
    baseUrl: "http://localhost/",
    picturePath: (hash: string) => `/pictures/${hash}`,
    pictureOf: async () => null,
  };
  const captures = new KnownCaptures(store);
  const live = new LiveHub(store, (event) => audienceOf(event, { store, access, captures, clock }));
  const directory = mkdtempSync(join(tmpdir(), "tessera-api-"));
  return {
    store,
    config: Config.parse({}),
    clock,
    cookieName: "tessera_session",
    login: new Login(store, { idleDays: 30, clock, devices: new DeviceMarks("key of the tests") }),
    rates: new PersonRates(),
    pairings: new Pairings(store),
    httpClient,
    politeness: new Politeness({ httpClient }),
    checks: parts,
    tileRenderer: new TileRenderer({
      store,
      workers: workersOnTheSpot,
      assets: await assetsOver({ store, httpClient, workers: workersOnTheSpot, access, captures, directory, clock }),
      access,
      directory,
      clock,
    }),
    notifier: new Notifier({ store, sender, clock, random: () => 0, holder: "test", onError: () => {} }),
    pictures: await PictureLinks.over(store),
    gadgets: await GadgetLinks.over(store),
    live,
    captures,
    takenTiles: new TakenTiles(),
    metrics: new Metrics({ store, clock, liveConnections: () => live.size }),
    readiness: new Readiness(store, clock),
    wishes: new PendingFollowStarter(parts, { holder: "test", onError: () => {} }),
    onSettings: async () => {},
    hasBrowser: true,
    livePages: null,
    secrets: new PageSecrets(store, sealing),
    channelSecrets,
    proxies: ["de"],
    queue: null,
  };
}
