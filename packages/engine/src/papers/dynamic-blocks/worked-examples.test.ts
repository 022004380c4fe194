// The worked examples of [following-dynamic-blocks] (Hu et al., World Wide Web 2016) that go through several patterns:
// figures 1 and 3, examples 1 and 2, what sections 4.2 and 5.2 say of them, and the two cases that section 6 explains.
import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import type { Tracer } from "../../tracer/tracer.ts";
import { type DomTree, isText, tagOf } from "../../tree/dom-tree.ts";
import { nodeAt, pathOf } from "../../tree/path.ts";
import { adaptivePattern } from "./adaptive-pattern.ts";
import { areaPattern, vagueArea } from "./area-pattern.ts";
import { combinedPattern, contentOnly, pathOnly } from "./combined-pattern.ts";
import { type ContentPattern, contentPattern } from "./content-pattern.ts";
import { type ContextPattern, contextPattern } from "./context-pattern.ts";
import { editDistance } from "./edit-distance.ts";
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

/** A page on which every paragraph stands just above the headline, which has the area of example 1. */
function rendered(html: string): DomTree {
  const page = parseHtml(html);
  const boxes = new Int32Array(page.size * 4).fill(-1);
  for (let node = 0; node < page.size; node++) {
    const element = isText(page, node) ? page.parent[node] : node;
    if (tagOf(page, element) === "a") boxes.set([11, 263, 639, 39], node * 4);
    if (tagOf(page, element) === "p") boxes.set([11, 230, 100, 20], node * 4);
    if (tagOf(page, element) === "h6") boxes.set([11, 900, 100, 20], node * 4);
  }
  return { ...page, boxes };
}

const near = (...texts: string[]): string => texts.map((text) => `<p>${text}</p>`).join("");

test("example 1: area, path, content and context of the headline in figure 1", () => {
  const around = near("December 27, 2012", "New York, NY", "34°");
  const page = rendered(
    `<div><div></div><div>${around}<span><a>Latest: Bush's condition</a></span><h6>Far below</h6></div></div>`,
  );
  const headline = link(page);
  expect(areaPattern.of(page, headline)).toEqual([11, 650, 639, 263, 302, 39]);
  expect(formatPath(stepsOf(page, headline))).toBe("body[1]/div[1]/div[2]/span[1]/a[1]");
  // N has one text, at the tags /a: the same text in another element does not match
  const content = contentPattern.of(page, headline) as ContentPattern;
  expect(contentPattern.weightOf(content)).toBe(1);
  const elsewhere = parseHtml("<b>Latest: Bush's condition</b>");
  expect(contentPattern.match(content, page)?.similarityOf(headline)).toBe(1);
  expect(contentPattern.match(content, elsewhere)?.candidates).toEqual([]);
  // X has what is closer than 50 pixels
  expect(contextPattern.of(page, headline)).toHaveLength(3);
});

test("section 4.2: of three texts of the sports block one has kept its words and its tags, so Sim_n is 0.33", () => {
  const before = parseHtml("<section><a>SPORTS</a><div>Which NFL<a>More</a></div></section>");
  const after = parseHtml("<section><a>SPORTS</a><div>Wade<div><a>More</a></div></div></section>");
  const block = (page: DomTree): number => link(page) - 1;
  const pattern = contentPattern.of(before, block(before)) as ContentPattern;
  expect(contentPattern.weightOf(pattern)).toBe(3);
  expect(contentPattern.match(pattern, after)?.similarityOf(block(after))).toBeCloseTo(0.33, 2);
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
  const steady = ["New York,NY", "/", "°F", "°C", "5 – day", "EDITORS' PICKS"];
  const before = rendered(`${near("December 27...", "34°", "40°", ...steady)}<a>Latest : <b>Bush's condition</b></a>`);
  const after = rendered(`${near("December 28...", "39°", "29°", ...steady)}<a>Schwarzkopf, Desert...</a>`);
  const content = contentPattern.merge(
    contentPattern.of(before, link(before)) as ContentPattern,
    contentPattern.of(after, link(after)) as ContentPattern,
    1,
  );
  expect(contentPattern.weightOf(content)).toBe(0);
  const contexts = [before, after].map((page) => contextPattern.of(page, link(page)) as ContextPattern);
  expect(contexts.map((context) => context.length)).toEqual([9, 9]);
  expect(contextPattern.merge(contexts[0], contexts[1], 1)).toHaveLength(steady.length);
});

/** A headline of figure 1 with an area and a path of example 2, texts above and below it, none of them close to another. */
function headlinePage(area: readonly number[], inner: string, ...changing: string[]): DomTree {
  const [left, right, , top, bottom] = area as [number, number, number, number, number];
  const page = parseHtml(
    `<div></div><div><div></div><div></div><div><p>${[...changing, ...STEADY].join("</p><p>")}</p>${inner}</div></div>`,
  );
  const boxes = new Int32Array(page.size * 4).fill(-1);
  let paragraphs = 0;
  for (let node = 0; node < page.size; node++) {
    const tag = tagOf(page, isText(page, node) ? page.parent[node] : node);
    // what is bold in the headline is as large as the headline itself
    if (tag === "a" || tag === "b") boxes.set([left, top, right - left, bottom - top], node * 4);
    if (tag !== "p") continue;
    if (!isText(page, node)) paragraphs++;
    const y = paragraphs % 2 === 0 ? top - 20 : bottom + 10;
    boxes.set([left + 55 * (paragraphs >> 1), y, 4, 10], node * 4);
  }
  return { ...page, boxes };
}

