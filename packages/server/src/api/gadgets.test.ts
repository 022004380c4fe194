import { EmbeddingSite, GadgetOptions, type PagePatch, type Person } from "@tessera/model";
import type { GadgetReply } from "@tessera/model/api";
import type { FollowView } from "@tessera/store";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { heraldPage } from "../check/herald-page.fixture.ts";
import { escaped, iframeSnippet } from "../show/gadget-documents.ts";
import { GadgetLinks } from "../show/gadget-links.ts";
import { type ApiWorld, openApiWorld } from "./api-world.fixture.ts";

let world: ApiWorld;
let ada: Person;
let view: FollowView;

beforeEach(async () => {
  world = await openApiWorld();
  ada = await world.addPerson();
  await world.store.settings.change({ allowsGadgets: true });
  world.web.set(URL_OF_PAGE, heraldPage({ lead: 'A bridge <img src="/bridge.png"> opens' }));
  view = await world.follow(ada, { kind: "css", selector: ".lead" });
});
afterEach(() => world.close());

const post = (payload: object) => world.ask(ada, { method: "POST", url: "/api/v1/gadgets", payload });
const made = async (payload: object = { followId: view.follow.id }): Promise<GadgetReply> => {
  const answer = await post(payload);
  expect([answer.statusCode, answer.json().detail]).toEqual([201, undefined]);
  return answer.json();
};
const send = (method: "POST" | "DELETE", url: string, payload?: object) =>
  world.ask(ada, { method, url: `/api/v1${url}`, ...(payload ? { payload } : {}) });
/** As a stranger: no cookie, from a page of another site. */
const visit = (url: string) =>
  world.app.inject({
    method: "GET",
    url: new URL(url, "http://localhost").pathname + new URL(url, "http://localhost").search,
    headers: { host: "localhost", origin: "https://blog.example", "sec-fetch-site": "cross-site" },
  });
const revoke = (id: string) => world.ask(ada, { method: "DELETE", url: `/api/v1/gadgets/${id}` });

test("nobody shows anything elsewhere unless the owner allows it, and none of it once that is taken back", async () => {
  await world.store.settings.change({ allowsGadgets: false });
  expect((await post({ followId: view.follow.id })).json()).toMatchObject({
    code: "gadget-refused",
    reason: "forbidden",
  });
  await world.store.settings.change({ allowsGadgets: true });
  const { url } = await made();
  expect((await visit(url)).statusCode).toBe(200);
  await world.store.settings.change({ allowsGadgets: false });
  const answer = await visit(url);
  expect([answer.statusCode, answer.body.includes("bridge")]).toEqual([404, false]);
  const { items } = (await world.ask(ada, { method: "GET", url: "/api/v1/gadgets" })).json();
  expect(items).toMatchObject([{ refusal: "forbidden" }]);
});

test("a block is shown to strangers in a sandbox, to frames of the sites that were named and no others", async () => {
  const any = await visit((await made()).url);
  expect(any.body).toContain("A bridge");
  expect(any.headers["content-security-policy"]).toContain("frame-ancestors *");
  const { url } = await made({
    followId: view.follow.id,
    options: { sites: ["blog.example", "http://localhost:8080"] },
  });
  const { headers, body } = await visit(url);
  const policy = String(headers["content-security-policy"]);
  expect(policy).toContain("frame-ancestors 'self' https://blog.example http://localhost:8080;");
  expect(policy).toMatch(/sandbox allow-popups allow-popups-to-escape-sandbox$/);
  expect(policy).toContain("script-src 'none'");
  expect(headers["x-frame-options"]).toBeUndefined();
  expect(headers["referrer-policy"]).toBe("no-referrer");
  expect(headers["set-cookie"]).toBeUndefined();
  expect(headers["access-control-allow-origin"]).toBeUndefined();
  expect(body).not.toMatch(/<script|\son\w+=/i);
});

test("an address that is taken back shows nothing at once, and neither do the pictures in it", async () => {
  const { id, url } = await made();
  const shown = await visit(url);
  const [, picture = ""] = /src="(\/assets\/image\/[^"]+)"/.exec(shown.body) ?? [];
  expect(picture).toContain(`.gadget-${id}.`);
  // the picture itself is out of reach of a test, which is not the same as being forbidden
  expect((await visit(picture)).statusCode).toBe(502);
  expect((await revoke(id)).statusCode).toBe(204);
  expect((await visit(url)).statusCode).toBe(404);
  expect((await visit(picture)).statusCode).toBe(404);
  expect((await revoke(id)).statusCode).toBe(404);
  const { items } = (await world.ask(ada, { method: "GET", url: "/api/v1/me/audit" })).json();
  expect(items.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(["gadget-created", "gadget-revoked"]),
  );
});

