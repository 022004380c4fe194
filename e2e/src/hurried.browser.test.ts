import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enter, openPicker, pointAt, says, sheetItem, tile, tileContent, toSheet, type Visitor } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
let robin: Visitor;
let silent: Server;

beforeAll(async () => {
  world = await openWorld();
  robin = await enter(world, world.owner);
  // takes every question and never answers
  silent = createServer(() => {}).listen(0, "127.0.0.1");
  await once(silent, "listening");
});
afterAll(async () => {
  await world.stop();
  silent.closeAllConnections();
  silent.close();
});

const followCount = async () => (await world.api.ask<{ items: unknown[] }>("GET", "/follows")).items.length;

test("pressing twice follows once", async () => {
  const { page } = robin;
  const frame = await openPicker(page, world.tessera.url, world.sites.news ?? "");
  await pointAt(page, frame.locator("#markets h2"), "Markets");
  await page.keyboard.press("Enter");
  await page.getByTitle("How it will look").waitFor();
  await page.getByRole("button", { name: "Put it on the sheet" }).dblclick();
  await sheetItem(page, "Markets").waitFor();
  expect(await followCount()).toBe(1);
});

test("the back button leads from the picker to the sheet, and forth again", async () => {
  const { page } = robin;
  await toSheet(page);
  await says(tileContent(page, "Markets"), "Timber");
  const sheet = page.url();
  await page.getByLabel("Address of a page").fill(world.sites.shop ?? "");
  await page.keyboard.press("Enter");
  await page.locator('iframe[data-ready="true"]').waitFor();
  await page.goBack();
  await says(tileContent(page, "Markets"), "Timber");
  expect(page.url()).toBe(sheet);
  await page.goForward();
  await page.locator('iframe[data-ready="true"]').waitFor();
  await page.goBack();
  await tile(page, "Markets").waitFor();
});

test("a page that does not answer can be given up", async () => {
  const { page } = robin;
  const { port } = silent.address() as AddressInfo;
  await page.goto(`${world.tessera.url}/pick?url=${encodeURIComponent(`http://127.0.0.1:${port}/`)}`);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByLabel("Address of a page").fill(world.sites.scores ?? "");
  await page.keyboard.press("Enter");
  await page.locator('iframe[data-ready="true"]').waitFor();
});

test("without the server the sheet says so and stays, and it comes back by itself", async () => {
  const { page, context } = robin;
  await page.goto(world.tessera.url);
  await says(tileContent(page, "Markets"), "Timber");
  await context.setOffline(true);
  await tile(page, "Markets").focus();
  await page.keyboard.press("c");
  await page.getByText("The server does not answer.").first().waitFor();
  await tile(page, "Markets").waitFor();
  await context.setOffline(false);
  await page.keyboard.press("c");
  await page.getByText("It is being checked.").waitFor();
});

test("whoever has been logged out logs in and is where they were", async () => {
  const { page, context } = robin;
  const sheet = page.url();
  await context.clearCookies();
  await tile(page, "Markets").focus();
  await page.keyboard.press("c");
  await page.getByLabel("Login name").fill(world.owner.name);
  await page.getByLabel("Password").fill(world.owner.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await says(tileContent(page, "Markets"), "Timber");
  expect(page.url()).toBe(sheet);
  expect(robin.errors).toEqual([]);
});
