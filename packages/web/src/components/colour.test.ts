import { Colour } from "@tessera/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { contrast, inkOn, readableOn, rgbOf, SWATCHES } from "./colour.ts";

const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);

test("black on white has the highest contrast, a colour on itself none", () => {
  expect(contrast(rgbOf("#000000")!, rgbOf("#ffffff")!)).toBeCloseTo(21);
  expect(contrast(rgbOf("#123456")!, rgbOf("#123456")!)).toBe(1);
});

test("the ink on any colour meets WCAG AA for text, but for what no ink can meet", () => {
  fc.assert(
    fc.property(colour, (ground) => {
      // dark ink that is not quite black leaves a narrow band of greys a little below 4.5
      expect(contrast(rgbOf(ground)!, rgbOf(inkOn(ground))!)).toBeGreaterThan(4.2);
    }),
  );
});

test("every swatch is a colour of the model that ink can be read on", () => {
  for (const swatch of SWATCHES) {
    expect(Colour.safeParse(swatch).success).toBe(true);
    expect(contrast(rgbOf(swatch)!, rgbOf(inkOn(swatch))!)).toBeGreaterThanOrEqual(4.5);
  }
});

test("what is not a colour is none", () => {
  fc.assert(fc.property(fc.string(), (text) => rgbOf(text) === null || /^#[\da-f]{6}$/i.test(text)));
});

test("any colour becomes readable on light and on dark ground, and stays as it is where it was already", () => {
  fc.assert(
    fc.property(colour, fc.constantFrom("#ffffff", "#f4f2ed", "#0c2129", "#141517"), (chosen, ground) => {
      const readable = readableOn(chosen, ground);
      expect(contrast(rgbOf(readable)!, rgbOf(ground)!)).toBeGreaterThanOrEqual(4.5);
      expect(readableOn(readable, ground)).toBe(readable);
    }),
  );
  expect(readableOn("#1f5a6e", "#ffffff")).toBe("#1f5a6e");
});
