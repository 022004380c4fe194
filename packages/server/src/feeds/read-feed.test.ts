import { newId, type Observation, ObservationId, SheetId, SheetStyle, TileId, TileStyle } from "@tessera/model";
import { packBody } from "@tessera/store";
import { expect, test } from "vitest";
import { type ApiWorld, ORIGIN, openApiWorld } from "../api/api-world.fixture.ts";
import { URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { heraldPage, LEAD } from "../check/herald-page.fixture.ts";

const feed = async (world: ApiWorld, path: string) =>
  (await world.app.inject({ method: "GET", url: path, headers: { host: ORIGIN.host } })).body;

test("a follow's and a sheet's feed tell what was observed, in three formats, to whoever knows the key", async () => {
  const world = await openApiWorld();
  const { store } = world;
  const ada = await world.addPerson();
  const story = (lead: string) => world.web.set(URL_OF_PAGE, heraldPage({ lead }));
  story("The old bridge opens");
  const { follow, page } = await world.follow(ada, LEAD, { title: "Top story" });
  const list = { kind: "css" as const, selector: ".town ul" };
  const town = await world.follow(ada, list, { title: "In town" });
  story("The old bridge <b>closes</b> & stays so");
  await world.check({ ...town, page });

  for (const format of ["rss", "atom", "json"]) {
    const body = await feed(world, `/feeds/${follow.feedKey}.${format}`);
    expect(body).toContain("Top story");
    expect(body).toMatch(/closes/);
    expect(body).not.toContain("weekly market");
  }
  const json = JSON.parse(await feed(world, `/feeds/${town.follow.feedKey}.json`));
  expect(json.items.map(({ title }: { title: string }) => title)).toContain(
    "The weekly market moves to the old station yard",
  );
  expect(json.items.map(({ url }: { url: string }) => url)).toContain("https://news.example/town/market");

  const sheetId = newId(SheetId, world.now());
  const times = { createdAt: 0, updatedAt: 0, deletedAt: null, version: 1, position: 0 };
  const feedKey = "a-secret-key-of-a-sheet";
  const sheet = { id: sheetId, personId: ada.id, title: "Home", style: SheetStyle.parse({}), feedKey, ...times };
  await store.sheets.add(sheet);
  for (const followId of [follow.id, town.follow.id]) {
    const place = { x: 0, y: 0, width: 2, height: 2 };
    const id = newId(TileId, 0);
    const tile = { id, sheetId, followId, content: { kind: "follow" } as const, place };
    await store.tiles.add(ada.id, { ...tile, style: TileStyle.parse({}), version: 1 });
  }
  const all = await feed(world, `/feeds/sheets/${feedKey}.atom`);
  expect(all).toContain("weekly market");
  expect(all).toContain("closes");

  await store.people.change(ada.id, { locale: "de" }, { now: world.now() });
  expect(await feed(world, `/feeds/${follow.feedKey}.rss`)).toContain("Top story, ein Block von ");
  expect(await feed(world, `/feeds/sheets/${feedKey}.rss`)).toContain("Alles auf dem Blatt Home");

  await store.follows.remove(ada.id, follow.id, world.now());
  const gone = await world.app.inject({ url: `/feeds/${follow.feedKey}.rss`, headers: { host: ORIGIN.host } });
  expect(gone.statusCode).toBe(404);
  await world.close();
});

test("the feeds of an account that is shut answer like those that never were, until it is opened again", async () => {
  const world = await openApiWorld();
  const ada = await world.addPerson();
  world.web.set(URL_OF_PAGE, heraldPage({}));
  const { follow } = await world.follow(ada, LEAD, { title: "Top story" });
  const sheet = { id: newId(SheetId, 0), personId: ada.id, title: "Home", style: SheetStyle.parse({}) };
  const times = { createdAt: 0, updatedAt: 0, deletedAt: null, version: 1, position: 0 };
  await world.store.sheets.add({ ...sheet, ...times, feedKey: "a-secret-key-of-a-sheet" });
  const answers = (keys: readonly string[]) =>
    Promise.all(keys.map((url) => world.app.inject({ url: `/feeds/${url}.rss`, headers: { host: ORIGIN.host } })));
  const known = [follow.feedKey, "sheets/a-secret-key-of-a-sheet"];
  const statuses = async () => (await answers(known)).map(({ statusCode }) => statusCode);
  expect(await statuses()).toEqual([200, 200]);
  await world.store.people.change(ada.id, { disabledAt: world.now() }, { now: world.now() });
  const never = await answers(["a-key-that-nobody-has", "sheets/a-key-that-nobody-has"]);
  expect((await answers(known)).map(({ body }) => body)).toEqual(never.map(({ body }) => body));
  expect(await statuses()).toEqual([404, 404]);
  await world.store.people.change(ada.id, { disabledAt: null }, { now: world.now() });
  expect(await statuses()).toEqual([200, 200]);
  await world.close();
});

test("links that older versions stored leave neither by a feed nor by the API, unless they open a page", async () => {
  const world = await openApiWorld();
  const ada = await world.addPerson();
  world.web.set(URL_OF_PAGE, heraldPage({}));
  const view = await world.follow(ada, { kind: "css", selector: ".town ul" }, { title: "In town" });
  const hrefs = ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "https://news.example/1"];
  const items = hrefs.map((href, at) => ({ key: `Item ${at}`, title: `Item ${at}`, text: `Item ${at}`, href }));
  const bodies = [
    { text: "", html: "", items, pictures: [], steady: null },
    { parts: [], items: { added: items, removed: [], moved: [], reworded: [] } },
  ].map((body) => packBody(JSON.stringify(body)));
  const [content, diff] = bodies.map(({ hash }) => hash);
  const at = world.now() - 1_000;
  const past: Observation = { ...view.latestFound!, id: newId(ObservationId, at), at, lastAt: at, change: "changed" };
  const observations = [{ ...past, captureId: null, content: content!, diff: diff! }];
  await world.store.checks.recordPast({
    ...{ now: world.now(), blockId: view.block.id, captures: [] },
    bodies,
    observations,
  });

  const { difference, ...shown } = (
    await world.ask(ada, { url: `/api/v1/follows/${view.follow.id}/observations/${past.id}` })
  ).json();
  const hrefsOf = (list: readonly { href: string | null }[]) => list.map(({ href }) => href);
  const safe = [null, null, null, "https://news.example/1"];
  expect(hrefsOf(shown.items)).toEqual(safe);
  expect(hrefsOf(difference.items.added)).toEqual(safe);
  for (const format of ["rss", "atom", "json"]) {
    const body = await feed(world, `/feeds/${view.follow.feedKey}.${format}`);
    expect(body).toContain("Item 0");
    expect(body).not.toMatch(/(javascript|data|file):/);
  }
  await world.close();
});
