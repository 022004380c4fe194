import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { tagSoup } from "../html/tag-soup.fixture.ts";
import { faultOf } from "./check-tree.fixture.ts";
import { attributesOf, childrenOf, isText, tagOf, textOf } from "./dom-tree.ts";
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

test("a part is as sound a tree as a page, with blocks side by side and anything left out", () => {
  fc.assert(
    fc.property(tagSoup, fc.array(fc.nat(), { maxLength: 5 }), (html, left) => {
      const page = parseHtml(html);
      const blocks = childrenOf(page, page.size > 2 ? 2 : 0);
      const without = new Set(left.map((at) => at % page.size));
      const { tree, pageNode } = partTree(page, blocks, without);
      expect(faultOf(tree)).toBeNull();
      for (let node = 1; node < tree.size; node++) {
        const original = pageNode[node];
        expect([tagOf(tree, node), attributesOf(tree, node)]).toEqual([
          tagOf(page, original),
          attributesOf(page, original),
        ]);
        if (isText(page, original)) expect(textOf(tree, node)).toBe(textOf(page, original));
        if (tree.parent[node] > 0) expect(pageNode[tree.parent[node]]).toBe(page.parent[original]);
        else expect(blocks).toContain(original);
      }
    }),
  );
});
