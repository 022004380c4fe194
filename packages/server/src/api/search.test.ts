import { newId, SheetId, TileId, TileStyle } from "@tessera/model";
import type { ReplyOf } from "@tessera/model/api";
import { parseQuery } from "@tessera/model/search";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { heraldPage, LEAD } from "../check/herald-page.fixture.ts";
import { Indexer } from "../operate/indexer.ts";
import { type ApiWorld, openApiWorld } from "./api-world.fixture.ts";
import { findTiles, MAX_WRITTEN } from "./find-tiles.ts";

type Found = ReplyOf<"GET /search">;

let world: ApiWorld;
let ada: Awaited<ReturnType<ApiWorld["addPerson"]>>;
let bob: typeof ada;
beforeAll(async () => {
  world = await openApiWorld();
  [ada, bob] = [await world.addPerson(), await world.addPerson()];
});
afterAll(() => world.close());

const search = async (person: typeof ada, q: string, more: Readonly<Record<string, string>> = {}) => {
  const url = `/api/v1/search?${new URLSearchParams({ q, ...more })}`;
  return world.ask(person, { method: "GET", url });
};
const hits = async (person: typeof ada, q: string, more: Readonly<Record<string, string>> = {}) => {
  const answer = await search(person, q, more);
  expect([answer.statusCode, q]).toEqual([200, q]);
  return (answer.json() as Found).hits;
};

const noteOf = (text: string) => ({ kind: "note" as const, title: "", text });
const NOTE = {
  sheetId: newId(SheetId, 0),
  followId: null,
  place: { x: 0, y: 0, width: 4, height: 2 },
  style: TileStyle.parse({}),
  version: 1,
};

/** As a server does it, until nothing is left to do. */
async function indexed(): Promise<void> {
  const failures: unknown[] = [];
  const indexer = new Indexer({ store: world.store, onError: (error) => failures.push(error), pauseMs: 0 });
  indexer.start();
  await expect.poll(async () => (await search(ada, "x")).json().isBehind).toBe(false);
  await indexer.stop();
  expect(failures).toEqual([]);
}

test("what a follow says is found by its person alone, now and as it was, with the way to that moment", async () => {
  world.web.set(URL_OF_PAGE, heraldPage({ lead: "Tickets from 5 EUR" }));
  const view = await world.follow(ada, { kind: "css", selector: ".lead" }, { title: "Concert" });
  await indexed();
  world.web.set(URL_OF_PAGE, heraldPage({ lead: "Everything is sold out" }));
  await world.check(view, 60_000);
  await indexed();

  expect(await hits(ada, "tickets")).toEqual([]);
  const [hit] = await hits(ada, "TICKETS 5", { in: "history" });
  expect(hit?.follow).toMatchObject({ id: view.follow.id, title: "Concert", titleMarks: [] });
  expect(hit?.page.url).toBe(URL_OF_PAGE);
  const [moment] = hit!.moments;
  const [excerpt] = moment!.excerpts;
  expect(excerpt!.marks.map(([from, to]) => excerpt!.text.slice(from, to))).toEqual(["Tickets", "5"]);
  const there = await world.ask(ada, {
    method: "GET",
    url: `/api/v1/follows/${view.follow.id}/observations/${moment!.observationId}`,
  });
  expect(there.json().text).toContain("Tickets from 5 EUR");
  expect(moment!.link).toBe(`/follows/${view.follow.id}/history?at=${moment!.observationId}&find=TICKETS+5`);
  expect(moment!.at).toBe(there.json().at);

  for (const q of ["sold", "concert", "tickets", "-nothing "]) {
    expect(await hits(bob, q, { in: "history" })).toEqual([]);
  }
});

