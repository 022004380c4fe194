import { expect, test } from "vitest";
import { definitionsFor } from "./definitions.ts";
import type { InertContext } from "./inert-attributes.ts";
import { inertHtml } from "./inert-html.ts";
import { parsePage } from "./page-node.ts";

const context: InertContext = {
  base: new URL("http://site.test/"),
  links: { linkTo: () => null, linkToDrawing: () => null },
  idOf: (id) => `t-${id}`,
  hrefOf: () => null,
  isInTile: true,
};

const SPRITE = `<svg><symbol id="anchor"><path d="M1" fill="url(#sea)" onclick="x()"/><script>x()</script></symbol>
  <linearGradient id="sea" href="#deep"/><linearGradient id="deep"><stop/></linearGradient><symbol id="other"><path d="M9"/></symbol></svg>`;

/** html 0, head 1, body 2, and the block is the last element of the page. */
function definitionsOf(block: string, sprite = SPRITE): string {
  const root = parsePage(`<body>${sprite}${block}</body>`)!;
  const whole = inertHtml(root, context);
  const node = Number(/data-block[^>]*data-tessera-node="(\d+)"/.exec(whole.html)?.[1]);
  const { html } = inertHtml(root, { ...context, blocks: new Set([node]) });
  return definitionsFor(root, html, { prefix: "t-", context });
}

test("a block brings the symbols that it draws, and what those are painted with", () => {
  const svg = definitionsOf('<p class="b" data-block><svg><use href="#anchor"/></svg></p>');
  for (const id of ["anchor", "sea", "deep"]) expect(svg).toContain(` id="t-${id}"`);
  expect(svg).not.toMatch(/other|script|onclick|data-tessera-node/);
});

test("what the block defines itself, or nobody does, is not looked for", () => {
  expect(definitionsOf('<svg data-block><symbol id="own"/><use href="#own"/><use href="#nobody"/></svg>')).toBe("");
  expect(definitionsOf("<p data-block>words</p>")).toBe("");
});

test("an element of another kind with that name is none that could be drawn", () => {
  expect(definitionsOf('<svg data-block><use href="#bait"/></svg>', '<div id="bait"><img src="/x.png"></div>')).toBe(
    "",
  );
});

test("symbols that draw each other end somewhere", () => {
  const ring = Array.from({ length: 500 }, (_, at) => `<symbol id="s${at}"><use href="#s${(at + 1) % 500}"/></symbol>`);
  const svg = definitionsOf('<svg data-block><use href="#s0"/></svg>', `<svg>${ring.join("")}</svg>`);
  expect(svg.match(/<symbol/g)?.length).toBeLessThan(101);
});
