import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { PrivateHost } from "@tessera/model";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Config } from "../config/settings.ts";
import { captureNow } from "../follow/follow-block.ts";
import { type Assembly, assemble } from "../main/assemble.ts";
import { firstStart, invite } from "../people/joining.ts";
import { httpServer } from "./http-server.ts";
import { allRoutes } from "./routes/all-routes.ts";

const OURS = { host: "localhost", origin: "http://localhost" };
const PASSWORD = "correct horse battery";

/** Two private hosts, told apart by their port; each notes what it was asked for. */
interface Inside {
  readonly server: Server;
  readonly port: number;
  readonly asked: string[];
}

let inside: readonly [Inside, Inside];
let folder: string;
let assembly: Assembly;
let app: FastifyInstance;
let owner: string;
let member: string;

beforeEach(async () => {
  const other = await listen((path) => `<title>other</title><p>the other's secret ${path}</p>`);
  const nas = await listen((path) => {
    if (path === "/away") return `<meta http-equiv="refresh" content="0; url=http://127.0.0.1:${other.port}/leak">`;
    return `<title>nas</title><p id="own">the secret of the nas</p>
      <img src="/own.svg"><img src="http://127.0.0.1:${other.port}/leak.svg">`;
  });
  inside = [nas, other];
  folder = mkdtempSync(join(tmpdir(), "tessera-hosts-"));
  await start();
  const { store } = assembly.services;
  await firstStart(store, { ownerName: "ada", ownerPassword: PASSWORD, now: Date.now() });
  owner = await logIn("ada");
  const [ada] = (await store.people.list({ limit: 1 })).items;
  const { secret } = await invite(store, { role: "member", note: "", invitedBy: ada!.id, now: Date.now() });
  const joining = { secret, name: "bob", displayName: "Bob", password: PASSWORD };
  await app.inject({ method: "POST", url: "/api/v1/join", headers: OURS, payload: joining });
  member = await logIn("bob");
});
afterEach(async () => {
  await stop();
  for (const { server } of inside) server.close().closeAllConnections();
  rmSync(folder, { recursive: true });
});

/** `privateHosts` is what the operator has allowed where the program runs. */
async function start(privateHosts = ""): Promise<void> {
  const config = Config.parse({ data: folder, browser: "off", privateHosts });
  assembly = await assemble({ config, onError: () => {} });
  app = httpServer({ services: assembly.services, routes: allRoutes(), logger: pino({ level: "silent" }) });
}

async function stop(): Promise<void> {
  await app.close();
  await assembly.close();
}

async function listen(page: (path: string) => string): Promise<Inside> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    asked.push(`${request.method} ${path}`);
    if (path === "/robots.txt") response.writeHead(404).end();
    else if (path.endsWith(".svg")) response.end('<svg xmlns="http://www.w3.org/2000/svg"><title>secret</title></svg>');
    else response.writeHead(200, { "content-type": "text/html" }).end(page(path));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return { server, port: (server.address() as AddressInfo).port, asked };
}

async function logIn(name: string): Promise<string> {
  const payload = { name, password: PASSWORD };
  const answer = await app.inject({ method: "POST", url: "/api/v1/login", headers: OURS, payload });
  return String(answer.headers["set-cookie"]).split(";")[0] ?? "";
}

const ask = (cookie: string, method: "GET" | "POST" | "PUT" | "PATCH", url: string, payload?: object) =>
  app.inject({ method, url: `/api/v1${url}`, headers: { ...OURS, cookie }, ...(payload ? { payload } : {}) });

const allow = (...hosts: Partial<PrivateHost>[]) =>
  ask(owner, "PATCH", "/settings", { privateHosts: hosts.map((one) => ({ host: "127.0.0.1", ...one })) });
const nasUrl = (path = "/") => `http://127.0.0.1:${inside[0].port}${path}`;
const open = (cookie: string, url = nasUrl()) => ask(cookie, "POST", "/pages", { source: { url } });
const follow = (cookie: string, url = nasUrl()) =>
  ask(cookie, "POST", "/follows", { source: { url }, wish: { kind: "css", selector: "#own" } });
