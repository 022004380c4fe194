import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { tagSoup } from "../html/tag-soup.fixture.ts";
import { isText } from "./dom-tree.ts";
import { nodeAt, pathOf } from "./path.ts";

test("path and node are inverse for every element", () => {
  fc.assert(
    fc.property(tagSoup, (html) => {
      const tree = parseHtml(html);
      for (let node = 0; node < tree.size; node++) {
        if (!isText(tree, node)) expect(nodeAt(tree, pathOf(tree, node))).toBe(node);
      }
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
