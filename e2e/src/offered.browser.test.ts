import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openScene, type Scene } from "./scene.ts";
import { openPicker, PATIENCE_MS, says, sheetItem, tileContent, toSheet } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

const listed = (page: Page, title: string): Locator =>
  page
    .getByRole("region", { name: title })
    .or(page.locator(`section:has(> h2:text-is("${title}"))`))
    .first();

/** Somebody who has the blocks of the news outlined. */
async function withBlocksOfNews(): Promise<Scene> {
  const robin = await openScene(world);
  const { page } = robin;
  robin.set("news", { tick: 5 });
  await openPicker(page, world.tessera.url, robin.sites.news);
  await page.getByRole("button", { name: "Blocks of the page" }).click();
  await says(listed(page, "Blocks of the page"), "Latest news");
  return robin;
}

test("the blocks of a page are outlined, each with a button that puts it on the sheet", async () => {
  const { page } = await withBlocksOfNews();
  // the button lies over the page, at the corner of its block; its layer is closed to scripts but not to pointers
  const box = await page.frameLocator('iframe[data-ready="true"]').locator("#latest-news").boundingBox();
  if (!box) throw new Error("the block is not to be seen");
  await page.mouse.click(box.x + box.width - 30, box.y + 18);
  await sheetItem(page, "Latest news").waitFor();
  await toSheet(page);
  await says(tileContent(page, "Latest news"), /\d\d:\d\d/);
});

test("each has its picture, also on a page that no browser has drawn: once it is in view, for the eye alone", async () => {
  const { page } = await withBlocksOfNews();
  const list = listed(page, "Blocks of the page");
  const entry = list.getByRole("listitem").filter({ hasText: "Latest news" }).first();
  await entry.scrollIntoViewIfNeeded();
  const frame = entry.locator("iframe");
  await frame.waitFor({ state: "attached", timeout: PATIENCE_MS });
  await says(entry.frameLocator("iframe").locator("body"), /\d\d:\d\d/);
  expect(await frame.getAttribute("sandbox")).toBe("");
  expect(await frame.evaluate((at) => at.closest("[aria-hidden=true][inert]") !== null)).toBe(true);
});

test("the same by keyboard, from the list beside the page", async () => {
  const { page } = await withBlocksOfNews();
  const add = page.getByRole("button", { name: "Add “Markets · Most read”" });
  await add.focus();
  await page.keyboard.press("Enter");
  await sheetItem(page, "Markets · Most read").waitFor();
  await toSheet(page);
  await says(tileContent(page, "Markets · Most read"), "Timber");
});

test("once a page has a past, what changes is ranked by how often it does", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  const id = await robin.follow("scores", "#weather", "Weather");
  for (const tick of [1, 2, 3, 4]) {
    robin.set("scores", { tick });
    await robin.lookAgain(id);
  }
  await openPicker(page, world.tessera.url, robin.sites.scores);
  const changes = page.getByRole("button", { name: "What changes" });
  await expect.poll(() => changes.isEnabled(), { timeout: PATIENCE_MS }).toBe(true);
  await changes.click();
  const shares = async () => {
    const lines = await listed(page, "What changes").getByRole("listitem").allInnerTexts();
    return lines.map((line) => Number(/(\d+)%/.exec(line)?.[1] ?? Number.NaN));
  };
  await expect.poll(async () => (await shares()).length, { timeout: PATIENCE_MS }).toBeGreaterThan(0);
  const ranked = await shares();
  expect(ranked).toEqual([...ranked].sort((a, b) => b - a));
});
