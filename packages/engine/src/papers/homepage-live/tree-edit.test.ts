import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { describeTracer } from "../../tracer/tracer.conformance.ts";
import { nodeAt } from "../../tree/path.ts";
import { sharedTreeEdit, treeEdit } from "./tree-edit.ts";

describeTracer(treeEdit);
describeTracer(sharedTreeEdit);

test("an inserted sibling does not lead it astray, because the whole pages are mapped", () => {
  const page = parseHtml("<div><p>ad</div><div><ul><li>news<li>more</ul></div>");
  const memory = treeEdit.learn(page, nodeAt(page, "html[1]/body[1]/div[2]") as number);
  const changed = parseHtml("<div><p>ad</div><div><p>ad</div><div><ul><li>news<li>more</ul></div>");
  const [best] = treeEdit.trace(memory, changed).candidates;
  expect(best?.node).toBe(nodeAt(changed, "html[1]/body[1]/div[3]"));
  expect(best?.signals).toEqual({ mapped: 1, similarity: 1 });
  expect(sharedTreeEdit.trace(memory, changed)).toEqual(treeEdit.trace(memory, changed));
});

test("a page too large to compare falls back to the path", () => {
  const page = parseHtml("<div>".repeat(400));
  const memory = treeEdit.learn(page, 5);
  const depths = Array.from({ length: 200_000 }, (_, depth) => depth);
  const large = { ...memory, outline: { tagNames: ["#text", "div"], tags: depths.map(() => 1), depths } };
  const [best] = treeEdit.trace(large, page).candidates;
  expect(best).toEqual({ node: 5, score: 0.25 });
});
