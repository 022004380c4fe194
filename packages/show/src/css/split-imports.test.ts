import { expect, test } from "vitest";
import { splitImports } from "./split-imports.ts";

const importsOf = (css: string) => splitImports(css).imports;

test("an import keeps its layer, its test for support and its media query", () => {
  expect(importsOf("@import url(/a) layer(base.sub) supports(display:grid) screen and (min-width:1px);")).toEqual([
    {
      address: "/a",
      around: ["@layer base.sub", "@supports (display:grid)", "@media screen and (min-width:1px)"],
      before: "",
    },
  ]);
  expect(importsOf("@import '/a' layer;@import '/b' supports(not (display:grid));@import '/c';")).toEqual([
    { address: "/a", around: ["@layer"], before: "" },
    { address: "/b", around: ["@supports (not (display:grid))"], before: "" },
    { address: "/c", around: [], before: "" },
  ]);
});

test("names of layers that are said before an import stay before it", () => {
  const { imports, css } = splitImports("@charset 'utf-8';@layer top,base;@import '/a' layer(base);p{color:red}");
  expect(imports).toEqual([{ address: "/a", around: ["@layer base"], before: "@layer top,base;" }]);
  expect(css).toContain("p{color:red}");
});

test("an import behind a rule or inside of one is none", () => {
  const { imports, css } = splitImports("p{color:red}@import '/a';@media screen{@import '/b';}");
  expect(imports).toEqual([]);
  expect(css).not.toContain("import");
});

test("a condition that could end its rule or load something is taken as met", () => {
  for (const condition of ["supports(a:'}')", "supports(background:url(/x))", "layer(a\\7b b)"]) {
    expect(importsOf(`@import '/a' ${condition};`)).toEqual([{ address: "/a", around: [], before: "" }]);
  }
});
