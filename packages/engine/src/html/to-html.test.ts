import fc from "fast-check";
import { expect, test } from "vitest";
import { nodeAt } from "../tree/path.ts";
import { parseHtml } from "./parse-html.ts";
import { toHtml } from "./to-html.ts";

test("markup survives the way there and back", () => {
  const markup = fc.array(
    fc.constantFrom(
      "<div>",
      "</div>",
      '<p class="a &amp; b">',
      "<b>",
      "</b>",
      "<br>",
      "<li>",
      "x &lt; y",
      "<img alt='\"'>",
    ),
  );
  fc.assert(
    fc.property(markup, (parts) => {
      const once = toHtml(parseHtml(parts.join("")), 0);
      expect(toHtml(parseHtml(once), 0)).toBe(once);
    }),
  );
});

test("text and attributes cannot become markup", () => {
  const tree = parseHtml('<p title="&quot;&gt;&lt;script&gt;">&lt;script&gt;alert(1)&lt;/script&gt;</p>');
  expect(toHtml(tree, 0)).not.toContain("<script");
  expect(parseHtml(toHtml(tree, 0)).tagNames).not.toContain("script");
});

test("parts to leave out are not in the markup", () => {
  const tree = parseHtml("<div><p>kept</p><p>cut <b>out</b></p></div>");
  const part = nodeAt(tree, "html[1]/body[1]/div[1]/p[2]") ?? -1;
  expect(toHtml(tree, nodeAt(tree, "html[1]/body[1]/div[1]") ?? 0, { without: new Set([part]) })).toBe(
    "<div><p>kept</p></div>",
  );
});
