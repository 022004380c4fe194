import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGuard, Politeness, WayOut } from "@tessera/capture";
import { newId, type Person, PersonId, type Scope } from "@tessera/model";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CheckWorld, openCheckWorld, URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { Config } from "../config/settings.ts";
import { LiveHub } from "../live/live-hub.ts";
import type { Drawings } from "../look/draw.ts";
import * as worker from "../look/worker.ts";
import { Metrics } from "../operate/metrics.ts";
import { Login } from "../people/login.ts";
import { hashPassword } from "../people/password.ts";
import { startSession } from "../people/sessions.ts";
import { makeToken } from "../people/tokens.ts";
import { assetsOver, Showing } from "../show/showing.ts";
import { Teller } from "../tell/teller.ts";
import { WishGranter } from "../wish/wish-granter.ts";
import { allRoutes } from "./all-routes.ts";
import { httpServer } from "./http-server.ts";
import { openApi } from "./openapi.ts";
import type { Route } from "./route.ts";
import type { Services } from "./services.ts";

/** Exactly these may be used by anybody. */
const PUBLIC = [
  "GET /api/v1/instance",
  "GET /assets/:kind/:expiry/:signature/:target",
  "GET /feeds/:file",
  "GET /feeds/sheets/:file",
  "GET /healthz",
  "GET /metrics",
  "GET /readyz",
  "POST /api/v1/join",
  "POST /api/v1/login",
];

const drawings: Drawings = {
  drawPage: async (job) => worker.drawPage(job),
  sketchTile: async (job) => worker.sketchTile(job),
  dressTile: async (job) => worker.dressTile(job),
};
const ORIGIN = { host: "localhost", origin: "http://localhost" };
const routes = allRoutes();
let world: CheckWorld;
let app: FastifyInstance;
let services: Services;

beforeAll(async () => {
  world = await openCheckWorld();
  world.web.set(URL_OF_PAGE, "<main><p>secret of ada: 5 EUR</p></main>");
  const { store, parts } = world;
  const wayOut = new WayOut({ guard: createGuard() });
  const config = Config.parse({});
  const folder = mkdtempSync(join(tmpdir(), "tessera-routes-"));
  const live = new LiveHub(store);
  const clock = world.now;
  const sender = {
    wayOut,
    mailOut: null,
    pushKeys: { publicKey: "", privateKey: "" },
    baseUrl: "http://localhost/",
    pictureOf: async () => null,
  };
  services = {
    store,
    config,
    clock,
    cookieName: "tessera_session",
    login: new Login(store, { idleDays: 30, clock }),
    wayOut,
    politeness: new Politeness({ wayOut }),
    checks: parts,
    showing: new Showing({
      store,
      looks: { ...parts.looks, ...drawings },
      assets: await assetsOver(store, wayOut, folder),
      directory: folder,
      clock,
    }),
    teller: new Teller({ store, sender, clock, random: () => 0, holder: "test", onError: () => {} }),
    live,
    metrics: new Metrics({ store, clock, liveConnections: () => 0 }),
    wishes: new WishGranter(parts, { holder: "test", onError: () => {} }),
    onSettings: async () => {},
    queue: null,
  };
  app = httpServer({ services, routes, logger: pino({ level: "silent" }) });
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await services.wayOut.close();
  await world.store.close();
});

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
/** An address of the route with ids that exist nowhere. */
const addressOf = ({ path }: Route) =>
  path.replace(/:(file)/, "AAAAAAAAAAAAAAAAAAAAAAAA.rss").replace(/:\w+/g, () => newId(PersonId, 0));

async function cookieFor(person: Person): Promise<string> {
  const { secret } = await startSession(
    world.store,
    person,
    { address: "x", userAgent: "x" },
    { idleDays: 30, now: world.now() },
  );
  return `tessera_session=${secret}`;
}

async function tokenFor(person: Person, scopes: readonly Scope[]): Promise<string> {
  const { secret } = await makeToken(world.store, person, { name: "t", scopes, expiresAt: null, now: world.now() });
  return `Bearer ${secret}`;
}

test("the public routes are exactly those", () => {
  expect(
    routes
      .filter(({ access }) => access.kind === "public")
      .map(nameOf)
      .sort(),
  ).toEqual(PUBLIC);
});

