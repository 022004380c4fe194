import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { describeTracer } from "../../tracer/tracer.conformance.ts";
import { followStep } from "../../tracer/verdict.ts";
import { nodeAt } from "../../tree/path.ts";
import { directPath } from "./direct-path.ts";

describeTracer(directPath);

test("an inserted sibling of the same tag leads it astray, as the paper says", () => {
  const page = parseHtml("<div>ad</div><div>news</div>");
  const memory = directPath.learn(page, nodeAt(page, "html[1]/body[1]/div[2]") as number);
  const changed = parseHtml("<div>ad</div><div>another ad</div><div>news</div>");
  const { verdict } = followStep(directPath, memory, changed);
  expect(verdict.candidates[0]?.node).toBe(nodeAt(changed, "html[1]/body[1]/div[2]"));
});

test("a path that no longer exists means gone", () => {
  const page = parseHtml("<div><p>news</p></div>");
  const memory = directPath.learn(page, nodeAt(page, "html[1]/body[1]/div[1]/p[1]") as number);
  expect(followStep(directPath, memory, parseHtml("<section><p>news</p></section>")).verdict.kind).toBe("gone");
});
