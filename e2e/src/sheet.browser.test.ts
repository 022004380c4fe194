import { afterAll, beforeAll, expect, test } from "vitest";
import { enter, PATIENCE_MS, read, says, tile, tileContent, type Visitor } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

interface Tile {
  readonly id: string;
  readonly followId: string;
  readonly follow: { readonly title: string };
  readonly place: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly style: Readonly<Record<string, unknown>>;
}

let world: World;
let robin: Visitor;
let sheetId = "";

beforeAll(async () => {
  world = await openWorld();
  world.clock.set("notices", { tick: 4, design: 0 });
  world.clock.set("news", { tick: 5, design: 0 });
  robin = await enter(world, world.owner);
  const [sheet] = await world.api.ask<{ id: string }[]>("GET", "/sheets");
  sheetId = sheet?.id ?? "";
  await follow("notices", "#river .level", "River", 0);
  await follow("news", "#latest-news", "Latest news", 4);
  await robin.page.reload();
  await tileContent(robin.page, "River").waitFor();
});
afterAll(() => world.stop());

async function follow(site: string, selector: string, title: string, x: number): Promise<void> {
  const { id } = await world.api.ask<{ id: string }>("POST", "/follows", {
    source: { url: world.sites[site] },
    wish: { kind: "css", selector },
    title,
    conditions: [{ kind: "number-below", limit: 100 }],
    schedule: { kind: "every", intervalMs: 3_600_000 },
  });
  await world.api.ask("POST", `/sheets/${sheetId}/tiles`, { followId: id, place: { x, y: 0, width: 4, height: 4 } });
}

async function stored(title: string): Promise<Tile> {
  const { tiles } = await world.api.ask<{ tiles: Tile[] }>("GET", `/sheets/${sheetId}`);
  const found = tiles.find((each) => each.follow.title === title);
  if (!found) throw new Error(`${title} is not on the sheet`);
  return found;
}

/** Has the block looked at until another content was seen. */
async function changes(title: string): Promise<void> {
  const { followId } = await stored(title);
  const seen = async () =>
    (await world.api.ask<{ items: unknown[] }>("GET", `/follows/${followId}/history`)).items.length;
  const before = await seen();
  const seenAgain = async () => {
    await world.api.ask("POST", `/follows/${followId}/check`);
    return seen();
  };
  await expect.poll(seenAgain, { timeout: PATIENCE_MS, interval: 1_000 }).toBeGreaterThan(before);
}

test("keys move and resize a tile to any place, gaps included, and it stays there", async () => {
  const { page } = robin;
  await tile(page, "River").focus();
  for (const key of ["Shift+ArrowDown", "Shift+ArrowDown", "Control+ArrowLeft", "Control+ArrowUp"])
    await page.keyboard.press(key);
  const place = { x: 0, y: 2, width: 3, height: 3 };
  await expect.poll(async () => (await stored("River")).place, { timeout: PATIENCE_MS }).toEqual(place);
  await page.reload();
  await says(tileContent(page, "River"), "cm");
  expect((await stored("River")).place).toEqual(place);
});

test("title, colour, density and text mode are set on the tile itself and are kept", async () => {
  const { page } = robin;
  await tile(page, "River").focus();
  await page.keyboard.press("e");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("How high it is");
  await page.keyboard.press("Enter");
  await tile(page, "How high it is").waitFor();
  await tile(page, "How high it is").getByRole("button", { name: "Look of the tile" }).focus();
  await page.keyboard.press("Enter");
  const roomy = page.getByText("roomy", { exact: true }).locator("visible=true").first();
  await roomy.click();
  await page.keyboard.press("Escape");
  await tile(page, "How high it is").focus();
  await page.keyboard.press("r");
  await expect
    .poll(async () => (await stored("River")).style, { timeout: PATIENCE_MS })
    .toMatchObject({ title: "How high it is", density: "roomy", reader: true });
  await page.reload();
  await says(tile(page, "How high it is").locator(".figure"), /\d cm/);
});

