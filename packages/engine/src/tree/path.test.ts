import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { isText } from "./dom-tree.ts";
import { nodeAt, pathOf } from "./path.ts";

test("path and node are inverse for every element", () => {
  const markup = fc.array(
    fc.constantFrom("<div>", "</div>", "<p>", "<b>", "</b>", "<table>", "<tr>", "<td>", "text", "<svg>"),
  );
  fc.assert(
    fc.property(markup, (parts) => {
      const tree = parseHtml(parts.join(""));
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
