import { readFileSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchOptions } from "../../scripts/browser-path.ts";
import { HealingLocators, LostLocator } from "./healing-locators.ts";

const html = (name: string): string => readFileSync(new URL(`../pages/${name}.html`, import.meta.url), "utf8");

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await chromium.launch(launchOptions());
  page = await browser.newPage();
});
afterAll(() => browser.close());

test("after a redesign the locators heal, and the report names those whose selectors must be written anew", async () => {
  await page.setContent(html("shop-before"));
  const first = new HealingLocators();
  await first.locate(page, "title", "h1");
  await first.locate(page, "menu", "#top");
  expect(first.report.map(({ outcome }) => outcome)).toEqual(["kept", "kept"]);

  await page.setContent(html("shop-after"));
  const later = new HealingLocators(JSON.parse(JSON.stringify(first)));
  expect(await (await later.locate(page, "title", "h1")).textContent()).toBe("Storm lantern");
  expect(await (await later.locate(page, "menu", "#top")).textContent()).toContain("Northlight");
  expect(later.report).toMatchObject([
    { name: "title", outcome: "kept" },
    { name: "menu", selector: "#top", outcome: "healed", xpath: expect.stringContaining("header") },
  ]);
});

test("what is not there for sure fails the test, with the nearest element in the report", async () => {
  await page.setContent(html("shop-before"));
  const locators = new HealingLocators();
  await locators.locate(page, "title", "h1");
  await page.setContent("<article><h2>Tide table</h2><p>High water at noon</p></article>");
  await expect(locators.locate(page, "title", "h1")).rejects.toThrow(LostLocator);
  expect(locators.report.at(-1)?.outcome).toMatch(/unsure|lost/);
});