test("tags are normalised, counted, and filter lists and searches", async () => {
  const url = "https://tags.example/";
  world.web.set(url, heraldPage({ lead: "Bread and butter" }));
  const view = await world.follow(ada, { kind: "css", selector: ".lead" }, { title: "Bakery" }, { url });
  const tagged = await world.ask(ada, {
    method: "PATCH",
    url: `/api/v1/follows/${view.follow.id}`,
    payload: { tags: ["  Near  Home ", "near home", 'FOOD,"'] },
  });
  expect(tagged.json().tags).toEqual(["near home", "food"]);
  await indexed();
  expect((await world.ask(ada, { method: "GET", url: "/api/v1/tags" })).json()).toEqual([
    { tag: "food", follows: 1 },
    { tag: "near home", follows: 1 },
  ]);
  expect((await world.ask(bob, { method: "GET", url: "/api/v1/tags" })).json()).toEqual([]);
  const listed = async (tag: string) => {
    const query = new URLSearchParams({ tag });
    const answer = await world.ask(ada, { method: "GET", url: `/api/v1/follows?${query}` });
    return answer.json().items.map(({ title }: { title: string }) => title);
  };
  expect(await listed("Near home")).toEqual(["Bakery"]);
  // neither a part of a tag nor a sign that a query would obey
  for (const none of ["near", "%", "_ood", '"', "\\", "["]) expect([none, await listed(none)]).toEqual([none, []]);
  expect((await hits(ada, "bread tag:food"))[0]?.follow.tags).toEqual(["near home", "food"]);
  expect(await hits(ada, "bread tag:home")).toEqual([]);

  for (const tags of [["x".repeat(51)], [" , "], Array.from({ length: 21 }, (_, at) => `t${at}`), "food"]) {
    const answer = await world.ask(ada, {
      method: "PATCH",
      url: `/api/v1/follows/${view.follow.id}`,
      payload: { tags },
    });
    expect(answer.statusCode).toBe(422);
  }
});

test("what a person wrote is found on all their sheets, with the way to its tile, and by nobody else", async () => {
  const post = async (path: string, payload: object) =>
    (await world.ask(ada, { method: "POST", url: `/api/v1${path}`, payload })).json();
  const place = { x: 0, y: 0, width: 4, height: 2 };
  const written = async (sheet: { id: string }, content: object): Promise<string> =>
    (await post(`/sheets/${sheet.id}/tiles`, { followId: null, content, place })).id;
  const [home, work] = [await post("/sheets", { title: "Home" }), await post("/sheets", { title: "Work" })];
  const text = "# Trip\n\nfly to Zürich\nhotel <b>Alpenblick</b>";
  const note = await written(home, { kind: "note", title: "Plans", text });
  const link = { title: "Alpine hotels", url: "https://hotels.example/zurich" };
  const groups = [{ heading: "Travel", links: [link, { title: "Trains", url: "https://rail.example/" }] }];
  await written(work, { kind: "links", title: "Bookmarks", groups });
  await written(work, { kind: "heading", title: "Zurich" });

  const tiles = async (q: string, more = {}, person = ada) => ((await search(person, q, more)).json() as Found).tiles;
  /** In the order of their words: all were written at the same time here. */
  const titled = async (q: string) => (await tiles(q)).map(({ tile }) => tile.title).sort();
  expect(await titled("zurich")).toEqual(["Bookmarks", "Plans", "Zurich"]);
  expect(await titled("ZURICH hotel")).toEqual(["Bookmarks", "Plans"]);
  expect(await titled('"zurich hotel"')).toEqual([]);
  expect(await titled("zurich -hotel ")).toEqual(["Bookmarks", "Zurich"]);
  expect(await titled("zurich -tag:food")).toEqual(["Bookmarks", "Plans", "Zurich"]);
  expect(await titled("zurich in:home")).toEqual(["Plans"]);
  expect(await titled("hotels trains")).toEqual([]);
  for (const none of ["zurich tag:food", "in:home", "-nothing ", ""])
    expect([none, await titled(none)]).toEqual([none, []]);
  const [found] = await tiles("alpenb");
  const [line] = found!.lines;
  expect(found).toMatchObject({ tile: { kind: "note", title: "Plans" }, sheet: { title: "Home" } });
  expect([line!.text, line!.marks]).toEqual(["hotel <b>Alpenblick</b>", [[9, 19]]]);
  expect(found!.link).toBe(`/sheets/${home.id}?tile=${note}`);
  expect((await tiles("trains"))[0]?.lines).toMatchObject([{ url: "https://rail.example/" }]);
  expect((await tiles("plans"))[0]).toMatchObject({ tile: { titleMarks: [[0, 5]] }, lines: [] });

  const content = { kind: "note", title: "Plans", text: "train to Bern" };
  expect(
    (await world.ask(ada, { method: "PATCH", url: `/api/v1/tiles/${note}`, payload: { content } })).statusCode,
  ).toBe(200);
  expect([await titled("alpenb"), await titled("train bern")]).toEqual([[], ["Plans"]]);
  expect(await tiles("zurich", {}, bob)).toEqual([]);
  expect(await tiles("zurich", { cursor: "1" })).toEqual([]);
});

