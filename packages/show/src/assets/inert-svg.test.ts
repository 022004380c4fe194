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
