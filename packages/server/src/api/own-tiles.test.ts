import type { Person } from "@tessera/model";
import { afterEach, beforeEach, expect, test } from "vitest";
import { URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { heraldPage, LEAD } from "../check/herald-page.fixture.ts";
import { type ApiWorld, openApiWorld } from "./api-world.fixture.ts";

let world: ApiWorld;
let ada: Person;
let tiles: string;
beforeEach(async () => {
  world = await openApiWorld();
  ada = await world.addPerson();
  world.web.set(URL_OF_PAGE, heraldPage({ lead: "one" }));
  tiles = `/api/v1/sheets/${(await post("/api/v1/sheets", { title: "Home" })).json().id}/tiles`;
});
afterEach(() => world.close());

const get = (url: string) => world.ask(ada, { method: "GET", url });
const post = (url: string, payload: object = {}) => world.ask(ada, { method: "POST", url, payload });
const patch = (id: string, payload: object, version: number) =>
  world.ask(ada, {
    method: "PATCH",
    url: `/api/v1/tiles/${id}`,
    payload,
    headers: { "if-match": `"${version}"` },
  });
const NOTE = { kind: "note", title: "To do", text: "- [ ] milk" };

test("a note needs no follow, is changed by version, and is all that is left when the blocks are gone", async () => {
  const added = await post(tiles, { content: NOTE });
  expect([added.statusCode, added.json()]).toMatchObject([201, { followId: null, content: NOTE, version: 1 }]);
  const { id } = added.json();
  const sheet = async () => (await get(tiles.replace(/\/tiles$/, ""))).json();
  expect((await sheet()).tiles).toMatchObject([{ id, follow: null, follows: [], followId: null }]);
  const text = "- [x] milk";
  const changed = await patch(id, { content: { ...NOTE, text } }, 1);
  expect(changed.json()).toMatchObject({ content: { text }, version: 2 });
  const late = await patch(id, { content: { ...NOTE, text: "bread" } }, 1);
  expect([late.statusCode, late.json().code]).toEqual([412, "changed-meanwhile"]);
  expect((await sheet()).tiles[0].content.text).toBe(text);
  for (const part of ["/at?instant=1", "/savings"]) {
    expect((await get(`${tiles.replace(/\/tiles$/, "")}${part}`)).statusCode).toBe(200);
  }
  expect((await post(tiles.replace(/tiles$/, "refresh"))).json()).toEqual({ pages: 0 });
  expect((await get(`/api/v1/tiles/${id}/numbers`)).json()).toEqual([]);
  expect((await get(`/api/v1/tiles/${id}/history`)).json()).toEqual({ items: [], next: null });
});

test("joining blocks takes no note along, and a tile of follows needs one", async () => {
  const [one, other] = [await world.follow(ada, LEAD), await world.follow(ada, { kind: "css", selector: ".town" })];
  await post(tiles, { content: NOTE });
  await post(tiles, { followId: one.follow.id });
  const followIds = [one.follow.id, other.follow.id];
  await post(tiles.replace(/tiles$/, "joined"), { followIds });
  const shown: { content: { kind: string } }[] = (await get(tiles.replace(/\/tiles$/, ""))).json().tiles;
  const kinds = shown.map(({ content }) => content.kind);
  expect(kinds.sort()).toEqual(["joined", "note"]);
  for (const wrong of [
    {},
    { content: { kind: "feed", followIds } },
    { followId: other.follow.id, content: { kind: "feed", followIds } },
    { followId: one.follow.id, content: NOTE },
  ]) {
    expect((await post(tiles, wrong)).statusCode).toBe(404);
  }
  const feed = await post(tiles, { followId: one.follow.id, content: { kind: "feed", followIds } });
  expect([feed.statusCode, feed.json().content]).toEqual([
    201,
    { kind: "feed", title: null, shows: "titles", limit: 20, followIds },
  ]);
});

test("what strangers are shown of a sheet has nothing of what its person wrote", async () => {
  await world.store.settings.change({ allowsGadgets: true });
  const { follow } = await world.follow(ada, LEAD);
  await post(tiles, { followId: follow.id });
  const note = (await post(tiles, { content: { ...NOTE, title: "Secret plan" } })).json();
  const sheetId = tiles.split("/")[4];
  const { url } = (await post("/api/v1/gadgets", { sheetId })).json();
  const visit = (path: string) => world.app.inject({ method: "GET", url: path, headers: { host: "localhost" } });
  const { pathname } = new URL(url);
  const shown = await visit(pathname);
  expect([shown.statusCode, shown.body.includes("Secret")]).toEqual([200, false]);
  expect((await visit(`${pathname}/tiles/${note.id}`)).statusCode).toBe(404);
});

const BOOKMARKS = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<DL><DT><H3>Bar</H3><DL><DT><A HREF="https://one.example/">One</A>
<DT><H3>News</H3><DL><DT><A HREF="https://two.example/">Two</A><DT><A HREF="javascript:x">No</A></DL></DL>
<DT><A HREF="https://three.example/">Three</A></DL>`;

const upload = (url: string, text: string) =>
  world.ask(ada, { method: "POST", url, payload: text, headers: { "content-type": "application/octet-stream" } });

test("a bookmark file is read to choose from, or becomes a sheet of links", async () => {
  const read = (await upload("/api/v1/bookmarks", BOOKMARKS)).json();
  expect(read).toEqual({
    folders: [
      { path: ["Bar"], isFeeds: false, links: [{ title: "One", url: "https://one.example/" }] },
      { path: ["Bar", "News"], isFeeds: false, links: [{ title: "Two", url: "https://two.example/" }] },
      { path: [], isFeeds: false, links: [{ title: "Three", url: "https://three.example/" }] },
    ],
    leftOut: 1,
  });
  expect((await upload("/api/v1/bookmarks", "https://one.example/")).json()).toMatchObject({
    code: "import-refused",
    reason: "unknown-format",
  });
  const sheets = async () => (await get("/api/v1/sheets")).json();
  const dry = (await upload("/api/v1/import?dryRun=true", BOOKMARKS)).json();
  expect([dry.format, dry.imported, await sheets()]).toMatchObject(["bookmarks", { tiles: 2 }, [{ title: "Home" }]]);
  await upload("/api/v1/import", BOOKMARKS);
  const [, { id }] = await sheets();
  expect((await get(`/api/v1/sheets/${id}`)).json()).toMatchObject({
    title: "Bookmarks",
    tiles: [
      { content: { kind: "links", title: "Bar", groups: [{ heading: null }, { heading: "News" }] } },
      { content: { kind: "links", title: "Bookmarks", groups: [{ links: [{ title: "Three" }] }] } },
    ],
  });
});
