import { gunzipSync } from "node:zlib";
import { WebUrl } from "@tessera/model";
import { afterAll, beforeAll, expect, test } from "vitest";
import { URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { heraldPage } from "../check/herald-page.fixture.ts";
import { hashPassword } from "../people/joining.ts";
import { type ApiWorld, ORIGIN, openApiWorld } from "./api-world.fixture.ts";

let world: ApiWorld;
beforeAll(async () => {
  world = await openApiWorld();
  world.web.set(URL_OF_PAGE, heraldPage({ lead: "Tickets from 5 EUR" }));
});
afterAll(() => world.close());

test("nothing changes by GET, and nothing from another site", async () => {
  const ada = await world.addPerson();
  const cookie = await world.cookieFor(ada);
  for (const headers of [
    { host: "localhost", origin: "https://evil.example", cookie },
    { host: "localhost", "sec-fetch-site": "cross-site", cookie },
    { host: "localhost", origin: "null", cookie },
  ]) {
    const answer = await world.app.inject({ method: "POST", url: "/api/v1/sheets", headers, payload: { title: "x" } });
    expect(answer.statusCode).toBe(403);
  }
  const answer = await world.app.inject({
    method: "POST",
    url: "/api/v1/sheets",
    headers: { ...ORIGIN, cookie },
    payload: { title: "x" },
  });
  expect(answer.statusCode).toBe(201);
});

test("a host that is not known is told which setting to use, and gets no data", async () => {
  const answer = await world.app.inject({ method: "GET", url: "/api/v1/instance", headers: { host: "evil.example" } });
  expect(answer.statusCode).toBe(421);
  expect(answer.body).toContain("TESSERA_ALLOWED_HOSTS");
});

test("login sets a cookie that scripts cannot read, and what it opens is one's own", async () => {
  const ada = await world.addPerson();
  await world.store.people.setPassword(ada.id, await hashPassword("correct horse"));
  const login = await world.app.inject({
    method: "POST",
    url: "/api/v1/login",
    headers: ORIGIN,
    payload: { name: ada.name, password: "correct horse" },
  });
  expect(login.statusCode).toBe(200);
  expect(String(login.headers["set-cookie"])).toMatch(/HttpOnly; SameSite=Lax/);
  expect(login.body).not.toMatch(/hash|secret/i);
  const cookie = String(login.headers["set-cookie"]).split(";")[0] ?? "";
  const me = await world.app.inject({ method: "GET", url: "/api/v1/me", headers: { ...ORIGIN, cookie } });
  expect(me.json()).toMatchObject({ id: ada.id });
  expect(me.headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "content-security-policy": expect.stringContaining("default-src 'none'"),
  });
});

test("a new password ends the tokens as well where that is asked for", async () => {
  const ada = await world.addPerson();
  await world.store.people.setPassword(ada.id, await hashPassword("correct horse"));
  const authorization = await world.tokenFor(ada, ["read"]);
  const asked = async () => {
    const headers = { host: ORIGIN.host, authorization };
    return (await world.app.inject({ method: "GET", url: "/api/v1/me", headers })).statusCode;
  };
  const change = async (payload: object) => {
    const answer = await world.app.inject({
      ...{ method: "POST", url: "/api/v1/me/password", payload },
      headers: { ...ORIGIN, cookie: await world.cookieFor(ada) },
    });
    return answer.statusCode;
  };
  expect(await change({ current: "correct horse", next: "battery staple" })).toBe(204);
  expect(await asked()).toBe(200);
  expect(await change({ current: "wrong horse", next: "third password", revokeTokens: true })).toBe(401);
  expect(await asked()).toBe(200);
  expect(await change({ current: "battery staple", next: "third password", revokeTokens: true })).toBe(204);
  expect(await asked()).toBe(401);
});

test("lists and single follows are not sent again while they are the same", async () => {
  const ada = await world.addPerson();
  const view = await world.follow(ada, { kind: "page" });
  for (const url of ["/api/v1/follows", `/api/v1/follows/${view.follow.id}`, "/api/v1/sheets"]) {
    const etag = String((await world.ask(ada, { method: "GET", url })).headers.etag);
    const again = () => world.ask(ada, { method: "GET", url, headers: { "if-none-match": etag } });
    expect([etag, (await again()).statusCode]).toEqual([expect.stringMatching(/^W\/"[\w-]{43}"$/), 304]);
    if (url === "/api/v1/sheets") continue;
    await world.ask(ada, { method: "PATCH", url: `/api/v1/follows/${view.follow.id}`, payload: { title: url } });
    expect((await again()).statusCode).toBe(200);
  }
});

