import type { Content } from "@tessera/model";
import { expect, test } from "vitest";
import { persists } from "./second-look.ts";

const content = (...lines: string[]): Content => ({ text: lines.join("\n"), html: "", items: null, pictures: [] });
const told = content("price 10", "in stock");

test("what flips back at the second look does not persist", () => {
  expect(persists(told, content("price 9", "in stock"), told)).toBe(false);
  expect(persists(told, content(), told)).toBe(false);
});

test("what is still there persists, though other parts moved on", () => {
  expect(persists(told, content("price 9", "in stock"), content("price 9", "3 left"))).toBe(true);
  expect(persists(told, content("price 10"), content("price 10"))).toBe(true);
});

test("another order persists if it is the same order again", () => {
  const turned = content("in stock", "price 10");
  expect(persists(told, turned, turned)).toBe(true);
  expect(persists(told, turned, told)).toBe(false);
});
