import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faults } from "./faults.ts";
import { enter, PATIENCE_MS } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

interface Sheet {
  readonly id: string;
  readonly tiles: readonly { readonly id: string; readonly place: { readonly y: number }; readonly screens?: object }[];
}

let world: World;
let home: string;
let work: string;
beforeAll(async () => {
  world = await openWorld();
  const { api, sites } = world;
  [home, work] = (await Promise.all(
    ["Home", "Work"].map(async (title) => (await api.ask<Sheet>("POST", "/sheets", { title })).id),
  )) as [string, string];
  const wishes = ["h1", "body"].map((selector) => ({ kind: "css", selector }));
  for (const [at, wish] of wishes.entries()) {
    const follow = await api.ask<{ readonly id: string }>("POST", "/follows", {
      source: { url: sites.news },
      wish,
      title: at === 0 ? "First" : "Second",
    });
    const place = { x: 6 * at, y: 2, width: 4, height: 3 };
    await api.ask("POST", `/sheets/${home}/tiles`, { followId: follow.id, place });
  }
});
afterAll(() => world.stop());

const read = (id: string) => world.api.ask<Sheet>("GET", `/sheets/${id}`);
const tile = (page: Page, title: string) => page.getByRole("article", { name: title });

async function openHome(width: number): Promise<Page> {
  const { page } = await enter(world, world.owner, { viewport: { width, height: 844 } });
  await page.goto(`${world.tessera.url}/sheets/${home}`);
  await tile(page, "First").waitFor();
  return page;
}

async function order(page: Page): Promise<readonly string[]> {
  const tops = await Promise.all(
    ["First", "Second"].map(async (title) => ({ title, top: (await tile(page, title).boundingBox())?.y ?? 0 })),
  );
  return tops.sort((a, b) => a.top - b.top).map(({ title }) => title);
}

test("what is arranged on a phone stays there, and is nothing to the wide screen", async () => {
  const page = await openHome(390);
  const before = (await read(home)).tiles.map(({ place }) => place);
  expect(await order(page)).toEqual(["First", "Second"]);
  await tile(page, "First").focus();
  await page.keyboard.press("Shift+ArrowDown");
  await expect.poll(() => order(page), { timeout: PATIENCE_MS }).toEqual(["Second", "First"]);
  await expect
    .poll(async () => (await read(home)).tiles.every(({ screens }) => screens), { timeout: PATIENCE_MS })
    .toBe(true);
  await page.reload();
  await tile(page, "First").waitFor();
  expect(await order(page)).toEqual(["Second", "First"]);
  expect((await read(home)).tiles.map(({ place }) => place)).toEqual(before);
  // the same tiles, in a window that becomes wide: they lie side by side again
  await page.setViewportSize({ width: 1_400, height: 900 });
  await expect
    .poll(async () => (await tile(page, "First").boundingBox())?.y === (await tile(page, "Second").boundingBox())?.y, {
      timeout: PATIENCE_MS,
    })
    .toBe(true);
  await page.context().close();
});

test("by keys alone: into the tiles, a group, tidy, both tiles to another sheet, and all of it undone", async () => {
  const page = await openHome(1_400);
  await page.keyboard.press("g");
  await expect
    .poll(() => page.evaluate("document.activeElement?.getAttribute('aria-label')"), { timeout: PATIENCE_MS })
    .toBe("First");
  // one stop of Tab: the next one is not the other tile
  await expect.poll(() => tile(page, "Second").getAttribute("tabindex"), { timeout: PATIENCE_MS }).toBe("-1");
  await page.keyboard.press("Shift+T");
  await expect
    .poll(async () => (await read(home)).tiles.map(({ place }) => place.y), { timeout: PATIENCE_MS })
    .toEqual([0, 0]);
  await page.keyboard.press("Shift+G");
  const title = page.getByRole("textbox", { name: "Title" });
  await title.fill("Later");
  await title.press("Enter");
  await page.getByRole("region", { name: /^Later: group/ }).waitFor();
  expect(await faults(page)).toEqual([]);
  await tile(page, "First").focus();
  await page.keyboard.press("x");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("x");
  await page.keyboard.press("v");
  await page.getByRole("dialog").getByRole("button", { name: "Work" }).click();
  await expect.poll(async () => (await read(work)).tiles.length, { timeout: PATIENCE_MS }).toBe(2);
  await expect.poll(() => tile(page, "First").count(), { timeout: PATIENCE_MS }).toBe(0);
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await read(home)).tiles.length, { timeout: PATIENCE_MS }).toBe(3);
  expect((await read(work)).tiles).toEqual([]);
  await page.context().close();
});

test("a note that is added where the last group is closed is seen, and can be written at once", async () => {
  const { id } = await world.api.ask<Sheet>("POST", "/sheets", { title: "Closed" });
  const heading = { content: { kind: "heading", title: "Later", isClosed: true } };
  await world.api.ask("POST", `/sheets/${id}/tiles`, heading);
  const { page } = await enter(world, world.owner);
  await page.goto(`${world.tessera.url}/sheets/${id}`);
  await page.getByRole("button", { name: "Open “Later”" }).waitFor();
  await page.getByRole("button", { name: "Add to this sheet", exact: true }).first().click();
  await page.getByRole("menuitem", { name: "Note", exact: true }).click();
  await page.getByRole("textbox", { name: /^Text of the note/ }).waitFor();
  await page.getByRole("button", { name: "Close “Later”" }).waitFor();
  await page.context().close();
});

