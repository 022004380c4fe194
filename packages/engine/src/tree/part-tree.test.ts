import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { tagSoup } from "../html/tag-soup.fixture.ts";
import { tagOf, textOf } from "./dom-tree.ts";
import { partTree } from "./part-tree.ts";

test("blocks become one tree without what is left out, and every node knows where it came from", () => {
  const page = parseHtml("<ul><li>one <b>1</b></li><li>two <i>2</i></li><li>three</li></ul>");
  const items = [...page.tag.keys()].filter((node) => tagOf(page, node) === "li");
  const bold = new Set([...page.tag.keys()].filter((node) => tagOf(page, node) === "b"));
  const { tree, pageNode } = partTree(page, items.slice(0, 2), bold);
  expect(textOf(tree, 0).split(/\s+/)).toEqual(["one", "two", "2"]);
  expect([...pageNode].slice(1).map((node) => tagOf(page, node))).toEqual(
    [...tree.tag.keys()].slice(1).map((node) => tagOf(tree, node)),
  );
});

test("a part of any page is the subtree that it was", () => {
  fc.assert(
    fc.property(tagSoup, fc.nat(), (html, at) => {
      const page = parseHtml(html);
      const block = at % page.size;
      const { tree, pageNode } = partTree(page, [block]);
      expect(tree.size).toBe(page.end[block] - block + 1);
      expect(tree.contentHash[1]).toBe(page.contentHash[block]);
      expect([...pageNode]).toEqual([-1, ...Array.from({ length: tree.size - 1 }, (_, index) => block + index)]);
    }),
  );
});
