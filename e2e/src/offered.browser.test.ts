import { afterAll, beforeAll, expect, test } from "vitest";
import { enter, openPicker, PATIENCE_MS, says, sheetItem, tileContent, toSheet, type Visitor } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

interface Follow {
  readonly id: string;
  readonly page: { readonly lastCheckedAt: number | null };
}

let world: World;
let robin: Visitor;
beforeAll(async () => {
  world = await openWorld();
  robin = await enter(world, world.owner);
});
afterAll(() => world.stop());

const listed = (title: string) =>
  robin.page
    .getByRole("region", { name: title })
    .or(robin.page.locator(`section:has(> h2:text-is("${title}"))`))
    .first();

test("the blocks of a page are outlined, each with a button that puts it on the sheet", async () => {
  const { page } = robin;
  world.clock.set("news", { tick: 5, design: 0 });
  await openPicker(page, world.tessera.url, world.sites.news ?? "");
  await page.getByRole("button", { name: "Blocks of the page" }).click();
  await says(listed("Blocks of the page"), "Latest news");
  // the button lies over the page, at the corner of its block; its layer is closed to scripts but not to pointers
  const box = await page.frameLocator('iframe[data-ready="true"]').locator("#latest-news").boundingBox();
  if (!box) throw new Error("the block is not to be seen");
  await page.mouse.click(box.x + box.width - 30, box.y + 18);
  await sheetItem(page, "Latest news").waitFor();
});

test("the same by keyboard, from the list beside the page", async () => {
  const { page } = robin;
  const add = page.getByRole("button", { name: "Add “Markets”" });
  await add.focus();
  await page.keyboard.press("Enter");
  await sheetItem(page, "Markets").waitFor();
  await toSheet(page);
  await says(tileContent(page, "Markets"), "Timber");
  await says(tileContent(page, "Latest news"), /\d\d:\d\d/);
});

test("once a page has a past, what changes is ranked by how often it does", async () => {
  const { page } = robin;
  const follow = await world.api.ask<Follow>("POST", "/follows", {
    source: { url: world.sites.scores },
    wish: { kind: "css", selector: "#weather" },
    title: "Weather",
  });
  for (const tick of [1, 2, 3, 4]) await lookAt(follow.id, tick);
  await openPicker(page, world.tessera.url, world.sites.scores ?? "");
  const changes = page.getByRole("button", { name: "What changes" });
  await expect.poll(() => changes.isEnabled(), { timeout: PATIENCE_MS }).toBe(true);
  await changes.click();
  const shares = async () => {
    const lines = await listed("What changes").getByRole("listitem").allInnerTexts();
    return lines.map((line) => Number(/(\d+) %/.exec(line)?.[1] ?? Number.NaN));
  };
  await expect.poll(async () => (await shares()).length, { timeout: PATIENCE_MS }).toBeGreaterThan(0);
  const ranked = await shares();
  expect(ranked).toEqual([...ranked].sort((a, b) => b - a));
  expect(robin.errors).toEqual([]);
});

async function lookAt(id: string, tick: number): Promise<void> {
  world.clock.set("scores", { tick, design: 0 });
  const read = () => world.api.ask<Follow>("GET", `/follows/${id}`);
  const before = (await read()).page.lastCheckedAt ?? 0;
  await world.api.ask("POST", `/follows/${id}/check`);
  await expect.poll(async () => (await read()).page.lastCheckedAt, { timeout: PATIENCE_MS }).toBeGreaterThan(before);
}
