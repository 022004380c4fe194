import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openScene } from "./scene.ts";
import { meantLevel, PATIENCE_MS, pickerFrame, says, tile, tileContent } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

/** Presses Tab until the focus is on what is named so. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement;
      return at?.getAttribute("aria-label") ?? at?.textContent?.trim() ?? "";
    });
  for (let step = 0; step < 60; step++) {
    if (name.test(await focused())) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`no ${name} by Tab`);
}

test("without a pointer: from block to block, a block is taken and put at a place", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  robin.set("news", { tick: 5 });
  await page.keyboard.press("n");
  await page.keyboard.type(robin.sites.news);
  await page.keyboard.press("Enter");
  await pickerFrame(page);
  await page.keyboard.press("ArrowRight");
  await meantLevel(page).waitFor();
  await page.keyboard.press("Enter");
  await page.getByTitle("How it will look").waitFor();
  await tabTo(page, /^New tile at column/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await robin.tiles())[0]?.place.x, { timeout: PATIENCE_MS }).toBe(2);
  await tabTo(page, /^Go to the sheet$/);
  await page.keyboard.press("Enter");
  await page.waitForURL(robin.sheetUrl);
});

test("without a pointer: a block is added from the list, goes into doubt, and is repaired", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  robin.set("notices", { tick: 4 });
  await page.keyboard.press("n");
  await page.keyboard.type(robin.sites.notices);
  await page.keyboard.press("Enter");
  await pickerFrame(page);
  await expect
    .poll(() => page.getByRole("button", { name: "Blocks of the page" }).isEnabled(), { timeout: PATIENCE_MS })
    .toBe(true);
  await page.keyboard.press("f");
  await page.getByRole("button", { name: /^Add “Public notices/ }).waitFor();
  await tabTo(page, /^Add “Public notices/);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await robin.tiles()).length, { timeout: PATIENCE_MS }).toBe(1);
  const [{ id, title } = { id: "", title: "" }] = await robin.follows();
  expect(title).toMatch(/Public notices/);
  await tabTo(page, /^Go to the sheet$/);
  await page.keyboard.press("Enter");
  await says(tileContent(page, title), "Public notices");
  robin.set("notices", { tick: 12, design: 2 });
  const verdict = async () => (await robin.readFollow(id)).verdict;
  await tile(page, title).focus();
  await page.keyboard.press("c");
  await expect.poll(verdict, { timeout: PATIENCE_MS }).toBe("unsure");
  await tile(page, title).focus();
  await page.keyboard.press("w");
  await page.getByRole("heading", { name: "Which of these is it?" }).waitFor();
  await page.keyboard.press("1");
  await page.waitForURL(robin.sheetUrl);
  await expect.poll(verdict, { timeout: PATIENCE_MS }).toBe("found");
});

test("the question mark shows all keys, on every page", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  const id = await robin.follow("news", "#markets", "Markets");
  for (const path of [
    `/sheets/${robin.sheetId}`,
    "/settings",
    "/catalogue",
    `/follows/${id}/history`,
    `/follows/${id}/repair`,
    `/pick?url=${encodeURIComponent(robin.sites.news)}`,
  ]) {
    await page.goto(world.tessera.url + path);
    await page.getByRole("main").waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }
});
