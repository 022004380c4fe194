import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { childrenOf, isText, tagOf } from "../../tree/dom-tree.ts";
import { basicTree } from "./basic-tree.ts";

test("section 4.1: the leaf node can only be a TEXT node or an IMG node", () => {
  const page = parseHtml("<nav><hr></nav><p>Tide <b></b></p><form><input></form><a><img src=x.png></a><div></div>");
  const { tree, pageNode } = basicTree(page);
  expect([...tree.tag.keys()].slice(1).map((node) => tagOf(tree, node))).toEqual(["body", "p", "#text", "a", "img"]);
  for (let node = 1; node < tree.size; node++) expect(tagOf(page, pageNode[node])).toBe(tagOf(tree, node));
});

test("whatever the page, every leaf is a text or an image and none of them is lost", () => {
  const part = fc.constantFrom("<div>", "</div>", "<p>", "<b>", "</b>", "<hr>", "<input>", "words", "<img src=a>");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const page = parseHtml(parts.join(" "));
      const { tree } = basicTree(page);
      const isContent = (of: typeof page, node: number): boolean => isText(of, node) || tagOf(of, node) === "img";
      for (let node = 1; node < tree.size; node++) {
        if (childrenOf(tree, node).length === 0) expect(isContent(tree, node)).toBe(true);
      }
      const count = (of: typeof page): number => [...of.tag.keys()].filter((node) => isContent(of, node)).length;
      expect(count(tree)).toBe(count(page));
    }),
  );
});