test("tiles of follows are found by the names that they were given", async () => {
  const dora = await world.addPerson();
  const ask = async (method: "POST" | "PATCH", path: string, payload: object) =>
    (await world.ask(dora, { method, url: `/api/v1${path}`, payload })).json();
  const followIds = [LEAD, { kind: "css" as const, selector: ".town" }].map(
    async (wish) => (await world.follow(dora, wish)).follow.id,
  );
  const [first, second] = await Promise.all(followIds);
  const sheet = await ask("POST", "/sheets", { title: "Home" });
  const put = (content: object) =>
    ask("POST", `/sheets/${sheet.id}/tiles`, { followId: first, content: { ...content, followIds: [first, second] } });
  await put({ kind: "board", title: "Quotas" });
  await put({ kind: "feed", title: "Quibbles" });
  const { id } = await ask("POST", `/sheets/${sheet.id}/tiles`, { followId: first });
  await ask("PATCH", `/tiles/${id}`, { style: { title: "Quarry" } });
  const found = ((await search(dora, "qu")).json() as Found).tiles.map(({ tile }) => [tile.kind, tile.title]);
  expect(found.toSorted()).toEqual([
    ["board", "Quotas"],
    ["feed", "Quibbles"],
    ["follow", "Quarry"],
  ]);
});

test("any question is answered; only one that is too long or has no words at all is not looked for", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", maxLength: 60 }), fc.string({ maxLength: 40 }), async (q, cursor) => {
      const answer = await search(ada, q.toWellFormed(), { cursor, in: "history" });
      expect(answer.statusCode).toBe(200);
    }),
    { numRuns: 60 },
  );
  for (const q of ['" OR 1=1 --', "NEAR(a b)", "'; drop table follows; --", "{a}:*", "\0"]) await hits(ada, q);
  expect((await search(ada, "x".repeat(501))).statusCode).toBe(422);
  expect((await search(ada, "x", { limit: "0" })).statusCode).toBe(422);
  expect((await search(ada, "x", { in: "elsewhere" })).statusCode).toBe(422);
  expect((await search(ada, "  ")).json()).toMatchObject({ hits: [], next: null });
});

test("the answer says where more of what was written may say it than is given", async () => {
  const carl = await world.addPerson();
  const post = async (url: string, payload: object) =>
    (await world.ask(carl, { method: "POST", url: `/api/v1${url}`, payload })).json();
  const sheet = await post("/sheets", { title: "Many" });
  const write = async (text: string) =>
    expect(
      await post(`/sheets/${sheet.id}/tiles`, { followId: null, content: { ...noteOf(text), title: "Jar" } }),
    ).toHaveProperty("id");
  const asked = async (q: string) => {
    const { tiles, areTilesCut } = (await search(carl, q)).json() as Found;
    return [tiles.length, areTilesCut];
  };
  for (let at = 0; at < 20; at++) await write(`marmalade ${at}`);
  expect(await asked("marmalade")).toEqual([20, false]);
  await write("marmalade once more");
  expect([await asked("marmalade"), await asked("once more"), await asked("jam")]).toEqual([
    [20, true],
    [1, false],
    [0, false],
  ]);
});

test("it also says so where not everything was looked at", () => {
  const sheet = { id: newId(SheetId, 0), title: "Home" };
  const note = (text: string) => ({ tile: { ...NOTE, id: newId(TileId, 0), content: noteOf(text) }, sheet });
  const query = parseQuery("lamp");
  const many = Array.from({ length: MAX_WRITTEN + 1 }, (_, at) => note(`nothing ${at}`));
  expect(findTiles(many.slice(1), query)).toEqual({ tiles: [], isCut: false });
  expect(findTiles(many, query)).toEqual({ tiles: [], isCut: true });
  const long = Array.from({ length: 5 }, () => note("word ".repeat(20_000)));
  expect(findTiles([...long, note("lamp")], query)).toEqual({ tiles: [], isCut: true });
});
