import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openScene } from "./scene.ts";
import { PATIENCE_MS, says, tile, tileContent } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.stop());

/** The page in a wide window, with the block as large as that in it. */
const laidOut = (width: number, height: number, items: number | null = null) => ({
  layout: { viewport: [1_280, 900], boxes: [[40, 100, width, height]], flush: 0, items },
});
const heightOf = async (place: Locator): Promise<number> => (await place.boundingBox())?.height ?? 0;
const frameOf = (place: Locator) => place.locator("iframe").getAttribute("src");

test("a block is as on its page, scaled, until somebody wants it adapted or as text", async () => {
  const robin = await openScene(world);
  robin.set("notices", { tick: 4 });
  await robin.follow("notices", "#river", "River", laidOut(600, 200));
  await robin.toSheet();
  const { page } = robin;
  await says(tileContent(page, "River"), "cm");
  const river = tile(page, "River");
  expect(await frameOf(river)).toContain("look=page");
  const block = tileContent(page, "River").locator("[data-tessera-framed]");
  // as wide as it was picked, on a tile that is narrower
  expect(await block.evaluate((element) => element.getBoundingClientRect().width)).toBeCloseTo(600, 0);
  expect(await block.evaluate(() => innerWidth)).toBe(1_280);
  expect((await river.locator("iframe").boundingBox())!.width).toBeLessThan(1_000);

  const choose = async (way: string) => {
    await river.getByRole("button", { name: "Tile appearance" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText(way, { exact: true }).locator("visible=true").first().click();
    await page.keyboard.press("Escape");
  };
  await choose("adapted to the tile");
  await expect.poll(() => frameOf(river), { timeout: PATIENCE_MS }).toContain("look=adapted");
  expect((await robin.stored("River")).style).toMatchObject({ way: "adapted", reader: false });
  await choose("as text");
  await expect.poll(() => river.locator("iframe").count(), { timeout: PATIENCE_MS }).toBe(0);
});

test("what is cut fades and is opened in place by a press, by the space bar, and closed again", async () => {
  const robin = await openScene(world);
  robin.set("news", { tick: 5 });
  await robin.follow("news", "#latest-news", "Latest news", laidOut(420, 1_400));
  const { id, style } = await robin.stored("Latest news");
  await robin.api.ask("PATCH", `/tiles/${id}`, { style: { ...style, height: "fixed" } });
  await robin.toSheet();
  const { page } = robin;
  await says(tileContent(page, "Latest news"), "Latest news");
  const news = tile(page, "Latest news");
  const before = await heightOf(news);
  await news.getByRole("button", { name: "More" }).click();
  await expect.poll(() => heightOf(news)).toBeGreaterThan(before + 300);
  await news.getByRole("button", { name: "Less" }).press("Enter");
  await expect.poll(() => heightOf(news)).toBeCloseTo(before, 0);
  // the button is the same one, with the focus
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("More");
  await news.focus();
  await page.keyboard.press("Space");
  await expect.poll(() => heightOf(news)).toBeGreaterThan(before + 300);
});

test("a list is as high as it is long, pushes what lies below it, and is as high as somebody makes it", async () => {
  const robin = await openScene(world);
  robin.set("news", { tick: 5 });
  robin.set("notices", { tick: 4 });
  await robin.follow("news", "#latest-news ul, #latest-news ol, #latest-news", "Latest news", laidOut(400, 500));
  const { id, style } = await robin.stored("Latest news");
  await robin.api.ask("PATCH", `/tiles/${id}`, { style: { ...style, height: "auto" } });
  const river = await robin.follow("notices", "#river", "River", laidOut(400, 100));
  await robin.api.ask("PUT", `/sheets/${robin.sheetId}/places`, {
    places: [{ id: (await robin.stored("River")).id, place: { x: 0, y: 4, width: 4, height: 4 } }],
  });
  expect(river).not.toBe("");
  await robin.toSheet();
  const { page } = robin;
  await says(tileContent(page, "Latest news"), "Latest news");
  const news = tile(page, "Latest news");
  // 500 pixels of content, a head, and more than the four rows that the tile was made with
  expect(await heightOf(news)).toBeGreaterThan(500);
  const [upper, lower] = await Promise.all([news.boundingBox(), tile(page, "River").boundingBox()]);
  expect(lower!.y).toBeGreaterThanOrEqual(upper!.y + upper!.height);
  expect((await robin.stored("River")).place.y).toBe(4);
  await news.focus();
  await page.keyboard.press("Control+ArrowUp");
  await expect
    .poll(async () => (await robin.stored("Latest news")).style, { timeout: PATIENCE_MS })
    .toMatchObject({ height: "fixed" });
});

test("adapted and as text too, a tile by its content is as high as that, and one that is not has more", async () => {
  const robin = await openScene(world);
  robin.set("news", { tick: 5 });
  await robin.follow("news", "#latest-news", "Latest news", laidOut(400, 500));
  const { id, style } = await robin.stored("Latest news");
  const restyle = (next: object) => robin.api.ask("PATCH", `/tiles/${id}`, { style: { ...style, ...next } });
  await restyle({ way: "adapted", height: "fixed" });
  await robin.toSheet();
  const { page } = robin;
  await says(tileContent(page, "Latest news"), "Latest news");
  const news = tile(page, "Latest news");
  const made = await heightOf(news);
  await expect.poll(() => frameOf(news), { timeout: PATIENCE_MS }).toContain("cut=fade");
  await news.getByRole("button", { name: "More" }).waitFor();
  await restyle({ way: "adapted", height: "auto" });
  await page.reload();
  await expect.poll(() => heightOf(news), { timeout: PATIENCE_MS }).toBeGreaterThan(made + 50);
  await expect.poll(() => news.getByRole("button", { name: "More" }).count(), { timeout: PATIENCE_MS }).toBe(0);
  const beyond = () =>
    tileContent(page, "Latest news").evaluate(() => document.documentElement.scrollHeight - innerHeight);
  await expect.poll(beyond).toBeLessThan(10);
  await restyle({ reader: true, height: "auto" });
  await page.reload();
  const text = news.locator(".text");
  await text.locator("li, p").first().waitFor();
  await expect.poll(() => heightOf(news), { timeout: PATIENCE_MS }).not.toBeCloseTo(made, 0);
  await expect.poll(() => text.evaluate((each) => each.scrollHeight - each.clientHeight)).toBeLessThan(2);
});

const LONG = `<title>Log</title><article id="log">${Array.from({ length: 80 }, (_, at) => `<p>Entry ${at}</p>`).join("")}
  <p id="end">The end of the log</p></article><p id="short">Harbour is open</p>`;

test("a long block is read to its end in a tile of several, in its history and on its repair card", async () => {
  let html = LONG;
  const site = createServer((_, response) => response.setHeader("content-type", "text/html").end(html));
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  onTestFinished(() => void site.close());
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  await world.allow(url);
  const robin = await openScene(world);
  const high = (height: number) => ({ source: { url }, ...laidOut(600, height) });
  const log = await robin.follow("news", "#log", "Log", high(2_900));
  const harbour = await robin.follow("news", "#short", "Harbour", high(30));
  const joined = await robin.api.ask<{ id: string }>("POST", `/sheets/${robin.sheetId}/joined`, {
    followIds: [harbour, log],
  });
  const { page } = robin;
  const readsToEnd = async (place: Locator, frame = place.locator("iframe:not([inert])")) => {
    const end = frame.contentFrame().getByText("The end of the log");
    await end.waitFor();
    const below = async () => {
      await place.hover();
      await page.mouse.wheel(0, 1_000);
      // of a frame that is scaled only the frame itself knows where something is
      const [at, wide] = await end.evaluate((each) => [each.getBoundingClientRect().bottom, innerWidth] as const);
      const [box, around] = await Promise.all([frame.boundingBox(), place.boundingBox()]);
      return box!.y + (at * box!.width) / wide - around!.y - around!.height;
    };
    expect(await below()).toBeGreaterThan(0);
    await expect.poll(below, { timeout: PATIENCE_MS }).toBeLessThanOrEqual(1);
  };
  for (const way of ["page", "adapted"]) {
    await robin.api.ask("PATCH", `/tiles/${joined.id}`, { style: { parts: { [log]: way } } });
    await robin.toSheet();
    const part = page.getByRole("region", { name: "Log" });
    await expect.poll(() => frameOf(part), { timeout: PATIENCE_MS }).toContain(`look=${way}`);
    const beyond = () =>
      part
        .frameLocator("iframe")
        .locator("html")
        .evaluate((root) => root.scrollHeight - innerHeight);
    // as high as all of it: the tile is what is scrolled
    await expect.poll(beyond, { timeout: PATIENCE_MS }).toBeLessThanOrEqual(0);
    await readsToEnd(page.locator("article", { has: part }), part.locator("iframe:not([inert])"));
  }
  await page.goto(`${world.tessera.url}/follows/${log}/history`);
  await page.getByText("As it was", { exact: true }).click();
  await readsToEnd(page.locator("main .paper").first());
  html = "<title>Log</title><p>Nothing here</p>";
  await robin.looksLike(log, "gone");
  await page.goto(`${world.tessera.url}/follows/${log}/repair`);
  await readsToEnd(page.getByRole("region", { name: "The block before" }));
});

const NARROW = `<title>Harbour</title><style>
  #menu { background: #000; padding: 20px; } #menu a { color: #fff; }
  @media (max-width: 700px) { #menu a { display: none; } } #pale { color: #fff; }
</style><nav id="menu"><a href="/boats">Boats</a> <a href="/tides">Tides</a></nav><p id="pale">White as the snow of the year before</p>`;

test("a menu that hides itself in a narrow tile, and words without their ground, are shown another way", async () => {
  const site = createServer((_, response) => response.setHeader("content-type", "text/html").end(NARROW));
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  onTestFinished(() => void site.close());
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  await world.allow(url);
  const robin = await openScene(world);
  await robin.follow("news", "#menu", "Menu", { source: { url }, ...laidOut(1_200, 60) });
  await robin.follow("news", "#pale", "Pale", { source: { url }, ...laidOut(400, 40) });
  await robin.toSheet();
  const { page } = robin;
  const [menu, pale] = [tile(page, "Menu"), tile(page, "Pale")];
  // too small as on its page, and blank where it is adapted: small is better than nothing
  await expect.poll(() => frameOf(menu), { timeout: PATIENCE_MS }).toContain("look=page");
  await says(tileContent(page, "Menu"), "Boats");
  await says(pale.locator(".text"), "White as the snow");
  // and stays so: the text has the room that was measured
  await says(tileContent(page, "Menu"), "Boats");
  expect(await pale.locator("iframe").count()).toBe(0);
});
