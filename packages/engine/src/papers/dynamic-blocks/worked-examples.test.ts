// The worked examples of [following-dynamic-blocks] (Hu et al., World Wide Web 2016) that go through several patterns:
// figure 3, examples 1 and 2, and what sections 4.2 and 5.2 say of them.
import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { type DomTree, tagOf } from "../../tree/dom-tree.ts";
import { adaptivePattern } from "./adaptive-pattern.ts";
import { vagueArea } from "./area-pattern.ts";
import { combinedPattern } from "./combined-pattern.ts";
import { type ContentPattern, contentPattern } from "./content-pattern.ts";
import { type ContextPattern, contextPattern } from "./context-pattern.ts";
import { formatPath, pathPattern, stepsOf } from "./path-pattern.ts";

const link = (page: DomTree): number => [...page.tag.keys()].findIndex((node) => tagOf(page, node) === "a");

test("figure 3: a removed sibling changes an index, a new ancestor inserts a part", () => {
  const path = (html: string): string => {
    const page = parseHtml(html);
    return formatPath(stepsOf(page, link(page)));
  };
  const [first, second] = ["<div></div><div><a>x</a></div>", "<div><a>x</a></div>"].map(path);
  expect([first, second]).toEqual(["body[1]/div[2]/a[1]", "body[1]/div[1]/a[1]"]);
  // the figure's ancestor is a script, in which no page of today has elements
  expect(path("<main><div><a>x</a></div></main>")).toBe("body[1]/main[1]/div[1]/a[1]");
});

/** The headline of figure 1 and what stands around it, at both times. */
const ORIGINAL = `<p>December 27</p><p>New York, NY</p><p>34°</p><span><a>Latest: Bush's condition, mobster &amp; Toyota</a></span><p>EDITORS' PICKS</p>`;
const NEW = `<p>December 28</p><p>New York, NY</p><p>39°</p><span><a>Schwarzkopf, Desert Storm leader, dies</a></span><p>EDITORS' PICKS</p>`;

test("section 4.2: of three texts around the headline one is the same, so Sim_x is 0.33", () => {
  const [before, after] = [ORIGINAL, NEW].map((html) => parseHtml(html.replace("<p>EDITORS' PICKS</p>", "")));
  const pattern = contextPattern.of(before, link(before)) as ContextPattern;
  expect(pattern).toHaveLength(3);
  expect(contextPattern.match(pattern, after)?.similarityOf(link(after))).toBeCloseTo(0.33, 2);
});

test("example 2: the patterns of the original and the new version, adapted", () => {
  const area = vagueArea.merge([11, 650, 639, 263, 302, 39], [418, 648, 230, 268, 351, 83], 1);
  expect(area.map((value) => (value === null ? "*" : Math.round(value)))).toEqual(["*", 649, "*", 266, "*", "*"]);
  expect(
    pathPattern.merge("body[1]/div[2]/div[3]/span[1]/a[1]", "body[1]/div[2]/div[3]/div[1]/ul[1]/li[1]/span[1]/a[1]", 1),
  ).toBe("body[1]/div[2]/div[3]/.../span[1]/a[1]");
  const [before, after] = [parseHtml(ORIGINAL), parseHtml(NEW)];
  const content = contentPattern.merge(
    contentPattern.of(before, link(before)) as ContentPattern,
    contentPattern.of(after, link(after)) as ContentPattern,
    1,
  );
  expect(contentPattern.weightOf(content)).toBe(0);
  const context = contextPattern.merge(
    contextPattern.of(before, link(before)) as ContextPattern,
    contextPattern.of(after, link(after)) as ContextPattern,
    1,
  );
  // of what stands close, "New York, NY" and "EDITORS' PICKS" stay
  expect(context).toHaveLength(2);
});

test("section 5.2.1: of the sports block the word SPORTS stays", () => {
  const block = (story: string, more: string): DomTree =>
    parseHtml(`<div><a>SPORTS</a><p>${story}</p><i>${more}</i></div>`);
  const [before, after] = [block("Which NFL stars", "Jets QB"), block("Wade suspended", "Bad news")];
  const of = (page: DomTree): ContentPattern => contentPattern.of(page, link(page) - 1) as ContentPattern;
  const merged = contentPattern.merge(of(before), of(after), 1);
  expect([of(before), merged].map((pattern) => contentPattern.weightOf(pattern))).toEqual([3, 1]);
  expect(contentPattern.match(merged, after)?.similarityOf(link(after) - 1)).toBe(1);
});

test("section 5.2.2: the first weights are 1, so that the adaptive model begins with the ranking of the combined one", () => {
  const [before, after] = [parseHtml(ORIGINAL), parseHtml(NEW)];
  const memory = adaptivePattern.learn(before, link(before));
  expect(memory.weights).toEqual({ area: 1, path: 1, content: 1, context: 1 });
  const combined = combinedPattern.trace(combinedPattern.learn(before, link(before)), after);
  expect(adaptivePattern.trace(memory, after)).toEqual(combined);
});
