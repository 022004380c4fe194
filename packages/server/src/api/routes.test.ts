import { newId, type Person, PersonId, type Scope } from "@tessera/model";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "../people/joining.ts";
import { type ApiWorld, openApiWorld } from "./api-world.fixture.ts";
import { openApi } from "./openapi.ts";
import { addOwnedRecords, MARK, type OwnedRecords } from "./owned-records.fixture.ts";
import type { Route } from "./route.ts";

/** Exactly these may be used by anybody. */
const PUBLIC = [
  "GET /api/v1/instance",
  "GET /api/v1/openapi.json",
  "GET /assets/:kind/:pass/:seal/:target",
  "GET /feeds/:file",
  "GET /feeds/sheets/:file",
  "GET /gadgets/:token",
  "GET /gadgets/:token/icons",
  "GET /gadgets/:token/pictures/:sheet",
  "GET /gadgets/:token/state",
  "GET /gadgets/:token/tiles/:tile",
  "GET /healthz",
  "GET /metrics",
  "GET /oembed",
  "GET /pictures/:hash/:signature",
  "GET /readyz",
  "POST /api/v1/join",
  "POST /api/v1/login",
  "POST /api/v1/pair",
];

/** Exactly these may be used by a paired browser, besides what anybody may. */
const BY_BROWSER = [
  "DELETE /api/v1/browser",
  "GET /api/v1/browser",
  "GET /api/v1/browser/news",
  "GET /api/v1/events",
  "GET /api/v1/follows",
  "GET /api/v1/follows/:id",
  "GET /api/v1/follows/:id/repair",
  "GET /api/v1/follows/:id/tile",
  "GET /api/v1/follows/:id/tile/content",
  "GET /api/v1/sheets",
  "GET /api/v1/sheets/:id",
  "GET /api/v1/tiles/:id/items",
  "GET /api/v1/tiles/:id/numbers",
  "PATCH /api/v1/pages/:id",
  "POST /api/v1/browser/follows",
  "POST /api/v1/browser/tries",
  "POST /api/v1/browser/work",
  "POST /api/v1/browser/work/:id/failure",
  "POST /api/v1/browser/work/:id/snapshot",
  "POST /api/v1/follows",
  "POST /api/v1/follows/:id/check",
  "POST /api/v1/follows/:id/corrections",
  "POST /api/v1/follows/:id/seen",
  "POST /api/v1/sheets/:id/tiles",
];

/** After it, a token is worth nothing to the tests that come next. */
const UNPAIR = "DELETE /api/v1/browser";

/** What the owner offers is everybody's to read; the ids in the addresses of these name nothing of one person's. */
const OFFERED = ["GET /api/v1/catalogue/:id/blocks"];
const ALL_SCOPES: readonly Scope[] = ["read", "write", "check", "manage", "browser"];

let world: ApiWorld;
let ada: Person;
let bob: Person;
let owned: OwnedRecords;

beforeAll(async () => {
  world = await openApiWorld();
  // a token for every route
  await world.store.settings.change({ caps: { tokens: 1_000 } });
  ada = await world.addPerson();
  bob = await world.addPerson();
  await world.store.people.setPassword(bob.id, await hashPassword("correct horse"));
  owned = await addOwnedRecords(world, ada);
});
afterAll(() => world.close());

const nameOf = ({ method, path }: Route) => `${method} ${path}`;

/** A request that would be answered if it came from the one whose records it names. */
function requestOf(route: Route, headers: Readonly<Record<string, string>>) {
  const body = owned.bodyOf(route);
  const type = typeof body === "string" ? { "content-type": "text/plain" } : {};
  return {
    method: route.method,
    url: owned.addressOf(route),
    headers: { host: "localhost", ...type, ...headers },
    ...(body === undefined ? {} : { payload: body }),
  };
}

/** Live events would never end; that they are one's own has a test of its own. */
const isStream = ({ path }: Route) => path === "/api/v1/events";