test("without a login every other route answers 401 and nothing else", async () => {
  for (const route of routes.filter(({ access }) => access.kind !== "public")) {
    const answer = await app.inject({ method: route.method, url: addressOf(route), headers: ORIGIN });
    expect([nameOf(route), answer.statusCode, answer.json().code]).toEqual([nameOf(route), 401, "login-needed"]);
  }
});

test("a token without the scope of a route answers 403", async () => {
  const ada = await world.addPerson();
  const all: Scope[] = ["read", "write", "check", "manage"];
  for (const route of routes) {
    const { access } = route;
    if (access.kind === "public") continue;
    const authorization = await tokenFor(
      ada,
      all.filter((scope) => scope !== access.scope),
    );
    const answer = await app.inject({
      method: route.method,
      url: addressOf(route),
      headers: { host: "localhost", authorization },
    });
    expect([nameOf(route), answer.statusCode]).toEqual([nameOf(route), 403]);
  }
});

test("routes of the owner answer 403 to members, those of sessions to tokens", async () => {
  const ada = await world.addPerson();
  const cookie = await cookieFor(ada);
  const authorization = await tokenFor(ada, ["read", "write", "check", "manage"]);
  for (const route of routes) {
    const { access } = route;
    if (access.kind === "public") continue;
    if (access.ownerOnly) {
      const answer = await app.inject({ method: route.method, url: addressOf(route), headers: { ...ORIGIN, cookie } });
      expect([nameOf(route), answer.statusCode]).toEqual([nameOf(route), 403]);
    }
    if (access.sessionOnly) {
      const answer = await app.inject({
        method: route.method,
        url: addressOf(route),
        headers: { host: "localhost", authorization },
      });
      expect([nameOf(route), answer.statusCode]).toEqual([nameOf(route), 403]);
    }
  }
});

test("another person's records answer 404 on every route that names one", async () => {
  const ada = await world.addPerson();
  const bob = await world.addPerson();
  const view = await world.follow(ada, { kind: "page" });
  const ids: Readonly<Record<string, string>> = { id: view.follow.id, observationId: view.latest?.id ?? "" };
  const cookie = await cookieFor(bob);
  for (const route of routes.filter(({ path }) => path.startsWith("/api/v1/follows/:id"))) {
    const url = route.path.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? "");
    const payload = route.body
      ? { observationId: ids.observationId, title: "x", captureId: view.block.firstCaptureId, answer: { kind: "gone" } }
      : undefined;
    for (const body of payload
      ? [
          payload,
          { title: "x" },
          { observationId: ids.observationId },
          { captureId: view.block.firstCaptureId, answer: { kind: "gone" } },
        ]
      : [undefined]) {
      const answer = await app.inject({
        method: route.method,
        url,
        headers: { ...ORIGIN, cookie },
        ...(body ? { payload: body } : {}),
      });
      expect(answer.body).not.toContain("secret of ada");
      expect([404, 422], nameOf(route)).toContain(answer.statusCode);
    }
  }
});

