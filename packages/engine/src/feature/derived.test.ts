import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { rankOf } from "../tree/path.ts";
import { siblingRanks } from "./derived.ts";

test("ranks of all nodes are those of each node asked for alone", () => {
  const markup = fc.array(fc.constantFrom("<div>", "</div>", "<p>", "</p>", "<b>", "text", "<img>"));
  fc.assert(
    fc.property(markup, (parts) => {
      const tree = parseHtml(parts.join(""));
      const ranks = siblingRanks(tree);
      for (let node = 0; node < tree.size; node++) expect(ranks[node]).toBe(rankOf(tree, node));
    }),
  );
});
