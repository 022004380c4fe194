/** The picker on live pages that do what they can against it. */
import type { Frame, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ExtensionBrowser } from "./extension-browser.ts";
import { type HostileSite, serveHostile } from "./hostile-site.ts";
import { PATIENCE_MS, says } from "./visitor.ts";

let browser: ExtensionBrowser;
let site: HostileSite;

beforeAll(async () => {
  [browser, site] = [await ExtensionBrowser.open(), await serveHostile()];
});

afterEach(async () => {
  for (const page of browser.context.pages().slice(1)) await page.close();
});

afterAll(async () => {
  await browser?.close();
  site?.close();
});

async function openHostile(): Promise<Page> {
  const page = await browser.context.newPage();
  await page.goto(site.url);
  return page;
}

/** The middle of what shows these words, in shadow trees as well. */
async function middleOf(page: Page, words: string): Promise<{ x: number; y: number }> {
  const box = await page.getByText(words).boundingBox();
  if (!box) throw new Error(`${words} is not to be seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function meant(frame: Frame): Locator {
  return frame.getByRole("navigation", { name: "Around the pointer" }).locator('[aria-current="true"]');
}

interface Learned {
  readonly keys: readonly string[];
  readonly events: number;
  readonly shadows: number;
  readonly changed: readonly string[];
}

/** What the page knows of the picker. */
function learned(page: Page): Promise<Learned> {
  return page.evaluate("({ ...learned, keys: [...learned.keys], changed: [...learned.changed] })");
}

async function point(page: Page, words: string): Promise<void> {
  const { x, y } = await middleOf(page, words);
  await page.mouse.move(x - 2, y);
  await page.mouse.move(x, y);
}

test(
  "a block under a full-screen cover is pointed at, made larger by the wheel and taken, and the page notices nothing",
  async () => {
    const page = await openHostile();
    const frame = await browser.pickOn(page);
    const { events } = await learned(page);
    await point(page, "Milk 1.20");
    await says(meant(frame), "Milk 1.20");
    await page.mouse.wheel(0, -60);
    await says(meant(frame), "Prices");
    await page.keyboard.press("ArrowLeft");
    await says(meant(frame), "input");
    await page.keyboard.press("ArrowRight");
    await says(meant(frame), "Prices");
    await page.keyboard.press("Enter");
    await frame.getByRole("heading", { name: "Your block" }).waitFor();
    // that something took the focus is all that there is to see
    const after = await learned(page);
    expect(after).toMatchObject({ keys: [], shadows: 0, changed: [] });
    expect(after.events - events).toBeLessThanOrEqual(1);
  },
  PATIENCE_MS,
);

test(
  "blocks in open shadow trees are pointed at, and a frame says that it has an address of its own",
  async () => {
    const page = await openHostile();
    const frame = await browser.pickOn(page);
    await point(page, "Bread 3.40");
    await says(meant(frame), "Bread 3.40");
    const box = await page.locator("iframe[title=inner]").boundingBox();
    await page.mouse.move(box!.x + 20, box!.y + 20);
    await says(frame.getByRole("region", { name: "Pick a block" }), "followed by its own address");
    expect(await frame.getByRole("link", { name: "Open it" }).getAttribute("href")).toBe(`${site.url}inner`);
  },
  PATIENCE_MS,
);

test(
  "a page with a modal dialog, and one that hides what is above it, does not get rid of the picker",
  async () => {
    const page = await openHostile();
    await page.evaluate(`{
    const dialog = Document.prototype.createElement.call(document, "dialog");
    dialog.textContent = "Accept everything";
    document.documentElement.append(dialog);
    dialog.showModal();
  }`);
    const frame = await browser.pickOn(page);
    await point(page, "Accept everything");
    await says(meant(frame), "Accept everything");
    await page.evaluate(`{
    const dialog = Document.prototype.querySelector.call(document, "dialog");
    for (const child of [...dialog.children]) child.hidePopover?.();
  }`);
    await point(page, "Accept everything");
    await says(meant(frame), "Accept everything");
  },
  PATIENCE_MS,
);

test(
  "the picker's page does nothing in a frame that somebody else has opened",
  async () => {
    const page = await openHostile();
    const frame = await browser.pickOn(page);
    const address = frame.url();
    await page.close();
    const thief = await browser.context.newPage();
    await thief.goto(`${site.url}inner`);
    await thief.evaluate(async (src) => {
      const frame = document.createElement("iframe");
      frame.src = src;
      document.body.append(frame);
      await new Promise((resolve) => frame.addEventListener("load", resolve));
      const { port2 } = new MessageChannel();
      frame.contentWindow?.postMessage({ tessera: "guessed", start: "page" }, "*", [port2]);
    }, address);
    const framed = thief.frames().find((each) => each.url().startsWith("chrome-extension:"));
    // Chromium does not even load it: its address is another one for every session of the extension
    expect(await framed?.locator("section").count()).toBeFalsy();
  },
  PATIENCE_MS,
);
