import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { tagSoup } from "../html/tag-soup.arbitrary.ts";
import { isText } from "./dom-tree.ts";
import { nodeAt, pathOf, pathsOf } from "./path.ts";

test("path and node are inverse for every element", () => {
  fc.assert(
    fc.property(tagSoup, (html) => {
      const tree = parseHtml(html);
      for (let node = 0; node < tree.size; node++) {
        if (!isText(tree, node)) expect(nodeAt(tree, pathOf(tree, node))).toBe(node);
      }
      const paths = pathsOf(tree);
      expect(paths).toEqual(paths.map((_, node) => (isText(tree, node) ? "" : pathOf(tree, node))));
    }),
  );
});

test("what is not a path resolves to nothing", () => {
  const tree = parseHtml("<div>a</div>");
  for (const path of [
    "",
    "/",
    "html",
    "html[0]",
    "html[1]/",
    "html[1]/body[1]/div[2]",
    "html[1]//div[1]",
    "html[1]/body[01]",
    "#text[1]",
  ]) {
    expect(nodeAt(tree, path)).toBeNull();
  }
});

test("the paths of a page with 200,000 children come in one pass", () => {
  const tree = parseHtml(`<ul>${"<li>x".repeat(200_000)}`);
  const paths = pathsOf(tree);
  expect(paths[tree.size - 2]).toBe("html[1]/body[1]/ul[1]/li[200000]");
});