const STEADY = ["New York,NY", "/", "°F", "°C", "5 – day", "EDITORS' PICKS"];

test("section 5.2.2: of example 2, followed through both versions, the weights become 0.9, 1.1, 0 and 0.9", () => {
  const before = headlinePage(
    [11, 650, 639, 263, 302, 39],
    "<span><a><b>Latest : Bush's condition...</b></a></span>",
    "December 27...",
    "34°",
    "40°",
  );
  const after = headlinePage(
    [418, 648, 230, 268, 351, 83],
    "<div><ul><li><span><a><b>Schwarzkopf, Desert...</b></a></span></li></ul></div>",
    "December 28...",
    "39°",
    "29°",
  );
  const first = adaptivePattern.learn(before, link(before));
  const found = adaptivePattern.trace(first, after).candidates[0]?.node as number;
  expect(found).toBe(link(after));
  const { patterns, weights, samples } = adaptivePattern.adapt(first, after, found, "tracer");
  expect(patterns.area).toEqual([null, 649, null, 265.5, null, null]);
  expect(patterns.path).toBe("body[1]/div[2]/div[3]/.../span[1]/a[1]");
  expect(patterns.context).toHaveLength(STEADY.length);
  // area and context cannot tell the headline from what is bold in it, the path can, and nothing of the content is left
  expect(weights).toEqual({ area: 0.9, path: 1.1, content: 0, context: 0.9 });
  expect(samples).toBe(2);
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

/** The three news blocks at the bottom of figure 1, built alike, each with its own title. */
const columns = (...blocks: (readonly [title: string, story: string])[]): DomTree =>
  parseHtml(blocks.map(([title, story]) => `<div><h3>${title}</h3><p>${story}</p><i>more</i></div>`).join(""));

const MONDAY = columns(["NEWS", "Power crews"], ["SPORTS", "Which NFL stars"], ["ENTERTAINMENT", "Catch up"]);

/** The path of what a tracer takes for the block at this path of the first page. */
function followed(method: unknown, path: string, newer: DomTree): string | undefined {
  const tracer = method as Tracer;
  const memory = tracer.learn(MONDAY, nodeAt(MONDAY, `html[1]/body[1]/${path}`) as number);
  const best = tracer.trace(memory, newer).candidates[0];
  return best && pathOf(newer, best.node).replace("html[1]/body[1]/", "");
}

test("section 4.1: the word SPORTS locates the block even if SPORTS and ENTERTAINMENT swap their positions", () => {
  const swapped = columns(["NEWS", "Businesses brace"], ["ENTERTAINMENT", "DiCaprio"], ["SPORTS", "Wade suspended"]);
  expect(followed(contentOnly, "div[2]", swapped)).toBe("div[3]");
  expect(followed(pathOnly, "div[2]", swapped)).toBe("div[2]");
});

test("section 6.1: NEWS, SPORTS and ENTERTAINMENT have the same tree edit distance to the pattern", () => {
  const newer = columns(["NEWS", "Businesses brace"], ["SPORTS", "Wade suspended"], ["ENTERTAINMENT", "DiCaprio"]);
  const memory = editDistance.learn(MONDAY, nodeAt(MONDAY, "html[1]/body[1]/div[2]") as number);
  const best = editDistance.trace(memory, newer).candidates.slice(0, 3);
  expect(best.map(({ signals }) => signals?.distance)).toEqual([0, 0, 0]);
  expect(followed(editDistance, "div[2]", newer)).toBe("div[1]");
});

test("section 6.2: templates that take turns break the path again and again, and the adaptive model follows them", () => {
  // "adds a breaking-news block when a big event happens, but removes it afterwards"
  const page = (day: number): DomTree =>
    parseHtml(
      `${day % 2 === 1 ? `<div><h3>Breaking</h3><p>event ${day}</p></div>` : ""}<div><h3>Markets</h3><p>shares on day ${day}</p></div><div><h3>Shop</h3><p>offer</p></div>`,
    );
  const market = (day: number): number => nodeAt(page(day), `html[1]/body[1]/div[${1 + (day % 2)}]`) as number;
  const isRight = (method: unknown): boolean[] => {
    const tracer = method as Tracer;
    let memory = tracer.learn(page(0), market(0));
    return [1, 2, 3, 4, 5, 6].map((day) => {
      const node = tracer.trace(memory, page(day)).candidates[0]?.node ?? -1;
      memory = tracer.adapt(memory, page(day), node, "tracer");
      return node === market(day);
    });
  };
  expect(isRight(pathOnly)).toEqual([false, true, false, true, false, true]);
  expect(isRight(adaptivePattern)).toEqual([true, true, true, true, true, true]);
});
