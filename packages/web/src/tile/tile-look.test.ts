import { SheetStyle, TileStyle } from "@tessera/model";
import { contrast, NEAREST, rgbOf } from "@tessera/model/colour";
import fc from "fast-check";
import { expect, test } from "vitest";
import { SWATCHES } from "../components/colour.ts";
import { lookOf, readingOf } from "./tile-look.ts";

const sheet = SheetStyle.parse({ density: "roomy", reader: true });

test("a tile that says nothing looks as its sheet says", () => {
  expect(lookOf(TileStyle.parse({}), sheet)).toMatchObject({ isReader: true, density: "roomy" });
});

test("what a tile says counts more than its sheet", () => {
  const tile = TileStyle.parse({ density: "compact", reader: false });
  expect(lookOf(tile, sheet)).toMatchObject({ isReader: false, density: "compact" });
});

test("a background alone brings an ink that can be read on it; a chosen ink stays", () => {
  expect(lookOf(TileStyle.parse({ background: "#111111" }), sheet).css).toContain("--tile-ink:#ffffff");
  const chosen = TileStyle.parse({ background: "#111111", foreground: "#ffee00" });
  expect(lookOf(chosen, sheet).css).toContain("--tile-ink:#ffee00");
  expect(lookOf(TileStyle.parse({}), sheet).css).not.toContain("--tile-ink");
});

const colour = fc.oneof(
  fc.constantFrom(...SWATCHES),
  fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`),
);

/** The ink of a tile in the light and in the dark. */
function inksOf(css: string): { readonly light: string; readonly dark: string } {
  const ink = /--tile-ink:([^;]+)/.exec(css)?.[1] ?? "";
  const [, light = ink, dark = ink] = /^light-dark\((.+), (.+)\)$/.exec(ink) ?? [];
  return { light, dark };
}

test("words can be read on their ground, in the light and in the dark, whatever colours a tile was given", () => {
  fc.assert(
    fc.property(fc.option(colour), fc.option(colour), (foreground, background) => {
      fc.pre(foreground !== null || background !== null);
      const { light, dark } = inksOf(lookOf(TileStyle.parse({ foreground, background }), sheet).css);
      expect(contrast(rgbOf(light)!, rgbOf(background ?? NEAREST.light)!)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(rgbOf(dark)!, rgbOf(background ?? NEAREST.dark)!)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

test("white words are white in the dark, and dark in the light", () => {
  const { light, dark } = inksOf(lookOf(TileStyle.parse({ foreground: "#ffffff" }), sheet).css);
  expect(dark).toBe("#ffffff");
  expect(light).not.toBe("#ffffff");
});

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
