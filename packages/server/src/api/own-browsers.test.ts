import { newId, PageId, type Person } from "@tessera/model";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addMailChannel, MINUTE, toldTo } from "../check/check-world.fixture.ts";
import { heraldPage } from "../check/herald-page.fixture.ts";
import { MAIL, packedUpload } from "../trace/snapshot.fixture.ts";
import { type ApiWorld, openApiWorld } from "./api-world.fixture.ts";
import { EXTENSION, LEAD_PATH, PairedBrowser } from "./paired-browser.fixture.ts";

let world: ApiWorld;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  world = await openApiWorld();
  await world.store.settings.change({ caps: { tokens: 1_000, pagesPerMinute: 1_000_000 } });
});
afterAll(() => world.close());
beforeEach(async () => {
  [ada, bob] = [await world.addPerson(), await world.addPerson()];
});

describe("pairing", () => {
  test("a code is good once, and gives a browser that is listed, renamed and unpaired", async () => {
    const browser = await PairedBrowser.pair(world, ada, "Laptop");
    await PairedBrowser.pair(world, ada, "Desk");
    const list = async () => (await world.ask(ada, { method: "GET", url: "/api/v1/me/browsers" })).json();
    const laptop = (await list()).find(({ name }: { name: string }) => name === "Laptop");
    expect((await list()).map(({ name }: { name: string }) => name).sort()).toEqual(["Desk", "Laptop"]);
    expect((await browser.ask("GET", "/browser")).body).toMatchObject({ browser: { name: "Laptop" }, changed: 0 });
    const renamed = {
      method: "PATCH",
      url: `/api/v1/me/browsers/${laptop.id}`,
      payload: { name: "Old laptop" },
    } as const;
    expect((await world.ask(ada, renamed)).json()).toMatchObject({ name: "Old laptop" });
    expect((await world.ask(bob, renamed)).statusCode).toBe(404);
    const remove = { method: "DELETE", url: `/api/v1/me/browsers/${laptop.id}` } as const;
    expect((await world.ask(bob, remove)).statusCode).toBe(404);
    expect((await world.ask(ada, remove)).statusCode).toBe(204);
    expect((await browser.ask("GET", "/browser")).status).toBe(401);
    expect(await list()).toHaveLength(1);
  });

  test("a used, an old and a guessed code give nothing, and guesses are counted", async () => {
    const shown = await world.ask(ada, { method: "POST", url: "/api/v1/me/pairings" });
    const { code, expiresAt } = shown.json();
    expect(expiresAt - world.now()).toBeLessThanOrEqual(10 * MINUTE);
    const attempt = (text: string, remoteAddress: string) =>
      world.app.inject({
        method: "POST",
        url: "/api/v1/pair",
        remoteAddress,
        headers: { host: "localhost", origin: EXTENSION },
        payload: { code: text, name: "x" },
      });
    expect((await attempt(code.toLowerCase().replace("-", " "), "203.0.113.1")).statusCode).toBe(201);
    expect((await attempt(code, "203.0.113.1")).statusCode).toBe(404);
    for (let guess = 0; guess < 9; guess++) await attempt("00000-00000", "203.0.113.1");
    const refused = await attempt("00000-00000", "203.0.113.1");
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, expect.any(String)]);
    expect((await attempt("00000-00000", "203.0.113.2")).statusCode).toBe(404);
  });

  test("a token with this scope cannot be made in any other way", async () => {
    const request = { method: "POST", url: "/api/v1/me/tokens", payload: { name: "t", scopes: ["browser"] } } as const;
    expect((await world.ask(ada, request)).statusCode).toBe(422);
  });

  test("a browser is not another token: neither is renamed or unpaired as the other", async () => {
    await world.tokenFor(ada, ["read"]);
    const [token] = await world.store.tokens.of(ada.id);
    const request = { method: "DELETE", url: `/api/v1/me/browsers/${token!.id}` } as const;
    expect((await world.ask(ada, request)).statusCode).toBe(404);
  });
});

