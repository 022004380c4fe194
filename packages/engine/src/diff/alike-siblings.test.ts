import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { textOf } from "../tree/dom-tree.ts";
import { nodeAt } from "../tree/path.ts";
import { alikeSiblings } from "./list-items.ts";

function alikeTexts(html: string, path: string): readonly string[] {
  const tree = parseHtml(html);
  return alikeSiblings(tree, nodeAt(tree, path) ?? -1).map((node) => textOf(tree, node));
}

test("siblings of the same tag with a class in common are alike", () => {
  const html = '<div class="card">a</div><div class="ad">x</div><p>y</p><div class="card active">b</div>';
  expect(alikeTexts(html, "html[1]/body[1]/div[1]")).toEqual(["a", "b"]);
});

test("where there are no classes the tag decides, and the root stands alone", () => {
  expect(alikeTexts("<ul><li>a<li>b<li class=more>c</ul>", "html[1]/body[1]/ul[1]/li[2]")).toEqual(["a", "b"]);
  expect(alikeTexts("x", "html[1]")).toEqual(["x"]);
});
