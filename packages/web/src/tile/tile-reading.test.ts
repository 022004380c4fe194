import { expect, test } from "vitest";
import { readingOf } from "./tile-reading.ts";

const item = (text: string) => ({ key: text, title: text, text, href: null });
const number = { value: 1, unit: null, currency: null, text: "1" } as never;

test("a short line with a number is a figure", () => {
  expect(readingOf({ text: " 244 cm\n", items: null, numbers: [number] })).toEqual({ kind: "figure", text: "244 cm" });
  expect(readingOf({ text: "just words", items: null, numbers: [] }).kind).toBe("prose");
  expect(readingOf({ text: "244 cm\nrising", items: null, numbers: [number] }).kind).toBe("prose");
});

test("a block that is a list is read as one, with or without a heading", () => {
  const items = [item("Old mill runs again"), item("Ferry returns"), item("Fog in the harbour")];
  const text = items.map((each) => each.text).join("\n");
  expect(readingOf({ text, items, numbers: [] })).toEqual({ kind: "list", items });
  expect(readingOf({ text: `Latest news\n${text}`, items, numbers: [] })).toEqual({ kind: "list", items });
});

test("where the list is the smaller part, nothing is left out", () => {
  const items = [item("In stock"), item("Four days")];
  const text = "€117.80\nHeron reading lamp, brass\nIn stock\nFour days\nPut in the basket";
  expect(readingOf({ text, items, numbers: [number] })).toMatchObject({ kind: "prose", lines: { length: 5 } });
});

test("without text there is nothing to read", () => {
  expect(readingOf({ text: null, items: null, numbers: [] }).kind).toBe("nothing");
  expect(readingOf({ text: " \n ", items: [], numbers: [] }).kind).toBe("nothing");
});
