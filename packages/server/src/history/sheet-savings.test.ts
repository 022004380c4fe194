import { type Follow, newId, type Person, type Sheet, SheetId, SheetStyle, TileId, TileStyle } from "@tessera/model";
import { packBody } from "@tessera/store";
import { expect, test } from "vitest";
import { contentOf } from "../changes/stored-content.ts";
import { type CheckWorld, openCheckWorld, URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { LOADED } from "../check/fake-web.fixture.ts";
import { heraldPage, LEAD } from "../check/herald-page.fixture.ts";
import { savingsOf } from "./sheet-savings.ts";

/** As markup is sent. */
const packed = (html: string): number => packBody(html).bytes.length;

test("a sheet spares all of a page but its blocks, and a block inside another is counted once", async () => {
  const world = await openCheckWorld();
  const { store } = world;
  world.web.set(URL_OF_PAGE, heraldPage());
  const [ada, bob] = [await world.addPerson(), await world.addPerson()];
  const sheet = await addSheet(world, ada);
  expect(await savingsOf(store, ada.id, sheet.id)).toEqual({
    ...{ pages: 0, renderedPages: 0, totalBytes: 0, loadedBytes: 0, shownBytes: 0, avoidedShare: 0 },
  });
  for (const wish of [LEAD, { kind: "css" as const, selector: ".top" }, LEAD]) {
    await addTile(world, sheet, (await world.follow(ada, wish)).follow);
  }
  const savings = await savingsOf(store, ada.id, sheet.id);
  expect(savings).toMatchObject({
    ...{ pages: 1, renderedPages: 0, totalBytes: packed(heraldPage()), loadedBytes: 0 },
  });
  const views = (await store.sheets.find(ada.id, sheet.id))?.tiles.flatMap(({ views: some }) => some) ?? [];
  const top = views.find(({ block }) => block.path.endsWith("/section[1]"));
  const markup = (await contentOf(store, top?.latestFound ?? null))?.html ?? "";
  expect(markup).toContain("<h2>Top story</h2>");
  expect(savings?.shownBytes).toBe(packed(markup));
  expect(savings?.avoidedShare).toBeCloseTo(1 - packed(markup) / packed(heraldPage()), 10);
  expect(await savingsOf(store, bob.id, sheet.id)).toBeNull();
  await store.close();
});

test("where a browser rendered the page, what it loads counts, and the pictures of the blocks are shown after all", async () => {
  const world = await openCheckWorld();
  const { store } = world;
  const page = heraldPage({ below: '<img src="/bridge.jpg" alt="The bridge">' });
  world.web.set(URL_OF_PAGE, page);
  const ada = await world.addPerson();
  const sheet = await addSheet(world, ada);
  const source = { url: URL_OF_PAGE, fetcher: "browser" } as const;
  const { follow, latestFound } = await world.follow(ada, { kind: "css", selector: ".top" }, {}, source);
  await addTile(world, sheet, follow);
  const markup = packed((await contentOf(store, latestFound))?.html ?? "");
  const loadedBytes = LOADED.images + LOADED.styles + LOADED.fonts + LOADED.scripts + LOADED.other;
  expect(await savingsOf(store, ada.id, sheet.id)).toMatchObject({
    pages: 1,
    renderedPages: 1,
    loadedBytes,
    totalBytes: packed(page) + loadedBytes,
    // styles and fonts come with the tile
    shownBytes: markup + LOADED.images / LOADED.imageCount + LOADED.styles + LOADED.fonts,
  });
  await store.close();
});

async function addSheet(world: CheckWorld, ada: Person): Promise<Sheet> {
  const now = world.now();
  const sheet: Sheet = {
    id: newId(SheetId, now),
    personId: ada.id,
    title: "Home",
    position: 0,
    style: SheetStyle.parse({}),
    feedKey: "a-secret-key-of-a-feed",
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    version: 1,
  };
  await world.store.sheets.add(sheet);
  return sheet;
}

async function addTile(world: CheckWorld, sheet: Sheet, { id: followId }: Pick<Follow, "id">): Promise<void> {
  await world.store.tiles.add(sheet.personId, {
    id: newId(TileId, world.now()),
    sheetId: sheet.id,
    followId,
    content: { kind: "follow" },
    place: { x: 0, y: 0, width: 4, height: 4 },
    style: TileStyle.parse({}),
    version: 1,
  });
}
