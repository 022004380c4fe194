import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { textOf } from "../tree/dom-tree.ts";
import { nodeAt } from "../tree/path.ts";
import { blockText } from "./block-text.ts";

const read = (html: string) => blockText(parseHtml(html), 0);

test("inline elements stay in their line, blocks and breaks start a new one", () => {
  expect(read("<p>Only <b>7</b> left</p><p>in <i>stock</i></p>")).toBe("Only 7 left\nin stock");
  expect(read("<div>one<br>two<div>three</div>four</div>")).toBe("one\ntwo\nthree\nfour");
  expect(read("<ul><li><a>First</a> <a>Second</a></li><li>Third</li></ul>")).toBe("First Second\nThird");
});

test("the cells of a row share its line", () => {
  expect(read("<table><tr><td>Bern</td><td>18°</td></tr><tr><td>Oslo</td><td>3°</td></tr></table>")).toBe(
    "Bern 18°\nOslo 3°",
  );
});

test("a picture reads as its alternative text", () => {
  expect(read('<p><img alt="Logo of the shop" src="a.png"> Shop</p>')).toBe("Logo of the shop Shop");
});

test("parts to leave out take their subtree with them", () => {
  const tree = parseHtml("<div><p>kept</p><p>12:03 <b>o'clock</b></p></div>");
  const clock = nodeAt(tree, "html[1]/body[1]/div[1]/p[2]");
  expect(blockText(tree, 0, { without: new Set([clock ?? -1]) })).toBe("kept");
});

test("every word of the page is in the text, whatever the markup", () => {
  const markup = fc.array(fc.constantFrom("<div>", "</div>", "<p>", "<b>", "</b>", "<br>", "<td>", "w1 w2", "<li>"));
  fc.assert(
    fc.property(markup, (parts) => {
      const tree = parseHtml(parts.join(""));
      expect(blockText(tree, 0).split(/\s+/)).toEqual(textOf(tree, 0).trim().split(/\s+/));
    }),
  );
});