test("an address ends when it was said to, with its block, and with its person", async () => {
  const now = world.now();
  const { url } = await made({ followId: view.follow.id, expiresAt: now + 5 * 60_000 });
  expect((await visit(url)).statusCode).toBe(200);
  await world.check(view, 10 * 60_000);
  expect((await visit(url)).statusCode).toBe(404);
  const second = await made();
  await world.store.follows.remove(ada.id, view.follow.id, now);
  expect((await visit(second.url)).statusCode).toBe(404);
  await world.store.follows.restore(ada.id, view.follow.id, now);
  expect((await visit(second.url)).statusCode).toBe(200);
  await world.store.people.change(ada.id, { disabledAt: now }, { now });
  expect((await visit(second.url)).statusCode).toBe(404);
});

test("nobody guesses an address: another id, another signature, another key and anything else is nothing", async () => {
  const { url, id } = await made();
  const token = new URL(url).pathname.split("/").at(-1)!;
  const forged = new GadgetLinks("another key").tokenOf(id);
  for (const wrong of [forged, id, `${id}.`, `${token}x`, token.replace(/^./, "f"), `${token}.${token}`]) {
    const answer = await visit(`/gadgets/${wrong}`);
    expect([wrong, answer.statusCode, answer.body.includes("bridge")]).toEqual([wrong, 404, false]);
  }
  const links = new GadgetLinks("key");
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(links.read(text)).toBeNull();
    }),
  );
  expect(links.read(links.tokenOf(id))).toBe(id);
});

test("what belongs to one person is refused: first what a public page would give away, then each private way", async () => {
  // the unprotected variant: a page that anybody could fetch is shown, so that a refusal below is the check's doing
  expect((await visit((await made()).url)).body).toContain("A bridge");
  const ways: readonly object[] = [
    { fetcher: "own-browser" },
    { cookies: [{ name: "sid", value: "1" }] },
    { headers: [{ name: "x-key", value: "1" }] },
    { keepCookies: true },
    { steps: [{ kind: "click", selector: "button" }] },
  ];
  for (const patch of ways) {
    const { url } = await made();
    expect((await visit(url)).statusCode).toBe(200);
    const current = (await world.store.follows.find(ada.id, view.follow.id))!;
    await world.store.follows.fetchBy(ada.id, current.page.id, { patch: patch as never, now: world.now() });
    const hidden = await visit(url);
    expect([patch, hidden.statusCode, hidden.body.includes("bridge")]).toEqual([patch, 404, false]);
    expect((await post({ followId: view.follow.id })).json()).toMatchObject({
      code: "gadget-refused",
      reason: "ones-own",
    });
    // back where anybody could fetch it, what was seen meanwhile is still nobody else's until it is seen again
    const back = (await world.store.follows.find(ada.id, view.follow.id))!;
    const undone: PagePatch = { fetcher: "auto", cookies: null, headers: null, keepCookies: false, steps: [] };
    await world.store.follows.fetchBy(ada.id, back.page.id, { patch: undone, now: world.now() });
    const again = (await world.store.follows.find(ada.id, view.follow.id))!;
    if (again.page.privateTo !== null) view = await world.follow(ada, { kind: "css", selector: ".lead" });
  }
});

test("what came with an archive, or was its person's once, is refused for that; its address followed anew is shown", async () => {
  const archive = (await world.ask(ada, { method: "GET", url: "/api/v1/export.json" })).body;
  const before = new Set((await world.store.follows.list(ada.id, { limit: 99 })).items.map(({ follow }) => follow.id));
  const headers = { "content-type": "application/octet-stream" };
  await world.ask(ada, { method: "POST", url: "/api/v1/import", payload: archive, headers });
  const { items } = await world.store.follows.list(ada.id, { limit: 99 });
  const restored = items.find(({ follow }) => !before.has(follow.id))!;
  await world.check(restored);
  expect((await post({ followId: restored.follow.id })).json()).toMatchObject({
    ...{ code: "gadget-refused", reason: "stays-own" },
    detail: expect.stringMatching(/came with an archive/),
  });
  const anew = await world.follow(ada, { kind: "css", selector: ".lead" });
  expect((await post({ followId: anew.follow.id })).statusCode).toBe(201);
});

