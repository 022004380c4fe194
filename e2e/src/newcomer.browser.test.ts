import { logIn } from "@tessera/demo";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type Hands, handsOn } from "./hands.ts";
import { pickerFrame, pointAt, read, says, sheetItem, tile, tileContent, toSheet, visit } from "./visitor.ts";
import { openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ hasOwner: false });
});
afterAll(() => world.stop());

/** A person's speed, slow: a letter every 300 ms, and three seconds to find what to press and to press it. */
const LETTER_MS = 300;
const PRESS_MS = 3_000;
const FIVE_MINUTES_MS = 300_000;

const ACCOUNT = { name: "robin", password: "a-long-enough-password" };

/** From the link that the program prints to the first sheet. */
async function setUp(page: Page, hands: Hands): Promise<void> {
  await page.goto(world.tessera.setUpUrl ?? "");
  await hands.type(page.getByLabel("Your name, as others see it"), "Robin", "account");
  await hands.type(page.getByLabel("Login name"), ACCOUNT.name, "account");
  await hands.type(page.getByLabel("Password"), ACCOUNT.password, "account");
  await page.getByRole("button", { name: "Create my account" }).click();
  await page.waitForURL(/\/sheets\//);
}

/** Points at a block by its heading, takes it with a double press and puts it on the sheet with another. */
async function take(page: Page, heading: Locator, title: string): Promise<void> {
  await pointAt(page, heading, title);
  await heading.dblclick();
  await page.getByRole("button", { name: "Put it on the sheet" }).click();
  await sheetItem(page, title).waitFor();
}

/** From the menu beside the address box. */
async function add(page: Page, kind: string): Promise<void> {
  await page.getByRole("button", { name: "Add to this sheet", exact: true }).first().click();
  await page.getByRole("menuitem", { name: kind, exact: true }).click();
}

test("a newcomer has search, links, a feed and two live blocks on a sheet, and has typed three addresses", async () => {
  world.clock.set("news", { tick: 5 });
  const [news = "", shop = ""] = [world.sites.news, world.sites.shop];
  const feed = new URL("/feed.xml", news).href;
  const { page, context, errors } = await visit(world);
  onTestFinished(() => context.close());
  const hands = await handsOn(page);
  const begun = performance.now();
  await setUp(page, hands);

  // the first address is that of a page with two blocks on it
  await hands.type(page.getByRole("main").getByLabel("Address of a page"), news, "address");
  await page.getByRole("main").getByRole("button", { name: "Show the page" }).click();
  const frame = await pickerFrame(page);
  await take(page, frame.locator("#latest-news h2"), "Latest news");
  await take(page, frame.locator("#markets h2"), "Markets");
  await toSheet(page);

  // the second is that of a feed
  await hands.type(page.getByRole("banner").getByLabel("Address of a page"), feed, "address");
  await page.getByRole("banner").getByRole("button", { name: "Show the page" }).click();
  await page.getByRole("button", { name: "Add this feed" }).click();
  await page.waitForURL(/\/sheets\//);

  // the third is that of a link; the search box needs none
  await add(page, "Links");
  await hands.type(page.getByRole("textbox", { name: "Add a link" }), shop, "address");
  await page.keyboard.press("Enter");
  await add(page, "Search");
  await page.getByRole("combobox").waitFor();
  const took = performance.now() - begun;

  await says(tileContent(page, "Latest news"), /\d\d:\d\d/);
  await says(tileContent(page, "Markets"), "Herring");
  const items = page.getByRole("article").locator(`a[href^="${news}"]`);
  await expect.poll(() => items.count()).toBeGreaterThan(2);
  await tile(page, "Links").getByRole("link").waitFor();
  await expect.poll(() => page.getByRole("article").count()).toBe(5);

  hands.expectNothingElse();
  const addresses = hands.typed.filter(({ purpose }) => purpose === "address");
  expect(addresses.map(({ text }) => text)).toEqual([news, feed, shop]);
  expect(hands.typed.filter(({ purpose }) => purpose === "account")).toHaveLength(hands.typed.length - 3);
  const letters = hands.typed.reduce((sum, { text }) => sum + text.length, 0);
  const presses = hands.presses();
  console.log(`a newcomer typed ${letters} letters, pressed ${presses} times and took ${Math.round(took / 1_000)} s`);
  // counted, not measured: how fast this machine is says nothing about a person
  expect(presses).toBeGreaterThan(10);
  expect(letters * LETTER_MS + presses * PRESS_MS).toBeLessThan(FIVE_MINUTES_MS);

  // the blocks live: the source changes, the sheet follows without a reload
  const before = await read(tileContent(page, "Latest news"));
  world.clock.set("news", { tick: 9 });
  const api = await logIn(world.tessera.url, ACCOUNT.name, ACCOUNT.password);
  const follows = await api.ask<{ items: { id: string; title: string }[] }>("GET", "/follows");
  await api.ask("POST", `/follows/${follows.items.find(({ title }) => title === "Latest news")?.id}/check`);
  await expect.poll(() => read(tileContent(page, "Latest news")), { timeout: 60_000 }).not.toBe(before);
  expect(errors).toEqual([]);
});