test("a follow is started, its value is one GET away, and a stale change is refused", async () => {
  const ada = await world.addPerson();
  const cookie = await world.cookieFor(ada);
  const view = await world.follow(ada, { kind: "page" });
  const headers = { ...ORIGIN, cookie };
  const url = `/api/v1/follows/${view.follow.id}`;
  const value = await world.app.inject({ method: "GET", url: `${url}/value`, headers });
  expect(value.statusCode).toBe(200);
  expect(value.json()).toMatchObject({ verdict: "found" });
  const again = await world.app.inject({
    method: "GET",
    url: `${url}/value`,
    headers: { ...headers, "if-none-match": String(value.headers.etag) },
  });
  expect(again.statusCode).toBe(304);
  const first = await world.app.inject({
    method: "PATCH",
    url,
    headers: { ...headers, "if-match": '"1"' },
    payload: { title: "new" },
  });
  expect(first.statusCode).toBe(200);
  const stale = await world.app.inject({
    method: "PATCH",
    url,
    headers: { ...headers, "if-match": '"1"' },
    payload: { title: "old" },
  });
  expect([stale.statusCode, stale.json().current.title]).toEqual([412, "new"]);
  const pattern = { conditions: [{ kind: "contains", words: { as: "pattern", text: "(" } }] };
  expect((await world.app.inject({ method: "PATCH", url, headers, payload: pattern })).statusCode).toBe(422);
});

test("a follow that is on no sheet is listed as such, and put where there is room", async () => {
  const ada = await world.addPerson();
  const { follow } = await world.follow(ada, { kind: "page" });
  const sheet = (await world.ask(ada, { method: "POST", url: "/api/v1/sheets", payload: { title: "x" } })).json().id;
  const loose = async () => (await world.ask(ada, { method: "GET", url: "/api/v1/follows?sheet=none" })).json().items;
  expect(await loose()).toMatchObject([{ id: follow.id }]);
  const put = { method: "POST", url: `/api/v1/sheets/${sheet}/tiles`, payload: { followId: follow.id } } as const;
  expect((await world.ask(ada, put)).json().place).toMatchObject({ x: 0, y: 0 });
  expect((await world.ask(ada, put)).json().place).toMatchObject({ x: 4, y: 0 });
  expect(await loose()).toEqual([]);
});

test("a token has an end, after which it opens nothing; one that has ended already is refused", async () => {
  const ada = await world.addPerson();
  const view = await world.follow(ada, { kind: "page" });
  const make = async (expiresAt: number) =>
    world.ask(ada, { method: "POST", url: "/api/v1/me/tokens", payload: { name: "t", scopes: ["read"], expiresAt } });
  expect((await make(world.now())).statusCode).toBe(422);
  const { secret } = (await make(world.now() + 60_000)).json();
  const use = async () => {
    const headers = { host: "localhost", authorization: `Bearer ${secret}` };
    return (await world.app.inject({ method: "GET", url: "/api/v1/me", headers })).statusCode;
  };
  expect(await use()).toBe(200);
  await world.check(view, 60_000);
  expect(await use()).toBe(401);
});

test("the owner is told which private hosts the environment allows, and cannot change them", async () => {
  const owner = await world.addPerson();
  await world.store.people.change(owner.id, { role: "owner" }, { now: world.now() });
  const read = await world.ask(owner, { method: "GET", url: "/api/v1/settings" });
  expect(read.json()).toMatchObject({ privateHosts: [], atStart: { privateHosts: [] } });
  const atStart = { privateHosts: ["nas.local"] };
  const changed = await world.ask(owner, { method: "PATCH", url: "/api/v1/settings", payload: { atStart } });
  expect(changed.statusCode).toBe(422);
});

test("a secret of a channel never comes back, and does not follow to another address", async () => {
  const ada = await world.addPerson();
  const headers = { ...ORIGIN, cookie: await world.cookieFor(ada) };
  const target = { kind: "webhook", url: "https://a.example/", signingSecret: "very secret indeed" };
  const made = await world.app.inject({
    method: "POST",
    url: "/api/v1/channels",
    headers,
    payload: { name: "hook", target },
  });
  expect(made.statusCode).toBe(201);
  expect(made.body).not.toContain("very secret");
  const url = `/api/v1/channels/${made.json().id}`;
  const kept = { ...made.json().target };
  await world.app.inject({ method: "PATCH", url, headers, payload: { target: kept } });
  const stored = async () => (await world.store.channels.find(ada.id, made.json().id))!;
  expect(JSON.stringify(await stored())).not.toContain("very secret");
  const { channelSecrets } = world.services;
  expect(channelSecrets.opened(await stored())).toEqual(target);
  const elsewhere = { target: { ...kept, url: "https://evil.example/" } };
  const refused = await world.app.inject({ method: "PATCH", url, headers, payload: elsewhere });
  expect([refused.statusCode, refused.json().issues?.[0]?.path]).toEqual([422, "body.target.signingSecret"]);
  expect(channelSecrets.opened(await stored())).toEqual(target);
});

