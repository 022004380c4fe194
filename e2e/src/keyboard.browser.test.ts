import { afterAll, beforeAll, expect, test } from "vitest";
import { enter, meantLevel, PATIENCE_MS, pickerFrame, says, tile, tileContent, type Visitor } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

interface Follow {
  readonly id: string;
  readonly title: string;
  readonly verdict: string;
}

let world: World;
let robin: Visitor;
beforeAll(async () => {
  world = await openWorld();
  world.clock.set("news", { tick: 5, design: 0 });
  robin = await enter(world, world.owner);
});
afterAll(() => world.stop());

/** Presses Tab until the focus is on what is named so. */
async function tabTo(name: RegExp): Promise<void> {
  const { page } = robin;
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

const followsOf = async () => (await world.api.ask<{ items: Follow[] }>("GET", "/follows")).items;

test("without a pointer: from block to block, a block is taken and put at a place", async () => {
  const { page } = robin;
  await page.keyboard.press("n");
  await page.keyboard.type(world.sites.news ?? "");
  await page.keyboard.press("Enter");
  await pickerFrame(page);
  await page.keyboard.press("ArrowRight");
  await meantLevel(page).waitFor();
  await page.keyboard.press("Enter");
  await page.getByTitle("How it will look").waitFor();
  await tabTo(/^New tile at column/);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  const [sheet] = await world.api.ask<{ id: string }[]>("GET", "/sheets");
  const column = async () => {
    const { tiles } = await world.api.ask<{ tiles: { place: { x: number } }[] }>("GET", `/sheets/${sheet?.id}`);
    return tiles[0]?.place.x;
  };
  await expect.poll(column, { timeout: PATIENCE_MS }).toBe(2);
  await tabTo(/^Go to the sheet$/);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/sheets\//);
});

test("without a pointer: a block is added from the list, goes into doubt, and is repaired", async () => {
  const { page } = robin;
  world.clock.set("notices", { tick: 4, design: 0 });
  await page.getByRole("main").waitFor();
  await page.keyboard.press("n");
  await page.keyboard.type(world.sites.notices ?? "");
  await page.keyboard.press("Enter");
  await pickerFrame(page);
  await expect
    .poll(() => page.getByRole("button", { name: "Blocks of the page" }).isEnabled(), { timeout: PATIENCE_MS })
    .toBe(true);
  await page.keyboard.press("f");
  await page.getByRole("button", { name: /^Add “Public notices/ }).waitFor();
  await tabTo(/^Add “Public notices/);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await followsOf()).length, { timeout: PATIENCE_MS }).toBe(2);
  const { id, title } = (await followsOf()).find((each) => /Public notices/.test(each.title)) ?? { id: "", title: "" };
  await tabTo(/^Go to the sheet$/);
  await page.keyboard.press("Enter");
  await says(tileContent(page, title), "Public notices");
  world.clock.set("notices", { tick: 12, design: 2 });
  const verdict = async () => (await world.api.ask<Follow>("GET", `/follows/${id}`)).verdict;
  await tile(page, title).focus();
  await page.keyboard.press("c");
  await expect.poll(verdict, { timeout: PATIENCE_MS }).toBe("unsure");
  await tile(page, title).focus();
  await page.keyboard.press("w");
  await page.getByRole("heading", { name: "Which of these is it?" }).waitFor();
  await page.keyboard.press("1");
  await page.waitForURL(/\/sheets\//);
  await expect.poll(verdict, { timeout: PATIENCE_MS }).toBe("found");
  expect(robin.errors).toEqual([]);
});
