import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  atLevel,
  enter,
  meantLevel,
  openPicker,
  pathShown,
  pointAt,
  read,
  says,
  sheetBeside,
  sheetItem,
  tile,
  tileContent,
  toSheet,
  type Visitor,
} from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
let robin: Visitor;
beforeAll(async () => {
  world = await openWorld();
  robin = await enter(world, world.owner);
});
afterAll(() => world.stop());
beforeEach(() => world.clock.set("news", { tick: 5, design: 0 }));

const placeOf = async (title: string) => {
  const [sheet] = await world.api.ask<{ id: string }[]>("GET", "/sheets");
  const { tiles } = await world.api.ask<{ tiles: { follow: { title: string }; place: { x: number } }[] }>(
    "GET",
    `/sheets/${sheet?.id}`,
  );
  return tiles.find((one) => one.follow.title === title)?.place ?? null;
};

test("the wheel goes to the parent and back to the child under the pointer", async () => {
  const { page } = robin;
  const frame = await openPicker(page, world.tessera.url, world.sites.news ?? "");
  await frame.locator("#latest-news li").nth(1).hover();
  await meantLevel(page).waitFor();
  const names = await pathShown(page).allInnerTexts();
  const [smallest, block] = [names.length - 1, names.lastIndexOf("Latest news")];
  expect(block).toBeGreaterThanOrEqual(0);
  for (let level = smallest - 1; level >= block; level--) {
    await page.mouse.wheel(0, -120);
    await atLevel(page, level);
  }
  await says(meantLevel(page), "Latest news");
  for (let level = block + 1; level <= smallest; level++) {
    await page.mouse.wheel(0, 120);
    await atLevel(page, level);
  }
  // wrappers that add nothing are no levels: page, body column, block, list, item
  expect(names.length).toBeLessThan(8);
});

test("arrow keys walk: down, siblings, up, and Enter takes the block twice over", async () => {
  const { page } = robin;
  const frame = await openPicker(page, world.tessera.url, world.sites.news ?? "");
  await frame.locator("#most-read h2").click();
  await page.keyboard.press("ArrowUp");
  await says(meantLevel(page), "Most read");
  await page.keyboard.press("ArrowLeft");
  await says(meantLevel(page), "Markets");
  await page.keyboard.press("Enter");
  await page.getByTitle("How it will look").waitFor();
  await page.keyboard.press("Enter");
  await sheetItem(page, "Markets").waitFor();
  await toSheet(page);
  await says(tileContent(page, "Markets"), "Timber");
});

test("a block is dragged from its page to a place on the sheet, and a reload keeps it there", async () => {
  const { page } = robin;
  const frame = await openPicker(page, world.tessera.url, world.sites.news ?? "");
  await pointAt(page, frame.locator("#latest-news h2"), "Latest news");
  const sheet = await sheetBeside(page).locator(".grid").boundingBox();
  if (!sheet) throw new Error("the sheet is not to be seen");
  await page.mouse.down();
  await page.mouse.move(sheet.x + sheet.width * 0.4, sheet.y + 80, { steps: 8 });
  await page.mouse.move(sheet.x + sheet.width * 0.85, sheet.y + 40, { steps: 8 });
  await page.mouse.up();
  await sheetItem(page, "Latest news").waitFor();
  const placed = await placeOf("Latest news");
  expect(placed?.x).toBeGreaterThanOrEqual(6);
  await toSheet(page);
  await page.reload();
  await says(tileContent(page, "Latest news"), "Latest news");
  expect((await placeOf("Latest news"))?.x).toBe(placed?.x);
});

test("parts that are cut out are not in the tile", async () => {
  const { page } = robin;
  const frame = await openPicker(page, world.tessera.url, world.sites.shop ?? "");
  await frame.locator("#buy .stock").click();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Cut out parts" }).click();
  await frame.locator("#buy .tax").click();
  await frame.locator("#buy button").click();
  await page.getByText("2 cut out").waitFor();
  const preview = page.frameLocator('iframe[title="How it will look"]').locator("body");
  await says(preview, /€[\d.]+(?![\s\S]*including tax)/);
  await page.getByLabel("Title").fill("Lamp");
  await page.getByRole("button", { name: "Put it on the sheet" }).click();
  await sheetItem(page, "Lamp").waitFor();
  await toSheet(page);
  await says(tileContent(page, "Lamp"), "€");
  expect(await read(tileContent(page, "Lamp"))).not.toMatch(/including tax|Put in the basket/);
});

test("all blocks like one are taken together", async () => {
  const { page } = robin;
  const frame = await openPicker(page, world.tessera.url, world.sites.shop ?? "");
  await frame.locator("#related .ware-price").first().click();
  await page.getByRole("button", { name: "Larger" }).click();
  await page.getByRole("button", { name: "Take this block" }).click();
  const alike = page.getByRole("button", { name: "All like this one (4)" });
  await alike.click();
  const preview = page.frameLocator('iframe[title="How it will look"]').locator("body");
  await expect.poll(async () => (await read(preview)).match(/€/g)?.length ?? 0, { timeout: 60_000 }).toBe(4);
});

test("fingers pick: tap, larger, take, put", async () => {
  const touch = await enter(world, world.owner, {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 420, height: 860 },
  });
  const { page } = touch;
  const frame = await openPicker(page, world.tessera.url, world.sites.scores ?? "");
  await frame.locator("#weather h2").tap();
  // until a block is taken the page has the screen to itself
  expect(await page.locator("aside").isVisible()).toBe(false);
  await page.getByRole("button", { name: "Larger" }).tap();
  await page.getByRole("button", { name: "Take this block" }).tap();
  await page.getByTitle("How it will look").waitFor();
  await page.getByRole("button", { name: "Put it on the sheet" }).tap();
  await sheetItem(page, "Weather at the ground").waitFor();
  await toSheet(page);
  await tile(page, "Weather at the ground").waitFor();
  await touch.context.close();
});

/** An address on which somebody has just stopped to listen. */
async function nobodyThere(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return `http://127.0.0.1:${port}/`;
}

test("a page that cannot be opened says why and what to do", async () => {
  const { page } = robin;
  await page.goto(`${world.tessera.url}/pick?url=${encodeURIComponent(await nobodyThere())}`);
  await page.getByRole("alert").waitFor();
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await page.getByRole("button", { name: "Change the address" }).click();
  expect(await page.getByLabel("Address of a page").evaluate((field) => field === document.activeElement)).toBe(true);
  expect(robin.errors).toEqual([]);
});