test("the sheet goes back in time as a whole", async () => {
  const { page } = robin;
  const before = await read(tileContent(page, "Latest news"));
  world.clock.set("news", { tick: 12 });
  await changes("Latest news");
  await expect.poll(() => read(tileContent(page, "Latest news")), { timeout: PATIENCE_MS }).not.toBe(before);
  await page.getByRole("button", { name: "The sheet in the past" }).click();
  await page.getByRole("slider", { name: "The sheet in the past" }).press("Home");
  // before the first look there was nothing, or what was first seen
  const then = () => tile(page, "Latest news").locator("iframe").count();
  await expect.poll(then, { timeout: PATIENCE_MS }).toBeLessThanOrEqual(1);
  await page.getByRole("button", { name: "Back to now" }).click();
  await expect.poll(() => read(tileContent(page, "Latest news")), { timeout: PATIENCE_MS }).not.toBe(before);
});

test("history draws a number with its limit, and a list with what is new in it", async () => {
  const { page } = robin;
  world.clock.set("notices", { tick: 7 });
  await changes("River");
  const river = await stored("River");
  await page.goto(`${world.tessera.url}/follows/${river.followId}/history`);
  await page.getByRole("img", { name: /values from/ }).waitFor();
  // drawings have no text as it is laid out
  await expect.poll(() => page.locator("figure svg").textContent(), { timeout: PATIENCE_MS }).toContain("limit 100");
  const news = await stored("Latest news");
  await page.goto(`${world.tessera.url}/follows/${news.followId}/history`);
  await page.getByText("List", { exact: true }).click();
  await says(page.getByRole("main"), "New");
});

test("how long the past of a block is kept is set in its menu", async () => {
  const { page } = robin;
  await page.goto(`${world.tessera.url}/sheets/${sheetId}`);
  await tile(page, "Latest news").focus();
  await page.keyboard.press("m");
  await page.getByRole("menuitem", { name: "History kept" }).click();
  await page.getByText("the last ones", { exact: true }).click();
  await page.getByLabel("How many").fill("7");
  await page.getByRole("button", { name: "Save" }).click();
  const { followId } = await stored("Latest news");
  await expect
    .poll(async () => (await world.api.ask<{ retention: unknown }>("GET", `/follows/${followId}`)).retention, {
      timeout: PATIENCE_MS,
    })
    .toEqual({ kind: "last", count: 7 });
  // the dialogue gives the focus back when it goes
  await page.getByRole("button", { name: "Save" }).waitFor({ state: "hidden" });
});

test("deleting has an undo, by key as well", async () => {
  const { page } = robin;
  await tile(page, "Latest news").press("Delete");
  await tile(page, "Latest news").waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  await says(tileContent(page, "Latest news"), "Latest news");
});

test("what was taken off the sheet is found again, put back and deleted with an undo", async () => {
  const { page } = robin;
  await tile(page, "Latest news").focus();
  await page.keyboard.press("m");
  await page.getByRole("menuitem", { name: "Take off this sheet" }).click();
  await tile(page, "Latest news").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("menuitem", { name: "Not on a sheet" }).click();
  await page.getByRole("button", { name: "Delete “Latest news”" }).click();
  await page.getByText("Everything you follow is on a sheet.").waitFor();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await page.getByRole("button", { name: "Put “Latest news” on" }).click();
  await page.getByText("Everything you follow is on a sheet.").waitFor();
  await page.goto(`${world.tessera.url}/sheets/${sheetId}`);
  await says(tileContent(page, "Latest news"), "Latest news");
});