test("what was seen in private stays hidden after the page is public again, until it is seen as anybody sees it", async () => {
  const { url } = await made();
  const before = (await world.store.follows.find(ada.id, view.follow.id))!;
  const browser = await world.store.follows.fetchBy(ada.id, before.page.id, {
    patch: { fetcher: "own-browser" },
    now: world.now(),
  });
  expect(browser?.privateTo).toBe(ada.id);
  // a follow on a private page, as a browser of its person would have made it
  const capture = (await world.store.checks.capture(before.block.seenCaptureId))!;
  expect(capture.pageId).toBe(before.page.id);
  await world.store.follows.fetchBy(ada.id, browser!.id, { patch: { fetcher: "http" }, now: world.now() });
  const moved = (await world.store.follows.find(ada.id, view.follow.id))!;
  expect(moved.page.id).not.toBe(capture.pageId);
  expect((await visit(url)).statusCode).toBe(404);
  await world.checkPage(moved.page.id);
  expect((await visit(url)).statusCode).toBe(200);
});

test("pages of private hosts are not shown to strangers, whoever may see them here", async () => {
  const host = { host: "news.example", port: null, for: "everybody", use: "pages" } as const;
  const { url } = await made();
  await world.store.settings.change({ privateHosts: [host] });
  await (world.services.checks.access as { renew?: () => Promise<void> }).renew?.();
  expect((await visit(url)).statusCode).toBe(404);
  expect((await post({ followId: view.follow.id })).json()).toMatchObject({ reason: "private-host" });
});

test("a sheet is shown with its public blocks and tables; private ones are left out and counted", async () => {
  const sheet = (
    await world.ask(ada, { method: "POST", url: "/api/v1/sheets", payload: { title: "News <b>" } })
  ).json();
  const put = (payload: object) => world.ask(ada, { method: "POST", url: `/api/v1/sheets/${sheet.id}/tiles`, payload });
  await put({ followId: view.follow.id });
  await put({ followId: view.follow.id, content: { kind: "board", title: "Table", followIds: [view.follow.id] } });
  world.web.set("https://mine.example/", heraldPage({ lead: "MINE" }));
  const mine = await world.follow(ada, { kind: "css", selector: ".lead" }, {}, { url: "https://mine.example/" });
  await world.store.follows.fetchBy(ada.id, mine.page.id, { patch: { keepCookies: true }, now: world.now() });
  const tile = (await put({ followId: mine.follow.id })).json();
  const { url } = await made({ sheetId: sheet.id });
  const { body, headers } = await visit(url);
  expect(body).toContain("News &lt;b&gt;");
  expect(body).toContain("1 tile is private to its owner.");
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  const frames = [...body.matchAll(/src="([^"]+)"/g)].map(([, src]) => src!);
  expect(frames).toHaveLength(2);
  for (const frame of frames) expect((await visit(frame)).body).toContain("A bridge");
  const hidden = await visit(`${new URL(url).pathname}/tiles/${tile.id}`);
  expect([hidden.statusCode, hidden.body.includes("MINE")]).toEqual([404, false]);
});

test("a board is shown alone with its public rows, wherever it is moved, and nothing else of its sheet", async () => {
  world.web.set("https://mine.example/", heraldPage({ lead: "MINE" }));
  const mine = await world.follow(ada, { kind: "css", selector: ".lead" }, {}, { url: "https://mine.example/" });
  await world.store.follows.fetchBy(ada.id, mine.page.id, { patch: { keepCookies: true }, now: world.now() });
  const sheetOf = async (title: string): Promise<string> => (await send("POST", "/sheets", { title })).json().id;
  const [sheetId, other] = [await sheetOf("Work"), await sheetOf("Other")];
  const put = async (payload: object) => (await send("POST", `/sheets/${sheetId}/tiles`, payload)).json();
  const table = (title: string, ...views: FollowView[]) => {
    const followIds = views.map(({ follow }) => follow.id);
    return put({ followId: followIds[0], content: { kind: "board", title, followIds } });
  };
  const beside = await put({ followId: view.follow.id });
  const board = await table("Papers <b>", view, mine);
  const hidden = await table("Hidden", mine);

  const gadget = await made({ sheetId, options: { tileId: board.id, theme: "dark" } });
  expect([gadget.title, gadget.html.includes("allow-same-origin")]).toEqual(["Papers <b>", false]);
  const { body, headers } = await visit(gadget.url);
  expect(body).toMatch(/A bridge.*opens/);
  expect(body).toContain("color-scheme:dark");
  expect(body).not.toContain("MINE");
  expect(headers["content-security-policy"]).toContain("sandbox");
  expect(headers["x-frame-options"]).toBeUndefined();
  const { pathname } = new URL(gadget.url);
  for (const id of [beside.id, board.id]) expect((await visit(`${pathname}/tiles/${id}`)).statusCode).toBe(404);
  expect((await visit(`/oembed?url=${encodeURIComponent(gadget.url)}`)).json()).toMatchObject({ title: "Papers <b>" });

  // a board of private rows alone, what is no board, a board of another sheet, and one by a secret link
  expect((await post({ sheetId, options: { tileId: hidden.id } })).json()).toMatchObject({ reason: "ones-own" });
  expect((await post({ sheetId, options: { tileId: beside.id } })).statusCode).toBe(404);
  expect((await post({ sheetId: other, options: { tileId: board.id } })).statusCode).toBe(404);
  expect((await post({ sheetId, face: "link", options: { tileId: board.id } })).statusCode).toBe(422);
  expect((await post({ followId: view.follow.id, options: { tileId: board.id } })).statusCode).toBe(422);

  const moved = await send("POST", `/sheets/${other}/arrivals`, { how: "move", tiles: [{ id: board.id }] });
  expect([moved.statusCode, (await visit(gadget.url)).statusCode]).toEqual([200, 200]);
  await send("DELETE", `/tiles/${board.id}`);
  expect((await visit(gadget.url)).statusCode).toBe(404);
  const { items } = (await world.ask(ada, { method: "GET", url: "/api/v1/gadgets" })).json();
  expect(items).toMatchObject([{ id: gadget.id, title: "", refusal: "nothing" }]);
});

