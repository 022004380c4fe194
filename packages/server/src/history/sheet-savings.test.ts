import { newId, type Sheet, SheetId, SheetStyle, TileId, TileStyle } from "@tessera/model";
import { expect, test } from "vitest";
import { contentOf } from "../changes/stored-content.ts";
import { openCheckWorld, URL_OF_PAGE } from "../check/check-world.fixture.ts";
import { heraldPage, LEAD } from "../check/herald-page.fixture.ts";
import { savingsOf } from "./sheet-savings.ts";

test("a sheet spares all of a page but its blocks, and a block inside another is counted once", async () => {
  const world = await openCheckWorld();
  const { store } = world;
  world.web.set(URL_OF_PAGE, heraldPage());
  const [ada, bob] = [await world.addPerson(), await world.addPerson()];
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
  await store.sheets.add(sheet);
  expect(await savingsOf(store, ada.id, sheet.id)).toEqual({ pages: 0, totalBytes: 0, shownBytes: 0, avoidedShare: 0 });
  for (const wish of [LEAD, { kind: "css" as const, selector: ".top" }, LEAD]) {
    const { follow } = await world.follow(ada, wish);
    const place = { x: 0, y: 0, width: 4, height: 4 };
    const id = newId(TileId, now);
    await store.tiles.add(ada.id, {
      id,
      sheetId: sheet.id,
      followId: follow.id,
      content: { kind: "follow" },
      place,
      style: TileStyle.parse({}),
      version: 1,
    });
  }
  const savings = await savingsOf(store, ada.id, sheet.id);
  expect(savings).toMatchObject({ pages: 1, totalBytes: Buffer.byteLength(heraldPage()) });
  const views = (await store.sheets.find(ada.id, sheet.id))?.tiles.map(({ view }) => view) ?? [];
  const top = views.find(({ block }) => block.path.endsWith("/section[1]"));
  const markup = (await contentOf(store, top?.latestFound ?? null))?.html ?? "";
  expect(markup).toContain("<h2>Top story</h2>");
  expect(savings?.shownBytes).toBe(markup.length);
  expect(savings?.avoidedShare).toBeCloseTo(1 - markup.length / heraldPage().length, 10);
  expect(await savingsOf(store, bob.id, sheet.id)).toBeNull();
  await store.close();
});