const nas = () => ({ port: inside[0].port });
const other = () => ({ port: inside[1].port });

test("nothing private is reached until it is allowed, and no longer once that is taken back", async () => {
  expect((await open(owner)).json()).toMatchObject({ failure: { code: "forbidden-address" } });
  expect(inside[0].asked).toEqual([]);
  expect((await allow(nas())).statusCode).toBe(200);
  expect((await open(owner)).statusCode).toBe(201);
  await allow();
  inside[0].asked.length = 0;
  expect((await open(owner)).json()).toMatchObject({ failure: { code: "forbidden-address" } });
  expect(inside[0].asked).toEqual([]);
});

test("a bare address opens the usual ports and no other", async () => {
  await allow({ port: null });
  expect((await open(owner)).json()).toMatchObject({ failure: { code: "forbidden-address" } });
});

test("what the owner alone may reach, a member can neither open nor follow nor see", async () => {
  await allow(nas());
  const { capture, page } = (await open(owner)).json();
  expect((await follow(owner)).statusCode).toBe(201);
  inside[0].asked.length = 0;
  expect((await open(member)).json()).toMatchObject({ failure: { code: "forbidden-address" } });
  expect((await follow(member)).json()).toMatchObject({ failure: { code: "forbidden-address" } });
  const byCapture = { source: { url: nasUrl() }, captureId: capture.id, wish: { kind: "page" } };
  expect((await ask(member, "POST", "/follows", byCapture)).json()).toMatchObject({ code: "capture-failed" });
  for (const url of [`/captures/${capture.id}/page`, `/captures/${capture.id}/source`, `/pages/${page.id}/captures`]) {
    expect((await ask(member, "GET", url)).statusCode).toBe(404);
    expect((await ask(owner, "GET", url)).statusCode).toBe(200);
  }
  expect(inside[0].asked).toEqual([]);
});

test("what a member is told of it names neither addresses nor networks", async () => {
  const answer = await open(member, "http://localhost:9/");
  expect(answer.json()).toMatchObject({ failure: { code: "forbidden-address" } });
  expect(answer.body).not.toMatch(/127\.0\.0\.1|::1|loopback|leads to/);
});

test("what everybody may reach is shared", async () => {
  await allow({ ...nas(), for: "everybody" });
  const mine = (await open(owner)).json();
  const theirs = (await open(member)).json();
  expect(theirs.page.id).toBe(mine.page.id);
  expect((await follow(member)).statusCode).toBe(201);
});

test("a page on one private host does not lead to another, whoever may reach both", async () => {
  await allow({ ...nas(), for: "everybody" }, { ...other(), for: "everybody" });
  for (const cookie of [owner, member]) {
    expect((await open(cookie, nasUrl("/away"))).json()).toMatchObject({ failure: { code: "forbidden-address" } });
  }
  expect(inside[1].asked).toEqual([]);
});

