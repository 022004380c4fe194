import fc from "fast-check";
import { expect, test } from "vitest";
import { de } from "./de.ts";
import { en, type Key } from "./en.ts";
import { fill, placesOf } from "./fill.ts";

const keys = Object.keys(en) as Key[];

test("German has exactly the sentences that English has, none of them empty", () => {
  expect(Object.keys(de).sort()).toEqual([...keys].sort());
  for (const key of keys) expect(de[key].trim(), key).not.toBe("");
});

test("every sentence has the same places in both languages", () => {
  for (const key of keys) expect(placesOf(de[key]), key).toEqual(placesOf(en[key]));
});

test("filling replaces the named places and nothing else", () => {
  expect(fill("{a} of {b}, {c}", { a: 1, b: "two" })).toBe("1 of two, {c}");
  fc.assert(fc.property(fc.string(), (text) => fill(text, {}) === text));
  fc.assert(fc.property(fc.string(), (value) => fill("<{x}>", { x: value }) === `<${value}>`));
});
