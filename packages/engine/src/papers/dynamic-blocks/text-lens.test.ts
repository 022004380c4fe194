import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { describeTracer } from "../../tracer/tracer.conformance.ts";
import { nodeAt } from "../../tree/path.ts";
import { textLens } from "./text-lens.ts";

describeTracer(textLens);

test("the words choose among elements with the same tags above them", () => {
  const before = parseHtml("<div><p>rain until Friday</p></div><div><p>Rovers win again</p></div>");
  const after = parseHtml(
    "<div><p>bridge opens</p></div><div><p>cup draw</p></div><div><p>Rovers win the cup</p></div>",
  );
  const memory = textLens.learn(before, nodeAt(before, "html[1]/body[1]/div[2]/p[1]") as number);
  expect(textLens.trace(memory, after).candidates.map(({ node }) => node)).toEqual(
    [3, 1, 2].map((rank) => nodeAt(after, `html[1]/body[1]/div[${rank}]/p[1]`)),
  );
});

test("where the tags above have changed it has nothing to offer", () => {
  const before = parseHtml("<div><p>words</p></div>");
  const memory = textLens.learn(before, nodeAt(before, "html[1]/body[1]/div[1]/p[1]") as number);
  expect(textLens.trace(memory, parseHtml("<section><p>words</p></section>")).candidates).toEqual([]);
});
