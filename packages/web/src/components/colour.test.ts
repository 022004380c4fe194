import { Colour, Palette, SheetStyle } from "@tessera/model";
import { contrast, FAINTEST, groundOf, inkOn, NEAREST, readableOn, rgbOf } from "@tessera/model/colour";
import fc from "fast-check";
import { expect, test } from "vitest";
import { propertiesOf, SWATCHES } from "./colour.ts";

const [css = ""] = Object.values(
  import.meta.glob<string>("../style/tokens.css", { query: "?raw", import: "default", eager: true }),
);

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

const MODES = ["light", "dark"] as const;
type Mode = (typeof MODES)[number];
type Tokens = ReadonlyMap<string, Readonly<Record<Mode, string>>>;

const AA = 4.5;

function tokensIn(text: string): Tokens {
  const pairs = text.matchAll(/--([\w-]+): light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)/g);
  return new Map([...pairs].map(([, name, light, dark]) => [name!, { light: light!, dark: dark! }]));
}

/** What a palette changes, over what all of them have. */
function paletteOf(name: string): Tokens {
  const [, own = ""] = new RegExp(`\\[data-palette="${name}"\\] \\{([^}]*)\\}`).exec(css) ?? [];
  return new Map([...tokensIn(css.slice(0, css.indexOf('[data-palette="mist"]'))), ...tokensIn(own)]);
}

const between = (tokens: Tokens, one: string, other: string, mode: Mode) =>
  contrast(rgbOf(tokens.get(one)![mode])!, rgbOf(tokens.get(other)![mode])!);

const SURFACES = ["ground", "surface", "raised", "sunken"];

test.each(Palette.options)("everything that is written in %s can be read, light and dark", (name) => {
  const tokens = paletteOf(name);
  for (const mode of MODES) {
    for (const surface of SURFACES) {
      for (const ink of ["ink", "ink-soft", "accent"]) {
        expect(between(tokens, ink, surface, mode), `${mode} ${ink} on ${surface}`).toBeGreaterThanOrEqual(AA);
      }
    }
    for (const state of ["news", "doubt", "wrong", "right"]) {
      for (const surface of ["surface", "raised", `${state}-soft`]) {
        expect(between(tokens, state, surface, mode), `${mode} ${state} on ${surface}`).toBeGreaterThanOrEqual(AA);
      }
    }
    expect(between(tokens, "accent-ink", "accent", mode)).toBeGreaterThanOrEqual(AA);
    expect(between(tokens, "accent", "accent-soft", mode)).toBeGreaterThanOrEqual(AA);
    // borders of fields, WCAG 2.2 1.4.11
    for (const surface of ["ground", "surface", "raised"]) {
      expect(between(tokens, "line-strong", surface, mode), `${mode} line on ${surface}`).toBeGreaterThanOrEqual(3);
    }
  }
});

test("what a chosen colour is mended against is the worst of every palette", () => {
  const white = rgbOf("#ffffff")!;
  for (const name of Palette.options) {
    const tokens = paletteOf(name);
    for (const ink of ["ink", "ink-soft", "accent"]) {
      expect(contrast(rgbOf(tokens.get(ink)!.light)!, white)).toBeGreaterThanOrEqual(
        contrast(rgbOf(FAINTEST.light)!, white),
      );
      expect(contrast(rgbOf(tokens.get(ink)!.dark)!, white)).toBeLessThanOrEqual(
        contrast(rgbOf(FAINTEST.dark)!, white),
      );
    }
    for (const surface of SURFACES) {
      const { light, dark } = tokens.get(surface)!;
      expect(contrast(rgbOf(light)!, white)).toBeLessThanOrEqual(contrast(rgbOf(NEAREST.light)!, white));
      expect(contrast(rgbOf(dark)!, white)).toBeGreaterThanOrEqual(contrast(rgbOf(NEAREST.dark)!, white));
    }
  }
});

const background = fc.oneof(
  fc.constant(null),
  fc.record({ kind: fc.constant("colour" as const), colour }),
  fc.record({ kind: fc.constant("gradient" as const), from: colour, to: colour }),
);

test("whatever colours somebody chooses, words meet WCAG AA on them, light and dark", () => {
  fc.assert(
    fc.property(fc.constantFrom(...Palette.options), background, fc.option(colour), (palette, chosen, accent) => {
      const style = SheetStyle.parse({ palette, background: chosen, accent });
      const set = propertiesOf(style, null);
      const changed = tokensIn(
        Object.entries(set)
          .map(([name, value]) => `${name}: ${value}`)
          .join(";"),
      );
      const tokens = new Map([...paletteOf(palette), ...changed]);
      for (const mode of MODES) {
        for (const surface of ["ground", "surface", "raised"]) {
          for (const ink of ["ink", "ink-soft", "accent"]) {
            expect(between(tokens, ink, surface, mode), `${mode} ${ink} on ${surface}`).toBeGreaterThanOrEqual(AA);
          }
        }
        expect(between(tokens, "accent-ink", "accent", mode)).toBeGreaterThanOrEqual(AA);
        if (palette !== "paper" || chosen)
          expect(between(tokens, "accent", "accent-soft", mode)).toBeGreaterThanOrEqual(AA);
      }
    }),
  );
});

test("between the two colours of a gradient words can be read as well", () => {
  fc.assert(
    fc.property(colour, colour, fc.constantFrom(...MODES), fc.nat(100), (from, to, mode, percent) => {
      const [a, b] = [rgbOf(groundOf(from, mode))!, rgbOf(groundOf(to, mode))!];
      const part = (one: number, other: number) => one + ((other - one) * percent) / 100;
      const here = { red: part(a.red, b.red), green: part(a.green, b.green), blue: part(a.blue, b.blue) };
      expect(contrast(here, rgbOf(FAINTEST[mode])!)).toBeGreaterThanOrEqual(AA);
    }),
  );
});

test("a ground that words can be read on stays as it was chosen, and a mended one needs no more", () => {
  expect(groundOf("#f0e8d8", "light")).toBe("#f0e8d8");
  expect(groundOf("#10131a", "dark")).toBe("#10131a");
  fc.assert(
    fc.property(colour, fc.constantFrom(...MODES), (chosen, mode) => {
      const mended = groundOf(chosen, mode);
      expect(groundOf(mended, mode)).toBe(mended);
    }),
  );
});

test("a sheet from before has the colours that it had", () => {
  const style = { theme: "system", density: "cosy", reader: false, accent: "#1f5a6e" } as const;
  expect(propertiesOf(style, null)).toEqual({ "--accent": "light-dark(#1f5a6e, #799ca8)" });
  expect(propertiesOf({ ...style, accent: null }, null)).toEqual({});
});