test("a tile that is dropped on a tab goes to that sheet, and undo brings it back", async () => {
  const page = await openHome(1_400);
  const [head, tab] = [tile(page, "First").locator(".tile-head"), page.locator(`nav [data-sheet="${work}"]`)];
  const before = (await read(home)).tiles.length;
  // what moves tiles is loaded when the pointer comes
  await head.hover();
  await page.locator(".ui-resizable-handle").first().waitFor({ state: "attached" });
  const [from, to] = [await head.boundingBox(), await tab.boundingBox()];
  if (!from || !to) throw new Error("nothing to drag");
  await page.mouse.move(from.x + 20, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 60, from.y + 40, { steps: 5 });
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 10 });
  await expect.poll(() => tab.getAttribute("class"), { timeout: PATIENCE_MS }).toContain("takes");
  await page.mouse.up();
  await expect.poll(async () => (await read(work)).tiles.length, { timeout: PATIENCE_MS }).toBe(1);
  await page.keyboard.press("Control+z");
  await expect.poll(async () => (await read(home)).tiles.length, { timeout: PATIENCE_MS }).toBe(before);
  await page.context().close();
});

test("a tile that was moved by accident is where it was after one key", async () => {
  const { id } = await world.api.ask<Sheet>("POST", "/sheets", { title: "Moved" });
  const note = { content: { kind: "note", title: "Plans", text: "rain" }, place: { x: 0, y: 0, width: 4, height: 3 } };
  await world.api.ask("POST", `/sheets/${id}/tiles`, note);
  const { page } = await enter(world, world.owner, { viewport: { width: 1_400, height: 844 } });
  await page.goto(`${world.tessera.url}/sheets/${id}`);
  const places = async () => (await read(id)).tiles.map(({ place }) => place);
  const before = await places();
  const head = tile(page, "Plans").locator(".tile-head");
  await head.hover();
  await page.locator(".ui-resizable-handle").first().waitFor({ state: "attached" });
  const from = await head.boundingBox();
  if (!from) throw new Error("nothing to drag");
  await page.mouse.move(from.x + 20, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y + 420, { steps: 12 });
  await page.mouse.up();
  await page.getByText("Moved.", { exact: true }).waitFor();
  await expect.poll(places, { timeout: PATIENCE_MS }).not.toEqual(before);
  await page.keyboard.press("Control+z");
  await expect.poll(places, { timeout: PATIENCE_MS }).toEqual(before);
  await page.context().close();
});

/** One dot. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("a theme and a picture are chosen, seen at once, and there again later", async () => {
  const { page } = await enter(world, world.owner);
  await page.goto(`${world.tessera.url}/sheets/${work}`);
  const root = page.locator("html");
  await page.getByRole("button", { name: "Sheet appearance" }).click();
  await page.getByText("Forest", { exact: true }).click();
  await expect.poll(() => root.getAttribute("data-palette"), { timeout: PATIENCE_MS }).toBe("forest");
  const backdrop = () => root.evaluate((element) => getComputedStyle(element).getPropertyValue("--backdrop"));
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByText("picture", { exact: true }).click(),
  ]);
  await chooser.setFiles({ name: "dot.png", mimeType: "image/png", buffer: Buffer.from(PNG, "base64") });
  await expect.poll(backdrop, { timeout: PATIENCE_MS }).toContain("/picture?");
  await page.reload();
  await expect.poll(() => root.getAttribute("data-palette"), { timeout: PATIENCE_MS }).toBe("forest");
  await expect.poll(backdrop, { timeout: PATIENCE_MS }).toContain("/picture?");
  await page.context().close();
});

test("twelve sheets: on a phone tabs have a line of their own, the open one is in sight, and the list leads to any", async () => {
  const names = ["Garden", "Prices", "Trains and ferries", "Music", "Films", "Reading", "Sport", "Recipes", "Travel"];
  const ids: string[] = [];
  for (const title of names) ids.push((await world.api.ask<Sheet>("POST", "/sheets", { title })).id);
  const open = ids.at(-1)!;
  for (const width of [1_400, 390]) {
    const { page } = await enter(world, world.owner, { viewport: { width, height: 844 } });
    await page.goto(`${world.tessera.url}/sheets/${open}`);
    const [nav, tab] = [page.getByRole("navigation", { name: "Sheets" }), page.locator(`[data-sheet="${open}"]`)];
    await tab.waitFor();
    const isInSight = async (): Promise<boolean> => {
      const [box, around] = [await tab.boundingBox(), await nav.boundingBox()];
      return !!box && !!around && box.x >= around.x - 1 && box.x + box.width <= around.x + around.width + 1;
    };
    await expect.poll(isInSight, { timeout: PATIENCE_MS }).toBe(true);
    const address = await page.locator("header .address").boundingBox();
    const line = await nav.boundingBox();
    const isBelow = !!address && !!line && line.y >= address.y + address.height;
    expect(isBelow).toBe(width < 700);
    await page.getByRole("button", { name: /^All \d+ sheets$/ }).click();
    await page.getByRole("searchbox", { name: "Find a sheet" }).fill("ferr");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/sheets/${ids[2]}`);
    await expect
      .poll(() => page.locator("nav [aria-current]").textContent(), { timeout: PATIENCE_MS })
      .toBe("Trains and ferries");
    expect(await faults(page)).toEqual([]);
    await page.context().close();
  }
});
