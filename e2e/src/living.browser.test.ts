import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openScene } from "./scene.ts";
import { PATIENCE_MS, read, says, tile, tileContent } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

/** As on a small laptop. */
const LOW_WINDOW = { width: 1_280, height: 720 };

async function reachesBelow(part: Locator): Promise<number> {
  const box = await part.boundingBox();
  return box ? box.y + box.height : Number.NaN;
}

test("a change on the site arrives on the open sheet without a reload, marked as new", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  robin.set("news", { tick: 20 });
  const id = await robin.follow("news", "#most-read", "Most read");
  await says(tileContent(page, "Most read"), "Most read");
  const before = await read(tileContent(page, "Most read"));
  const fewest = await fewestFrames(tile(page, "Most read"));
  await robin.change(id, "news", { tick: 25 });
  await expect.poll(() => read(tileContent(page, "Most read")), { timeout: PATIENCE_MS }).not.toBe(before);
  await says(tile(page, "Most read"), "New");
  // the old version stays until the new one is there: the tile does not blink
  expect(await fewest()).toBe(1);
});

/** How few frames a person saw in the tile at any time since. */
async function fewestFrames(part: Locator): Promise<() => Promise<number>> {
  const shown = "iframe:not([inert])";
  await part.evaluate((element, selector) => {
    const count = () => element.querySelectorAll(selector).length;
    element.dataset.fewest = String(count());
    new MutationObserver(() => {
      element.dataset.fewest = String(Math.min(Number(element.dataset.fewest), count()));
    }).observe(element, { childList: true, subtree: true, attributeFilter: ["inert", "src"] });
  }, shown);
  return async () => Number(await part.getAttribute("data-fewest"));
}

test("a redesign keeps the block, and nobody is asked", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  robin.set("shop", { tick: 2 });
  const id = await robin.follow("shop", "#buy", "Price of the lamp");
  await says(tileContent(page, "Price of the lamp"), /€\d+/);
  await robin.change(id, "shop", { tick: 4, design: 1 });
  const after = await robin.readFollow(id);
  expect(after).toMatchObject({ verdict: "found", value: expect.stringMatching(/€\d+[\s\S]*including tax/) });
  await says(tileContent(page, "Price of the lamp"), /€\d+/);
  await expect
    .poll(() =>
      tile(page, "Price of the lamp")
        .getByRole("link", { name: /Unsure|Gone/ })
        .count(),
    )
    .toBe(0);
});

test("a block that vanishes is said to be gone, and what it was stays; it is found when it comes back", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  robin.set("shop", { tick: 20 });
  const id = await robin.follow("shop", "#offer", "Offer");
  await says(tileContent(page, "Offer"), /offer of the day/i);
  // the offer is away for ten ticks
  robin.set("shop", { tick: 32 });
  await robin.looksLike(id, "gone");
  await tile(page, "Offer").getByRole("link", { name: "Gone" }).waitFor();
  await says(tileContent(page, "Offer"), /offer of the day/i);
  robin.set("shop", { tick: 41 });
  await robin.looksLike(id, "found");
  await expect
    .poll(() => tile(page, "Offer").getByRole("link", { name: "Gone" }).count(), { timeout: PATIENCE_MS })
    .toBe(0);
});

test("where two blocks could be the one, the repair card asks, and the answer sticks", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  robin.set("notices", { tick: 4 });
  const id = await robin.follow("notices", "#notices", "Notices");
  await says(tileContent(page, "Notices"), "Public notices");
  await robin.change(id, "notices", { tick: 8 });
  // the notices hang on two boards that look alike
  robin.set("notices", { tick: 12, design: 2 });
  await robin.looksLike(id, "unsure");
  await page.setViewportSize(LOW_WINDOW);
  await tile(page, "Notices").getByRole("link", { name: "Unsure" }).click();
  await page.getByRole("heading", { name: "Which of these is it?" }).waitFor();
  await page.getByTitle("As last seen").waitFor();
  // before, after and candidates are there together, without scrolling
  for (const part of [page.getByTitle("As last seen"), page.getByTitle("The page today"), page.getByRole("article")])
    await expect
      .poll(() => reachesBelow(part.first()), { timeout: PATIENCE_MS })
      .toBeLessThanOrEqual(LOW_WINDOW.height);
  await page.getByRole("button", { name: "As you picked it" }).click();
  await says(page.frameLocator('iframe[title="As you picked it"]').locator("body"), "Public notices");
  const first = page.getByRole("article").first();
  await says(first, "Public notices");
  const town = /upper|lower/.exec(await read(first))?.[0] ?? "";
  await page.keyboard.press("1");
  await page.waitForURL(/\/sheets\//);
  await says(tileContent(page, "Notices"), `${town} town`);
  robin.set("notices", { tick: 14 });
  await robin.looksLike(id, "found");
  const after = await robin.readFollow(id);
  expect(after.value).toContain(`${town} town`);
  await expect
    .poll(() => tile(page, "Notices").getByRole("link", { name: "Unsure" }).count(), { timeout: PATIENCE_MS })
    .toBe(0);
});

test("on a narrow tile in doubt the badge can be pressed, and what else is in its head", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  const id = await robin.follow("notices", "#notices", "Notices");
  const { id: tileId } = await robin.stored("Notices");
  const place = { x: 0, y: 0, width: 2, height: 4 };
  await robin.api.ask("PUT", `/sheets/${robin.sheetId}/places`, { places: [{ id: tileId, place }] });
  robin.set("notices", { tick: 12, design: 1 });
  await robin.looksLike(id, "unsure");
  const notices = tile(page, "Notices");
  await notices.getByRole("link", { name: "Unsure" }).waitFor();
  // with the pointer on it the tools are there
  await notices.getByRole("heading").hover();
  for (const name of ["Text only", "Tile appearance", "Menu for Notices"])
    await notices.getByRole("button", { name }).click({ trial: true });
  await notices.getByRole("link", { name: "Unsure" }).click();
  await page.waitForURL(/\/repair$/);
});
