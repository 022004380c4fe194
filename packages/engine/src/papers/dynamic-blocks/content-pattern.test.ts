import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { type DomTree, isText, textOf } from "../../tree/dom-tree.ts";
import { nodeAt } from "../../tree/path.ts";
import { type ContentPattern, contentPattern } from "./content-pattern.ts";

function body(page: DomTree, path: string): number {
  return nodeAt(page, `html[1]/body[1]/${path}`) as number;
}

test("a text counts only at the same tags, as in the example of section 4.2", () => {
  const before = parseHtml("<div><a>SPORTS</a><p>Which NFL stars</p><div><a>More</a></div></div>");
  const after = parseHtml("<div><a>SPORTS</a><p>Wade suspended</p><div><div><a>More</a></div></div></div>");
  const pattern = contentPattern.of(before, body(before, "div[1]")) as ContentPattern;
  const match = contentPattern.match(pattern, after);
  expect(match?.similarityOf(body(after, "div[1]"))).toBeCloseTo(1 / 3);
  // the div inside has the link at the tags where the block had it
  expect(match?.candidates).toEqual([body(after, "div[1]"), body(after, "div[1]/div[1]")]);
});

test("repeated texts are one element of the set", () => {
  const page = parseHtml("<ul><li>a</li><li>a</li></ul><ul><li>a</li><li>b</li></ul>");
  const pattern = contentPattern.of(page, body(page, "ul[1]")) as ContentPattern;
  expect(contentPattern.weightOf(pattern)).toBe(1);
  expect(contentPattern.match(pattern, page)?.similarityOf(body(page, "ul[2]"))).toBe(1);
});

/** Every text of the subtree with the tags above it, the slow and obvious way. */
function elementsOf(page: DomTree, node: number): Set<string> {
  const elements = new Set<string>();
  for (let leaf = node; leaf < page.end[node]; leaf++) {
    if (!isText(page, leaf)) continue;
    const tags: string[] = [];
    for (let at = page.parent[leaf]; at >= node; at = page.parent[at]) tags.unshift(page.tagNames[page.tag[at]]);
    elements.add(`${tags.join("/")} ${textOf(page, leaf)}`);
  }
  return elements;
}

const markup = fc.array(fc.constantFrom("<div>", "</div>", "<p>", "</p>", "<b>", "</b>", "a", "b", "<i>c</i>"));

test("similarities and candidates agree with comparing all sets", () => {
  fc.assert(
    fc.property(markup, markup, fc.nat(), (one, other, pick) => {
      const first = parseHtml(one.join(""));
      const second = parseHtml(other.join(""));
      const blocks = [...Array(first.size).keys()].filter((node) => !isText(first, node));
      const block = blocks[pick % blocks.length];
      const wanted = elementsOf(first, block);
      const match = contentPattern.match(contentPattern.of(first, block) as ContentPattern, second);
      for (let node = 0; node < second.size; node++) {
        if (isText(second, node)) continue;
        const here = elementsOf(second, node);
        const shared = [...wanted].filter((element) => here.has(element)).length;
        expect(match?.similarityOf(node)).toBeCloseTo(wanted.size === 0 ? 0 : shared / wanted.size);
        expect(match?.candidates.includes(node)).toBe(shared > 0);
      }
    }),
  );
});

test("samples merge to what they share, and an empty pattern is like nothing", () => {
  const page = parseHtml("<p><b>x</b>one</p><p><b>x</b>two</p><div>three</div>");
  const [one, two, three] = ["p[1]", "p[2]", "div[1]"].map(
    (path) => contentPattern.of(page, body(page, path)) as ContentPattern,
  );
  const merged = contentPattern.merge(one, two, 1);
  expect(contentPattern.weightOf(merged)).toBe(1);
  expect(contentPattern.match(merged, page)?.candidates).toEqual([body(page, "p[1]"), body(page, "p[2]")]);
  const empty = contentPattern.merge(merged, three, 2);
  expect(contentPattern.match(empty, page)?.candidates).toEqual([]);
  expect(contentPattern.match(empty, page)?.similarityOf(body(page, "p[1]"))).toBe(0);
});

test("a block of thousands of texts is remembered by a bounded sample that still knows it", () => {
  const page = parseHtml(`<ul>${Array.from({ length: 5_000 }, (_, rank) => `<li>item ${rank}`).join("")}</ul>`);
  const list = body(page, "ul[1]");
  const pattern = contentPattern.of(page, list) as ContentPattern;
  expect(pattern.texts.length).toBeLessThan(1_000);
  expect(contentPattern.match(pattern, page)?.similarityOf(list)).toBe(1);
  expect(contentPattern.merge(pattern, pattern, 1)).toEqual(pattern);
});