test("oEmbed says how to embed it, within the size that was asked for, and nothing of other addresses", async () => {
  const { url } = await made({ followId: view.follow.id, options: { width: 600, height: 400 } });
  const link = String((await visit(url)).headers.link);
  const [, endpoint = ""] = /^<([^>]+)>; rel="alternate"; type="application\/json\+oembed"$/.exec(link) ?? [];
  // and in the document itself, whatever is shown
  const sheetId = (await send("POST", "/sheets", { title: "Work" })).json().id as string;
  await send("POST", `/sheets/${sheetId}/tiles`, { followId: view.follow.id });
  const { url: sheet } = await made({ sheetId });
  for (const shown of [url, sheet]) {
    const { body } = await visit(shown);
    const { href = "" } =
      /<link rel="alternate" type="application\/json\+oembed" href="(?<href>[^"]+)">/.exec(body)?.groups ?? {};
    const asked = new URL(href.replaceAll("&amp;", "&"));
    expect([asked.pathname, asked.searchParams.get("url")]).toEqual(["/oembed", shown]);
    expect(body.indexOf(href)).toBeLessThan(body.indexOf("</head>"));
  }
  const answer = await visit(`${endpoint}&maxwidth=300`);
  expect(answer.json()).toMatchObject({ version: "1.0", type: "rich", width: 300, height: 400 });
  expect(answer.json().html).toContain(`src="${escaped(url)}"`);
  for (const other of ["https://elsewhere.example/gadgets/x", `${url}x`, "nonsense", url.replace("gadgets", "api")]) {
    expect((await visit(`/oembed?url=${encodeURIComponent(other)}`)).statusCode).toBe(404);
  }
});

test("whoever guesses too often waits, and others behind the same address do not", async () => {
  const { url } = await made();
  const answers = [];
  for (let at = 0; at < 320; at++) answers.push((await visit(`/gadgets/guess${at}`)).statusCode);
  expect(new Set(answers)).toEqual(new Set([404, 429]));
  expect((await visit(url)).statusCode).toBe(200);
});

test("no title and no site gets out of the place that it is written into", () => {
  fc.assert(
    fc.property(fc.string(), (title) => {
      const snippet = iframeSnippet("https://t.example/gadgets/x", { title, width: 1, height: 1, isSheet: false });
      expect(snippet.match(/[<>]/g)).toEqual(["<", ">", "<", ">"]);
      expect(snippet.split('"')).toHaveLength(17);
    }),
  );
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.string(), fc.domain()), (text) => {
      const site = EmbeddingSite.safeParse(text);
      if (site.success) expect(site.data).toMatch(/^https?:\/\/[\w.:[\]-]+$/);
    }),
  );
  for (const wrong of ["*", "https://*", "a b", "https://a;script-src *", "javascript:alert(1)", "'self'", ""]) {
    expect([wrong, EmbeddingSite.safeParse(wrong).success]).toEqual([wrong, false]);
  }
  expect(GadgetOptions.parse({ sites: ["blog.example/path?x"] }).sites).toEqual(["https://blog.example"]);
});
