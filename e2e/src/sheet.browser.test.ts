import { afterAll, beforeAll, expect, test } from "vitest";
import { openScene, type Scene } from "./scene.ts";
import { PATIENCE_MS, read, says, tile, tileContent } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

interface Furnished extends Scene {
  readonly river: string;
  readonly news: string;
}

/** A sheet with a number and, to the right of it, a list, both to be seen. */
async function furnished(options: Parameters<typeof openScene>[1] = {}): Promise<Furnished> {
  const scene = await openScene(world, options);
  scene.set("notices", { tick: 4 });
  scene.set("news", { tick: 5 });
  const conditions = [{ kind: "number-below", limit: 100 }];
  const river = await scene.follow("notices", "#river .level", "River", { conditions });
  const news = await scene.follow("news", "#latest-news", "Latest news");
  await says(tileContent(scene.page, "River"), "cm");
  await says(tileContent(scene.page, "Latest news"), "Latest news");
  return Object.assign(scene, { river, news });
}

test("keys move and resize a tile to any place, gaps included, and it stays there", async () => {
  const robin = await furnished();
  const { page } = robin;
  await tile(page, "River").focus();
  for (const key of ["Shift+ArrowDown", "Shift+ArrowDown", "Control+ArrowLeft", "Control+ArrowUp"])
    await page.keyboard.press(key);
  const place = { x: 0, y: 2, width: 3, height: 3 };
  await expect.poll(async () => (await robin.stored("River")).place, { timeout: PATIENCE_MS }).toEqual(place);
  await page.reload();
  await says(tileContent(page, "River"), "cm");
  expect((await robin.stored("River")).place).toEqual(place);
});

test("title, colour, density and text mode are set on the tile itself and are kept", async () => {
  const robin = await furnished();
  const { page } = robin;
  await tile(page, "River").focus();
  await page.keyboard.press("e");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("How high it is");
  await page.keyboard.press("Enter");
  await tile(page, "How high it is").waitFor();
  await tile(page, "How high it is").getByRole("button", { name: "Tile appearance" }).focus();
  await page.keyboard.press("Enter");
  const roomy = page.getByText("roomy", { exact: true }).locator("visible=true").first();
  await roomy.click();
  await page.keyboard.press("Escape");
  await tile(page, "How high it is").focus();
  await page.keyboard.press("r");
  await expect
    .poll(async () => (await robin.stored("How high it is")).style, { timeout: PATIENCE_MS })
    .toMatchObject({ title: null, density: "roomy", reader: true });
  await page.reload();
  await says(tile(page, "How high it is").locator(".figure"), /\d cm/);
});

test("a block renamed on its tile is called so in its history and in the search, also where the tile had a name of its own", async () => {
  const robin = await furnished();
  const { page, river } = robin;
  const { id } = await robin.stored("River");
  await robin.api.ask("PATCH", `/tiles/${id}`, { style: { title: "Some water" } });
  await tile(page, "Some water").getByRole("heading", { name: "Some water" }).dblclick();
  await page.keyboard.type("Gauge at the bridge");
  await page.keyboard.press("Enter");
  await tile(page, "Gauge at the bridge").waitFor();
  await expect
    .poll(async () => (await robin.stored("Gauge at the bridge")).style, { timeout: PATIENCE_MS })
    .toMatchObject({ title: null });
  await tile(page, "Gauge at the bridge")
    .getByRole("button", { name: /^Menu for/ })
    .click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.keyboard.type("Gauge below the bridge");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await robin.readFollow(river)).title).toBe("Gauge below the bridge");
  // what was renamed is indexed in the background
  const found = () => robin.api.ask<{ readonly hits: readonly unknown[] }>("GET", "/search?q=gauge");
  await expect.poll(async () => (await found()).hits.length, { timeout: PATIENCE_MS }).toBe(1);
  await page.goto(`${world.tessera.url}/search?q=gauge`);
  await page.getByRole("link", { name: "Gauge below the bridge" }).click();
  await page.getByRole("heading", { name: "Gauge below the bridge" }).waitFor();
});

test("the sheet goes back in time as a whole", async () => {
  const robin = await furnished();
  const { page, news } = robin;
  const before = await read(tileContent(page, "Latest news"));
  await robin.change(news, "news", { tick: 12 });
  await expect.poll(() => read(tileContent(page, "Latest news")), { timeout: PATIENCE_MS }).not.toBe(before);
  await page.getByRole("button", { name: "The sheet in the past" }).click();
  await page.getByRole("slider", { name: "The sheet in the past" }).press("Home");
  // before the first look there was nothing, or what was first seen
  const then = () => tile(page, "Latest news").locator("iframe").count();
  await expect.poll(then, { timeout: PATIENCE_MS }).toBeLessThanOrEqual(1);
  await page.getByRole("button", { name: "Back to now" }).click();
  await expect.poll(() => read(tileContent(page, "Latest news")), { timeout: PATIENCE_MS }).not.toBe(before);
});

test("history draws a number with its limit", async () => {
  const robin = await furnished();
  const { page, river } = robin;
  await robin.change(river, "notices", { tick: 7 });
  await page.goto(`${world.tessera.url}/follows/${river}/history`);
  await page.getByRole("img", { name: /values from/ }).waitFor();
  // drawings have no text as it is laid out
  await expect.poll(() => page.locator("figure svg").textContent(), { timeout: PATIENCE_MS }).toContain("limit 100");
});

test("history shows a list with what is new in it", async () => {
  const robin = await furnished();
  const { page, news } = robin;
  await robin.change(news, "news", { tick: 12 });
  await page.goto(`${world.tessera.url}/follows/${news}/history`);
  await page.getByText("List", { exact: true }).click();
  await says(page.getByRole("main"), "New");
});