describe("origins", () => {
  const ask = (method: "GET" | "OPTIONS" | "POST", url: string, origin: string, more: Record<string, string> = {}) =>
    world.app.inject({ method, url: `/api/v1${url}`, headers: { host: "localhost", origin, ...more } });

  test("extensions may read the answers for browsers, and no others", async () => {
    const { authorization } = await PairedBrowser.pair(world, ada);
    for (const origin of [EXTENSION, "moz-extension://0a1b2c3d-0000-1111-2222-333344445555"]) {
      const answer = await ask("GET", "/browser", origin, { authorization });
      expect(answer.headers["access-control-allow-origin"]).toBe(origin);
      expect(answer.headers["access-control-allow-credentials"]).toBeUndefined();
      const preflight = await ask("OPTIONS", "/browser/work", origin, { "access-control-request-method": "POST" });
      expect([preflight.statusCode, preflight.headers["access-control-allow-methods"]]).toEqual([204, "POST"]);
      expect(preflight.headers["access-control-allow-origin"]).toBe(origin);
    }
    expect(
      (await ask("GET", "/me", EXTENSION, { authorization })).headers["access-control-allow-origin"],
    ).toBeUndefined();
    expect((await ask("OPTIONS", "/me", EXTENSION)).statusCode).toBe(404);
  });

  test("web pages are not let in, whatever they call themselves", async () => {
    const { authorization } = await PairedBrowser.pair(world, ada);
    const origins = [
      "https://evil.example",
      "null",
      "chrome-extension://x.evil.example",
      `${EXTENSION}.evil.example`,
      `https://${EXTENSION}`,
    ];
    for (const origin of origins) {
      const answer = await ask("GET", "/browser", origin, { authorization });
      expect(answer.headers["access-control-allow-origin"], origin).toBeUndefined();
      const pairing = await world.app.inject({
        method: "POST",
        url: "/api/v1/pair",
        headers: { host: "localhost", origin },
        payload: { code: "00000-00000", name: "x" },
      });
      expect([origin, pairing.statusCode]).toEqual([origin, 403]);
    }
  });

  test("an extension cannot borrow a session", async () => {
    const cookie = await world.cookieFor(ada);
    const answer = await world.app.inject({
      method: "POST",
      url: "/api/v1/browser/work",
      headers: { host: "localhost", origin: EXTENSION, cookie },
      payload: {},
    });
    expect([answer.statusCode, answer.json().code]).toEqual([403, "cross-site"]);
  });
});

