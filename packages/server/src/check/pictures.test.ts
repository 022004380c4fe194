import { DEFAULT_QUIET, newId, type Person, SheetId, type TileId, TileId as TileIds, TileStyle } from "@tessera/model";
import type { FollowView } from "@tessera/store";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openPage } from "../follow/follow-block.ts";
import { addMailChannel, type CheckWorld, openCheckWorld, toldTo, URL_OF_PAGE } from "./check-world.fixture.ts";
import { heraldPage, LEAD } from "./herald-page.fixture.ts";

let world: CheckWorld;
beforeEach(async () => {
  world = await openCheckWorld();
});
afterEach(() => world.store.close());

const RENDERED = { url: URL_OF_PAGE, fetcher: "browser" } as const;

async function showAs(person: Person, { follow }: FollowView, way: TileStyle["way"]): Promise<TileId> {
  const { store, now } = world;
  const sheetId = newId(SheetId, now());
  const style = { theme: "system", density: "cosy", reader: false, accent: null } as const;
  const sheet = { id: sheetId, personId: person.id, title: "Mine", position: 0, style, feedKey: `feed-of-${sheetId}` };
  await store.sheets.add({ ...sheet, createdAt: now(), updatedAt: now(), deletedAt: null, version: 1 });
  const id = newId(TileIds, now());
  const place = { x: 0, y: 0, width: 3, height: 3 };
  await store.tiles.add(person.id, {
    ...{ id, sheetId, followId: follow.id, content: { kind: "follow" }, place, version: 1 },
    style: TileStyle.parse({ way }),
  });
  return id;
}

async function pictureOf(person: Person, { follow }: FollowView) {
  const { latest } = (await world.store.follows.find(person.id, follow.id)) ?? {};
  return [latest?.change, latest?.picture && (await world.store.bodies.readText(latest.picture))];
}

test("a block that nobody sees as a picture is never pictured, however often it changes", async () => {
  world.web.set(URL_OF_PAGE, heraldPage({ lead: "Bridge opens" }));
  const ada = await world.addPerson();
  const view = await world.follow(ada, LEAD, {}, RENDERED);
  await showAs(ada, view, "page");
  for (const lead of ["Bridge opens", "Bridge closes", "Bridge falls"]) {
    world.web.set(URL_OF_PAGE, heraldPage({ lead }));
    await world.check(view);
  }
  expect(world.web.asked).toHaveLength(4);
  expect(world.web.pictured).toEqual([]);
  expect(await pictureOf(ada, view)).toEqual(["changed", null]);
});

test("what is shown as a picture has one after the first look, keeps it, and gets another when it changes", async () => {
  const { store, web } = world;
  web.set(URL_OF_PAGE, heraldPage({ lead: "Bridge opens" }));
  const ada = await world.addPerson();
  const view = await world.follow(ada, LEAD, {}, RENDERED);
  await showAs(ada, view, "picture");
  expect(await pictureOf(ada, view)).toEqual(["first", null]);
  expect(await world.check(view)).toMatchObject({ page: "unchanged", changes: 0 });
  expect(await pictureOf(ada, view)).toEqual(["first", "the block"]);

  web.pictures.block = "drawn again";
  await world.check(view);
  // around the block everything may change: its picture stays that of the observation
  web.set(URL_OF_PAGE, heraldPage({ lead: "Bridge opens" }).replace("</body>", "<p>More below</p></body>"));
  expect(await world.check(view)).toMatchObject({ page: "page", changes: 0 });
  expect(await pictureOf(ada, view)).toEqual(["first", "the block"]);
  expect(web.pictured).toHaveLength(1);
  web.set(URL_OF_PAGE, heraldPage({ lead: "Bridge closes" }));
  await world.check(view);
  expect(await pictureOf(ada, view)).toEqual(["changed", "drawn again"]);
  expect(web.pictured).toHaveLength(2);
  expect((await store.upkeep.examine({ now: 0, repair: false })).findings).toEqual([]);
});