test("how long the past of a block is kept is set in its menu", async () => {
  const robin = await furnished();
  const { page, news } = robin;
  await tile(page, "Latest news").focus();
  await page.keyboard.press("m");
  await page.getByRole("menuitem", { name: "History to keep" }).click();
  await page.getByText("the latest", { exact: true }).click();
  await page.getByLabel("How many").fill("7");
  await page.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(async () => (await robin.api.ask<{ retention: unknown }>("GET", `/follows/${news}`)).retention, {
      timeout: PATIENCE_MS,
    })
    .toEqual({ kind: "last", count: 7 });
});

test("deleting has an undo, by key as well", async () => {
  const { page } = await furnished();
  await tile(page, "Latest news").press("Delete");
  await tile(page, "Latest news").waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  await says(tileContent(page, "Latest news"), "Latest news");
});

test("several are deleted and undone in one breath, while the server is slow", async () => {
  const robin = await furnished();
  const { page } = robin;
  const slow = Promise.withResolvers<void>();
  const asked: string[] = [];
  await page.route(/\/api\/v1\/(follows|tiles)\/[\w-]+(\/restore)?$/, async (route, request) => {
    if (request.method() !== "GET") asked.push(request.method());
    if (request.method() === "DELETE") await slow.promise;
    await route.continue();
  });
  await tile(page, "Latest news").press("Delete");
  await tile(page, "River").press("Delete");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
  slow.resolve();
  await says(tileContent(page, "Latest news"), "Latest news");
  await says(tileContent(page, "River"), "cm");
  expect(asked).toEqual(["DELETE", "DELETE", "POST", "POST"]);
  expect((await robin.tiles()).map(({ follow }) => follow.title).sort()).toEqual(["Latest news", "River"]);
});

test("what could not be deleted is on the sheet again, and it is said once", async () => {
  const { page } = await furnished();
  await page.route(/\/api\/v1\/follows\/[\w-]+$/, (route, request) =>
    request.method() === "DELETE" ? route.abort() : route.continue(),
  );
  await tile(page, "River").press("Delete");
  await page.getByText("The server is not responding.").waitFor();
  await says(tileContent(page, "River"), "cm");
  expect(await page.getByText("was deleted").count()).toBe(0);
});

test("what was taken off the sheet is found again, deleted with an undo and put back", async () => {
  const robin = await furnished();
  const { page } = robin;
  await tile(page, "Latest news").focus();
  await page.keyboard.press("m");
  await page.getByRole("menuitem", { name: "Remove from this sheet" }).click();
  await tile(page, "Latest news").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("menuitem", { name: "Not on a sheet" }).click();
  await page.getByRole("button", { name: "Delete “Latest news”" }).click();
  await page.getByText("Everything you follow is on a sheet.").waitFor();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await page.getByRole("button", { name: "Put “Latest news” on" }).click();
  await page.getByText("Everything you follow is on a sheet.").waitFor();
  await robin.toSheet();
  await says(tileContent(page, "Latest news"), "Latest news");
});

test("a sheet that was removed comes back with an undo that is pressed at once", async () => {
  const robin = await furnished();
  const { page } = robin;
  await robin.api.ask("POST", "/sheets", { title: "Another" });
  await page.reload();
  await page.getByRole("button", { name: "Sheet appearance" }).click();
  await page.getByRole("button", { name: "Remove this sheet" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForURL(robin.sheetUrl);
  await says(tileContent(page, "River"), "cm");
});

test("where text runs from right to left the whole sheet does, and nothing sticks out", async () => {
  const robin = await furnished();
  const { page } = robin;
  await robin.api.ask("PATCH", "/me", { locale: "ar" });
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
    ["River", "Latest news"].map(async (title) => (await tile(page, title).boundingBox())?.x ?? Number.NaN),
  );
  // the first column is the rightmost
  expect(first).toBeGreaterThan(second ?? Number.NaN);
  // arrows go the way they point
  await tile(page, "River").focus();
  await page.keyboard.press("ArrowLeft");
  const reached = page.locator("[data-tile]:focus");
  expect((await reached.boundingBox())?.x).toBeLessThan(first ?? Number.NaN);
  const sticksOut = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(await sticksOut()).toBe(false);
  for (const path of ["/settings", "/catalogue", `/pick?url=${encodeURIComponent(robin.sites.news)}`]) {
    await page.goto(world.tessera.url + path);
    await page.getByRole("main").waitFor();
    expect(await sticksOut(), path).toBe(false);
  }
});

test("on paper there are the tiles and nothing to press, on white even in the dark", async () => {
  const { page } = await furnished();
  const frame = tile(page, "Latest news").locator("iframe");
  await frame.evaluate((element) => element.setAttribute("data-before", ""));
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  // as wide as A4 within wide margins: a window of that width would show the sheet of a phone, made afresh
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
});

test("on a phone a long title is cut, it does not make the sheet wider than the screen", async () => {
  const robin = await furnished({ viewport: { width: 390, height: 844 } });
  const { page } = robin;
  const title = "A lamp for reading with a name that goes on and on until nobody reads it any more";
  await robin.follow("shop", "#buy", title);
  await tile(page, title).waitFor();
  await expect
    .poll(() => page.evaluate<number>("document.documentElement.scrollWidth"), { timeout: PATIENCE_MS })
    .toBeLessThanOrEqual(390);
  // whatever stands beside it, a name can still be read
  const widths = await page.locator("[data-tile] h2").evaluateAll((all) => all.map((title) => title.clientWidth));
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(64);
});