test("every route that takes a body has one here that it would take", () => {
  for (const route of world.routes.filter(({ body }) => body !== undefined)) {
    const parsed = route.body?.safeParse(owned.bodyOf(route));
    expect([nameOf(route), parsed?.error?.issues ?? []], "add one to owned-records.fixture.ts").toEqual([
      nameOf(route),
      [],
    ]);
  }
});

test("the OpenAPI document names every route", () => {
  const { paths } = openApi() as { paths: Record<string, Record<string, unknown>> };
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ":$1")}`),
  );
  expect(documented.sort()).toEqual(world.routes.map(nameOf).sort());
  expect(new Set(documented).size).toBe(world.routes.length);
});

test("the OpenAPI document is there for anybody, says how to log in, and holds nobody's data", async () => {
  const ask = () => world.app.inject({ method: "GET", url: "/api/v1/openapi.json", headers: { host: "localhost" } });
  const answer = await ask();
  expect(answer.statusCode).toBe(200);
  expect(answer.body).not.toContain(MARK);
  const { components, paths } = answer.json();
  expect(components.securitySchemes.token).toMatchObject({ type: "http", scheme: "bearer" });
  expect(paths["/api/v1/follows"].get.security).toContainEqual({ token: ["read"] });
  expect((await ask()).body).toBe(answer.body);
});

test("the public routes are exactly those", () => {
  const isPublic = world.routes.filter(({ access }) => access.kind === "public");
  expect(isPublic.map(nameOf).sort()).toEqual(PUBLIC);
});

test("without a login, or with one that is none, every other route answers 401 and no data", async () => {
  const stale = { authorization: `Bearer tessera_${"x".repeat(43)}` };
  for (const route of world.routes.filter(({ access }) => access.kind !== "public")) {
    for (const headers of [{ origin: "http://localhost" }, { cookie: "tessera_session=nothing" }, stale]) {
      const answer = await world.app.inject(requestOf(route, headers));
      expect([nameOf(route), answer.statusCode, answer.json().code]).toEqual([nameOf(route), 401, "login-needed"]);
      expect(answer.body).not.toContain(MARK);
    }
  }
});

test("a token of one's own without the scope of a route answers 403 and no data", async () => {
  const withoutScope = new Map<string, string>();
  for (const scope of ALL_SCOPES) {
    const others = ALL_SCOPES.filter((other) => other !== scope);
    withoutScope.set(scope, await world.tokenFor(ada, others));
    withoutScope.set(
      `${scope}, not by a browser`,
      await world.tokenFor(
        ada,
        others.filter((other) => other !== "browser"),
      ),
    );
  }
  for (const route of world.routes) {
    const { access } = route;
    if (access.kind === "public") continue;
    const lacks = access.byBrowser ? `${access.scope}, not by a browser` : access.scope;
    const authorization = withoutScope.get(lacks) ?? "";
    const answer = await world.app.inject(requestOf(route, { authorization }));
    expect([nameOf(route), answer.statusCode, answer.json().code]).toEqual([nameOf(route), 403, "scope-missing"]);
    expect(answer.body).not.toContain(MARK);
  }
});

test("a paired browser gets past the door of exactly these routes", async () => {
  // of somebody whose records nobody counts
  const authorization = await world.tokenFor(await world.addPerson(), ["browser"]);
  const open: string[] = [];
  for (const route of world.routes.filter((one) => one.access.kind !== "public" && !isStream(one))) {
    if (nameOf(route) === UNPAIR) continue;
    const answer = await world.app.inject(requestOf(route, { authorization }));
    if (answer.statusCode !== 403) open.push(nameOf(route));
  }
  expect([...open, UNPAIR, "GET /api/v1/events"].sort()).toEqual(BY_BROWSER);
});

test("routes of the owner answer 403 to members, those of sessions to tokens", async () => {
  const authorization = await world.tokenFor(ada, ALL_SCOPES);
  for (const route of world.routes) {
    const { access } = route;
    if (access.kind === "public") continue;
    if (access.ownerOnly) {
      const answer = await world.ask(ada, requestOf(route, {}));
      expect([nameOf(route), answer.statusCode]).toEqual([nameOf(route), 403]);
    }
    if (access.sessionOnly) {
      const answer = await world.app.inject(requestOf(route, { authorization }));
      expect([nameOf(route), answer.statusCode]).toEqual([nameOf(route), 403]);
    }
  }
});

test("another person's records answer 404 on every route that names one, and no route gives them away", async () => {
  const before = await everythingOf(ada);
  const authorization = await world.tokenFor(bob, ALL_SCOPES);
  for (const route of world.routes.filter((one) => !isStream(one))) {
    const { access, path } = route;
    if (access.kind === "public" || access.ownerOnly || path === "/api/v1/logout" || nameOf(route) === UNPAIR) continue;
    const asPerson = await world.ask(bob, requestOf(route, {}));
    const byToken = access.sessionOnly ? null : await world.app.inject(requestOf(route, { authorization }));
    for (const answer of [asPerson, byToken]) {
      if (!answer) continue;
      if (path.includes(":") && !OFFERED.includes(nameOf(route))) {
        expect([nameOf(route), answer.statusCode]).toEqual([nameOf(route), 404]);
      }
      expect(answer.statusCode, nameOf(route)).toBeLessThan(500);
      expect(answer.body, nameOf(route)).not.toContain(MARK);
    }
  }
  expect(await everythingOf(ada)).toEqual(before);
});

test("records of others cannot be joined to one's own", async () => {
  const { ids } = owned;
  const mine = await addOwnedRecords(world, await world.addPerson());
  const theirs = { cookie: await world.cookieFor((await world.store.people.find(PersonId.parse(mine.ids.people)))!) };
  const ask = (method: "GET" | "POST" | "PUT" | "PATCH", url: string, payload?: object) =>
    world.app.inject({ method, url, headers: { host: "localhost", ...theirs }, ...(payload ? { payload } : {}) });
  const place = { x: 0, y: 0, width: 1, height: 1 };
  const follow = `/api/v1/follows/${mine.ids.follows}`;
  const tile = await ask("POST", `/api/v1/sheets/${mine.ids.sheets}/tiles`, { followId: ids.follows, place });
  expect(tile.statusCode).toBe(404);
  const moved = await ask("PUT", `/api/v1/sheets/${mine.ids.sheets}/places`, { places: [{ id: ids.tiles, place }] });
  expect(moved.json()).toEqual({ moved: 0 });
  const told = await ask("PATCH", follow, { channels: [ids.channels] });
  expect(told.statusCode).toBe(422);
  const unknown = newId(PersonId, 0);
  expect((await ask("POST", `${follow}/seen`, { observationId: unknown })).statusCode).toBe(404);
  const against = `${follow}/observations/${mine.ids.observationId}/diff?against=${unknown}`;
  expect((await ask("GET", against)).statusCode).toBe(404);
  const capture = { captureId: unknown, answer: { kind: "gone" } };
  expect((await ask("POST", `${follow}/corrections`, capture)).statusCode).toBe(412);
});

/** All that a person has, as the store knows it. */
async function everythingOf({ id }: Person): Promise<unknown> {
  const { follows, sheets, channels, deliveries, wishes, tokens, people, observations } = world.store;
  const views = (await follows.list(id, { limit: 99 })).items;
  return {
    person: await people.find(id),
    follows: views.map(({ follow, block }) => ({ follow, block })),
    history: await Promise.all(views.map(({ follow }) => observations.of(id, follow.id, { limit: 99 }))),
    sheets: await Promise.all((await sheets.list(id)).map((sheet) => sheets.find(id, sheet.id))).then((found) =>
      found.map((view) => ({ sheet: view?.sheet, tiles: view?.tiles.map(({ tile }) => tile) })),
    ),
    channels: await channels.list(id),
    deliveries: await deliveries.list(id, "dead", { limit: 99 }),
    wishes: await wishes.list(id, { limit: 99 }),
    tokens: (await tokens.of(id)).map(({ lastUsedAt: _, ...token }) => token),
  };
}