describe("a page that only a person's browser sees", () => {
  test("is followed from its snapshot, checked by uploads, and told of like any other", async () => {
    const browser = await PairedBrowser.pair(world, ada);
    const channel = await addMailChannel(world, ada);
    const follow = await browser.follow(heraldPage({ lead: "Two letters" }), {}, { title: "Mail" });
    await world.store.follows.change(ada.id, follow.id, { channels: [channel] }, { now: world.now() });
    const { items } = await browser.work();
    expect(items).toMatchObject([
      { pageId: follow.page.id, url: MAIL, lastWay: "tab", blocks: [{ followId: follow.id, path: LEAD_PATH }] },
    ]);
    const sent = await browser.send(items[0]!, heraldPage({ lead: "Three letters" }));
    expect(sent).toMatchObject({ status: 200, body: { kind: "recorded", changes: 1, blocks: [{ verdict: "found" }] } });
    expect(await browser.followNow(follow.id)).toMatchObject({
      value: "Three letters",
      hasNews: true,
      page: { fetcher: "own-browser" },
    });
    expect((await toldTo(world, ada)).map(({ title }) => title)).toEqual(["Mail"]);
    expect((await browser.ask("GET", "/browser/news")).body).toMatchObject({
      changed: 1,
      items: [{ followId: follow.id, kind: "change", excerpt: "Three letters" }],
    });
    const again = await browser.work();
    expect([again.items, again.nextDueAt]).toEqual([[], expect.any(Number)]);
    expect(again.askAgainAt).toBeLessThanOrEqual(world.services.clock() + 15 * MINUTE);
  });

  test("is found again after a redesign, and asks where it is not", async () => {
    const browser = await PairedBrowser.pair(world, ada);
    const follow = await browser.follow(heraldPage({ lead: "Two letters from the town hall" }));
    const [work] = (await browser.work()).items;
    const redesigned = heraldPage({
      lead: "Two letters from the town hall",
      extra: "<section><h2>New</h2><p>More news</p></section>",
    });
    expect((await browser.send(work!, redesigned)).body).toMatchObject({ blocks: [{ verdict: "found" }] });
    await world.store.pages.bringForward(follow.page.id, world.now());
    const [next] = (await browser.work()).items;
    expect((await browser.send(next!, heraldPage({ hasLead: false }))).body.blocks[0].verdict).not.toBe("found");
    const news = (await browser.ask("GET", "/browser/news")).body;
    expect(news).toMatchObject({ questions: 1, items: [{ kind: "question" }] });
  });

  test("waits for a browser without being called out of reach, and no schedule touches it", async () => {
    const browser = await PairedBrowser.pair(world, ada);
    const follow = await browser.follow(heraldPage());
    const asked = world.web.asked.length;
    const at = world.now() + 400 * 24 * 60 * MINUTE;
    const claims = await world.store.checks.claim({
      now: at,
      limit: 99,
      leaseMs: MINUTE,
      holder: "serve:test",
      perHost: 99,
    });
    expect(claims.map(({ pageId }) => pageId)).not.toContain(follow.page.id);
    await world.store.checks.release(claims);
    expect((await world.ask(ada, { method: "POST", url: `/api/v1/follows/${follow.id}/check` })).statusCode).toBe(202);
    const open = {
      method: "POST",
      url: "/api/v1/pages",
      payload: { source: { url: MAIL, fetcher: "own-browser" } },
    } as const;
    expect((await world.ask(ada, open)).json().capture.id).toBe(follow.pickedIn);
    expect(world.web.asked.length).toBe(asked);
    expect(await browser.followNow(follow.id)).toMatchObject({
      verdict: "found",
      page: { failures: 0, trouble: null },
    });
  });

  test("is read from a plain fetch where that shows the block, and from a tab where it does not", async () => {
    const browser = await PairedBrowser.pair(world, ada);
    const follow = await browser.follow(heraldPage({ lead: "Two letters" }));
    const [work] = (await browser.work()).items;
    const shell = await browser.send(work!, "<main>Loading</main>", { way: "fetch" });
    expect(shell).toMatchObject({ status: 200, body: { kind: "render" } });
    expect(await browser.followNow(follow.id)).toMatchObject({ verdict: "found", value: "Two letters" });
    expect((await browser.send(work!, heraldPage({ lead: "Six letters" }), { way: "tab" })).body).toMatchObject({
      kind: "recorded",
    });
    await world.store.pages.bringForward(follow.page.id, world.now());
    const [next] = (await browser.work()).items;
    expect((await browser.send(next!, heraldPage({ lead: "Nine letters" }), { way: "fetch" })).body).toMatchObject({
      kind: "recorded",
    });
    expect(await browser.followNow(follow.id)).toMatchObject({ value: "Nine letters" });
  });

  test("says to log in again at the first wall, reported or recognised, and is found again behind it", async () => {
    const browser = await PairedBrowser.pair(world, ada);
    const follow = await browser.follow(heraldPage({ lead: "Two letters" }));
    const next = async () => {
      await world.store.pages.bringForward(follow.page.id, world.now());
      return (await browser.work()).items[0]!;
    };
    const reported = await next();
    const failure = { claim: reported.claim, failure: "login" };
    expect((await browser.ask("POST", `/browser/work/${reported.pageId}/failure`, failure)).status).toBe(204);
    const wall = { verdict: "blocked", latest: { verdict: { kind: "blocked", reason: "login" } } };
    expect(await browser.followNow(follow.id)).toMatchObject(wall);
    expect((await browser.ask("GET", "/browser/news")).body.items).toMatchObject([{ kind: "login", url: MAIL }]);
    expect((await browser.send(await next(), heraldPage({ lead: "Two letters" }))).body.blocks).toMatchObject([
      { verdict: "found" },
    ]);
    const login = `<title>Log in</title><h1>Log in</h1><form><input name="user"><input type="password"></form>`;
    expect((await browser.send(await next(), login)).body.blocks).toMatchObject([{ verdict: "blocked" }]);
    expect(await browser.followNow(follow.id)).toMatchObject(wall);
  });

  test("an upload without a claim, with one that ran out, or with another's is refused, and nothing is written", async () => {
    const [hers, his] = [await PairedBrowser.pair(world, ada), await PairedBrowser.pair(world, bob)];
    const follow = await hers.follow(heraldPage({ lead: "Two letters" }));
    const html = heraldPage({ lead: "Forged" });
    const { pageId } = { pageId: follow.page.id };
    expect((await hers.send({ pageId, claim: newId(PageId, 0) }, html)).status).toBe(404);
    const [work] = (await hers.work()).items;
    expect((await his.send(work!, html)).status).toBe(404);
    expect((await his.work()).items).toEqual([]);
    await world.store.checks.release([
      { pageId, host: "", token: work!.claim, until: 0, dueAt: 0, isAsked: false, turn: null },
    ]);
    expect((await hers.send(work!, html)).status).toBe(404);
    expect(await hers.followNow(follow.id)).toMatchObject({ value: "Two letters" });
  });

  test("given back, it is there for the next browser at once; unpairing gives back what was held", async () => {
    const [laptop, desk] = [await PairedBrowser.pair(world, ada), await PairedBrowser.pair(world, ada)];
    await laptop.follow(heraldPage());
    const [work] = (await laptop.work()).items;
    expect((await desk.work()).items).toEqual([]);
    await laptop.ask("POST", `/browser/work/${work!.pageId}/failure`, { claim: work!.claim, failure: "given-back" });
    expect((await desk.work()).items).toHaveLength(1);
    expect((await desk.ask("DELETE", "/browser")).status).toBe(204);
    expect((await laptop.work()).items).toHaveLength(1);
  });

  test("where nobody follows anything any more, no browser is sent", async () => {
    const browser = await PairedBrowser.pair(world, ada);
    const follow = await browser.follow(heraldPage());
    await world.store.follows.remove(ada.id, follow.id, world.now());
    expect((await browser.work()).items).toEqual([]);
    expect((await world.store.pages.findForCheck(follow.page.id))?.dueAt).toBeNull();
  });

  test("bad uploads are refused by what is wrong with them", async () => {
    const browser = await PairedBrowser.pair(world, ada);
    await browser.follow(heraldPage());
    const [work] = (await browser.work()).items;
    const url = `/browser/work/${work!.pageId}/snapshot?claim=${work!.claim}`;
    expect((await browser.ask("POST", url, Buffer.from("no gzip"))).body).toMatchObject({ code: "invalid" });
    expect((await browser.ask("POST", url, packedUpload({ version: 2 }))).body).toMatchObject({ code: "invalid" });
  });
});

