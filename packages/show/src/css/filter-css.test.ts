import { parse } from "css-tree";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { AssetLinks } from "../rules/asset-links.ts";
import { MAX_ERRORS, MAX_SHEET_LENGTH, MAX_TOKENS } from "./css-syntax.ts";
import { filterSheet, filterStyleAttribute } from "./filter-css.ts";
import { namespaceSheet, scopeToHost } from "./namespace-css.ts";

const links: AssetLinks = {
  linkTo: (address, base, kind) => {
    const url = URL.canParse(address, base.href) ? new URL(address, base.href) : null;
    return url?.protocol === "https:" ? `/a/${kind}${url.pathname}` : null;
  },
  linkToDrawing: () => null,
};
const context = { base: new URL("https://site.test/css/main.css"), links };
const filter = (css: string) => filterSheet(css, context);

test("addresses become ours, relative to the sheet", () => {
  expect(filter("p{background:url(../i.png)}")).toBe("p{background:url(/a/image/i.png)}");
  expect(filter("p{background:image-set('x.png' 1x,url(y.png) 2x)}")).toBe(
    'p{background:image-set("/a/image/css/x.png"1x,url(/a/image/css/y.png)2x)}',
  );
  expect(filter("@font-face{font-family:F;src:url(f.woff2)}")).toBe(
    "@font-face{font-family:F;src:url(/a/font/css/f.woff2)}",
  );
  expect(filter("@import 'o.css' screen;")).toBe('@import "/a/style/css/o.css"screen;');
  expect(filter("p{fill:url(#g)}")).toBe("p{fill:url(#g)}");
});

test("what is not an address of the web, and what hides one, is left out", () => {
  for (const css of [
    "p{background:url(javascript:x)}",
    "p{background:u\\72l(https://x)}",
    "p{behavior:url(x)}",
    "p{width:expression(x)}",
    "@\\69mport 'x';",
    "@charset 'x';",
    "@namespace url(https://x);",
    "@document url(https://x){p{color:red}}",
    "@page{margin:0}",
    "p{--a:u\\72l(https://x)}",
    "--a:u\\72l(https://x) p{}",
    "a:url(https://x) p{}",
    "a:image-set('https://x') p{}",
  ]) {
    expect(filter(css).replace(/^p\{\}$/, "")).toBe("");
  }
});

test("nested rules are kept and filtered like any other", () => {
  expect(filter("a{color:red;.b &{background:url(x.png)}p{color:blue}&:hover{color:tan}@media print{color:red}}")).toBe(
    "a{color:red;.b &{background:url(/a/image/css/x.png)}p{color:blue}&:hover{color:tan}@media print{color:red}}",
  );
});

test("nothing that is written can end the element it stands in", () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom("</style>", "{", "}", "'", '"', "url(", ")", "a", ":", ";", "<!--", "\\", "@media", " ", "x"),
      ),
      (parts) => {
        expect(filter(parts.join(""))).not.toContain("<");
        expect(filterStyleAttribute(parts.join(""), context)).not.toContain("<");
      },
    ),
    { numRuns: 300 },
  );
});

test("whatever comes in, no address of another comes out", () => {
  const piece = fc.constantFrom(
    "url(https://evil.test/x)",
    "url('//evil.test')",
    "image-set('https://evil.test' 1x)",
    "p{",
    "}",
    "color:red;",
    "--a:",
    "background:",
    "@import 'https://evil.test';",
    "@media all{",
    "/*",
    "*/",
    "'",
    "\\75rl(https://evil.test)",
    "&",
    ";",
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (parts) => {
      // A string that no function takes for an address is only text.
      const kept = filter(parts.join("")).replace(/"(?:[^"\\]|\\.)*"/gs, "");
      expect(kept).not.toMatch(/(?:url|\\75rl|image-set)\([^)]*evil/);
    }),
    { numRuns: 500 },
  );
});

