import fc from "fast-check";
import { expect, test } from "vitest";
import { namespaceNames, namespaceStyles } from "./css-namespace.ts";

test.each([
  [".news{color:red}", ".herald_news{color:red}"],
  ["#top .a.b>li:not(.c){}", "#herald_top .herald_a.herald_b>li:not(.herald_c){}"],
  ["p{margin:.5em;background:url(a.b/c.png)}", "p{margin:.5em;background:url(a.b/c.png)}"],
  ["@media (min-width:20.5em){.a{color:#fff}}", "@media (min-width:20.5em){.herald_a{color:#fff}}"],
  ["@import url('x.css');.a{}", "@import url('x.css');.herald_a{}"],
  ["@keyframes k{12.5%{top:0}}.a{}", "@keyframes k{12.5%{top:0}}.herald_a{}"],
  ["/* .x{ */.a/* .y */.b{}", "/* .x{ */.herald_a/* .y */.herald_b{}"],
  ['a[href=".x"].a{content:".b{"}', 'a[href=".x"].herald_a{content:".b{"}'],
  [".a{.b &{color:red}}", ".herald_a{.herald_b &{color:red}}"],
  [".w\\/full{}", ".herald_w\\/full{}"],
  [".größe{} .--x{} .\\31 st{}", ".herald_größe{} .herald_--x{} .herald_\\31 st{}"],
  ["", ""],
])("%s", (css, expected) => {
  expect(namespaceStyles(css, "herald")).toBe(expected);
});

test("names in attributes get the same prefix", () => {
  expect(namespaceNames(" news  lead ", "herald")).toBe(" herald_news  herald_lead ");
});

test("any text passes, and without the prefixes it is what it was", () => {
  const css = fc.string({ unit: fc.constantFrom(..."{}[]();:.#@,\"'\\/* ab\n") });
  fc.assert(
    fc.property(css, (text) => {
      expect(namespaceStyles(text, "zzz").replaceAll("zzz_", "")).toBe(text);
    }),
    { numRuns: 2000 },
  );
});

test("a namespace is a plain name", () => {
  for (const name of ["", "a b", "1a", "a{", "ä"]) expect(() => namespaceStyles("", name)).toThrow(RangeError);
});
