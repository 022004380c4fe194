import { expect, test } from "vitest";
import { inRegion } from "./region.ts";

test.each([
  ["en", ["en-GB", "en-US", "de"], "en-GB"],
  ["de", ["en-GB", "de-AT"], "de-AT"],
  ["de", ["en-GB", "de"], "de"],
  ["ar", ["en-GB"], "ar"],
  ["en-US", ["en-GB"], "en-US"],
  ["de", ["den-CA"], "de"],
  ["en", [], "en"],
])("%s for whoever reads %j is written as %s", (wanted, preferred, locale) => {
  expect(inRegion(wanted, preferred)).toBe(locale);
});