describe("moving a follow", () => {
  test("from the server to the browser and back keeps history, memory and what was taught", async () => {
    const browser = await PairedBrowser.pair(world, ada);
    world.web.set("https://shop.example/", heraldPage({ lead: "Order 1 is packed" }));
    const view = await world.follow(ada, { kind: "css", selector: ".lead" }, {}, { url: "https://shop.example/" });
    const memory = (await world.store.checks.block(view.block.id))?.memory;
    const moved = await browser.ask("PATCH", `/pages/${view.page.id}`, { fetcher: "own-browser" });
    expect(moved).toMatchObject({ status: 200, body: { source: { fetcher: "own-browser" } } });
    expect((await world.store.checks.block(view.block.id))?.memory).toEqual(memory);
    const [work] = (await browser.work()).items;
    const options = { url: "https://shop.example/" };
    expect((await browser.send(work!, heraldPage({ lead: "Order 1 is on its way" }), options)).body).toMatchObject({
      changes: 1,
    });
    const back = await browser.ask("PATCH", `/pages/${work!.pageId}`, { fetcher: "auto" });
    expect(back.body).toMatchObject({ id: view.page.id });
    world.web.set("https://shop.example/", heraldPage({ lead: "Order 1 has arrived" }));
    await world.checkPage(view.page.id);
    const { items } = await world.store.observations.of(ada.id, view.follow.id, { limit: 9 });
    expect(items.map(({ excerpt, verdict }) => [excerpt, verdict.kind])).toEqual([
      ["Order 1 has arrived", "found"],
      ["Order 1 is on its way", "found"],
      ["Order 1 is packed", "found"],
    ]);
  });
});

