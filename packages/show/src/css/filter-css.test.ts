import { parse } from "css-tree";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { AssetLinks } from "../rules/asset-links.ts";
import { MAX_ERRORS, MAX_SHEET_LENGTH, MAX_TOKENS } from "./css-syntax.ts";
import { filterSheet, filterStyleAttribute } from "./filter-css.ts";
import { namespaceSheet } from "./namespace-css.ts";
import { SHADOW_LAYER_FIRST, scopeToHost } from "./shadow-css.ts";

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

test("what a page says of a property of its own is kept, where no address is its first value", () => {
  const border = '@property --tw-border-style{syntax:"*";inherits:false;initial-value:solid}';
  expect(filter(border)).toBe(border);
  expect(filter('@property --a{syntax:"<length>|none";inherits:true;initial-value:0px}')).toBe(
    '@property --a{syntax:"\\3c length>|none";inherits:true;initial-value:0px}',
  );
  for (const css of [
    "@property --u{syntax:'<image>';inherits:false;initial-value:url(https://x)}",
    "@property --u{syntax:'*';inherits:false;initial-value:image-set('https://x' 1x)}",
    "@property --u{syntax:'*';inherits:false;initial-value:var(--y,url(x))}",
    "@property --tessera-rem{syntax:'*';inherits:false;initial-value:0}",
    "@property --\\74 essera-rem{syntax:'*';inherits:false;initial-value:0}",
    "@property color{syntax:'*';inherits:false;initial-value:0}",
    "@property --a{p{color:red}}",
    "@property --a;",
  ]) {
    expect(filter(css), css).toBe("");
  }
  const hidden = filter("@property --u{syntax:'*';inherits:false;initial-value:u\\72l(https://x)}");
  expect(hidden).not.toContain("https");
});

test("markers of lists and places beside an anchor that a page names itself are kept, filtered", () => {
  const markers = '@counter-style waves{system:cyclic;symbols:"~""=";suffix:" "}';
  expect(filter(markers)).toBe(markers);
  expect(filter("@position-try --below{top:anchor(bottom)}")).toBe("@position-try --below{top:anchor(bottom)}");
  expect(filter("@counter-style x{symbols:url(i.png)}")).toBe("@counter-style x{symbols:url(/a/image/css/i.png)}");
  expect(filter("@counter-style x{symbols:url(javascript:x)}")).toBe("@counter-style x{}");
});

test("the first value of a property names fonts as the tile does, and none of its lengths", () => {
  const css = '@font-face{font-family:Inter;src:url(a)}@property --f{syntax:"*";inherits:false;initial-value:Inter}';
  const property = '@property --v{syntax:"<length>";inherits:false;initial-value:1vh}';
  const named = namespaceSheet(css + property, { scope: "[t]", prefix: "t-" });
  expect(named).toContain("initial-value:t-Inter");
  expect(named).toContain("initial-value:1vh");
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
    "@layer tessera-shadow{@scope (#h) to (slot > *) {:scope:is(.x) p{color:red}slot>:is(b){color:blue}}@scope (#h) to (slot > * > *) {slot>:is(b){color:blue}}}",
  );
});

test("the page around a host has the last word about it: what the tree says comes in a layer before all of the page's", () => {
  const sheets = `${SHADOW_LAYER_FIRST}@layer base{x-a{color:blue}}${scopeToHost(":host{color:red}", "#h")}`;
  const css = namespaceSheet(sheets, { scope: "[t]", prefix: "p-" });
  expect(css.match(/@layer [^{;]*/g)).toEqual(["@layer p-tessera-shadow", "@layer p-base", "@layer p-tessera-shadow"]);
});

test("brackets within those of a host and a slot are read to their end", () => {
  const inner = (css: string) =>
    /^@layer tessera-shadow\{@scope \(#h\) to \(slot > \*\) \{(.*?\})\}/.exec(scopeToHost(css, "#h"))?.[1];
  expect(inner(":host(:not([open],.a:is(b))) p{color:red}")).toBe(":scope:is(:not([open],.a:is(b))) p{color:red}");
  expect(inner("::slotted(:not(.x))::before{color:red}")).toBe("slot>:is(:not(.x))::before{color:red}");
  expect(inner("slot[name=a]::slotted(b){color:red}")).toBe("slot[name=a]:is(slot)>:is(b){color:red}");
  expect(inner(":host-context(.dark) p{color:red}")).toBe(":scope:is(.dark,.dark *) p{color:red}");
  expect(inner(":not(:host(.a)) p{content:':host(x)'}")).toBe(':not(:scope:is(.a)) p{content:":host(x)"}');
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

test("a rule about a part of a shadow tree reaches into it", () => {
  const css = (rule: string) => namespaceSheet(filter(rule), { scope: "[t]", prefix: "", hosts: ["[h]"] });
  expect(css("x-a.b::part(base label):hover{color:red}")).toBe(
    ':where([t]) x-a.b [part~="base"][part~="label"]:hover{color:red}',
  );
  expect(css("main>::part(base)::before{color:red}")).toBe(':where([t]) main>* [part~="base"]::before{color:red}');
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

test("a font of several words is the same with quotes and without, where it is brought and where it is used", () => {
  const faces = `@font-face{font-family:"Open Sans";src:url(a)}@font-face{font-family:Material Icons;src:url(b)}`;
  const css = namespaceSheet(
    `${faces}p{font-family:Open Sans,sans-serif}i{font:italic 24px/1 Material Icons,open sans}b{font-family:var(--x,"Material Icons",serif)}q{font:caption}:root{--sans:Open Sans}`,
    { scope: "[t]", prefix: "t-" },
  );
  expect(css).toContain('{font-family:"t-Open Sans";src');
  expect(css).toContain('{font-family:"t-Material Icons";src');
  expect(css).toContain('p{font-family:"t-Open Sans",sans-serif}');
  expect(css).toContain('24px/1"t-Material Icons","t-open sans"}');
  expect(css).toContain('font-family:var(--x,"t-Material Icons",serif)');
  expect(css).toContain("font:caption");
  expect(css).toContain('--sans:"t-Open Sans"');
});

test("animations that a page keeps in properties of its own have the tile's names there, other words their own", () => {
  const css = namespaceSheet(
    "@keyframes spin{to{rotate:1turn}}@keyframes left{to{left:0}}:root{--animate-spin:spin 1s linear infinite;--turn:2s spin;--animation-name:left;--side:left;--transition-side:left 1s}",
    { scope: "[t]", prefix: "t-" },
  );
  expect(css).toContain("--animate-spin:t-spin 1s linear infinite;--turn:2s t-spin;--animation-name:t-left");
  expect(css).toContain("--side:left;--transition-side:left 1s");
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

test("rules about popovers are about those that were open, too, with the weight that they had", () => {
  const css = namespaceSheet("[popover]{margin:1px}.a[popover=manual]:popover-open{margin:2px}", {
    scope: "[t]",
    prefix: "",
  });
  expect(css).toContain(":where([t]) :is([popover],[data-tessera-popover]){margin:1px}");
  expect(css).toContain(".a:is([popover=manual],[data-tessera-popover=manual])[data-tessera-popover]{margin:2px}");
});