test("the OpenAPI document names every route", () => {
  const { paths } = openApi(routes) as { paths: Record<string, Record<string, unknown>> };
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`),
  );
  expect(documented.sort()).toEqual(routes.map(nameOf).sort());
  expect(new Set(documented).size).toBe(routes.length);
});

test("nothing changes by GET, and nothing from another site", async () => {
  const ada = await world.addPerson();
  const cookie = await cookieFor(ada);
  for (const headers of [
    { host: "localhost", origin: "https://evil.example", cookie },
    { host: "localhost", "sec-fetch-site": "cross-site", cookie },
    { host: "localhost", origin: "null", cookie },
  ]) {
    const answer = await app.inject({ method: "POST", url: "/api/v1/sheets", headers, payload: { title: "x" } });
    expect(answer.statusCode).toBe(403);
  }
  const answer = await app.inject({
    method: "POST",
    url: "/api/v1/sheets",
    headers: { ...ORIGIN, cookie },
    payload: { title: "x" },
  });
  expect(answer.statusCode).toBe(201);
});

test("a host that is not known is told which setting to use, and gets no data", async () => {
  const answer = await app.inject({ method: "GET", url: "/api/v1/instance", headers: { host: "evil.example" } });
  expect(answer.statusCode).toBe(421);
  expect(answer.body).toContain("TESSERA_ALLOWED_HOSTS");
});

test("login sets a cookie that scripts cannot read, and what it opens is one's own", async () => {
  const ada = await world.addPerson();
  await world.store.people.setPassword(ada.id, await hashPassword("correct horse"));
  const login = await app.inject({
    method: "POST",
    url: "/api/v1/login",
    headers: ORIGIN,
    payload: { name: ada.name, password: "correct horse" },
  });
  expect(login.statusCode).toBe(200);
  expect(login.headers["set-cookie"]).toMatch(/HttpOnly; SameSite=Lax/);
  expect(login.body).not.toMatch(/hash|secret/i);
  const cookie = String(login.headers["set-cookie"]).split(";")[0] ?? "";
  const me = await app.inject({ method: "GET", url: "/api/v1/me", headers: { ...ORIGIN, cookie } });
  expect(me.json()).toMatchObject({ id: ada.id });
  expect(me.headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
  });
});

test("a follow is started, its value is one GET away, and a stale change is refused", async () => {
  const ada = await world.addPerson();
  const cookie = await cookieFor(ada);
  const view = await world.follow(ada, { kind: "page" });
  const headers = { ...ORIGIN, cookie };
  const url = `/api/v1/follows/${view.follow.id}`;
  const value = await app.inject({ method: "GET", url: `${url}/value`, headers });
  expect(value.statusCode).toBe(200);
  expect(value.json()).toMatchObject({ verdict: "found" });
  const again = await app.inject({
    method: "GET",
    url: `${url}/value`,
    headers: { ...headers, "if-none-match": String(value.headers.etag) },
  });
  expect(again.statusCode).toBe(304);
  const first = await app.inject({
    method: "PATCH",
    url,
    headers: { ...headers, "if-match": '"1"' },
    payload: { title: "new" },
  });
  expect(first.statusCode).toBe(200);
  const stale = await app.inject({
    method: "PATCH",
    url,
    headers: { ...headers, "if-match": '"1"' },
    payload: { title: "old" },
  });
  expect([stale.statusCode, stale.json().current.title]).toEqual([412, "new"]);
  const pattern = { conditions: [{ kind: "contains", words: { as: "pattern", text: "(" } }] };
  expect((await app.inject({ method: "PATCH", url, headers, payload: pattern })).statusCode).toBe(422);
});

test("a secret of a channel never comes back, and does not follow to another address", async () => {
  const ada = await world.addPerson();
  const headers = { ...ORIGIN, cookie: await cookieFor(ada) };
  const target = { kind: "webhook", url: "https://a.example/", signingSecret: "very secret indeed" };
  const made = await app.inject({
    method: "POST",
    url: "/api/v1/channels",
    headers,
    payload: { name: "hook", target },
  });
  expect(made.statusCode).toBe(201);
  expect(made.body).not.toContain("very secret");
  const url = `/api/v1/channels/${made.json().id}`;
  const kept = { ...made.json().target };
  await app.inject({ method: "PATCH", url, headers, payload: { target: kept } });
  expect((await world.store.channels.find(ada.id, made.json().id))?.target).toEqual(target);
  await app.inject({ method: "PATCH", url, headers, payload: { target: { ...kept, url: "https://evil.example/" } } });
  expect((await world.store.channels.find(ada.id, made.json().id))?.target).not.toMatchObject({
    url: "https://evil.example/",
    signingSecret: "very secret indeed",
  });
});

test("an import is taken whole or refused with one message", async () => {
  const ada = await world.addPerson();
  const headers = { ...ORIGIN, cookie: await cookieFor(ada), "content-type": "text/plain" };
  const url = "/api/v1/import";
  const good = await app.inject({
    method: "POST",
    url,
    headers,
    payload: "https://a.example/ news\nhttps://b.example/\n",
  });
  expect([good.statusCode, good.json().waiting]).toEqual([202, 2]);
  for (const payload of ["", "prose", '{"format":"tessera-archive","version":9}', '{"data": [{"uri"']) {
    const bad = await app.inject({ method: "POST", url, headers, payload });
    expect([bad.statusCode, bad.json().code]).toEqual([422, "import-refused"]);
  }
  expect((await world.store.wishes.list(ada.id, { limit: 99 })).items).toHaveLength(2);
});
