import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openScene } from "./scene.ts";
import {
  atLevel,
  meantLevel,
  openLink,
  openPicker,
  PATIENCE_MS,
  pathShown,
  pointAt,
  read,
  says,
  sheetBeside,
  sheetItem,
  tile,
  tileContent,
  toSheet,
} from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

test("the wheel goes to the parent and back to the child under the pointer", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  robin.set("news", { tick: 5 });
  const frame = await openPicker(page, world.tessera.url, robin.sites.news);
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
  const robin = await openScene(world);
  const { page } = robin;
  robin.set("news", { tick: 5 });
  const frame = await openPicker(page, world.tessera.url, robin.sites.news);
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

test("whoever takes one of many may say whether the place or the thing is meant, and change it later", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  robin.set("news", { tick: 5 });
  const frame = await openPicker(page, world.tessera.url, robin.sites.news);
  await frame.locator("#latest-news li").first().dblclick();
  await page.getByRole("group", { name: /^This is one of \d+ alike/ }).waitFor();
  await page.getByLabel("whatever is first").check();
  await page.getByLabel("Title").fill("Headline");
  await page.getByRole("button", { name: "Put it on the sheet" }).click();
  await sheetItem(page, "Headline").waitFor();
  const intent = async () => (await robin.follows())[0]?.pick.intent;
  expect(await intent()).toBe("position");
  await toSheet(page);
  await page.getByRole("button", { name: "Menu for Headline" }).click();
  await page.getByRole("menuitem", { name: "Follows whatever stands there" }).click();
  await page.getByRole("radio", { name: /this one: “/ }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(intent, { timeout: PATIENCE_MS }).toBe("item");
});

test("a block is dragged from its page to a place on the sheet, and a reload keeps it there", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  robin.set("news", { tick: 5 });
  const frame = await openPicker(page, world.tessera.url, robin.sites.news);
  await pointAt(page, frame.locator("#latest-news h2"), "Latest news");
  const sheet = await sheetBeside(page).locator(".grid").boundingBox();
  if (!sheet) throw new Error("the sheet is not to be seen");
  await page.mouse.down();
  await page.mouse.move(sheet.x + sheet.width * 0.4, sheet.y + 80, { steps: 8 });
  await page.mouse.move(sheet.x + sheet.width * 0.85, sheet.y + 40, { steps: 8 });
  await page.mouse.up();
  await sheetItem(page, "Latest news").waitFor();
  const { place } = await robin.stored("Latest news");
  expect(place.x).toBeGreaterThanOrEqual(6);
  await toSheet(page);
  await page.reload();
  await says(tileContent(page, "Latest news"), "Latest news");
  expect((await robin.stored("Latest news")).place).toEqual(place);
});

test("parts that are cut out are not in the tile", async () => {
  const { page, sites } = await openScene(world);
  const frame = await openPicker(page, world.tessera.url, sites.shop);
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

test("all blocks like one are taken together, into one tile that has room for them", async () => {
  const { page, sites } = await openScene(world);
  const frame = await openPicker(page, world.tessera.url, sites.shop);
  await frame.locator("#related .ware-price").first().click();
  await page.getByRole("button", { name: "Larger" }).click();
  await page.getByRole("button", { name: "Take this block" }).click();
  const alike = page.getByRole("button", { name: "All like this one (4)" });
  await alike.click();
  const preview = page.frameLocator('iframe[title="How it will look"]').locator("body");
  const prices = async (text: Promise<string>) => (await text).match(/€/g)?.length ?? 0;
  await expect.poll(() => prices(read(preview)), { timeout: 60_000 }).toBe(4);
  await page.getByRole("button", { name: "Put it on the sheet" }).click();
  await toSheet(page);
  // one tile with one title, and with room for all of them
  await expect.poll(() => prices(read(tileContent(page, "Goes well with it"))), { timeout: 60_000 }).toBe(4);
  expect(await page.getByRole("article").count()).toBe(1);
  const made = (await tile(page, "Goes well with it").boundingBox())!;
  expect(made.width).toBeGreaterThan(800);
  expect(await tile(page, "Goes well with it").locator(".more").isVisible()).toBe(false);
});

test("fingers pick: tap, larger, take, put", async () => {
  const { page, sites } = await openScene(world, {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 420, height: 860 },
  });
  const frame = await openPicker(page, world.tessera.url, sites.scores);
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
});

test("on a phone the address has a line of its own, and no button lies on it", async () => {
  const { page, sites } = await openScene(world, {
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  await openPicker(page, world.tessera.url, sites.scores);
  const boxOf = async (name: string) => (await page.getByRole("banner").getByText(name).boundingBox())!;
  const [back, settings, show] = [
    await boxOf("Go to the sheet"),
    await boxOf("Steps, login"),
    await boxOf("Show the page"),
  ];
  const address = (await page.getByLabel("Address of a page").boundingBox())!;
  expect(settings.x).toBeGreaterThanOrEqual(back.x + back.width);
  expect(address.y).toBeGreaterThanOrEqual(settings.y + settings.height);
  expect(show.x).toBeGreaterThanOrEqual(address.x + address.width);
  expect(address.width).toBeGreaterThanOrEqual(200);
});

/** An address that may be captured, and on which somebody has just stopped to listen. */
async function nobodyThere(): Promise<string> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  const url = `http://127.0.0.1:${port}/`;
  await world.allow(url);
  return url;
}

test("words are no address: the box says so, and no page is opened", async () => {
  const { page } = await openScene(world);
  const address = page.getByLabel("Address of a page").first();
  await address.fill("evening news");
  await address.press("Enter");
  await says(page.getByRole("alert").first(), "not the address of a web page");
  expect(page.url()).not.toContain("/pick");
});

test("a page that cannot be opened says why and what to do", async () => {
  const { page } = await openScene(world);
  await openLink(page, world.tessera.url, await nobodyThere());
  await page.getByRole("alert").waitFor();
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await page.getByRole("button", { name: "Change the address" }).click();
  expect(await page.getByLabel("Address of a page").evaluate((field) => field === document.activeElement)).toBe(true);
});
