import type { Person } from "@tessera/model";
import type { SheetWithTilesReply, TileReply } from "@tessera/model/api";
import { afterEach, beforeEach, expect, test } from "vitest";
import { URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { heraldPage } from "../check/herald-page.fixture.ts";
import { requestsWith } from "./owned-records.fixture.ts";
import { PairedBrowser } from "./paired-browser.fixture.ts";
import type { Route } from "./route.ts";
import { EARLIER, openSharedWorld, PRIVATE, PUBLIC, type SharedWorld } from "./shared-world.fixture.ts";

let shared: SharedWorld;
let carl: Person;

beforeEach(async () => {
  shared = await openSharedWorld();
  carl = await shared.world.addPerson();
});
afterEach(() => shared.world.close());

const sheetAs = async (person: Person): Promise<SheetWithTilesReply> =>
  (await shared.as(person).get(`/sheets/${shared.sheet}`)).json();
const tileOf = (sheet: SheetWithTilesReply, name: keyof SharedWorld["tiles"]): TileReply =>
  sheet.tiles.find(({ id }) => id === shared.tiles[name])!;

/** Exactly these give somebody anything of a sheet that is shared with them to look at. */
const FOR_VIEWERS = [
  "GET /api/v1/follows/:id",
  "GET /api/v1/follows/:id/history",
  "GET /api/v1/follows/:id/items",
  "GET /api/v1/follows/:id/numbers",
  "GET /api/v1/follows/:id/observations/:observationId",
  "GET /api/v1/follows/:id/observations/:observationId/diff",
  "GET /api/v1/follows/:id/observations/:observationId/source",
  "GET /api/v1/follows/:id/observations/:observationId/tile",
  "GET /api/v1/follows/:id/observations/:observationId/tile/content",
  "GET /api/v1/follows/:id/observations/:observationId/tile/ink",
  "GET /api/v1/follows/:id/tile",
  "GET /api/v1/follows/:id/tile/content",
  "GET /api/v1/follows/:id/value",
  "GET /api/v1/follows/:id/value.txt",
  "GET /api/v1/sheets/:id",
  "GET /api/v1/sheets/:id/at",
  "GET /api/v1/tiles/:id/history",
  "GET /api/v1/tiles/:id/items",
  "GET /api/v1/tiles/:id/numbers",
];

const nameOf = ({ method, path }: Route) => `${method} ${path}`;

/** Every route about what lies on the sheet: the public block, or the one that is Ada's alone. */
async function walk(person: Person, what: "open" | "mine", methods: readonly string[] = ["GET"]) {
  const { world, ada, tiles, sheet } = shared;
  const view = (await world.store.follows.find(ada.id, shared[what].follow.id))!;
  const { block, latest, follow, page } = view;
  const ids = {
    ...{ follows: follow.id, observationId: latest?.id ?? "", sheets: sheet, tiles: tiles[what], pages: page.id },
    ...{ captures: block.seenCaptureId, people: ada.id, person: carl.id, screen: "phone" },
  };
  const requests = requestsWith(ids);
  const routes = world.routes.filter(({ method, access, path }) => {
    const isAbout = /\/(follows|sheets|tiles|pages|captures)\/:id/.test(path);
    return isAbout && methods.includes(method) && access.kind === "person" && !access.ownerOnly;
  });
  const answers = [];
  for (const route of routes) {
    const payload = requests.bodyOf(route);
    const request = { method: route.method, url: requests.addressOf(route), ...(payload ? { payload } : {}) };
    const { statusCode, body } = await world.ask(person, request);
    answers.push({ name: nameOf(route), status: statusCode, body });
  }
  return answers;
}
const isGiven = ({ status }: { readonly status: number }) => status < 300;
const names = (answers: readonly { readonly name: string }[]) => answers.map(({ name }) => name).sort();

test("nobody reaches anything of a sheet that is not shared with them; its owner does, so the walk would find it", async () => {
  const own = await walk(shared.ada, "mine");
  expect(names(own.filter(isGiven)).length).toBeGreaterThan(FOR_VIEWERS.length);
  expect(own.some(({ body }) => body.includes(PRIVATE))).toBe(true);
  expect((await walk(shared.ada, "open")).some(({ body }) => body.includes(EARLIER))).toBe(true);
  await shared.share("view");
  for (const what of ["open", "mine"] as const) {
    for (const answer of await walk(carl, what)) {
      expect([answer.name, answer.status]).toEqual([answer.name, 404]);
    }
  }
});

test("a viewer sees what is shared by exactly these routes, nothing of what is private, and nothing of before", async () => {
  await shared.share("view");
  const open = await walk(shared.bob, "open");
  expect(names(open.filter(isGiven))).toEqual(FOR_VIEWERS);
  expect(open.filter(({ body }) => body.includes(PUBLIC)).length).toBeGreaterThan(10);
  const mine = await walk(shared.bob, "mine");
  // the sheet is there, with a tile that says nothing
  expect(names(mine.filter(isGiven))).toEqual(
    FOR_VIEWERS.filter((name) => name.includes("/sheets/") || name.includes("/tiles/")),
  );
  for (const { name, body } of [...open, ...mine]) {
    expect([name, body.includes(PRIVATE), body.includes(EARLIER)]).toEqual([name, false, false]);
  }
});

test("a private tile is there and says nothing; of several, those are left out that are private", async () => {
  expect(tileOf(await sheetAs(shared.ada), "mine").follow?.title).toBe(PRIVATE);
  await shared.share("view");
  const sheet = await sheetAs(shared.bob);
  expect(sheet).toMatchObject({ title: "Ours", role: "view", owner: { id: shared.ada.id }, feeds: null });
  expect(tileOf(sheet, "mine")).toMatchObject({ isHidden: true, followId: null, follow: null, follows: [] });
  expect(tileOf(sheet, "open")).toMatchObject({ isHidden: false, followId: shared.open.follow.id });
  expect(tileOf(sheet, "joined")).toMatchObject({ isHidden: false, content: { kind: "follow" } });
  expect(tileOf(sheet, "board").content).toMatchObject({ followIds: [shared.open.follow.id] });
  expect(tileOf(sheet, "note")).toMatchObject({ isHidden: false, content: { text: "buy milk" } });
  expect(JSON.stringify(sheet)).not.toContain(PRIVATE);
});

test("what its owner has set for a block, and the addresses of its feeds, are not told", async () => {
  const { ada, bob, open, as } = shared;
  const path = `/follows/${open.follow.id}`;
  const conditions = [{ kind: "contains", words: { as: "words", text: "SECRET-WISH" } }];
  expect((await as(ada).send("PATCH", path, { conditions })).statusCode).toBe(200);
  await shared.share("edit");
  for (const answer of [await as(bob).get(path), await as(bob).get(`/sheets/${shared.sheet}`)]) {
    expect(answer.body).not.toMatch(/SECRET-WISH|feed-key/);
  }
  expect((await as(bob).get(path)).json()).toMatchObject({ isOwn: false, feeds: null, channels: [] });
  expect((await as(ada).get(path)).json()).toMatchObject({ isOwn: true, conditions });
});

const WAYS: readonly object[] = [
  { cookies: [{ name: "sid", value: "1" }] },
  { headers: [{ name: "x-key", value: "1" }] },
  { fetcher: "own-browser" },
  { keepCookies: true },
  { steps: [{ kind: "click", selector: "button" }] },
];

test.each(WAYS)("what becomes private is hidden at once: %j", async (patch) => {
  await shared.share("edit");
  const { world, ada, bob, open, as } = shared;
  expect(tileOf(await sheetAs(bob), "open").isHidden).toBe(false);
  await world.store.follows.fetchBy(ada.id, open.page.id, { patch: patch as never, now: world.now() });
  expect(tileOf(await sheetAs(bob), "open").isHidden).toBe(true);
  for (const path of ["", "/value.txt", "/history", "/tile"]) {
    expect((await as(bob).get(`/follows/${open.follow.id}${path}`)).statusCode).toBe(404);
  }
});

test("what was seen while the page was private stays private after it is public again, also as what was taken away", async () => {
  await shared.share("view");
  const { world, ada, bob, open, as } = shared;
  const browser = await PairedBrowser.pair(world, ada);
  const fetchBy = async (fetcher: "own-browser" | "http") => {
    const { page } = (await world.store.follows.find(ada.id, open.follow.id))!;
    return (await world.store.follows.fetchBy(ada.id, page.id, { patch: { fetcher }, now: world.now() }))!;
  };
  await fetchBy("own-browser");
  const [work] = (await browser.work()).items;
  expect(
    (await browser.send(work!, heraldPage({ lead: `${PUBLIC} story ${PRIVATE}` }), { url: URL_OF_PAGE })).status,
  ).toBe(200);
  const { id } = await fetchBy("http");
  expect((await as(bob).get(`/follows/${open.follow.id}`)).statusCode).toBe(404);
  world.web.set(URL_OF_PAGE, heraldPage({ lead: `${PUBLIC} again` }));
  await world.checkPage(id);
  const history = (await as(ada).get(`/follows/${open.follow.id}/history`)).json().items;
  expect(JSON.stringify(history)).toContain(PRIVATE);
  const latest = `/follows/${open.follow.id}/observations/${history[0].id}`;
  expect((await as(ada).get(latest)).body).toContain(PRIVATE);
  const answers = await walk(bob, "open");
  expect(names(answers.filter(isGiven))).toEqual(FOR_VIEWERS);
  for (const { name, body } of answers) expect([name, body.includes(PRIVATE)]).toEqual([name, false]);
  expect((await as(bob).get(`/follows/${open.follow.id}/observations/${history[1].id}`)).statusCode).toBe(404);
  expect((await as(bob).get(`${latest}/diff?against=${history[1].id}`)).statusCode).toBe(404);
});

test("the history that others see begins when the sheet was shared, and with what is there", async () => {
  await shared.share("view");
  const { world, bob, ada, open, as } = shared;
  const history = async (person: Person) => (await as(person).get(`/follows/${open.follow.id}/history`)).json().items;
  expect([(await history(ada)).length, (await history(bob)).length]).toEqual([2, 1]);
  world.web.set(URL_OF_PAGE, heraldPage({ lead: "the third" }));
  await world.check(open);
  expect([(await history(ada)).length, (await history(bob)).length]).toEqual([3, 2]);
  const then = (await as(bob).get(`/sheets/${shared.sheet}/at?instant=${world.now() - 3_600_000}`)).json();
  expect(then).toEqual([]);
  expect((await as(ada).get(`/sheets/${shared.sheet}/at?instant=${world.now() - 630_000}`)).json()).not.toEqual([]);
});

test("what a person has seen is their own", async () => {
  await shared.share("view");
  const { world, ada, bob, open, as } = shared;
  const path = `/follows/${open.follow.id}`;
  expect((await as(bob).get(path)).json().hasNews).toBe(false);
  world.web.set(URL_OF_PAGE, heraldPage({ lead: "news" }));
  await world.check(open);
  const news = async () => [(await as(ada).get(path)).json().hasNews, (await as(bob).get(path)).json().hasNews];
  expect(await news()).toEqual([true, true]);
  const observationId = (await as(bob).get(path)).json().latest.id;
  expect((await as(bob).send("POST", `${path}/seen`, { observationId })).statusCode).toBe(204);
  expect(await news()).toEqual([true, false]);
  expect(tileOf(await sheetAs(bob), "open").follow?.hasNews).toBe(false);
  await as(ada).send("POST", `${path}/seen`, { observationId });
  expect(await news()).toEqual([false, false]);
});

/** All of Ada's, as the store knows it, without what she has seen. */
async function everythingOfAda(): Promise<unknown> {
  const { world, ada, sheet } = shared;
  const { follows, sheets, shares } = world.store;
  const view = await sheets.find(ada.id, sheet);
  return {
    sheet: view?.sheet,
    tiles: view?.tiles.map(({ tile }) => tile),
    follows: (await follows.list(ada.id, { limit: 99 })).items.map(({ follow, block, page }) => [
      follow,
      block.id,
      page,
    ]),
    shares: await shares.of(ada.id),
  };
}

const OWN_MARKS = ["POST /api/v1/follows/:id/items/read", "POST /api/v1/follows/:id/seen"];

test("a viewer changes nothing, whatever they send", async () => {
  await shared.share("view");
  const before = await everythingOfAda();
  for (const what of ["open", "mine"] as const) {
    const answers = await walk(shared.bob, what, ["POST", "PUT", "PATCH", "DELETE"]);
    // what is seen and read is their own
    const done = names(answers.filter(isGiven));
    expect([what, done]).toEqual([what, what === "open" ? OWN_MARKS : []]);
    for (const { name, status } of answers) {
      if (!done.includes(name)) expect([name, [403, 404].includes(status)]).toEqual([name, true]);
    }
  }
  expect(await everythingOfAda()).toEqual(before);
});

/** Exactly these change somebody else's sheet. */
const FOR_EDITORS = [
  "DELETE /api/v1/sheets/:id/places/:screen",
  "DELETE /api/v1/tiles/:id",
  "PATCH /api/v1/sheets/:id",
  "PATCH /api/v1/tiles/:id",
  ...OWN_MARKS,
  "POST /api/v1/sheets/:id/removals",
  "POST /api/v1/sheets/:id/returns",
  "POST /api/v1/sheets/:id/tiles",
  "PUT /api/v1/sheets/:id/places",
];

test("an editor changes tiles and looks by exactly these routes, and neither what is private nor who sees the sheet", async () => {
  await shared.share("edit");
  const answers = await walk(shared.bob, "open", ["POST", "PUT", "PATCH", "DELETE"]);
  expect(names(answers.filter(isGiven))).toEqual(FOR_EDITORS);
  const { shares } = shared.world.store;
  expect(await shares.of(shared.ada.id)).toHaveLength(1);
  expect((await sheetAs(shared.ada)).title).toBe("taken");
  const hidden = await walk(shared.bob, "mine", ["POST", "PUT", "PATCH", "DELETE"]);
  // it can be moved out of the way
  expect(names(hidden.filter(isGiven))).toEqual([
    "DELETE /api/v1/sheets/:id/places/:screen",
    "PATCH /api/v1/sheets/:id",
    "PUT /api/v1/sheets/:id/places",
  ]);
  expect(tileOf(await sheetAs(shared.ada), "mine")).toMatchObject({ style: { title: PRIVATE }, place: { x: 8 } });
});

test("what an editor takes off can be put back, and nothing else of the owner's can be put there", async () => {
  await shared.share("edit");
  const { world, ada, bob, sheet, open, tiles, as } = shared;
  const elsewhere = await world.follow(ada, { kind: "css", selector: ".town" });
  const put = (followId: string) => as(bob).send("POST", `/sheets/${sheet}/tiles`, { followId });
  expect((await put(elsewhere.follow.id)).statusCode).toBe(404);
  expect((await put(shared.mine.follow.id)).statusCode).toBe(404);
  for (const name of ["open", "joined", "board"] as const) {
    expect((await as(bob).send("DELETE", `/tiles/${tiles[name]}`)).statusCode).toBe(204);
  }
  expect((await sheetAs(bob)).tiles.some(({ followId }) => followId === open.follow.id)).toBe(false);
  expect((await put(open.follow.id)).statusCode).toBe(201);
  expect((await sheetAs(ada)).tiles.some(({ followId }) => followId === open.follow.id)).toBe(true);
});

test("what an editor takes off at once comes back at once, and what is private stays where it is", async () => {
  await shared.share("edit");
  const { bob, sheet, open, tiles, as } = shared;
  const off = (...names: readonly (keyof typeof tiles)[]) =>
    as(bob).send("POST", `/sheets/${sheet}/removals`, { ids: names.map((name) => tiles[name]) });
  const before = (await sheetAs(bob)).tiles.length;
  expect((await off("open", "mine")).json().code).toBe("sheet-shared");
  expect((await sheetAs(bob)).tiles).toHaveLength(before);
  const taken = (await off("open", "joined")).json();
  expect(taken).toHaveLength(2);
  expect((await sheetAs(bob)).tiles).toHaveLength(before - 2);
  const back = taken.map(({ id, sheetId, version, ...tile }: Record<string, unknown>) => tile);
  expect((await as(bob).send("POST", `/sheets/${sheet}/returns`, { tiles: back })).statusCode).toBe(200);
  expect((await sheetAs(shared.ada)).tiles.some(({ followId }) => followId === open.follow.id)).toBe(true);
  expect((await sheetAs(bob)).tiles).toHaveLength(before);
});

test("what an editor adds the owner follows too, as long as there is room, and it stays when the editor leaves", async () => {
  await shared.share("edit");
  const { world, ada, bob, sheet, as } = shared;
  const his = await world.follow(bob, { kind: "css", selector: ".town" }, { title: "Town" });
  const put = (followId: string) => as(bob).send("POST", `/sheets/${sheet}/tiles`, { followId });
  const tile = (await put(his.follow.id)).json();
  expect(tile.followId).not.toBe(his.follow.id);
  const added = (await world.store.follows.find(ada.id, tile.followId))!;
  expect(added).toMatchObject({ follow: { title: "Town", channels: [] }, block: { id: his.block.id } });
  // twice is still one
  expect((await put(his.follow.id)).json().followId).toBe(tile.followId);
  await as(bob).send("DELETE", `/sheets/${sheet}/shares/${bob.id}`);
  await world.store.follows.remove(bob.id, his.follow.id, world.now());
  await world.store.upkeep.sweep(world.now() + 400 * 86_400_000);
  const left = (await world.store.sheets.find(ada.id, sheet))?.tiles ?? [];
  expect(left.filter((each) => each.tile.followId === tile.followId)).toHaveLength(2);
});

test("an editor's private blocks are refused, and the owner's caps count", async () => {
  await shared.share("edit");
  const { world, bob, sheet, as } = shared;
  const put = (followId: string) => as(bob).send("POST", `/sheets/${sheet}/tiles`, { followId });
  world.web.set("https://his.example/", heraldPage({ lead: "HIS" }));
  const secret = await world.follow(bob, { kind: "css", selector: ".lead" }, {}, { url: "https://his.example/" });
  await world.store.follows.fetchBy(bob.id, secret.page.id, { patch: { keepCookies: true }, now: world.now() });
  expect((await put(secret.follow.id)).json()).toMatchObject({ code: "gadget-refused", reason: "ones-own" });
  const his = await world.follow(bob, { kind: "css", selector: ".town" });
  await world.store.settings.change({ caps: { follows: 2 } });
  expect((await put(his.follow.id)).json()).toMatchObject({ code: "cap-reached" });
  expect((await world.store.follows.list(shared.ada.id, { limit: 9 })).items).toHaveLength(2);
});

test("rows that an editor does not see stay on a board that they change", async () => {
  await shared.share("edit");
  const { ada, bob, tiles, open, mine, as } = shared;
  const content = { kind: "board", title: "Ours", followIds: [open.follow.id] };
  const answer = await as(bob).send("PATCH", `/tiles/${tiles.board}`, { content });
  expect(answer.json().content).toEqual(content);
  expect(tileOf(await sheetAs(ada), "board").content).toEqual({
    ...content,
    followIds: [open.follow.id, mine.follow.id],
  });
  expect(answer.body).not.toContain(mine.follow.id);
});

test("two who change the same thing hear of each other's change", async () => {
  await shared.share("edit");
  const { world, ada, bob, sheet } = shared;
  const { version } = await sheetAs(bob);
  const patch = (person: Person, title: string) =>
    world.ask(person, {
      ...{ method: "PATCH", url: `/api/v1/sheets/${sheet}`, payload: { title } },
      headers: { "if-match": `"${version}"` },
    });
  expect((await patch(ada, "Hers")).statusCode).toBe(200);
  const late = await patch(bob, "His");
  expect([late.statusCode, late.json().current.title, late.json().current.feeds]).toEqual([412, "Hers", null]);
});

test("the owner sees who did what; the editor does not see the owner's log", async () => {
  await shared.share("edit");
  const { ada, bob, tiles, sheet, as } = shared;
  await as(bob).send("PATCH", `/sheets/${sheet}`, { title: "Renamed" });
  await as(bob).send("DELETE", `/tiles/${tiles.note}`);
  const edits = (await as(ada).get("/me/audit"))
    .json()
    .items.filter(({ action }: { action: string }) => action === "sheet-edited");
  expect(edits.map(({ detail }: { detail: object }) => detail)).toEqual(
    expect.arrayContaining([
      { by: bob.name, did: "removed", sheet: "Renamed", sheetId: sheet },
      { by: bob.name, did: "renamed", sheet: "Ours", sheetId: sheet },
    ]),
  );
  expect((await as(bob).get("/me/audit")).body).not.toContain("sheet-edited");
});

test("a share ends when it is taken back, left, or its owner is shut out or gone; nothing is left behind", async () => {
  const { world, ada, bob, sheet, as } = shared;
  const listed = async () => (await as(bob).get("/shares/with-me")).json().map(({ title }: { title: string }) => title);
  const end = (person: Person) => as(person).send("DELETE", `/sheets/${sheet}/shares/${bob.id}`);
  await shared.share("edit");
  expect(await listed()).toEqual(["Ours"]);
  expect((await end(carl)).statusCode).toBe(404);
  expect((await end(ada)).statusCode).toBe(204);
  expect([await listed(), (await walk(bob, "open")).some(isGiven)]).toEqual([[], false]);
  await shared.share("view");
  expect((await end(bob)).statusCode).toBe(204);
  expect([await listed(), (await as(ada).get("/shares")).json()]).toEqual([[], []]);
  await shared.share("view");
  await world.store.people.change(ada.id, { disabledAt: world.now() }, { now: world.now() });
  expect([await listed(), (await walk(bob, "open")).some(isGiven)]).toEqual([[], false]);
  await world.store.people.change(ada.id, { disabledAt: null }, { now: world.now() });
  expect(await listed()).toEqual(["Ours"]);
  await world.store.people.remove(ada.id);
  expect(await listed()).toEqual([]);
});

test("sheets are shared by name with people who are here, and names cannot be tried for ever", async () => {
  const { ada, bob, sheet, as } = shared;
  const put = (name: string, role = "view") => as(ada).send("PUT", `/sheets/${sheet}/shares`, { name, role });
  expect((await put("nobody-here")).statusCode).toBe(404);
  expect((await put(ada.name)).statusCode).toBe(404);
  expect((await put(bob.name, "own")).statusCode).toBe(422);
  expect((await put(bob.name.toUpperCase())).json()).toMatchObject({ role: "view", person: { name: bob.name } });
  expect((await put(bob.name, "edit")).json()).toMatchObject({ role: "edit" });
  expect((await as(ada).get(`/shares?sheet=${sheet}`)).json()).toHaveLength(1);
  const answers = [];
  for (let at = 0; at < 30; at++) answers.push((await put(`guess${at}`)).statusCode);
  expect(new Set(answers)).toEqual(new Set([404, 429]));
});
