import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openScene, type Scene } from "./scene.ts";
import { openLink, openPicker, pointAt, says, sheetItem, tile, tileContent } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
let silent: Server;

beforeAll(async () => {
  // takes every question and never answers
  silent = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silent, "listening");
  world = await openWorld({ moreSites: [silentUrl()] });
});
afterAll(async () => {
  await world.stop();
  silent.closeAllConnections();
  silent.close();
});

const silentUrl = () => `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;

/** Somebody before a sheet with the markets on it. */
async function withMarkets(): Promise<Scene> {
  const robin = await openScene(world);
  await robin.follow("news", "#markets", "Markets");
  await says(tileContent(robin.page, "Markets"), "Timber");
  return robin;
}

test("pressing twice follows once", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  const frame = await openPicker(page, world.tessera.url, robin.sites.news);
  await pointAt(page, frame.locator("#markets h2"), "Markets");
  await page.keyboard.press("Enter");
  await page.getByTitle("How it will look").waitFor();
  await page.getByRole("button", { name: "Put it on the sheet" }).dblclick();
  await sheetItem(page, "Markets").waitFor();
  expect(await robin.follows()).toHaveLength(1);
});

test("the back button leads from the picker to the sheet, and forth again", async () => {
  const robin = await withMarkets();
  const { page } = robin;
  await page.getByLabel("Address of a page").fill(robin.sites.shop);
  await page.keyboard.press("Enter");
  await page.locator('iframe[data-ready="true"]').waitFor();
  await page.goBack();
  await says(tileContent(page, "Markets"), "Timber");
  expect(page.url()).toBe(robin.sheetUrl);
  await page.goForward();
  await page.locator('iframe[data-ready="true"]').waitFor();
  await page.goBack();
  await tile(page, "Markets").waitFor();
});

test("whoever leaves a history asks for nothing more of it", async () => {
  const robin = await withMarkets();
  const { page } = robin;
  const [markets] = await robin.follows();
  await page.goto(`${world.tessera.url}/follows/${markets?.id}/history`);
  await page.getByRole("heading", { name: "Markets" }).waitFor();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.keyboard.press("s");
  await page.getByRole("searchbox").waitFor();
  expect(asked.filter((path) => path.endsWith("/follows/") || path.includes("/follows//"))).toEqual([]);
});

test("a page that does not answer can be given up", async () => {
  const { page, sites } = await openScene(world);
  await openLink(page, world.tessera.url, silentUrl());
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByLabel("Address of a page").fill(sites.scores);
  await page.keyboard.press("Enter");
  await page.locator('iframe[data-ready="true"]').waitFor();
});

test("what moves tiles comes with the connection where it could not be had before", async () => {
  const { page, context } = await withMarkets();
  const isMover = /\/assets\/tile-mover-[\w-]+\.js$/;
  const isLost = /\/assets\/tile-mover-[\w-]+\.js$|\/healthz$/;
  await context.route(isLost, (route) => route.abort());
  const failed = page.waitForEvent("requestfailed", (request) => isMover.test(request.url()));
  await page.reload();
  await says(tileContent(page, "Markets"), "Timber");
  await tile(page, "Markets").hover();
  await failed;
  await context.unroute(isLost);
  await context.setOffline(true);
  await context.setOffline(false);
  await page.locator(".ui-resizable-handle").first().waitFor({ state: "attached" });
});

test("without the server the sheet says so and stays, and it comes back by itself", async () => {
  const { page, context } = await withMarkets();
  await context.setOffline(true);
  await tile(page, "Markets").focus();
  await page.keyboard.press("c");
  await page.getByText("The server is not responding.").first().waitFor();
  await tile(page, "Markets").waitFor();
  await context.setOffline(false);
  await page.keyboard.press("c");
  await page.getByText("Checking now.").waitFor();
});

test("whoever has been logged out logs in and is where they were", async () => {
  const { page, context, account, sheetUrl } = await withMarkets();
  await tile(page, "Markets").focus();
  await context.clearCookies();
  // whatever is asked for first, by the person or by the app itself, finds out
  await page.keyboard.press("c");
  await page.getByLabel("Login name").fill(account.name);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await says(tileContent(page, "Markets"), "Timber");
  expect(page.url()).toBe(sheetUrl);
});
