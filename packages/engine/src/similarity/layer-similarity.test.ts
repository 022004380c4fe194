import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { type DomTree, isText, tagOf } from "../tree/dom-tree.ts";
import { changeSince, layerSimilarity, layersOf, pageChange } from "./layer-similarity.ts";

const markup = fc
  .array(
    fc.constantFrom("<div>", "</div>", "<p>", "</p>", "<span>", "<table>", "<tr>", "<td>", "<h1>", "text", "<svg>"),
  )
  .map((parts) => parseHtml(parts.join("")));

test("a page is its own equal; the similarity is symmetric and keeps to its range", () => {
  fc.assert(
    fc.property(markup, markup, fc.integer({ min: 1, max: 15 }), (first, second, layers) => {
      expect(layerSimilarity(first, first, layers)).toBe(1);
      const similarity = layerSimilarity(first, second, layers);
      expect(layerSimilarity(second, first, layers)).toBe(similarity);
      expect(similarity).toBeLessThanOrEqual(1);
      expect(similarity).toBeGreaterThanOrEqual(1 - (layers + 1) / (2 * layers) - 1e-12);
    }),
  );
});

test("section 3, D = 8: a change in the eighth layer below the body counts, one in the ninth does not", () => {
  const nested = (layer: number, tag: string) => parseHtml(`${"<section>".repeat(layer - 1)}<${tag}></${tag}>`);
  const of = (layer: number): number => layerSimilarity(nested(layer, "p"), nested(layer, "h1"));
  // the whole of the lowest layer is 1/8 of 1/8
  expect(of(8)).toBe(1 - 1 / 64);
  expect(of(9)).toBe(1);
});

test("texts and attributes do not count", () => {
  const before = parseHtml(`<div class="a">one<p>two</div>`);
  expect(layerSimilarity(before, parseHtml(`<div id="b">three<p>four <!-- five --></div>`))).toBe(1);
});

test("one changed place of four at D = 1 is 0.75, and the fewer at D = 2 by the weights, as www.live.com in Table 1", () => {
  const before = parseHtml("<p></p><p></p><p></p><p></p>");
  const after = parseHtml("<p></p><p></p><p></p><h1></h1>");
  expect(layerSimilarity(before, after, 1)).toBe(0.75);
  expect(layerSimilarity(before, after, 2)).toBe(0.875);
});

/** The listing of section 4, line by line; A and B are the tags of each layer below the body. */
function listed(A: readonly string[][], B: readonly string[][], D: number): number {
  const isSpecial = (tag = ""): boolean => ["TABLE", "TR", "TD", "DIV", "SPAN"].includes(tag);
  let P = 0;
  for (let i = 1; i <= D; i++) {
    const [a, b] = [A[i - 1], B[i - 1]];
    const T = Math.max(a.length, b.length);
    let [Ek, Ej] = [0, 0];
    for (let j = 0; j < T; j++) {
      const weight = isSpecial(a[j]) || isSpecial(b[j]) ? 2 : 1;
      if (a[j] !== b[j]) Ek += weight;
      Ej += weight;
    }
    if (T > 0) P += (Ek / Ej / D) * ((D - i + 1) / D);
  }
  return 1 - P;
}

test("the listing of section 4 gives the same similarity, for every D", () => {
  const layers = (page: DomTree, D: number): string[][] => {
    const body = [...page.tag.keys()].findIndex((node) => tagOf(page, node) === "body");
    const elements = [...page.tag.keys()].filter((node) => node > body && !isText(page, node));
    return Array.from({ length: D }, (_, layer) =>
      elements
        .filter((node) => page.depth[node] === page.depth[body] + layer + 1)
        .map((node) => tagOf(page, node).toUpperCase()),
    );
  };
  fc.assert(
    fc.property(markup, markup, fc.integer({ min: 1, max: 15 }), (first, second, D) => {
      expect(layerSimilarity(first, second, D)).toBeCloseTo(listed(layers(first, D), layers(second, D), D), 12);
    }),
  );
});

test("table, tr, td, div and span count twice", () => {
  const before = parseHtml("<p></p><p></p><p></p>");
  expect(layerSimilarity(before, parseHtml("<p></p><p></p><h1></h1>"), 1)).toBeCloseTo(2 / 3);
  expect(layerSimilarity(before, parseHtml("<p></p><p></p><div></div>"), 1)).toBeCloseTo(2 / 4);
});

test("what changed deep down is an update, what changed at the top a redesign", () => {
  const before = parseHtml("<main><section><ul><li>a</li><li>b</li></ul></section></main>");
  expect(pageChange(before, parseHtml("<main><section><ul><li>a</li></ul></section></main>")).kind).toBe("update");
  const other = parseHtml("<div><div><table><tr><td>a</table></div></div><div></div>");
  expect(pageChange(before, other)).toMatchObject({ kind: "redesign" });
});

test("pages without a body have a similarity", () => {
  const frames = parseHtml("<frameset><frame></frameset>");
  expect(layerSimilarity(frames, parseHtml("<p>a"))).toBeLessThan(1);
  expect(layerSimilarity(frames, frames)).toBe(1);
});

test("the outline of a page says the same of the next one as the page itself", () => {
  fc.assert(
    fc.property(markup, markup, (first, second) => {
      expect(changeSince(layersOf(first) ?? "", second)).toEqual(pageChange(first, second));
    }),
  );
  expect(layersOf(parseHtml("<ul><li>a<li>b<li>c</ul><p>d"))?.split("\n").slice(0, 2)).toEqual(["ul p", "li/3"]);
});

test("an outline that is longer than any page that people read is not kept", () => {
  expect(layersOf(parseHtml("<b></b><i></i>".repeat(20_000)))).toBeNull();
});
