import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { scrape } from "./scraper.ts";

const page = (name: string): string => readFileSync(new URL(`../pages/${name}.html`, import.meta.url), "utf8");
const SELECTORS = { name: "#content > h1", price: "#price-box" };

test("a redesign leaves none of the selectors, and every value is still found", () => {
  const first = scrape(page("shop-before"), SELECTORS);
  expect(first.values).toEqual({ name: "Storm lantern", price: "Price 39.90 EUR including VAT" });
  // as a file would keep it between two visits
  const known = JSON.parse(JSON.stringify(first.remembered));
  const second = scrape(page("shop-after"), SELECTORS, known);
  expect(second.values.name).toBe("Storm lantern");
  expect({ ...second.guesses, ...second.values }.price).toBe("Price 36.90 EUR including VAT");
});

test("a page without any of it gives no values, and says so", () => {
  const { remembered } = scrape(page("shop-before"), SELECTORS);
  const other = "<html><body><article><h2>Tide table</h2><p>High water at noon</p></article></body></html>";
  const { values, guesses } = scrape(other, SELECTORS, remembered);
  expect(values).toEqual({});
  expect(Object.keys(guesses)).toEqual(["name", "price"]);
});
