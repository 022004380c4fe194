import type { TilePlace } from "@tessera/model";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchOptions } from "../../../../scripts/browser-path.ts";
import { type SharedTile, sharedPage } from "./shared-page.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch(launchOptions());
});
afterAll(() => browser?.close());

const at = (x: number, y: number, width: number): TilePlace => ({ x, y, width, height: 2 });

function tileOf(id: string, place: TilePlace, screens: SharedTile["screens"]): SharedTile {
  return {
    ...{ id: id as never, title: id, place, screens, sources: [], closedOn: [], aside: null, mark: "", colours: null },
    own: null,
  };
}

/** For each tile the column, of so many, in which it begins, and its rank from the top. */
async function lie(tiles: readonly SharedTile[], width: number, wall: { seconds: number; isLarge: boolean } | null) {
  const page = sharedPage({
    sheets: [{ title: "Home", theme: "system", note: "", picture: null, colours: null, tiles }],
    ...{ wall, first: 0, locale: "en", direction: "ltr", live: null, words: { away: "", paused: "" } },
  });
  const tab = await browser.newPage({ viewport: { width, height: 900 } });
  await tab.setContent(page);
  const boxes = await Promise.all(tiles.map(({ id }) => tab.locator(`[data-tile="${id}"]`).boundingBox()));
  await tab.close();
  const tops = [...new Set(boxes.map((box) => Math.round(box!.y)))].sort((one, other) => one - other);
  return boxes.map((box) => [box!.x < width / 2 ? "left" : "right", tops.indexOf(Math.round(box!.y))]);
}

test("a sheet by link lies on a phone and a tablet as it was arranged there, on a wall too", async () => {
  const tiles = [
    tileOf("a", at(0, 0, 6), { tablet: at(6, 0, 6), phone: at(1, 2, 1) }),
    tileOf("b", at(6, 0, 6), { tablet: at(0, 0, 6), phone: at(0, 0, 2) }),
  ];
  for (const wall of [null, { seconds: 30, isLarge: false }]) {
    expect(await lie(tiles, 1400, wall)).toEqual([
      ["left", 0],
      ["right", 0],
    ]);
    expect(await lie(tiles, 900, wall)).toEqual([
      ["right", 0],
      ["left", 0],
    ]);
    expect(await lie(tiles, 400, wall)).toEqual([
      ["right", 1],
      ["left", 0],
    ]);
  }
});

test("where nobody arranged it, a tablet shows it as a wide screen does, and a phone one below the other", async () => {
  const nowhere = { tablet: null, phone: null };
  const tiles = [tileOf("a", at(0, 0, 6), nowhere), tileOf("b", at(6, 0, 6), nowhere)];
  expect(await lie(tiles, 900, null)).toEqual([
    ["left", 0],
    ["right", 0],
  ]);
  expect(await lie(tiles, 400, null)).toEqual([
    ["left", 0],
    ["left", 1],
  ]);
});

test("a tile of a group that is closed on some screens is seen on the others alone", async () => {
  const nowhere = { tablet: null, phone: null };
  for (const [closedOn, seen] of [
    [["wide"], [900, 400]],
    [["tablet"], [1400, 400]],
    [["phone"], [1400, 900]],
    [
      ["wide", "tablet"],
      [400, 400],
    ],
  ] as const) {
    const tile = { ...tileOf("a", at(0, 0, 6), { ...nowhere, phone: at(0, 0, 2) }), closedOn };
    const page = sharedPage({
      sheets: [{ title: "Home", theme: "system", note: "", picture: null, colours: null, tiles: [tile] }],
      ...{ wall: null, first: 0, locale: "en", direction: "ltr", live: null, words: { away: "", paused: "" } },
    });
    for (const width of [1400, 900, 400]) {
      const tab = await browser.newPage({ viewport: { width, height: 900 } });
      await tab.setContent(page);
      expect(await tab.locator("section").isVisible(), `${closedOn.join(" ")} at ${width}`).toBe(
        seen.includes(width as never),
      );
      await tab.close();
    }
  }
});
