import type { TilePlace } from "@tessera/model";
import type { GadgetReply } from "@tessera/model/api";
import { tidied } from "@tessera/model/grid";
import { packBody } from "@tessera/store";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { heraldPage } from "../check/herald-page.fixture.ts";
import { GadgetLinks } from "../show/gadget-links.ts";
import { EARLIER, openSharedWorld, PRIVATE, PUBLIC, type SharedWorld } from "./shared-world.fixture.ts";

let shared: SharedWorld;

beforeEach(async () => {
  shared = await openSharedWorld();
});
afterEach(() => shared.world.close());

const post = (payload: object) => shared.as(shared.ada).send("POST", "/gadgets", payload);
const link = async (payload: object = {}): Promise<GadgetReply> => {
  const answer = await post({ sheetId: shared.sheet, face: "link", ...payload });
  expect([answer.statusCode, answer.json().detail]).toEqual([201, undefined]);
  return answer.json();
};
/** As somebody who has nothing but the address. */
const visit = (url: string) => {
  const { pathname, search } = new URL(url, "http://localhost");
  return shared.world.app.inject({ method: "GET", url: pathname + search, headers: { host: "localhost" } });
};
const framesIn = (body: string) => [...body.matchAll(/<iframe [^>]*?(?:data-)?src="([^"]+)"/g)].map(([, src]) => src!);

test("a link shows the sheet as a page of its own: no cookies, no frames of others, no trace, our one script", async () => {
  const { url } = await link();
  const { headers, body, statusCode } = await visit(url);
  expect(statusCode).toBe(200);
  const policy = String(headers["content-security-policy"]);
  const [, nonce = ""] = /script-src 'nonce-([^']+)'/.exec(policy) ?? [];
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(body.match(/<script/g)).toHaveLength(1);
  expect(body).toContain(`<script nonce="${nonce}">`);
  expect((await visit(url)).headers["content-security-policy"]).not.toContain(nonce);
  expect(headers).toMatchObject({
    ...{ "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow", "cache-control": "no-store" },
    ...{ "x-frame-options": "DENY", "cross-origin-opener-policy": "same-origin" },
  });
  expect(headers["set-cookie"]).toBeUndefined();
  expect(headers["access-control-allow-origin"]).toBeUndefined();
  // nothing of the app and of its person
  expect(body).not.toMatch(/person1|\/api\/|\/settings|<form|<button/);
});

