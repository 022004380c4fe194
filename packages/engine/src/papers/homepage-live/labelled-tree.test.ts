import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { isOutline, Labels, labelledTreeOf, outlineOf, treeOfOutline } from "./labelled-tree.ts";

test("an outline that went through storage is the page's tree again", () => {
  const markup = fc.array(fc.constantFrom("<div>", "</div>", "<p>", "<b>", "</b>", "<table>", "<td>", "text", "<svg>"));
  fc.assert(
    fc.property(markup, (parts) => {
      const page = parseHtml(parts.join(""));
      const labels = new Labels();
      const stored: unknown = JSON.parse(JSON.stringify(outlineOf(page)));
      if (!isOutline(stored)) throw new Error("refused");
      expect(treeOfOutline(stored, labels)).toEqual(labelledTreeOf(page, labels));
    }),
  );
});

test("what is no outline is refused", () => {
  const good = outlineOf(parseHtml("<p>a"));
  expect(isOutline(good)).toBe(true);
  for (const broken of [
    null,
    [],
    {},
    { ...good, tags: [] },
    { ...good, tags: good.tags.map(() => 99) },
    { ...good, depths: good.depths.map((depth) => depth * 2) },
    { ...good, depths: good.depths.map(() => 0) },
    { ...good, depths: [...good.depths, 1] },
  ]) {
    expect(isOutline(broken)).toBe(false);
  }
});
