import { expect, test } from "vitest";
import { inertSvg, MAX_SVG_DEPTH } from "./asset-reader.ts";

const NAMESPACE = "http://www.w3.org/2000/svg";
const nested = (depth: number) =>
  `<svg xmlns="${NAMESPACE}">${"<g>".repeat(depth - 1)}${"</g>".repeat(depth - 1)}</svg>`;

test("a picture keeps its shapes and loses what runs, animates or reaches out", () => {
  const svg = inertSvg(
    `<svg xmlns="${NAMESPACE}" onload="x()"><script>x()</script><animate/><use href="#a"/><use href="http://evil.test/"/><path d="M0 0" fill="url(#a) red" stroke="url(http://evil.test/)"/></svg>`,
  );
  expect(svg).toContain('<path d="M0 0" fill="url(#a) red"');
  expect(svg).toContain('<use href="#a"');
  expect(svg).not.toMatch(/script|onload|animate|evil/);
});

test("a picture that is deeper than any drawing is none, however large it is", () => {
  expect(inertSvg(nested(MAX_SVG_DEPTH))).toContain("<g>");
  expect(inertSvg(nested(MAX_SVG_DEPTH + 1))).toBe("");
  expect(inertSvg(`<svg>${"<g>".repeat(2_700_000)}`)).toBe("");
  expect(inertSvg(`<svg>${"<x>".repeat(1_000_000)}`)).toBe("");
});

test("shapes beside one another are no depth", () => {
  const shapes = `<g><path d="M0 0"/></g>`.repeat(2 * MAX_SVG_DEPTH);
  expect(inertSvg(`<svg xmlns="${NAMESPACE}">${shapes}</svg>`).match(/<path/g)).toHaveLength(2 * MAX_SVG_DEPTH);
});

test("the styles of a picture stay, as far as they point nowhere else", () => {
  const drawn = (inner: string) => inertSvg(`<svg xmlns="${NAMESPACE}">${inner}</svg>`);
  expect(drawn("<style>.a{fill:#c05;mask:url(#m)}</style>")).toContain("<style>.a{fill:#c05;mask:url(#m)}</style>");
  expect(drawn("<style><![CDATA[.a > .b{fill:red}]]></style>")).toMatch(/<style>\.a\s*&gt;\s*\.b\{fill:red\}<\/style>/);
  expect(drawn('<path style="fill:#c05;stroke:url(#g)" d="M0 0"/>')).toContain('style="fill:#c05;stroke:url(#g)"');
});

test("the styles of a picture bring nothing in and end where they end", () => {
  const drawn = inertSvg(
    `<svg xmlns="${NAMESPACE}"><style>@import "http://evil.test/a";.a{fill:red;background:url(http://evil.test/b)}` +
      `.b::after{content:"&lt;/style>&lt;script>x()&lt;/script>"}</style><style><![CDATA[</style><script>x()</script>]]></style>` +
      `<STYLE onload="x()">.c{fill:blue}</STYLE><tessera-style><script>x()</script></tessera-style>` +
      `<path style="background:url(http://evil.test/c);fill:green" d="M0 0"/></svg>`,
  );
  expect(drawn).not.toMatch(/evil|<script|onload|@import/);
  expect(drawn.match(/<style>/g)).toHaveLength(drawn.match(/<\/style>/g)!.length);
  expect(drawn).toContain("fill:green");
});
