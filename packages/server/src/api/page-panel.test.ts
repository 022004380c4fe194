import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import type { Person } from "@tessera/model";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { heraldPage } from "../check/herald-page.fixture.ts";
import { type ApiWorld, openApiWorld } from "./api-world.fixture.ts";
import { openSiteWorld, type SiteWorld } from "./site-world.fixture.ts";

const SECRET = "hunter2-swordfish";

describe("settings of a page", () => {
  let world: ApiWorld;
  let ada: Person;
  let bob: Person;
  beforeAll(async () => {
    world = await openApiWorld();
    ada = await world.addPerson();
    bob = await world.addPerson();
    world.web.set(URL_OF_PAGE, heraldPage());
  });
  afterAll(() => world.close());

  const ask = (who: Person, method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE", url: string, payload?: object) =>
    world.ask(who, { method, url: `/api/v1${url}`, ...(payload ? { payload } : {}) });

  const follow = async (who: Person) =>
    (
      await ask(who, "POST", "/follows", { source: { url: URL_OF_PAGE }, wish: { kind: "css", selector: ".lead" } })
    ).json();

  test("all of them are changed for what a person follows there, and taken back with null", async () => {
    const { page } = await follow(ada);
    const patch = {
      fetcher: "browser",
      steps: [{ kind: "click", selector: "#more" }],
      cookies: [{ name: "wall", value: "yes" }],
      headers: [{ name: "X-Key", secret: "token" }],
      viewport: { width: 390, height: 844, isPhone: true },
      language: "de-AT",
      proxy: "de",
      consent: "accept",
      userAgent: "Ada/1",
      keepCookies: true,
      lean: false,
    };
    const changed = (await ask(ada, "PATCH", `/pages/${page.id}`, patch)).json();
    expect(changed.source).toEqual({
      ...patch,
      headers: [{ name: "x-key", secret: "token" }],
      url: URL_OF_PAGE,
      respectRobots: true,
    });
    expect((await ask(ada, "GET", `/pages/${changed.id}`)).json().source).toEqual(changed.source);
    const plain = { fetcher: "auto", steps: [], keepCookies: false, lean: true };
    const nothing = {
      cookies: null,
      headers: [],
      viewport: null,
      language: null,
      proxy: null,
      consent: "reject",
      userAgent: null,
    };
    const back = (await ask(ada, "PATCH", `/pages/${changed.id}`, { ...plain, ...nothing })).json();
    expect(back.source).toEqual({ ...plain, url: URL_OF_PAGE, respectRobots: true });
  });

  test("a page with somebody's headers, cookies or steps is nobody else's: not its captures, and not in the catalogue", async () => {
    const owner = await world.addPerson();
    await world.store.people.change(owner.id, { role: "owner" }, { now: world.now() });
    const shared = await follow(ada);
    await follow(bob);
    expect((await ask(bob, "GET", `/pages/${shared.page.id}`)).statusCode).toBe(200);
    const own = (
      await ask(ada, "PATCH", `/pages/${shared.page.id}`, { cookies: [{ name: "session", secret: "token" }] })
    ).json();
    const source = { url: URL_OF_PAGE, cookies: [{ name: "session", value: "x" }] };
    const opened = (await ask(ada, "POST", "/pages", { source })).json();
    for (const who of [bob, owner]) {
      for (const path of [`/pages/${own.id}`, `/pages/${own.id}/captures`]) {
        expect([path, (await ask(who, "GET", path)).statusCode]).toEqual([path, 404]);
      }
      const { id } = opened.capture;
      for (const path of [`/captures/${id}/source`, `/captures/${id}/page`, `/captures/${id}/fragments`]) {
        expect([path, (await ask(who, "GET", path)).statusCode]).toEqual([path, 404]);
        expect((await ask(ada, "GET", path)).statusCode).toBe(200);
      }
      expect((await ask(who, "POST", "/pages/try", { source: { url: URL_OF_PAGE }, page: own.id })).statusCode).toBe(
        404,
      );
    }
    const offered = await ask(owner, "POST", "/catalogue", { source, title: "mine" });
    expect(offered.json()).toMatchObject({ code: "conflict" });
  });

  test("whoever may not leave robots.txt aside cannot do it here either", async () => {
    const { page } = await follow(bob);
    expect((await ask(bob, "PATCH", `/pages/${page.id}`, { respectRobots: false })).json()).toMatchObject({
      code: "owner-only",
    });
    const source = { url: URL_OF_PAGE, respectRobots: false };
    expect((await ask(bob, "POST", "/pages/try", { source })).json()).toMatchObject({ code: "owner-only" });
  });

  test("steps that wait for longer than a capture may take are refused, with the reason", async () => {
    const { page } = await follow(ada);
    const steps = Array(4).fill({ kind: "wait", ms: 30_000 });
    const source = { url: URL_OF_PAGE, steps };
    const refused = [
      await ask(ada, "PATCH", `/pages/${page.id}`, { steps }),
      await ask(ada, "POST", "/pages/try", { source }),
      await ask(ada, "POST", "/pages", { source }),
      await ask(ada, "POST", "/follows", { source }),
    ];
    for (const answer of refused) {
      expect(answer.statusCode).toBe(422);
      expect(answer.json().detail).toMatch(/^body\.(source\.)?steps: all waits together: at most 90 s$/);
    }
  });

  test("a secret is written, named, replaced and removed, and read by nobody", async () => {
    const put = await ask(ada, "PUT", "/secrets", { origin: `${URL_OF_PAGE}?a=b`, name: "token", value: SECRET });
    expect(put.json()).toMatchObject({ origin: new URL(URL_OF_PAGE).origin, name: "token" });
    const listed = await ask(ada, "GET", "/secrets");
    expect(listed.json()).toHaveLength(1);
    expect([put.body, listed.body].join()).not.toContain(SECRET);
    const stored = await world.store.secrets.of(ada.id);
    expect(stored[0]?.sealed).toMatch(/^sealed1\./);
    expect(JSON.stringify(stored)).not.toContain(SECRET);
    expect((await world.services.secrets.of(ada.id)).at(new URL(URL_OF_PAGE).origin, "token")).toBe(SECRET);
    expect((await ask(bob, "GET", "/secrets")).json()).toEqual([]);
    const where = `/secrets?origin=${encodeURIComponent(URL_OF_PAGE)}&name=token`;
    expect((await ask(bob, "DELETE", where)).statusCode).toBe(404);
    expect((await ask(ada, "DELETE", where)).statusCode).toBe(204);
    expect((await ask(ada, "GET", "/secrets")).json()).toEqual([]);
  });

  test("a sealed secret that is moved to another person, origin or name opens nothing", async () => {
    const now = world.now();
    await world.services.secrets.put(ada.id, { origin: "https://a.example", name: "token", value: SECRET }, now);
    const [sealed] = await world.store.secrets.of(ada.id);
    await world.store.secrets.put({ ...sealed!, personId: bob.id });
    await world.store.secrets.put({ ...sealed!, origin: "https://evil.example" });
    expect((await world.services.secrets.of(bob.id)).at("https://a.example", "token")).toBeNull();
    expect((await world.services.secrets.of(ada.id)).at("https://evil.example", "token")).toBeNull();
    expect((await world.services.secrets.of(ada.id)).at("https://a.example", "token")).toBe(SECRET);
  });

  test("trying says what came and whether what is followed is still there, and keeps nothing", async () => {
    const { page, id } = await follow(bob);
    const before = await world.store.pages.findForCheck(page.id);
    const tried = (
      await ask(bob, "POST", "/pages/try", { source: { url: URL_OF_PAGE, fetcher: "http" }, page: page.id })
    ).json();
    expect(tried).toMatchObject({ fetcher: "http", status: 200, failure: null, finalUrl: URL_OF_PAGE, picture: null });
    expect(tried.source).toContain("<");
    expect(tried.document).toContain("script-src 'none'");
    expect(tried.document).toContain("data-tessera-node");
    expect(tried.document).not.toContain("<script");
    expect(tried.blocks).toContainEqual(expect.objectContaining({ followId: id, verdict: "found", isBlank: false }));
    expect(await world.store.pages.findForCheck(page.id)).toEqual(before);
    const failed = (await ask(bob, "POST", "/pages/try", { source: { url: "https://nowhere.example/" } })).json();
    expect(failed).toMatchObject({ failure: { code: "dns" }, advice: expect.any(String), status: null, blocks: [] });
  });

  test("a server without a browser of its own says that steps cannot be shown", async () => {
    const refused = await ask(ada, "POST", "/recordings", { source: { url: URL_OF_PAGE } });
    expect(refused.json()).toMatchObject({ code: "unsupported" });
    const instance = (await ask(ada, "GET", "/instance")).json();
    expect(instance).toMatchObject({ canRecord: false, proxies: ["de"] });
    const stranger = await world.app.inject({ method: "GET", url: "/api/v1/instance", headers: { host: "localhost" } });
    expect(stranger.json().proxies).toEqual([]);
  });
});

describe("a secret on its way", () => {
  let site: SiteWorld;
  let asked: { host: string; url: string; headers: IncomingMessage["headers"] }[] = [];
  let listener: RequestListener = () => {};
  const server = createServer((request, response) => {
    asked.push({ host: request.headers.host ?? "", url: request.url ?? "", headers: request.headers });
    listener(request, response);
  });
  let origin = "";
  let elsewhere = "";
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    origin = `http://127.0.0.1:${port}`;
    elsewhere = `http://localhost:${port}`;
    site = await openSiteWorld({}, { privateHosts: [`127.0.0.1:${port}`, `localhost:${port}`] });
  });
  beforeEach(() => {
    asked = [];
  });
  afterAll(async () => {
    await site.close();
    server.close();
  });

  const inject = (method: "PUT" | "POST" | "GET", url: string, payload?: object) =>
    site.app.inject({ method, url: `/api/v1${url}`, headers: site.headers, ...(payload ? { payload } : {}) });
  const HTML = { "content-type": "text/html" };

  test("goes to the origin of its page as a header and a cookie, and along no redirect", async () => {
    listener = (request, response) => {
      if (request.url === "/") response.writeHead(302, { location: `${origin}/page` }).end();
      else response.writeHead(200, HTML).end("<p>news</p>");
    };
    for (const name of ["token", "session"]) await inject("PUT", "/secrets", { origin, name, value: SECRET });
    const source = {
      url: `${origin}/`,
      fetcher: "http",
      respectRobots: false,
      language: "de-AT",
      userAgent: "Ada/1",
      headers: [{ name: "authorization", secret: "token" }],
      cookies: [{ name: "session", secret: "session" }],
    };
    expect((await inject("POST", "/pages/try", { source })).json()).toMatchObject({ status: 200 });
    for (const { headers } of asked) {
      expect(headers).toMatchObject({
        authorization: SECRET,
        cookie: `session=${SECRET}`,
        "accept-language": "de-AT,de;q=0.9",
        "user-agent": "Ada/1",
      });
    }
    asked = [];
    listener = (_, response) => response.writeHead(302, { location: `${elsewhere}/page` }).end();
    await inject("POST", "/pages/try", { source });
    expect(asked.some(({ host }) => host.startsWith("127."))).toBe(true);
    const sentOn = asked.filter(({ host }) => host.startsWith("localhost"));
    expect(JSON.stringify(sentOn)).not.toContain(SECRET);
  });

  test("is only tried: in place of the stored one, hidden where the page repeats it, and what is stored stays", async () => {
    listener = (request, response) => response.writeHead(200, HTML).end(`<p>You sent ${request.headers.authorization}`);
    await inject("PUT", "/secrets", { origin, name: "token", value: SECRET });
    const before = (await inject("GET", "/secrets")).json();
    const source = {
      url: `${origin}/`,
      fetcher: "http",
      respectRobots: false,
      headers: [{ name: "authorization", secret: "token" }],
      cookies: [{ name: "session", secret: "not-stored" }],
    };
    const secrets = [
      { origin, name: "token", value: "tried-swordfish" },
      { origin, name: "not-stored", value: "tried-cookie" },
    ];
    const tried = (await inject("POST", "/pages/try", { source, secrets })).json();
    expect(asked.at(-1)?.headers).toMatchObject({ authorization: "tried-swordfish", cookie: "session=tried-cookie" });
    expect(tried.source).toContain("You sent •••");
    expect((await inject("GET", "/secrets")).json()).toEqual(before);
    const { cookies: _, ...saved } = source;
    await inject("POST", "/pages/try", { source: saved });
    expect(asked.at(-1)?.headers.authorization).toBe(SECRET);
    const elsewhereOnly = [{ origin: elsewhere, name: "not-stored", value: "tried-cookie" }];
    const refused = (await inject("POST", "/pages/try", { source, secrets: elsewhereOnly })).json();
    expect(refused.failure.message).toContain("no secret “not-stored” is stored");
  });

  test("is in no capture of a page that repeats it, in no export, and in no file of the instance", async () => {
    listener = (request, response) =>
      response
        .writeHead(200, HTML)
        .end(
          `<title>t</title><main><p id=a title="${request.headers.authorization}">You sent ${request.headers.authorization}`,
        );
    await inject("PUT", "/secrets", { origin, name: "token", value: SECRET });
    const source = {
      url: `${origin}/`,
      fetcher: "http",
      respectRobots: false,
      headers: [{ name: "authorization", secret: "token" }],
    };
    const followed = await inject("POST", "/follows", { source, wish: { kind: "css", selector: "#a" } });
    expect(followed.json()).toMatchObject({ value: "You sent •••" });
    expect(asked.at(-1)?.headers.authorization).toBe(SECRET);
    const exported = await inject("GET", "/export.json?captures=all");
    expect(exported.body).toContain('"secret":"token"');
    expect(exported.body).not.toContain(SECRET);
    const { data } = site.assembly.services.config;
    for (const file of ["tessera.sqlite", "tessera.sqlite-wal"]) {
      expect(readFileSync(join(data, file)).includes(SECRET)).toBe(false);
    }
  });

  test("that is missing is a failure with its name, and the page is not asked for", async () => {
    const source = {
      url: `${origin}/`,
      fetcher: "http",
      respectRobots: false,
      headers: [{ name: "authorization", secret: "other" }],
    };
    const tried = (await inject("POST", "/pages/try", { source })).json();
    expect(tried.failure).toMatchObject({ code: "step-failed", message: `no secret “other” is stored for ${origin}` });
    expect(asked).toEqual([]);
  });

  test("cookies that a site sets and a page keeps are sealed as well, and found again", async () => {
    listener = (request, response) =>
      response
        .writeHead(200, { ...HTML, "set-cookie": "visit=swordfish-visit; max-age=1000" })
        .end(`<p id=a>${request.headers.cookie}`);
    const source = { url: `${origin}/kept`, fetcher: "http", respectRobots: false, keepCookies: true };
    const { page } = (await inject("POST", "/follows", { source, wish: { kind: "css", selector: "#a" } })).json();
    const { store } = site.assembly.services;
    expect(await store.checks.cookies(page.id)).toMatch(/^sealed1\./);
    await inject("POST", "/pages", { source });
    expect(asked.at(-1)?.headers.cookie).toBe("visit=swordfish-visit");
  });

  test("through a proxy with a name every request of the page goes, robots.txt and redirects too, and no other page's", async () => {
    listener = (request, response) => {
      if (request.url === "/") response.writeHead(302, { location: `${origin}/page` }).end();
      else response.writeHead(200, HTML).end("<p>news</p>");
      from.push(request.socket.remotePort ?? 0);
    };
    const from: number[] = [];
    const tunnels: string[] = [];
    const ports: number[] = [];
    const proxy = createServer().on("connect", (request, socket) => {
      tunnels.push(request.url ?? "");
      const [host = "", port] = (request.url ?? "").split(":");
      const onward = connect(Number(port), host, () => {
        ports.push(onward.localPort ?? 0);
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        onward.pipe(socket).pipe(onward);
      });
      onward.on("error", () => socket.destroy());
      socket.on("error", () => onward.destroy());
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const { port } = proxy.address() as AddressInfo;
    const { host } = new URL(origin);
    const proxied = await openSiteWorld({}, { privateHosts: [host], proxies: `de=http://127.0.0.1:${port}` });
    const tried = async (more: object) =>
      (await proxied.post("/api/v1/pages/try", { source: { url: `${origin}/`, fetcher: "http", ...more } })).json();
    try {
      expect(await tried({ proxy: "de" })).toMatchObject({ status: 200, finalUrl: `${origin}/page` });
      expect(asked.map(({ url }) => url)).toEqual(expect.arrayContaining(["/robots.txt", "/", "/page"]));
      expect(new Set(tunnels)).toEqual(new Set([host]));
      expect(from.filter((each) => !ports.includes(each))).toEqual([]);
      const before = tunnels.length;
      expect(await tried({})).toMatchObject({ status: 200 });
      expect(tunnels).toHaveLength(before);
    } finally {
      await proxied.close();
      proxy.close().closeAllConnections();
    }
  });

  test("a proxy that the instance does not have is a failure with its name", async () => {
    const source = { url: `${origin}/`, fetcher: "http", respectRobots: false, proxy: "mars" };
    const tried = (await inject("POST", "/pages/try", { source })).json();
    expect(tried.failure).toMatchObject({ message: "this instance has no proxy that is called “mars”" });
  });
});