test("it shows what is public and what was written, each in its sandbox, and nothing that is private", async () => {
  const own = await shared.as(shared.ada).get(`/sheets/${shared.sheet}`);
  expect(own.body).toContain(PRIVATE);
  const { url } = await link();
  const { body } = await visit(url);
  expect(body).toContain("buy milk");
  expect(body).toContain("1 tile is private to its owner.");
  const frames = framesIn(body);
  expect(frames).toHaveLength(3);
  expect(body.match(/<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" /g)).toHaveLength(3);
  const shown = await Promise.all(frames.map((frame) => visit(frame)));
  for (const answer of shown) {
    expect(answer.body).toContain(PUBLIC);
    expect(answer.headers["content-security-policy"]).toContain("frame-ancestors 'self'");
    expect(answer.headers["content-security-policy"]).toContain("script-src 'none'");
  }
  // what is left of the sheet has no holes where the rest was
  const sections = body.matchAll(/--wide:(\d+)\/(\d+)\/span (\d+)\/span (\d+);.*?data-tile="(.*?)"/g);
  const places = [...sections].map(([, y, x, height, width, id = ""]) => ({
    id,
    place: { x: Number(x) - 1, y: Number(y) - 1, width: Number(width), height: Number(height) },
  }));
  const there = (own.json() as { tiles: { id: string; place: TilePlace }[] }).tiles.map(({ id, place }) => ({
    id,
    place,
  }));
  const left = there.filter(({ id }) => places.some((shownPlace) => shownPlace.id === id));
  expect(tidied(left)).not.toEqual(left);
  expect(places).toEqual(tidied(left));
  const hidden = await visit(`${new URL(url).pathname}/tiles/${shared.tiles.mine}`);
  expect(hidden.statusCode).toBe(404);
  const second = await visit(`${new URL(url).pathname}/tiles/${shared.tiles.joined}?part=1`);
  expect(second.statusCode).toBe(404);
  for (const { body: text } of [...shown, hidden, second, await visit(url)]) {
    expect([text.includes(PRIVATE), text.includes(EARLIER)]).toEqual([false, false]);
  }
});

test("a link shows palette, ground and tiles in the colours that their person chose, and other sites none of them", async () => {
  const { ada, as, sheet, tiles, world } = shared;
  await world.store.settings.change({ allowsGadgets: true });
  const { url } = await link();
  const frame = (await post({ sheetId: sheet })).json().url;
  const stateOf = async () => (await visit(`${url}/state`)).json().mark;
  const before = await stateOf();
  const style = { theme: "dark", palette: "rose", background: { kind: "gradient", from: "#123456", to: "#654321" } };
  await as(ada).send("PATCH", `/sheets/${sheet}`, { style });
  const [dark, light] = ["#202020", "#fafafa"];
  await as(ada).send("PATCH", `/tiles/${tiles.note}`, { style: { background: light } });
  await as(ada).send("PATCH", `/tiles/${tiles.board}`, { style: { background: dark } });
  expect(await stateOf()).not.toBe(before);
  const { body } = await visit(url);
  expect(body).toContain("--raised:light-dark(#fef9f9,#251b1b)");
  expect(body).toMatch(/--backdrop:linear-gradient\(160deg,light-dark\(#[0-9a-f]{6}, ?#123456\),/);
  expect(body).toContain(`--tile-ground:${light};--tile-ink:#16181a;`);
  // what stands in a frame of ours cannot see the colours around it
  const board = (await visit(`${url}/tiles/${tiles.board}`)).body;
  expect(board).toContain("background:none;color:#ffffff");
  expect(board).toContain("color-scheme:dark");
  const elsewhere = (await visit(frame)).body;
  expect(elsewhere).toContain("<main>");
  expect(elsewhere).not.toContain("--tile-ground:#");
  expect((await visit(`${frame}/tiles/${tiles.board}`)).body).not.toContain("color:#ffffff");
});

test("a block that was found and shows nothing says so, in the language of its owner", async () => {
  const { world, ada, sheet, as } = shared;
  const url = "https://charts.example/";
  world.web.set(url, "<title>Charts</title><p>Boats this week</p><div id=chart style='height:200px'></div>");
  const chart = await world.follow(ada, { kind: "css", selector: "#chart" }, { title: "Chart" }, { url });
  expect(chart.latestFound?.verdict).toMatchObject({ kind: "found", shows: "nothing" });
  await as(ada).send("POST", `/sheets/${sheet}/tiles`, { followId: chart.follow.id });
  const frame = async () => {
    const { body } = await visit((await link()).url);
    return visit(/title="Chart" src="([^"]+)"/.exec(body)![1]!);
  };
  expect((await frame()).body).toContain("<p>There is nothing to see here right now.</p>");
  await as(ada).send("PATCH", "/me", { locale: "de" });
  const { body, headers } = await frame();
  expect(body).toContain("<p>Hier ist gerade nichts zu sehen.</p>");
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
});

/** Every question to the store, by name. */
function watchStore(): { readonly asked: string[] } {
  const asked: string[] = [];
  for (const [group, records] of Object.entries(shared.world.store)) {
    if (typeof records !== "object" || records === null) continue;
    for (const [name, method] of Object.entries(records)) {
      if (typeof method !== "function") continue;
      vi.spyOn(records, name as never).mockImplementation(((...given: unknown[]) => {
        asked.push(`${group}.${name}`);
        return method.apply(records, given);
      }) as never);
    }
  }
  return { asked };
}

test("an address that is wrong, over, taken back, or of a sheet that is gone is answered alike, after the same work", async () => {
  const { world, ada, as } = shared;
  const [good, taken, ended, gone] = [
    await link(),
    await link(),
    await link({ expiresAt: world.now() + 1_000 }),
    await link(),
  ];
  await as(ada).send("DELETE", `/gadgets/${taken.id}`);
  const other = (await as(ada).send("POST", "/sheets", { title: "Other" })).json();
  const lost = await link({ sheetId: other.id });
  await as(ada).send("DELETE", `/sheets/${other.id}`);
  world.web.set(URL_OF_PAGE, heraldPage({ lead: `${PUBLIC} story` }));
  await world.check(shared.open);
  const forged = `/gadgets/${new GadgetLinks("another key").tokenOf(gone.id)}`;
  const { asked } = watchStore();
  const answers = [];
  for (const url of ["/gadgets/nonsense", forged, taken.url, ended.url, lost.url, `${good.url}x`]) {
    for (const path of [url, `${url}/state`, `${url}/tiles/${shared.tiles.open}`]) {
      asked.length = 0;
      const { statusCode, headers, body } = await visit(path);
      answers.push({
        path: path.split("/")[3] ?? path.split("/").at(-1),
        statusCode,
        headers,
        body,
        asked: [...asked],
      });
    }
  }
  vi.restoreAllMocks();
  for (const kind of [0, 1, 2]) {
    const alike = answers.filter((_, at) => at % 3 === kind).map(({ path: _, ...answer }) => answer);
    expect(alike[0]?.asked).toEqual(["gadgets.find", "settings.read"]);
    for (const answer of alike) expect(answer).toEqual(alike[0]);
    expect(alike[0]?.statusCode).toBe(404);
  }
  expect((await visit(good.url)).statusCode).toBe(200);
});

test("links are allowed unless the owner of the instance forbids them, apart from frames; then all of them are dark", async () => {
  const { store } = shared.world;
  const { url } = await link();
  expect((await post({ sheetId: shared.sheet })).json()).toMatchObject({ reason: "forbidden" });
  await store.settings.change({ allowsLinks: false, allowsGadgets: true });
  expect((await visit(url)).statusCode).toBe(404);
  expect((await post({ sheetId: shared.sheet, face: "link" })).json()).toMatchObject({ reason: "forbidden" });
  const frame = (await post({ sheetId: shared.sheet })).json();
  const framed = await visit(frame.url);
  // what a person wrote is for those who were given the link, not for other sites
  expect([framesIn(framed.body).length, framed.body.includes("buy milk")]).toEqual([3, false]);
  const listed = (await shared.as(shared.ada).get("/gadgets")).json();
  expect(listed).toMatchObject({ isAllowed: true, areLinksAllowed: false });
  await store.settings.change({ allowsLinks: true });
  expect((await visit(url)).statusCode).toBe(200);
});

test("a link is listed with its address until it is taken back; then neither the page nor its pictures open", async () => {
  const { id, url } = await link({ expiresAt: shared.world.now() + 86_400_000 });
  const listed = (await shared.as(shared.ada).get("/gadgets")).json().items;
  expect(listed).toMatchObject([{ id, url, face: "link", refusal: null, title: "Ours" }]);
  const state = `${url}/state`;
  expect((await visit(state)).statusCode).toBe(200);
  expect((await shared.as(shared.bob).send("DELETE", `/gadgets/${id}`)).statusCode).toBe(404);
  expect((await shared.as(shared.ada).send("DELETE", `/gadgets/${id}`)).statusCode).toBe(204);
  for (const path of [url, state, `${url}/tiles/${shared.tiles.open}`])
    expect((await visit(path)).statusCode).toBe(404);
});

test("a phone that is arranged by itself is so by link, closed up like the wide screen", async () => {
  const { ada, sheet, tiles, as } = shared;
  const { url } = await link();
  expect((await visit(url)).body).not.toMatch(/--phone:\d/);
  const places = [tiles.note, tiles.mine, tiles.open].map((id, y) => ({ id, place: { x: 0, y, width: 2, height: 1 } }));
  await as(ada).send("PUT", `/sheets/${sheet}/places`, { screen: "phone", places });
  const { body } = await visit(url);
  const areas = [...body.matchAll(/--phone:(\d+)\/1\/span \d+\/span 2;.*?data-tile="(.*?)"/g)];
  const inOrder = areas.sort(([, one], [, other]) => Number(one) - Number(other)).map(([, row, id]) => [row, id]);
  expect(inOrder.slice(0, 2)).toEqual([
    ["1", tiles.note],
    ["2", tiles.open],
  ]);
  expect(inOrder).toHaveLength(4);
});

test("an open page is told which blocks are new, and when it must be loaded again", async () => {
  const { world, ada, as, open, tiles } = shared;
  const { url } = await link();
  const state = async () => (await visit(`${url}/state`)).json();
  const before = await state();
  expect(Object.keys(before.tiles).sort()).toEqual([tiles.board, tiles.joined, tiles.note, tiles.open].sort());
  expect(await state()).toEqual(before);
  expect((await visit(url)).body).toContain(`"mark":"${before.mark}"`);
  world.web.set(URL_OF_PAGE, heraldPage({ lead: "SHARED-STORY has changed" }));
  await world.check(open);
  const changed = await state();
  expect(changed.mark).toBe(before.mark);
  expect(changed.tiles[tiles.open]).not.toBe(before.tiles[tiles.open]);
  expect(changed.tiles[tiles.note]).toBe(before.tiles[tiles.note]);
  await as(ada).send("PATCH", `/sheets/${shared.sheet}`, { title: "Renamed" });
  const renamed = await state();
  expect(renamed.mark).not.toBe(before.mark);
  await as(ada).send("DELETE", `/tiles/${tiles.note}`);
  expect((await state()).mark).not.toBe(renamed.mark);
  await world.store.settings.change({ allowsGadgets: true });
  const frame = (await post({ sheetId: shared.sheet })).json();
  expect((await visit(`${frame.url}/state`)).statusCode).toBe(404);
});

test("a wall shows one's own sheets one after the other, without those that are gone", async () => {
  const { ada, bob, as } = shared;
  const second = (await as(ada).send("POST", "/sheets", { title: "Second" })).json().id;
  const his = (await as(bob).send("POST", "/sheets", { title: "His" })).json().id;
  const wall = (ids: readonly string[]) => ({ wall: { sheetIds: ids, seconds: 10, isLarge: true } });
  expect((await post({ sheetId: shared.sheet, face: "link", ...wall([his]) })).statusCode).toBe(404);
  expect((await post({ sheetId: shared.sheet, face: "frame", ...wall([]) })).statusCode).toBe(422);
  expect((await post({ sheetId: shared.sheet, face: "link", wall: { seconds: 1 } })).statusCode).toBe(422);
  const { url } = await link(wall([second]));
  const { body } = await visit(url);
  expect(body.match(/<main/g)).toHaveLength(2);
  expect(body.match(/<main hidden/g)).toHaveLength(1);
  expect(body).toContain('"seconds":10');
  // without scripts it turns as well
  expect(body).toContain('<noscript><meta http-equiv="refresh" content="10;url=?sheet=1"></noscript>');
  expect((await visit(`${url}?sheet=1`)).body).toContain("<title>Second</title>");
  expect((await visit(`${url}?sheet=99`)).statusCode).toBe(200);
  const { mark } = (await visit(`${url}/state`)).json();
  await as(ada).send("DELETE", `/sheets/${second}`);
  expect((await visit(`${url}/state`)).json().mark).not.toBe(mark);
  expect((await visit(url)).body.match(/<main/g)).toHaveLength(1);
});

test("a wall goes on without its first sheet, which is the last when it comes back; without any it is dark", async () => {
  const { ada, world, sheet, as } = shared;
  const second = (await as(ada).send("POST", "/sheets", { title: "Second" })).json().id;
  const { url } = await link({ wall: { sheetIds: [second], seconds: 10 } });
  await as(ada).send("DELETE", `/sheets/${sheet}`);
  expect((await visit(url)).body).toContain("<title>Second</title>");
  await as(ada).send("POST", `/sheets/${sheet}/restore`);
  expect((await visit(`${url}?sheet=1`)).body).toContain("<title>Ours</title>");
  await as(ada).send("DELETE", `/sheets/${sheet}`);
  await world.store.upkeep.sweep(world.now() + 400 * 86_400_000);
  expect((await visit(url)).body).toContain("<title>Second</title>");
  await world.store.sheets.remove(ada.id, second, world.now());
  expect((await visit(url)).statusCode).toBe(404);
});

test("a link opens nothing else, and no other address of its sheet does", async () => {
  const { world } = shared;
  const { id, url } = await link();
  const token = new URL(url).pathname.split("/")[2]!;
  for (const route of world.routes.filter(({ access }) => access.kind === "person")) {
    const path = route.path.replace(/(sheets)\/:id/, `$1/${shared.sheet}`).replace(/:\w+/g, id);
    for (const headers of [{ authorization: `Bearer ${token}` }, { cookie: `tessera_session=${token}` }]) {
      const answer = await world.app.inject({
        method: route.method,
        url: path,
        headers: { host: "localhost", ...headers },
      });
      expect([route.path, answer.statusCode]).toEqual([route.path, 401]);
    }
  }
  const elsewhere = (await shared.as(shared.ada).send("POST", "/sheets", { title: "Elsewhere" })).json().id;
  const tile = await shared
    .as(shared.ada)
    .send("POST", `/sheets/${elsewhere}/tiles`, { followId: shared.open.follow.id });
  expect((await visit(`${url}/tiles/${tile.json().id}`)).statusCode).toBe(404);
  expect((await visit(`/oembed?url=${encodeURIComponent(url)}`)).statusCode).toBe(404);
});

test("an office behind one address opens a large sheet, and one link does not use up what another may", async () => {
  const [{ url }, { url: other }] = [await link(), await link()];
  const tile = `${url}/tiles/${shared.tiles.open}`;
  // ten people with 30 blocks and 70 icons each, who then ask what is new for a minute
  const of = async (count: number, path: string) => {
    const codes = new Set<number>();
    for (let at = 0; at < count; at++) codes.add((await visit(path)).statusCode);
    return [...codes];
  };
  const icon = `${url}/icons?site=https%3A%2F%2Felsewhere.example`;
  expect(await of(10, url)).toEqual([200]);
  expect(await of(1_000, icon)).toEqual([404]);
  expect((await visit(tile)).statusCode).toBe(200);
  expect(await of(30, `${url}/state`)).toEqual([200]);
  // somebody who does nothing but ask is stopped, on this link alone
  expect(await of(400, `${url}x`)).toEqual([404, 429]);
  expect(await of(300, `${url}/state`)).toEqual([200, 429]);
  expect((await visit(other)).statusCode).toBe(200);
  expect((await visit(tile)).statusCode).toBe(200);
});

test("an open page asks the store for no capture that it knows", async () => {
  const { url } = await link();
  await visit(url);
  const asked = vi.spyOn(shared.world.store.checks, "capture");
  for (let poll = 0; poll < 3; poll++) expect((await visit(`${url}/state`)).statusCode).toBe(200);
  expect(asked).not.toHaveBeenCalled();
});

test("notes are read as Markdown, headings are headings, and of icons only those of sites on the sheet are given", async () => {
  const { ada, as, sheet } = shared;
  const put = (content: object) => as(ada).send("POST", `/sheets/${sheet}/tiles`, { content });
  const text = "**bold** <img src=x onerror=alert(1)> [bad](javascript:alert(1)) [good](https://good.example/)";
  await put({ kind: "note", title: "Written", text });
  await put({ kind: "heading", title: "Mornings", isClosed: false });
  const links = [{ title: "Site", url: "https://site.example/a" }];
  await put({ kind: "links", title: "Links", groups: [{ heading: null, links }] });
  const { url } = await link();
  const { body, headers } = await visit(url);
  expect(body).toContain("<strong>bold</strong> &lt;img src=x onerror=alert(1)&gt;");
  expect(body).toContain('<a href="https://good.example/" target="_blank" rel="noopener noreferrer">good</a>');
  expect(body).not.toMatch(/href="javascript:/);
  expect(body).toMatch(/<section class="group"[^>]*><h2><bdi>Mornings<\/bdi><\/h2><\/section>/);
  expect(headers["content-security-policy"]).toContain("img-src 'self'");
  const icon = (site: string, of = url) => visit(`${of}/icons?site=${encodeURIComponent(site)}`);
  // asked for, and not there: a letter stays
  expect((await icon("https://site.example")).statusCode).toBe(204);
  expect((await icon("https://elsewhere.example")).statusCode).toBe(404);
  expect((await icon("https://site.example", `${url}x`)).statusCode).toBe(404);
});

test("the picture behind a sheet is given by its own link, and not once that is taken back", async () => {
  const { ada, as, sheet, world } = shared;
  const { store } = world;
  await store.sheets.setPicture(ada.id, sheet, packBody(Buffer.from("a picture")), world.now());
  await as(ada).send("PATCH", `/sheets/${sheet}`, { style: { background: { kind: "picture" } } });
  const { id, url } = await link();
  const { body } = await visit(url);
  const [, address = ""] = /url\(&#39;([^&]+)&#39;\)|url\('([^']+)'\)/.exec(body)?.filter(Boolean) ?? [];
  expect(address).toContain(`/pictures/${sheet}?`);
  expect((await visit(address)).body).toBe("a picture");
  const other = (await as(ada).send("POST", "/sheets", { title: "Other" })).json().id;
  const elsewhere = await link({ sheetId: other });
  expect((await visit(`${elsewhere.url}/pictures/${sheet}`)).statusCode).toBe(404);
  await as(ada).send("DELETE", `/gadgets/${id}`);
  expect((await visit(address)).statusCode).toBe(404);
});
