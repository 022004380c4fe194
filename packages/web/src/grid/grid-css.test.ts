import { expect, test } from "vitest";
import { gridCss, itemCss } from "./grid-css.ts";

const place = { x: 3, y: 2, width: 4, height: 5 };

test("the grid is as high as its lowest tile, in cells of the density", () => {
  expect(gridCss([place, { x: 0, y: 0, width: 1, height: 1 }], "cosy")).toContain(`height:${7 * 68}px`);
  expect(gridCss([], "roomy")).toContain("height:0px");
  expect(gridCss([place], "compact")).toContain("--gs-cell-height:56px");
});

test("a tile lies from the side where text begins", () => {
  expect(itemCss(place, false)).toContain("left:calc(3 * var(--gs-column-width))");
  expect(itemCss(place, true)).toContain("right:calc(3 * var(--gs-column-width))");
  expect(itemCss(place, true)).not.toContain("left:");
});
