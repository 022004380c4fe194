import { Caps, type Person } from "@tessera/model";
import type { ArchiveCounts, ImportReply } from "@tessera/model/api";
import type { Listing, Slice, Store } from "@tessera/store";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type ApiWorld, openApiWorld } from "../api/api-world.fixture.ts";
import { URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { heraldPage, LEAD } from "../check/herald-page.fixture.ts";

let world: ApiWorld;
beforeEach(async () => {
  world = await openApiWorld();
});
afterEach(() => world.close());

const BYTES = { "content-type": "application/octet-stream" };

async function imports(person: Person, payload: string, query = ""): Promise<ImportReply> {
  const answer = await world.ask(person, { method: "POST", url: `/api/v1/import${query}`, payload, headers: BYTES });
  expect(answer.statusCode, answer.body).toBe(202);
  return answer.json();
}

async function all<T>(list: (slice: Slice) => Promise<Listing<T>>): Promise<readonly T[]> {
  const { items, next } = await list({ limit: 200 });
  expect(next).toBeNull();
  return items;
}

/** What a person has, counted without asking anything that writes accounts. */
async function stored(store: Store, { id }: Person): Promise<ArchiveCounts & { readonly waiting: number }> {
  const views = await all((slice) => store.follows.list(id, slice));
  const sheets = await store.sheets.list(id);
  const found = await Promise.all(sheets.map((sheet) => store.sheets.find(id, sheet.id)));
  const contents = found.flatMap((sheet) => sheet?.tiles ?? []).map(({ tile }) => tile.content);
  const histories = await Promise.all(
    views.map(({ follow }) => all((slice) => store.observations.of(id, follow.id, slice))),
  );
  const pages = [...new Set(views.map(({ page }) => page.id))];
  const captures = await Promise.all(pages.map((page) => all((slice) => store.captures.of(id, page, slice))));
  const corrections = await Promise.all(views.map(({ follow }) => store.corrections.of(id, follow.id)));
  return {
    follows: views.length,
    sheets: sheets.length,
    tiles: contents.length,
    observations: histories.flat().length,
    corrections: corrections.flat().length,
    channels: (await store.channels.list(id)).length,
    pages: pages.length,
    blocks: new Set(views.map(({ block }) => block.id)).size,
    captures: captures.flat().length,
    feeds: captures.flat().filter(({ feed }) => feed).length,
    links: contents.flatMap((one) => (one.kind === "links" ? one.groups.flatMap(({ links }) => links) : [])).length,
    notes: contents.filter(({ kind }) => kind === "note").length,
    tags: new Set(views.flatMap(({ follow }) => follow.tags)).size,
    waiting: (await all((slice) => store.wishes.list(id, slice))).length,
  };
}

const PLACE = { x: 0, y: 0, width: 4, height: 4 };
const link = (title: string) => ({ title, url: `https://${title.toLowerCase()}.example/` });

/** Two follows with a history, two sheets with tiles of several kinds, a channel, one that has a secret, and what waits. */
async function settle(ada: Person): Promise<void> {
  world.web.set(URL_OF_PAGE, heraldPage());
  const view = await world.follow(ada, LEAD);
  for (const paragraph of ["One", "Two"]) {
    world.web.set(URL_OF_PAGE, heraldPage({ lead: paragraph }));
    await world.check(view);
  }
  await world.follow(ada, { kind: "css", selector: ".town" });
  const post = async (url: string, payload: object) => (await world.ask(ada, { method: "POST", url, payload })).json();
  await world.ask(ada, {
    method: "PATCH",
    url: `/api/v1/follows/${view.follow.id}`,
    payload: { tags: ["news", "town"] },
    headers: { "if-match": `"${view.follow.version}"` },
  });
  for (const title of ["Home", "Work"]) {
    const tiles = `/api/v1/sheets/${(await post("/api/v1/sheets", { title })).id}/tiles`;
    await post(tiles, { followId: view.follow.id, place: PLACE });
    await post(tiles, { content: { kind: "note", title: "To do", text: "milk" }, place: { ...PLACE, y: 4 } });
    const groups = [{ heading: null, links: [link("One"), link("Two")] }];
    await post(tiles, { content: { kind: "links", title: "Links", groups }, place: { ...PLACE, y: 8 } });
  }
  await post("/api/v1/channels", { name: "Push", target: { kind: "ntfy", server: "https://n.example/", topic: "t" } });
  await imports(ada, "https://later.example/\n");
}

test("the account of an archive is what is in the store afterwards, of each kind", async () => {
  const [ada, bob] = [await world.addPerson(), await world.addPerson()];
  await settle(ada);
  const archive = (await world.ask(ada, { method: "GET", url: "/api/v1/export.json" })).body;
  const dry = await imports(bob, archive, "?dryRun=true");
  expect(await stored(world.store, bob)).toMatchObject({ follows: 0, sheets: 0, waiting: 0 });
  const { imported, waiting, ...account } = await imports(bob, archive);
  expect({ ...imported, waiting }).toEqual(await stored(world.store, bob));
  expect({ ...imported, waiting }).toMatchObject({
    ...{ follows: 2, sheets: 2, tiles: 6, links: 4, notes: 2, tags: 2, waiting: 1 },
    observations: expect.toSatisfy((count: number) => count > 2),
  });
  expect({ ...dry, isDryRun: false }).toEqual({ imported, waiting, ...account });
});

test("what is left out for want of room is named, and the account is still what is in the store", async () => {
  const [ada, bob] = [await world.addPerson(), await world.addPerson()];
  await settle(ada);
  const archive = (await world.ask(ada, { method: "GET", url: "/api/v1/export.json" })).body;
  await world.store.settings.change({ caps: Caps.parse({ sheets: 1, tiles: 2, follows: 1, wishes: 0 }) });
  const { imported, waiting, notes } = await imports(bob, archive);
  await world.store.settings.change({ caps: Caps.parse({}) });
  expect({ ...imported, waiting }).toEqual(await stored(world.store, bob));
  const namesOf = (code: string) => notes.filter((note) => note.code === code).map(({ name }) => name);
  expect(namesOf("no-room")).toEqual(expect.arrayContaining(["In town", "later.example"]));
  // one of the two sheets has come, with two of its three tiles
  const sheets = [...namesOf("no-room"), ...namesOf("tiles-no-room")].filter((name) => /Home|Work/.test(name));
  expect(sheets.sort()).toEqual(["Home", "Work"]);
});

test("who has the archived sheets and follows already is told that they are here twice, and nobody else is", async () => {
  const [ada, bob] = [await world.addPerson(), await world.addPerson()];
  await settle(ada);
  const archive = (await world.ask(ada, { method: "GET", url: "/api/v1/export.json" })).body;
  const twice = ({ notes }: ImportReply) => notes.filter(({ code }) => code === "here-twice").map(({ name }) => name);
  expect(twice(await imports(ada, archive))).toEqual(expect.arrayContaining(["Home", "Work"]));
  expect(twice(await imports(bob, archive))).toEqual([]);
});

const glance = (pages: readonly { readonly name: string; readonly widgets: readonly object[] }[]): string =>
  `pages: ${JSON.stringify(pages.map(({ name, widgets }) => ({ name, columns: [{ widgets }] })))}\n# columns\ncolumns: []\n`;

test("a start page that is imported again is there once, and the account says what was there already", async () => {
  const ada = await world.addPerson();
  const links = [{ title: "One", url: "https://one.example/" }];
  const rss = { type: "rss", title: "Blogs", feeds: [{ url: "https://feed.example/f", title: "Feed" }] };
  const file = glance([{ name: "Home", widgets: [{ type: "bookmarks", groups: [{ title: "Daily", links }] }, rss] }]);
  const first = await imports(ada, file);
  expect(first).toMatchObject({
    ...{ format: "glance", waiting: 1, waitingFeeds: 1, notes: [] },
    imported: { sheets: 1, tiles: 1, links: 1 },
  });
  const again = await imports(ada, file);
  expect(again).toMatchObject({ waiting: 0, imported: { sheets: 0, tiles: 0, links: 0 } });
  expect(again.notes.map(({ name, code }) => [name, code])).toEqual([
    ["Home", "sheet-extended"],
    ["Bookmarks", "tile-there"],
    ["Feed", "waits-already"],
  ]);
  expect(await stored(world.store, ada)).toMatchObject({ sheets: 1, tiles: 1, links: 1, waiting: 1 });
});

test("the account of any start page is what is in the store afterwards, whatever the caps", async () => {
  const address = fc.oneof(fc.webUrl(), fc.constantFrom("javascript:x", "none"));
  const named = fc.record({ title: fc.constantFrom("A", "B", ""), url: address });
  const widget = fc.oneof(
    fc.record({
      type: fc.constant("monitor"),
      title: fc.constantFrom("M", "N"),
      sites: fc.array(named, { maxLength: 4 }),
    }),
    fc.record({ type: fc.constant("rss"), title: fc.constantFrom("R", "S"), feeds: fc.array(named, { maxLength: 4 }) }),
    fc.record({ type: fc.constantFrom("html", "search", "weather") }),
  );
  const page = fc.record({ name: fc.constantFrom("Home", "Work", "Fun"), widgets: fc.array(widget, { maxLength: 5 }) });
  const caps = fc.record({ sheets: fc.integer({ min: 1, max: 3 }), tiles: fc.integer({ min: 1, max: 4 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 4 }), caps, async (pages, limits) => {
      const ada = await world.addPerson();
      await world.store.settings.change({ caps: Caps.parse(limits) });
      const payload = glance(pages);
      const answer = await world.ask(ada, { method: "POST", url: "/api/v1/import", payload, headers: BYTES });
      await world.store.settings.change({ caps: Caps.parse({}) });
      const nothing = await stored(world.store, ada);
      if (answer.statusCode !== 202) expect(nothing).toMatchObject({ sheets: 0, tiles: 0, waiting: 0 });
      else {
        const { imported, waiting } = answer.json();
        if (imported) expect({ ...imported, waiting }).toEqual(nothing);
      }
    }),
    { numRuns: 40 },
  );
});