test("what is left ends where it stands: no quote or bracket reaches into what follows", () => {
  for (const css of [
    "p{'",
    "p{a:b(",
    "p{a:'x",
    "p{(}",
    "p{)",
    "@media all{p{'",
    "p{a:var(--x,')",
    "p{--a:[",
    "@media ({p{}",
  ]) {
    const kept = filter(css).replace(/"(?:[^"\\]|\\.)*"/gs, "");
    expect(kept).not.toMatch(/['"]/);
    for (const pair of ["()", "[]", "{}"]) expect(kept.split(pair[0]!).length).toBe(kept.split(pair[1]!).length);
  }
});

test("a sheet nested absurdly deep is nothing", () => {
  expect(filter("a{".repeat(100_000))).toBe("");
  expect(filter(`a{b:${"(".repeat(100_000)}`)).toBe("");
});

test("a sheet of mistakes is given up after a number of them, one with some is kept", () => {
  const mistakes = (count: number) => `a{${"b c;".repeat(count)}}p{color:red}`;
  expect(filter(mistakes(MAX_ERRORS))).toBe("a{}p{color:red}");
  expect(filter(mistakes(MAX_ERRORS + 1))).toBe("");
  expect(filterStyleAttribute("b c;".repeat(MAX_ERRORS + 1), context)).toBe("");
  // what was given up before says nothing about the next
  expect(filter("p{color:red}")).toBe("p{color:red}");
});

test("two megabytes of mistakes are no more work than some of them", () => {
  for (const unit of ["b c;", "a..b{c:d}", "@media (a:){b{c:d}}", "a{b:c}}", "b:!x;", "a{b:"]) {
    expect(filter(`a{${unit.repeat(2_000_000 / unit.length)}`), unit).toBe("");
    expect(filter(unit.repeat(2_000_000 / unit.length)), unit).toBe("");
  }
});

test("a sheet of more words than tools write, and one that is too long, are nothing", () => {
  expect(filter("a{b:c}".repeat(100))).toBe("a{b:c}".repeat(100));
  expect(filter("a{b:c}".repeat(MAX_TOKENS / 6 + 1))).toBe("");
  expect(filter(`/*${" ".repeat(MAX_SHEET_LENGTH)}*/p{color:red}`)).toBe("");
});

test("a tile's rules are bound to it, with the weight they had", () => {
  const named = namespaceSheet(
    "@keyframes k{from{left:0}}@font-face{font-family:F;src:url(x)}@layer base{p{color:red}}html,body>p,:root .a,#i{animation:k 1s;font-family:F,serif}",
    { scope: '[data-tessera-tile="a"]', prefix: "t-" },
  );
  expect(named).toContain("@keyframes t-k{from{left:0}}");
  expect(named).toContain("@layer t-base{");
  expect(named).toContain("font-family:t-F;src");
  expect(named).toContain("animation:t-k 1s;font-family:t-F,serif");
  const where = ':where([data-tessera-tile="a"]) ';
  expect(named).toContain(`${where}div:where([data-tessera-tag="html"])`);
  expect(named).toContain(`${where}div:where([data-tessera-tag="body"])>p`);
  expect(named).toContain(`${where}[data-tessera-tag="html"] .a`);
  expect(named).toContain(`${where}#t-i`);
  expect(parse(named)).toBeTruthy();
});

test("a tile carries only the rules that can match in it", () => {
  const words = (text: string) => new Set(text.split(" "));
  const present = { tags: words("div p my-tag"), classes: words("a md:b"), ids: words("i") };
  const kept = (css: string) => namespaceSheet(css, { scope: ".s", prefix: "t-", present });
  for (const css of [
    "p",
    ".a",
    "#i",
    "my-tag",
    "html .a",
    "*",
    ".md\\:b",
    "p:not(.x)",
    ":is(.x,.y)",
    "[q]",
    "p::before",
  ]) {
    expect(kept(`${css}{color:red}`), css).not.toBe("");
  }
  for (const css of ["b", ".x", "#j", ".a .x", "p>b", ".x:hover"]) expect(kept(`${css}{color:red}`), css).toBe("");
  expect(kept(".x,.a{color:red}")).toBe(":where(.s) .a{color:red}");
  expect(kept("@keyframes k{from{left:0}}")).toBe("@keyframes t-k{from{left:0}}");
});

test("styles of a shadow tree stay below their host", () => {
  expect(scopeToHost(":host(.x) p{color:red}::slotted(b){color:blue}", "#h")).toBe(
    "@scope (#h) to (slot > *) {:scope:is(.x) p{color:red}slot > :is(b){color:blue}}@scope (#h) to (slot > * > *) {slot > :is(b){color:blue}}",
  );
});

test("rules of the page do not reach into a shadow tree, but to what was put into its slots", () => {
  const css = namespaceSheet("p{margin:0}p::before,a:after{color:red}@scope (#h){i{color:tan}}", {
    scope: "[t]",
    prefix: "",
    hosts: ["[h]"],
  });
  const outside = ":not(:where(:is([h]) :not(slot *)))";
  expect(css).toContain(`:where([t]) p${outside}{margin:0}`);
  expect(css).toContain(`:where([t]) p${outside}::before,:where([t]) a${outside}:after{color:red}`);
  expect(css).toContain(":where([t]) :where(:scope) i{color:tan}");
});

test("fonts that a page keeps in properties of its own have the tile's names there, too", () => {
  const face = '@font-face{font-family:"Source Sans 3";src:url(a.woff)}@font-face{font-family:Inter;src:url(b.woff)}';
  const css = namespaceSheet(
    `${face}:root{--sans:"Source Sans 3",Inter,Arial;--text:400 1rem 'inter',serif;--say:"Inter the bank"}`,
    {
      scope: "[t]",
      prefix: "t-",
    },
  );
  expect(css).toContain('--sans:"t-Source Sans 3",t-Inter,Arial');
  expect(css).toMatch(/--text:400 .+"t-inter",serif/);
  expect(css).toContain('--say:"Inter the bank"');
});

test("a grid within a grid can do without the rows of the one around it", () => {
  const css = namespaceSheet(".a{grid-template-rows:subgrid}.b{grid-template-rows:auto 1fr}", {
    scope: "[t]",
    prefix: "",
  });
  expect(css).toContain("grid-template-rows:var(--tessera-subgrid,subgrid)");
  expect(css).toContain("grid-template-rows:auto 1fr");
});

test("rules with a scope of their own are bound to the tile around it", () => {
  const css = namespaceSheet("@scope (.a){p{color:red}:scope b{color:tan}@media print{i{color:blue}}}", {
    scope: "[t]",
    prefix: "t-",
  });
  expect(css).toBe(
    "@scope (.a){:where([t]) :where(:scope) p{color:red}:where([t]) :scope b{color:tan}@media print{:where([t]) :where(:scope) i{color:blue}}}",
  );
});