test("a paired browser says who fetches a page, and nothing that could use a stored secret", async () => {
  const browser = await PairedBrowser.pair(world, ada);
  world.web.set("https://shop.example/", heraldPage());
  const view = await world.follow(ada, { kind: "css", selector: ".lead" }, {}, { url: "https://shop.example/" });
  const headers = [{ name: "x-key", secret: "shop" }];
  expect((await browser.ask("PATCH", `/pages/${view.page.id}`, { headers })).status).toBe(403);
  const source = { url: "https://shop.example/", steps: [{ kind: "typeSecret", selector: "input", secret: "shop" }] };
  expect((await browser.ask("POST", "/follows", { source })).status).toBe(403);
  expect((await browser.ask("POST", "/follows", { source: { url: "https://shop.example/" } })).status).toBe(201);
});

describe("trying a page by the server", () => {
  const attempt = async (browser: PairedBrowser, url: string, text: string) =>
    (await browser.ask("POST", "/browser/tries", { url, path: LEAD_PATH, text })).body;

  test("the same block with the same content is followed by the server", async () => {
    const browser = await PairedBrowser.pair(world, ada);
    world.web.set("https://open.example/", heraldPage({ lead: "Bridge opens", extra: "<section><p>Ad</p></section>" }));
    const tried = await attempt(browser, "https://open.example/", "  Bridge   opens ");
    expect(tried).toMatchObject({ kind: "same", path: "html[1]/body[1]/main[1]/section[2]/p[1]" });
    const body = {
      source: { url: "https://open.example/" },
      captureId: tried.captureId,
      wish: { kind: "path", path: tried.path },
    };
    const followed = await browser.ask("POST", "/follows", body);
    expect(followed).toMatchObject({ status: 201, body: { value: "Bridge opens", page: { fetcher: "auto" } } });
  });

  test("or it is said why not", async () => {
    const browser = await PairedBrowser.pair(world, ada);
    const login = `<title>Log in</title><h1>Log in</h1><form><input type="password"></form>`;
    world.web.set("https://login.example/", login);
    world.web.set("https://wall.example/", { code: "blocked", retry: "later", message: "a captcha" });
    world.web.set("https://down.example/", { code: "refused", retry: "later", message: "down" });
    world.web.set("https://other.example/", heraldPage({ lead: "Something else" }));
    const whys = { login: "login", wall: "blocked", down: "unreachable", other: "different" };
    for (const [name, why] of Object.entries(whys)) {
      expect(await attempt(browser, `https://${name}.example/`, "My balance is 12 euros")).toEqual({
        kind: "not-there",
        why,
      });
    }
  });
});