test("a page is shown its own pictures, and nothing of another private host", async () => {
  await allow(nas(), other());
  const { capture } = (await open(owner)).json();
  const { body } = await ask(owner, "GET", `/captures/${capture.id}/page`);
  const links = body.match(/\/assets\/[^"]+/g) ?? [];
  expect(links).toHaveLength(2);
  const statuses = await Promise.all(
    links.map(async (url) => (await app.inject({ method: "GET", url, headers: OURS })).statusCode),
  );
  expect(statuses.sort()).toEqual([200, 502]);
  expect(inside[0].asked).toContain("GET /own.svg");
  expect(inside[1].asked).toEqual([]);
  await allow(other());
  inside[0].asked.length = 0;
  rmSync(join(folder, "assets"), { recursive: true });
  for (const url of links) expect((await app.inject({ method: "GET", url, headers: OURS })).statusCode).toBe(502);
  expect([inside[0].asked, inside[1].asked]).toEqual([[], []]);
});

test("a picture of the owner's private host is not found by a member who knows its address", async () => {
  await allow(nas(), { ...other(), for: "everybody" });
  const { capture } = (await open(owner)).json();
  const { body } = await ask(owner, "GET", `/captures/${capture.id}/page`);
  for (const url of body.match(/\/assets\/[^"]+/g) ?? []) await app.inject({ method: "GET", url, headers: OURS });
  inside[0].asked.length = 0;
  // the member's own page on a host that everybody may reach points at the owner's picture
  inside[1].server.removeAllListeners("request").on("request", (request, response) => {
    const isRobots = request.url === "/robots.txt";
    response.writeHead(isRobots ? 404 : 200, { "content-type": "text/html" });
    response.end(isRobots ? "" : `<p>mine</p><img src="${nasUrl("/own.svg")}">`);
  });
  const mine = (await open(member, `http://127.0.0.1:${inside[1].port}/`)).json();
  const shown = await ask(member, "GET", `/captures/${mine.capture.id}/page`);
  const [link = ""] = shown.body.match(/\/assets\/[^"]+/) ?? [];
  expect((await app.inject({ method: "GET", url: link, headers: OURS })).statusCode).toBe(502);
  expect(inside[0].asked).toEqual([]);
});

test("a link to a private host has its icon for those who may reach it, and for nobody who has an address", async () => {
  const icon = (cookie: string) => ask(cookie, "GET", `/icons?site=${encodeURIComponent(nasUrl())}`);
  const sheet = (await ask(owner, "POST", "/sheets", { title: "Home" })).json();
  const groups = [{ heading: null, links: [{ title: "NAS", url: nasUrl() }] }];
  const content = { kind: "links", title: "Links", groups };
  await ask(owner, "POST", `/sheets/${sheet.id}/tiles`, { followId: null, content });
  const link = (await ask(owner, "POST", "/gadgets", { sheetId: sheet.id, face: "link" })).json();
  const { pathname } = new URL(link.url, "http://localhost");
  const shown = `${pathname}/icons?site=${encodeURIComponent(nasUrl())}`;
  const byLink = () => app.inject({ method: "GET", url: shown, headers: { host: "localhost" } });
  expect((await byLink()).statusCode).toBe(204);
  await allow(nas());
  expect([(await icon(member)).statusCode, (await byLink()).statusCode]).toEqual([204, 204]);
  expect(inside[0].asked).toEqual([]);
  expect((await icon(owner)).statusCode).toBe(200);
  expect(inside[0].asked).toContain("GET /favicon.svg");
  await allow({ ...nas(), for: "everybody" });
  expect([(await icon(member)).statusCode, (await byLink()).statusCode]).toEqual([200, 204]);
});

interface Opened {
  readonly by: string;
  readonly open: (host: string) => Promise<unknown>;
  readonly shut: () => Promise<unknown>;
}

async function restart(privateHosts = ""): Promise<void> {
  await stop();
  await start(privateHosts);
}

const OPENED: readonly Opened[] = [
  { by: "the settings", open: (host) => allow({ ...nas(), host, for: "everybody" }), shut: () => allow() },
  { by: "the environment", open: (host) => restart(`everybody@${host}:${inside[0].port}`), shut: () => restart() },
];

describe.each(OPENED)("once a host that everybody could reach by $by is shut", ({ open: openHost, shut }) => {
  /** An address is refused by itself; of a name nobody knows where it led. */
  test.each([
    ["localhost", false],
    ["localhost", true],
    ["127.0.0.1", false],
  ])("what was seen on %s stays inside (paused: %s)", async (host, isPaused) => {
    await openHost(host);
    await ask(owner, "PATCH", "/settings", { allowsGadgets: true });
    const followed = (await follow(owner, `http://${host}:${inside[0].port}/`)).json();
    const sheet = (await ask(owner, "POST", "/sheets", { title: "Home" })).json();
    const tile = (await ask(owner, "POST", `/sheets/${sheet.id}/tiles`, { followId: followed.id })).json();
    await ask(owner, "PUT", `/sheets/${sheet.id}/shares`, { name: "bob", role: "view" });
    const link = (await ask(owner, "POST", "/gadgets", { sheetId: sheet.id, face: "link" })).json();
    const { pathname } = new URL(link.url, "http://localhost");
    const shown = (cookie: string) => ask(cookie, "GET", `/follows/${followed.id}`);
    expect([(await shown(owner)).statusCode, (await shown(member)).statusCode]).toEqual([200, 200]);
    if (isPaused) {
      const paused = await ask(owner, "PATCH", `/follows/${followed.id}`, { isPaused });
      expect(paused.json()).toMatchObject({ pausedAt: expect.any(Number) });
    }

    await shut();

    expect((await shown(owner)).body).toContain("the secret of the nas");
    expect((await shown(member)).statusCode).toBe(404);
    const stranger = (url: string) => app.inject({ method: "GET", url, headers: { host: "localhost" } });
    const answers = await Promise.all([stranger(pathname), stranger(`${pathname}/tiles/${tile.id}?part=0`)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404]);
    for (const { body } of answers) expect(body).not.toContain("secret of the nas");
    const gadget = await ask(owner, "POST", "/gadgets", { followId: followed.id });
    expect(gadget.json()).toMatchObject({ code: "gadget-refused", reason: "private-host" });
  });
});

test("the catalogue offers pages on hosts that everybody may reach, and no others", async () => {
  const offer = () => ask(owner, "POST", "/catalogue", { source: { url: nasUrl() }, title: "Wiki" });
  await allow(nas());
  expect((await offer()).statusCode).toBe(409);
  await allow({ ...nas(), for: "everybody" });
  expect((await offer()).statusCode).toBe(201);
});

test("a host that becomes the owner's alone takes the owner's pages along, and is shut to those of others", async () => {
  await allow({ ...nas(), for: "everybody" });
  const { store, checks } = assembly.services;
  const [ada] = (await store.people.list({ limit: 1 })).items;
  const owned = (await follow(owner, nasUrl("/owned"))).json();
  const both = (await follow(owner, nasUrl("/both"))).json();
  expect((await follow(member, nasUrl("/both"))).statusCode).toBe(201);
  await allow(nas());
  inside[0].asked.length = 0;
  const troubles: (string | null)[] = [];
  for (const { id } of [owned, both]) {
    const view = await store.follows.find(ada!.id, id);
    await captureNow(view!.page.id, checks);
    troubles.push((await store.pages.findForCheck(view!.page.id))?.trouble?.code ?? null);
  }
  expect(troubles).toEqual([null, "forbidden-address"]);
  expect(inside[0].asked).toContain("GET /owned");
  expect(inside[0].asked).not.toContain("GET /both");
});

test("a host that may be captured is not one that may be sent messages, and the other way round", async () => {
  const channel = async (cookie: string) => {
    const target = { kind: "ntfy", url: nasUrl("/topic"), token: null };
    const { id } = (await ask(cookie, "POST", "/channels", { name: "n", target })).json();
    return async () => (await ask(cookie, "POST", `/channels/${id}/test`)).json();
  };
  const [owners, members] = [await channel(owner), await channel(member)];
  await allow(nas());
  expect(await owners()).toMatchObject({ isSent: false });
  expect(inside[0].asked).toEqual([]);
  await allow({ ...nas(), use: "channels" });
  expect(await owners()).toEqual({ isSent: true, reason: null, error: null });
  expect(await members()).toMatchObject({ isSent: false, error: expect.not.stringMatching(/loopback|leads to/) });
  expect((await open(owner)).json()).toMatchObject({ failure: { code: "forbidden-address" } });
  await allow({ ...nas(), use: "channels", for: "everybody" });
  expect(await members()).toEqual({ isSent: true, reason: null, error: null });
});

test("settings say what is wrong with a host", async () => {
  const answer = await ask(owner, "PATCH", "/settings", { privateHosts: [{ host: "http://nas.local" }] });
  expect(answer.statusCode).toBe(422);
  expect(answer.body).toContain("not a host name, an address or a network");
  expect((await ask(member, "PATCH", "/settings", { privateHosts: [] })).statusCode).toBe(403);
});
