import fc from "fast-check";
import { expect, test } from "vitest";
import type { AssetLinks } from "../rules/asset-links.ts";
import { filterStyleAttribute } from "./filter-css.ts";
import { namespaceSheet } from "./namespace-css.ts";
import { nameFamiliesTwice } from "./tile-fonts.ts";

const links: AssetLinks = { linkTo: () => null, linkToDrawing: () => null };
const inTile = (style: string) =>
  filterStyleAttribute(style, {
    base: new URL("https://site.test/"),
    links,
    isInTile: true,
    idOf: (name) => `t-${name}`,
  });

test("a font in a style attribute is looked for by the name that it has in the tile, then by its own", () => {
  expect(namespaceSheet("@font-face{font-family:Icons;src:url(a.woff)}", { scope: "[t]", prefix: "t-" })).toContain(
    "font-family:t-Icons",
  );
  expect(inTile("font-family:Icons")).toBe('font-family:"t-Icons",Icons');
  expect(inTile("font-family:'Source Sans 3',Arial,sans-serif")).toBe(
    'font-family:"t-Source Sans 3","Source Sans 3","t-Arial",Arial,sans-serif',
  );
  expect(inTile("font-family:Open Sans,serif")).toBe('font-family:"t-Open Sans",Open Sans,serif');
  expect(inTile("font:italic 700 14px Icons,serif")).toBe('font:italic 700 14px"t-Icons",Icons,serif');
});

test("what names no font stays as it is", () => {
  for (const style of ["font-family:inherit", "font-family:var(--a)", "font:caption", "font:inherit", "color:red"]) {
    expect(inTile(style)).toBe(style);
  }
});

test("an animation in a style attribute has the name that it has in the tile", () => {
  expect(inTile("animation:1s ease-in-out both come,spin 2s steps(4,end) infinite")).toBe(
    "animation:1s ease-in-out both t-come,t-spin 2s steps(4,end) infinite",
  );
  expect(inTile("animation-name:come,none")).toBe("animation-name:t-come,none");
  for (const style of ["animation:none", "animation:var(--a)", "animation-timing-function:ease"])
    expect(inTile(style)).toBe(style);
});

test("families of a drawing's attribute are read as those of a sheet", () => {
  expect(nameFamiliesTwice("Icons, serif", (name) => `t-${name}`)).toBe('"t-Icons",Icons,serif');
});

test("no text of an attribute leaves its declaration", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (text) => {
      const named = nameFamiliesTwice(text, (name) => `t-${name}`) ?? "";
      expect(inTile(`font-family:${text}`)).not.toMatch(/<\/|expression|javascript:/i);
      expect(named.split(",").length).toBeLessThanOrEqual(2 * text.split(",").length + 1);
    }),
    { seed: 18, numRuns: 300 },
  );
});
