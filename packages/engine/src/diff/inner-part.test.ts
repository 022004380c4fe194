import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { isText, textOf } from "../tree/dom-tree.ts";
import { describePart, findPart } from "./inner-part.ts";

const BODY = 2;

test("every part of a block is found again on the same page", () => {
  const markup = fc.array(fc.constantFrom("<div class=a>", "</div>", "<p>", "<b id=x>", "</b>", "text", "<li>"));
  fc.assert(
    fc.property(markup, (parts) => {
      const tree = parseHtml(parts.join(""));
      for (let node = BODY + 1; node < tree.size; node++) {
        if (!isText(tree, node)) expect(findPart(tree, BODY, describePart(tree, BODY, node))).toBe(node);
      }
    }),
  );
});

test("a part that moved is found by its mark, and only where nothing else has it", () => {
  const before = parseHtml("<p>kept</p><p class='age small'>3 min</p>");
  const part = describePart(before, BODY, 5);
  const moved = parseHtml("<h1>new</h1><p>kept</p><div><p class='small age'>4 min</p></div>");
  expect(textOf(moved, findPart(moved, BODY, part) ?? 0)).toBe("4 min");
  const doubled = parseHtml("<p>kept</p><div><p class='small age'>4</p><p class='small age'>5</p></div>");
  expect(findPart(doubled, BODY, part)).toBeNull();
});

test("an element that took the place of a part is not the part", () => {
  const before = parseHtml("<p>kept</p><p class='age'>3 min</p>");
  const after = parseHtml("<p>kept</p><p class='headline'>News</p>");
  expect(findPart(after, BODY, describePart(before, BODY, 5))).toBeNull();
});
