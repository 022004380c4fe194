import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { describeTracer } from "../../tracer/tracer.conformance.ts";
import { nodeAt } from "../../tree/path.ts";
import { editDistance } from "./edit-distance.ts";

describeTracer(editDistance, {
  identity:
    "the two sections of the page are built alike, and the first of them comes first, as the paper says of EditD",
});

test("the subtree at the smallest distance is found, wherever it has gone", () => {
  const before = parseHtml("<ul><li>a<li>b</ul><table><tr><td>1<td>2</table>");
  const after = parseHtml("<ul><li>a<li>b<li>c</ul><div><div><table><tr><td>1<td>2<td>3</table></div></div>");
  const memory = editDistance.learn(before, nodeAt(before, "html[1]/body[1]/table[1]") as number);
  const [best] = editDistance.trace(memory, after).candidates;
  expect(best?.node).toBe(nodeAt(after, "html[1]/body[1]/div[1]/div[1]/table[1]"));
  expect(best?.signals).toEqual({ distance: 2 });
});

test("among blocks built alike the first one is taken, as the paper says", () => {
  const page = parseHtml("<div><h2>News</h2><p>a</p></div><div><h2>Sports</h2><p>b</p></div>");
  const memory = editDistance.learn(page, nodeAt(page, "html[1]/body[1]/div[2]") as number);
  const nodes = editDistance.trace(memory, page).candidates.map(({ node }) => node);
  expect(nodes.slice(0, 2)).toEqual([1, 2].map((rank) => nodeAt(page, `html[1]/body[1]/div[${rank}]`)));
});

test("a block of thousands of nodes has a bounded memory and is still traced", () => {
  const page = parseHtml(`<ul>${"<li><a>item</a>".repeat(5_000)}</ul>`);
  const memory = editDistance.learn(page, nodeAt(page, "html[1]/body[1]/ul[1]") as number);
  expect(memory.outline.tags.length).toBeLessThan(5_000);
  expect(editDistance.trace(memory, page).candidates[0]?.node).toBeDefined();
});
