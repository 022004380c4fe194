import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faults } from "./faults.ts";
import { type Follow, openScene } from "./scene.ts";
import { PATIENCE_MS } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

const SCRIPT = "<script>document.title='taken over'</script>";
const page = (line: string): string => `<!doctype html><html lang="en"><title>Concerts</title><main><h1>Concerts</h1>
<div id="box"><p>${line}</p><p>Doors open at 19:30. &lt;img src=x onerror="document.title='taken over'"&gt;</p></div></main></html>`;

let world: World;
let server: Server;
let site: string;
let line = "Tickets for the Zürich evening: 40 left";

beforeAll(async () => {
  world = await openWorld();
  server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page(line));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await world.allow(site);
});
afterAll(async () => {
  await world.stop();
  server.close().closeAllConnections();
});

test("what was said before is found by the keyboard alone, marked at its moment; a tag narrows the search", async () => {
  const robin = await openScene(world, { isOwner: true });
  const { id } = await robin.api.ask<Follow>("POST", "/follows", {
    source: { url: `${site}/` },
    wish: { kind: "css", selector: "#box" },
    title: `Box office ${SCRIPT}`,
  });
  const place = { x: 0, y: 0, width: 5, height: 4 };
  await robin.api.ask("POST", `/sheets/${robin.sheetId}/tiles`, { followId: id, place });
  line = "Everything is sold out";
  await robin.api.ask("POST", `/follows/${id}/check`);
  const observed = () => robin.api.ask<{ items: readonly unknown[] }>("GET", `/follows/${id}/history`);
  await expect.poll(async () => (await observed()).items.length, { timeout: PATIENCE_MS }).toBe(2);

  await robin.toSheet();
  const { page } = robin;
  await page.getByRole("button", { name: /^Menu for Box office/ }).click();
  await page.getByRole("menuitem", { name: "Tags" }).click();
  await page.getByLabel("Add a tag").fill("Music");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });

  // what was seen a moment ago can be found a moment later; a search that was begun before is not begun again
  const findable = () => robin.api.ask("GET", "/search?q=tag:music%20sold");
  await expect.poll(findable, { timeout: PATIENCE_MS }).toMatchObject({ isBehind: false, hits: [{}] });
  await page.keyboard.press("s");
  await page.getByRole("searchbox").fill("tag:music sold");
  const hits = page.getByRole("article");
  await hits.locator("mark").first().waitFor();
  expect(await hits.count()).toBe(1);
  expect(await hits.locator("mark").allTextContents()).toEqual(["sold"]);
  await page.getByRole("searchbox").fill("zurich tick");
  await page.getByRole("button", { name: "Search history too" }).click();
  await hits.first().waitFor();
  expect((await hits.locator("mark").allTextContents()).sort()).toEqual(["Tickets", "Zürich"]);
  expect(await faults(page)).toEqual([]);

  await page.getByRole("searchbox").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: /^Box office/ }).waitFor();
  await expect
    .poll(() => page.locator("main mark").allTextContents(), { timeout: PATIENCE_MS })
    .toEqual(["Tickets", "Zürich"]);
  expect(await faults(page)).toEqual([]);

  await page.goBack();
  await hits.first().waitFor();
  expect(await page.getByRole("searchbox").inputValue()).toBe("zurich tick");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
  expect(await faults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await page.title()).not.toContain("taken over");
});
