import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { describeTracer } from "../../tracer/tracer.conformance.ts";
import { nodeAt } from "../../tree/path.ts";
import {
  areaOnly,
  combinedPattern,
  combinedPatternOf,
  contentOnly,
  contextOnly,
  pathOnly,
} from "./combined-pattern.ts";

describeTracer(combinedPattern);
describeTracer(pathOnly);
describeTracer(contentOnly);
describeTracer(areaOnly, { identity: "the pages of the suite have no layout, and the area is layout; tested below" });
describeTracer(contextOnly, { identity: "nested elements share a context, and the outermost of them comes first" });

test("with layout the area alone finds the block again", () => {
  const page = parseHtml("<div><p>a</p></div><div><p>b</p></div>");
  const boxes = Int32Array.from({ length: page.size * 4 }, (_, at) => (at % 4 === 1 ? Math.floor(at / 4) * 10 : 5));
  const rendered = { ...page, boxes };
  const block = nodeAt(page, "html[1]/body[1]/div[2]") as number;
  expect(areaOnly.trace(areaOnly.learn(rendered, block), rendered).candidates.map(({ node }) => node)).toEqual([block]);
});

test("the context alone finds a block that shares its context with nobody", () => {
  const page = parseHtml("<p>above</p>x<p>below</p>");
  const block = nodeAt(page, "html[1]/body[1]/p[2]") as number;
  expect(contextOnly.trace(contextOnly.learn(page, block), page).candidates[0]?.node).toBe(block);
});

test("patterns that fail alone find the block together", () => {
  const before = parseHtml(
    "<nav>Menu</nav><div>ad</div><div><h2>Sport</h2><p>Rovers win</p></div><footer>End</footer>",
  );
  const after = parseHtml("<nav>Menu</nav><div><h2>Sport</h2><p>Cup draw</p></div><div>ad</div><footer>End</footer>");
  const block = nodeAt(before, "html[1]/body[1]/div[2]") as number;
  const best = combinedPattern.trace(combinedPattern.learn(before, block), after).candidates[0];
  expect(best?.node).toBe(nodeAt(after, "html[1]/body[1]/div[1]"));
  expect(Object.keys(best?.signals ?? {})).toEqual(["path", "content", "context"]);
});

test("a choice of patterns uses no other", () => {
  const { calibration } = combinedPattern;
  const tracer = combinedPatternOf({
    name: "PN",
    about: "path and content",
    patterns: ["path", "content"],
    calibration,
  });
  const page = parseHtml("<p>a</p><p>b</p>");
  expect(Object.keys(tracer.learn(page, 3).patterns)).toEqual(["path", "content"]);
});

test("a memory whose patterns are not such is refused", () => {
  const good = combinedPattern.learn(parseHtml("<p>a</p>"), 3);
  for (const patterns of [null, 7, { path: 7 }, { content: [] }, { context: {} }, { area: [1] }, { path: "a[1]/" }]) {
    expect(combinedPattern.revive({ ...good, patterns })).toBeNull();
  }
});
