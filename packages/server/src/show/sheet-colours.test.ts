import { readFileSync } from "node:fs";
import { Palette } from "@tessera/model";
import { contrast, rgbOf } from "@tessera/model/colour";
import fc from "fast-check";
import { expect, test } from "vitest";
import { inkOf, PALETTES, sheetProperties, tileProperties } from "./sheet-colours.ts";

const TOKENS = readFileSync(new URL("../../../web/src/style/tokens.css", import.meta.url), "utf8");
const NAMES = { ground: "ground", surface: "surface", line: "line", ink: "ink", soft: "ink-soft" } as const;

test.each(Palette.options)("the palette %s is that of the app", (palette) => {
  const [rules = ""] = TOKENS.split(`[data-palette="${palette}"] {`)[1]?.split("}") ?? [];
  for (const [name, token] of Object.entries(NAMES)) {
    const [light, dark] = PALETTES[palette][name as keyof typeof NAMES];
    expect(rules).toContain(`--${token}: light-dark(${light}, ${dark});`);
  }
});

test("whatever a style says, its properties are colours and nothing else", () => {
  const text = fc.oneof(fc.string(), fc.constantFrom("#123456", "red;--x:url(//a.example)", "</style>"));
  const shape =
    /^(--[a-z-]+:(#[0-9a-f]{6}|light-dark\(#[0-9a-f]{6}, ?#[0-9a-f]{6}\)|linear-gradient\(160deg,light-dark\([#0-9a-f, ]+\),light-dark\([#0-9a-f, ]+\)\));)*$/;
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(sheetProperties({ background: { kind: "colour", colour: one } })).toMatch(shape);
      expect(sheetProperties({ palette: "rose", background: { kind: "gradient", from: one, to: other } })).toMatch(
        shape,
      );
      expect(tileProperties({ background: one, foreground: other })).toMatch(shape);
    }),
  );
});

test("words can be read on the colour of a tile", () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(colour, fc.option(colour), (background, foreground) => {
      const ink = inkOf({ background, foreground });
      expect(contrast(rgbOf(background)!, rgbOf(ink!)!)).toBeGreaterThan(4.2);
    }),
  );
});
