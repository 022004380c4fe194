import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { describeTracer } from "../../tracer/tracer.conformance.ts";
import { followStep } from "../../tracer/verdict.ts";
import { nodeAt } from "../../tree/path.ts";
import { literalTagString, tagString } from "./tag-string.ts";

const SAME_TAGS = { identity: "both sections of the page have the same tags: the problem that section 5.2 names" };
describeTracer(tagString, SAME_TAGS);
describeTracer(literalTagString, SAME_TAGS);

const LIST = "<ul><li>a</li><li>b</li><li>c</li></ul>";

test("a block that moved to another place is found by its tags", () => {
  const page = parseHtml(`<div><p>x</p></div>${LIST}`);
  const memory = tagString.learn(page, nodeAt(page, "html[1]/body[1]/ul[1]") as number);
  const moved = parseHtml(`<main><section><p>y</p>${LIST}</section></main>`);
  const [best] = tagString.trace(memory, moved).candidates;
  expect(best?.node).toBe(nodeAt(moved, "html[1]/body[1]/main[1]/section[1]/ul[1]"));
  expect(best?.score).toBe(1);
});

test("it does not always ask: a block like no other is found, one of two alike is asked about", () => {
  const list = (count: number): string => `<ul>${"<li><a>x</a><b>y</b></li>".repeat(count)}</ul>`;
  const rest = "<p>z</p>".repeat(40);
  const page = parseHtml(`<p>x</p>${list(6)}${rest}`);
  const memory = tagString.learn(page, nodeAt(page, "html[1]/body[1]/ul[1]") as number);
  expect(followStep(tagString, memory, parseHtml(`<h1>y</h1>${list(6)}${rest}`)).verdict.kind).toBe("found");
  expect(followStep(tagString, memory, parseHtml(list(6) + list(6) + rest)).verdict.kind).toBe("unsure");
});

test("to the letter, a list that lost an item is looked for in everything around it", () => {
  const page = parseHtml(`<div>${LIST}</div>`);
  const memory = literalTagString.learn(page, nodeAt(page, "html[1]/body[1]/div[1]/ul[1]") as number);
  const shorter = parseHtml("<div><ul><li>a</li><li>b</li></ul></div><div><p>x</p><ol><li>y</li></ol></div>");
  expect(literalTagString.trace(memory, shorter).candidates[0]?.node).toBe(nodeAt(shorter, "html[1]/body[1]"));
  const relative = tagString.trace({ ...memory, tracer: "tag-string" }, shorter);
  expect(relative.candidates[0]?.node).toBe(nodeAt(shorter, "html[1]/body[1]/div[1]/ul[1]"));
});
