import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enter, PATIENCE_MS, read, says, tile, tileContent, type Visitor } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
let robin: Visitor;

interface Follow {
  readonly id: string;
  readonly verdict: string;
  readonly value: string | null;
  readonly pickedIn: string;
  readonly latestFound: { readonly captureId: string | null } | null;
  readonly page: { readonly lastCheckedAt: number | null };
}

beforeAll(async () => {
  world = await openWorld();
  robin = await enter(world, world.owner);
});
afterAll(() => world.stop());

/** Follows a block and puts it on the sheet, as the picker does. */
async function follow(site: string, selector: string, title: string): Promise<string> {
  const { id } = await world.api.ask<Follow>("POST", "/follows", {
    source: { url: world.sites[site] },
    wish: { kind: "css", selector },
    title,
    schedule: { kind: "every", intervalMs: 3_600_000 },
  });
  const [sheet] = await world.api.ask<{ id: string }[]>("GET", "/sheets");
  const { tiles } = await world.api.ask<{ tiles: unknown[] }>("GET", `/sheets/${sheet?.id}`);
  const place = { x: (tiles.length % 3) * 4, y: Math.floor(tiles.length / 3) * 4, width: 4, height: 4 };
  await world.api.ask("POST", `/sheets/${sheet?.id}/tiles`, { followId: id, place });
  return id;
}

/** As on a small laptop. */
const LOW_WINDOW = { width: 1_280, height: 720 };

async function reachesBelow(part: Locator): Promise<number> {
  const box = await part.boundingBox();
  return box ? box.y + box.height : Number.NaN;
}

const readFollow = (id: string): Promise<Follow> => world.api.ask<Follow>("GET", `/follows/${id}`);

/** The sheet looks again by itself when it is opened, so the next look may be one from before the page changed. */
async function looksLike(id: string, verdict: string): Promise<void> {
  await expect.poll(async () => (await lookAgain(id)).verdict, { timeout: PATIENCE_MS }).toBe(verdict);
}

/** Has the page looked at once more, and waits until that has happened. */
async function lookAgain(id: string): Promise<Follow> {
  const before = (await readFollow(id)).page.lastCheckedAt ?? 0;
  await world.api.ask("POST", `/follows/${id}/check`);
  await expect
    .poll(async () => (await readFollow(id)).page.lastCheckedAt, { timeout: PATIENCE_MS })
    .toBeGreaterThan(before);
  return readFollow(id);
}

test("a change on the site arrives on the open sheet without a reload, marked as new", async () => {
  const { page } = robin;
  world.clock.set("news", { tick: 20, design: 0 });
  const id = await follow("news", "#most-read", "Most read");
  await page.reload();
  await says(tileContent(page, "Most read"), "Most read");
  const before = await read(tileContent(page, "Most read"));
  const fewest = await fewestFrames(tile(page, "Most read"));
  world.clock.set("news", { tick: 25 });
  await lookAgain(id);
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
  const { page } = robin;
  world.clock.set("shop", { tick: 2, design: 0 });
  const id = await follow("shop", "#buy", "Price of the lamp");
  await page.reload();
  await says(tileContent(page, "Price of the lamp"), /€\d+/);
  world.clock.set("shop", { tick: 4, design: 1 });
  await looksLike(id, "found");
  const after = await readFollow(id);
  expect(after.value ?? "").toMatch(/€\d+[\s\S]*including tax/);
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
  const { page } = robin;
  world.clock.set("shop", { tick: 20, design: 0 });
  const id = await follow("shop", "#offer", "Offer");
  await page.reload();
  await says(tileContent(page, "Offer"), /offer of the day/i);
  // the offer is away in the last ten of forty ticks
  world.clock.set("shop", { tick: 32 });
  await looksLike(id, "gone");
  await tile(page, "Offer").getByRole("link", { name: "Gone" }).waitFor();
  await says(tileContent(page, "Offer"), /offer of the day/i);
  world.clock.set("shop", { tick: 41 });
  await looksLike(id, "found");
  await expect
    .poll(() => tile(page, "Offer").getByRole("link", { name: "Gone" }).count(), { timeout: PATIENCE_MS })
    .toBe(0);
});

test("where two blocks could be the one, the repair card asks, and the answer sticks", async () => {
  const { page } = robin;
  world.clock.set("notices", { tick: 4, design: 0 });
  const id = await follow("notices", "#notices", "Notices");
  await page.reload();
  await says(tileContent(page, "Notices"), "Public notices");
  world.clock.set("notices", { tick: 8 });
  const isSeenAnew = async () => {
    const { pickedIn, latestFound } = await lookAgain(id);
    return latestFound?.captureId !== pickedIn;
  };
  await expect.poll(isSeenAnew, { timeout: PATIENCE_MS }).toBe(true);
  // the notices hang on two boards that look alike
  world.clock.set("notices", { tick: 12, design: 2 });
  await looksLike(id, "unsure");
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
  world.clock.set("notices", { tick: 14 });
  await looksLike(id, "found");
  const after = await readFollow(id);
  expect(after.value).toContain(`${town} town`);
  await expect
    .poll(() => tile(page, "Notices").getByRole("link", { name: "Unsure" }).count(), { timeout: PATIENCE_MS })
    .toBe(0);
  expect(robin.errors).toEqual([]);
});
