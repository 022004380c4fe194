/** A person in a browser of their own: logs in, opens pages for picking, looks at their sheet. */
import type { BrowserContext, BrowserContextOptions, FrameLocator, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { Account, World } from "./world.ts";

/** The machine that runs this may be slow and busy. */
export const PATIENCE_MS = 60_000;

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors that the app's own page reported. */
  readonly errors: readonly string[];
}

export async function visit(world: World, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await world.browser.newContext({
    viewport: { width: 1_400, height: 900 },
    locale: "en-GB",
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  return { context, page, errors };
}

/** Comes in by the login page and stands before the first sheet. */
export async function enter(world: World, account: Account, options: BrowserContextOptions = {}): Promise<Visitor> {
  const visitor = await visit(world, options);
  await logInTo(visitor.page, world.tessera.url, account);
  return visitor;
}

export async function logInTo(page: Page, url: string, { name, password }: Account): Promise<void> {
  await page.goto(url);
  await page.getByLabel("Login name").fill(name);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL(/\/sheets\//);
}

/** The captured page in the picker, ready to be pointed at. */
export async function openPicker(page: Page, tessera: string, url: string): Promise<FrameLocator> {
  await openLink(page, tessera, url);
  return pickerFrame(page);
}

/** A link from elsewhere names the page, and the person agrees to open it. */
export async function openLink(page: Page, tessera: string, url: string): Promise<void> {
  // from elsewhere: an address that is loaded over itself is a reload, and was agreed to before
  await page.goto("about:blank");
  await page.goto(`${tessera}/pick?url=${encodeURIComponent(url)}`);
  await page.getByRole("button", { name: "Open this page" }).click();
}

export async function pickerFrame(page: Page): Promise<FrameLocator> {
  await page.locator('iframe[data-ready="true"]').waitFor();
  return page.frameLocator('iframe[data-ready="true"]');
}

/** The levels around the pointer as the path above the page shows them. */
export function pathShown(page: Page): Locator {
  return page.getByRole("navigation", { name: "Around the pointer" }).getByRole("button");
}

/** The level that is meant. */
export function meantLevel(page: Page): Locator {
  return page.getByRole("navigation", { name: "Around the pointer" }).locator('[aria-current="true"]');
}

/** A tile on the sheet beside the page. */
export function sheetItem(page: Page, title: string): Locator {
  return sheetBeside(page).locator(".grid").getByRole("listitem").filter({ hasText: title });
}

export function sheetBeside(page: Page): Locator {
  return page.getByRole("complementary", { name: "Your sheet" });
}

/** Points at the heading of a block and turns the wheel once: to the block of that name. */
export async function pointAt(page: Page, heading: Locator, name: string): Promise<void> {
  await heading.hover();
  await meantLevel(page).waitFor();
  const at = await levelMeant(page);
  await page.mouse.wheel(0, -120);
  await atLevel(page, at - 1);
  expect(await read(meantLevel(page))).toBe(name);
}

/** Points at a block by its heading and puts it on the sheet beside the page, with keys. */
export async function addBlock(page: Page, heading: Locator, title: string): Promise<void> {
  await pointAt(page, heading, title);
  await page.keyboard.press("Enter");
  await page.getByTitle("How it will look").waitFor();
  await page.keyboard.press("Enter");
  await sheetItem(page, title).waitFor();
}

/** Waits until the level is meant that is so many steps inside the page. */
export async function atLevel(page: Page, level: number): Promise<void> {
  await expect.poll(() => levelMeant(page), { timeout: PATIENCE_MS }).toBe(level);
}

async function levelMeant(page: Page): Promise<number> {
  const current = await pathShown(page).evaluateAll((buttons) => buttons.map((button) => button.ariaCurrent));
  return current.indexOf("true");
}

export async function toSheet(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Go to the sheet" }).click();
  await page.waitForURL(/\/sheets\//);
}

export function tile(page: Page, title: string): Locator {
  return page.getByRole("article", { name: title, exact: true });
}

/** The block inside a tile, as it looks on its page; a version that is still being loaded lies behind it. */
export function tileContent(page: Page, title: string): Locator {
  return tile(page, title).frameLocator("iframe:not([inert])").locator("body");
}

/** What a person reads at a place: text as it is laid out, unlike the text of the markup. */
export function read(place: Locator, options: { readonly timeout?: number } = {}): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not said
  return place.innerText(options);
}

/** Waits until the place says so; what it said at last is in the failure. */
export async function says(place: Locator, words: string | RegExp): Promise<void> {
  const pattern = typeof words === "string" ? new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")) : words;
  await expect.poll(() => read(place).catch(() => ""), { timeout: PATIENCE_MS }).toMatch(pattern);
}