test("one picture of one render serves all who see the block as one, on a sheet or in a message", async () => {
  const { web } = world;
  web.set(URL_OF_PAGE, heraldPage({ lead: "Bridge opens" }));
  const [ada, bob, cid] = [await world.addPerson(), await world.addPerson(), await world.addPerson()];
  const view = await world.follow(ada, LEAD, {}, RENDERED);
  await showAs(ada, view, "picture");
  await showAs(bob, await world.follow(bob, LEAD, {}, RENDERED), "picture");
  await world.follow(cid, LEAD, { channels: [await addMailChannel(world, cid)] }, RENDERED);
  web.set(URL_OF_PAGE, heraldPage({ lead: "Bridge closes" }));
  const before = web.asked.length;
  await world.check(view);
  expect(web.asked).toHaveLength(before + 1);
  expect(web.pictured).toHaveLength(1);
});

test("a message shows the block as it is; what is not told is not pictured", async () => {
  const { web } = world;
  web.set(URL_OF_PAGE, heraldPage({ lead: "Bridge opens" }));
  const ada = await world.addPerson();
  const conditions = [{ kind: "contains", words: { as: "words", text: "falls" } }] as const;
  const channels = [await addMailChannel(world, ada)];
  const view = await world.follow(ada, LEAD, { channels, conditions: [...conditions] }, RENDERED);
  web.set(URL_OF_PAGE, heraldPage({ lead: "Bridge closes" }));
  await world.check(view);
  expect(web.pictured).toEqual([]);
  web.set(URL_OF_PAGE, heraldPage({ lead: "Bridge falls" }));
  await world.check(view);
  const [message] = await toldTo(world, ada);
  expect(message?.picture && (await world.store.bodies.readText(message.picture))).toBe("the block");
  expect(web.pictured).toHaveLength(1);
});

test("a change that is told after a second look is pictured at the first", async () => {
  const { web } = world;
  web.set(URL_OF_PAGE, heraldPage({ lead: "Bridge opens" }));
  const ada = await world.addPerson();
  const channels = [await addMailChannel(world, ada)];
  const view = await world.follow(ada, LEAD, { channels, quiet: { ...DEFAULT_QUIET, secondLook: true } }, RENDERED);
  web.set(URL_OF_PAGE, heraldPage({ lead: "Bridge closes" }));
  await world.check(view);
  expect(await toldTo(world, ada)).toEqual([]);
  await world.check(view);
  const [message] = await toldTo(world, ada);
  expect(message?.picture && (await world.store.bodies.readText(message.picture))).toBe("the block");
});

test("words that have the colour of their ground, and what a script draws, are pictured without being asked for", async () => {
  const { web } = world;
  web.set(URL_OF_PAGE, heraldPage({ lead: "Bridge opens" }));
  const ada = await world.addPerson();
  const layout = { viewport: [1280, 900], boxes: [[0, 0, 600, 80]], flush: 0, isLegible: false, items: null };
  const view = await world.follow(ada, LEAD, { layout: layout as never }, RENDERED);
  await world.check(view);
  expect(await pictureOf(ada, view)).toEqual(["first", "the block"]);
});

test("the whole page is pictured when somebody opens it, and not at every look", async () => {
  const { store, web, parts } = world;
  web.set(URL_OF_PAGE, heraldPage({ lead: "Bridge opens" }));
  const ada = await world.addPerson();
  const view = await world.follow(ada, LEAD, {}, RENDERED);
  await world.check(view);
  expect(web.pictured).toEqual([]);
  const open = () => openPage({ personId: ada.id, source: view.page.source, onStage: () => {} }, parts);
  const opened = await open();
  expect(web.pictured).toEqual(["page"]);
  const picture = opened.kind === "opened" ? opened.capture.picture : null;
  expect(picture && (await store.bodies.readText(picture))).toBe("the page");
  await open();
  expect(web.pictured).toEqual(["page"]);
});