test("a channel whose secret cannot be opened any more says so, and takes a new one", async () => {
  const ada = await world.addPerson();
  const target = { kind: "gotify" as const, url: WebUrl.parse("https://a.example/"), token: "abc" };
  const made = (
    await world.ask(ada, { method: "POST", url: "/api/v1/channels", payload: { name: "g", target } })
  ).json();
  const url = `/api/v1/channels/${made.id}`;
  const locked = { target: { ...target, token: "sealed1.of-another-key" } };
  await world.store.channels.change(ada.id, made.id, locked, { now: world.now() });
  const tried = await world.ask(ada, { method: "POST", url: `${url}/test` });
  expect(tried.json()).toMatchObject({
    isSent: false,
    reason: "unusable",
    error: expect.stringContaining("give the channel its secret again"),
  });
  const kept = await world.ask(ada, { method: "PATCH", url, payload: { target: made.target } });
  expect([kept.statusCode, kept.json().issues?.[0]?.path]).toEqual([422, "body.target.token"]);
  const given = await world.ask(ada, { method: "PATCH", url, payload: { target: { ...target, token: "def" } } });
  expect(given.statusCode).toBe(200);
  const stored = await world.store.channels.find(ada.id, made.id);
  expect(stored && world.services.channelSecrets.opened(stored)).toEqual({ ...target, token: "def" });
});

test("mail is no kind of channel where no mail server is set", async () => {
  const kinds = await world.ask(await world.addPerson(), { method: "GET", url: "/api/v1/channel-kinds" });
  expect(kinds.json()).toContain("ntfy");
  expect(kinds.json()).not.toContain("email");
});

test("an import is taken whole or refused with one message", async () => {
  const ada = await world.addPerson();
  const headers = { ...ORIGIN, cookie: await world.cookieFor(ada), "content-type": "text/plain" };
  const url = "/api/v1/import";
  const good = await world.app.inject({
    method: "POST",
    url,
    headers,
    payload: "https://a.example/ news\nhttps://b.example/\n",
  });
  expect([good.statusCode, good.json().waiting]).toEqual([202, 2]);
  for (const payload of ["", "prose", '{"format":"tessera-archive","version":9}', '{"data": [{"uri"']) {
    const bad = await world.app.inject({ method: "POST", url, headers, payload });
    expect([bad.statusCode, bad.json().code]).toEqual([422, "import-refused"]);
  }
  expect((await world.store.wishes.list(ada.id, { limit: 99 })).items).toHaveLength(2);
});

test("an import of an archive says what came, what waits, and what was left out and why", async () => {
  const [ada, bob] = [await world.addPerson(), await world.addPerson()];
  const headers = { ...ORIGIN, cookie: await world.cookieFor(ada), "content-type": "text/plain" };
  await world.app.inject({ method: "POST", url: "/api/v1/import", headers, payload: "https://a.example/\n" });
  await world.ask(ada, { method: "POST", url: "/api/v1/sheets", payload: { title: "Home" } });
  const archive = (await world.ask(ada, { method: "GET", url: "/api/v1/export.json" })).json();
  const payload = JSON.stringify({ ...archive, channelsLeftOut: ["phone"] });
  const cookie = await world.cookieFor(bob);
  const taken = await world.app.inject({
    method: "POST",
    url: "/api/v1/import",
    headers: { ...headers, cookie },
    payload,
  });
  expect(taken.json()).toMatchObject({
    format: "tessera",
    waiting: 1,
    imported: { follows: 0, sheets: 1, observations: 0 },
    notes: [{ name: "phone", code: "channel-left-out", message: expect.stringContaining("secret") }],
  });
});

test("long answers are compressed for whoever takes them so", async () => {
  const url = "/api/v1/openapi.json";
  const plain = await world.app.inject({ method: "GET", url, headers: { host: "localhost" } });
  const headers = { host: "localhost", "accept-encoding": "gzip, br" };
  const packed = await world.app.inject({ method: "GET", url, headers });
  expect([plain.headers["content-encoding"], packed.headers["content-encoding"]]).toEqual([undefined, "gzip"]);
  expect(packed.headers.vary).toBe("accept-encoding");
  expect(gunzipSync(packed.rawPayload).toString("utf8")).toBe(plain.body);
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
});