test("where text runs from right to left the whole sheet does, and nothing sticks out", async () => {
  const { page } = robin;
  await world.api.ask("PATCH", "/me", { locale: "ar" });
  await page.reload();
  await says(tileContent(page, "Latest news"), "Latest news");
  expect(await page.evaluate(() => [document.documentElement.dir, document.documentElement.lang])).toEqual([
    "rtl",
    "ar",
  ]);
  await page.getByRole("button", { name: "لوحة جديدة" }).waitFor();
  // a title in another script stands where everything else begins
  const heading = tile(page, "Latest news").getByRole("heading");
  expect(await heading.evaluate((title) => getComputedStyle(title).textAlign)).toBe("right");
  const [first, second] = await Promise.all(
    ["How high it is", "Latest news"].map(async (title) => (await tile(page, title).boundingBox())?.x ?? Number.NaN),
  );
  // the first column is the rightmost
  expect(first).toBeGreaterThan(second ?? Number.NaN);
  // arrows go the way they point
  await tile(page, "How high it is").focus();
  await page.keyboard.press("ArrowLeft");
  const reached = page.locator("[data-tile]:focus");
  expect((await reached.boundingBox())?.x).toBeLessThan(first ?? Number.NaN);
  const sticksOut = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(await sticksOut()).toBe(false);
  for (const path of ["/settings", "/catalogue", `/pick?url=${encodeURIComponent(world.sites.news ?? "")}`]) {
    await page.goto(world.tessera.url + path);
    await page.getByRole("main").waitFor();
    expect(await sticksOut(), path).toBe(false);
  }
  await world.api.ask("PATCH", "/me", { locale: "en-GB" });
  expect(robin.errors).toEqual([]);
});

test("on paper there are the tiles and nothing to press, on white even in the dark", async () => {
  const { page } = robin;
  await page.goto(`${world.tessera.url}/sheets/${sheetId}`);
  await says(tileContent(page, "Latest news"), "Latest news");
  const frame = tile(page, "Latest news").locator("iframe");
  await frame.evaluate((element) => element.setAttribute("data-before", ""));
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  // as wide as A4 within wide margins: a window of that width would show the sheet of a phone, made anew
  const width = 640;
  await page.setViewportSize({ width, height: 1_040 });
  expect(await frame.getAttribute("data-before")).toBe("");
  for (const hidden of ["banner", "navigation", "button"] as const) {
    expect(await page.getByRole(hidden).filter({ visible: true }).count(), hidden).toBe(0);
  }
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    "rgb(255, 255, 255)",
  );
  expect((await page.getByRole("heading", { level: 1 }).boundingBox())?.width).toBeGreaterThan(10);
  const boxes = await page.locator("[data-tile]").evaluateAll((tiles) =>
    tiles.map((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      return { left, right, top, bottom };
    }),
  );
  expect(boxes.length).toBeGreaterThan(1);
  for (const [at, box] of boxes.entries()) {
    expect(box.right).toBeLessThanOrEqual(width);
    // wide enough to be read
    expect(box.right - box.left).toBeGreaterThan(width / 3);
    const isOver = (other: typeof box): boolean =>
      box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom;
    expect(boxes.slice(0, at).some(isOver)).toBe(false);
  }
  await page.emulateMedia({ media: null, colorScheme: null });
  await page.setViewportSize({ width: 1_400, height: 900 });
});

test("on a phone a long title is cut, it does not make the sheet wider than the screen", async () => {
  const { page } = robin;
  const title = "A lamp for reading with a name that goes on and on until nobody reads it any more";
  await follow("shop", "#buy", title, 8);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${world.tessera.url}/sheets/${sheetId}`);
  await tile(page, "Latest news").waitFor();
  await tile(page, title).waitFor();
  await expect
    .poll(() => page.evaluate<number>("document.documentElement.scrollWidth"), { timeout: PATIENCE_MS })
    .toBeLessThanOrEqual(390);
  // whatever stands beside it, a name can still be read
  const widths = await page.locator("[data-tile] h2").evaluateAll((all) => all.map((title) => title.clientWidth));
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(64);
});
