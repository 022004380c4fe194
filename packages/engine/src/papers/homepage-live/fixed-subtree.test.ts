import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { describeTracer } from "../../tracer/tracer.conformance.ts";
import { nodeAt, pathOf } from "../../tree/path.ts";
import { fixedSubtree, fixedTrees } from "./fixed-subtree.ts";
import { minimumCommonPair, reducePair } from "./reduced-trees.ts";

describeTracer(fixedSubtree);

const item = (text: string): string => `<li><a href="/${text.length}">${text}</a></li>`;

/** A block of a news page of 2006: a caption, and stories of which none is in the newer version. */
const newsBlock = (caption: string, ...stories: string[]): string =>
  `<div><h3>${caption}</h3><ul>${stories.map(item).join("")}</ul></div>`;

/** What the tracer finds of the element at this path: the path in the newer page. */
function tracedPath(before: string, path: string, after: string): string | null {
  const [page, newer] = [parseHtml(before), parseHtml(after)];
  const memory = fixedSubtree.learn(page, nodeAt(page, `html[1]/body[1]/${path}`) as number);
  const [best] = fixedSubtree.trace(memory, newer).candidates;
  return best ? pathOf(newer, best.node).replace("html[1]/body[1]/", "") : null;
}

test("two blocks whose captions are both Fix Nodes are told apart as well", () => {
  const before = newsBlock("Late decisions", "one and a half") + newsBlock("Top stories", "two and a half");
  const after = newsBlock("Top stories", "quite another thing") + newsBlock("Late decisions", "and yet another one");
  expect(tracedPath(before, "div[2]", after)).toBe("div[1]");
});

test("a block whose caption left the container they stood in is where the caption went", () => {
  const decision = newsBlock("More on Decision 2006", "who leads in the polls", "how the states vote");
  const top = newsBlock("Top stories", "a storm comes", "the council sits");
  const before = `<main id="m">${decision}${top}</main><aside></aside>`;
  const newer = newsBlock("More on Decision 2006", "all votes are counted", "what it means now");
  const moved = newsBlock("Top stories", "the storm is over", "what was said");
  for (const aside of ["<aside>", `<aside class="wide">`]) {
    const after = `<main id="m">${newer}</main>${aside}${moved}</aside>`;
    expect(tracedPath(before, "main[1]/div[2]", after)).toBe("aside[1]/div[1]");
  }
});

test("of a block whose captions went both ways one is enough to stay", () => {
  const block = (...captions: string[]): string =>
    `<div>${captions.map((caption) => `<h3>${caption}</h3>`).join("")}<p>one two three</p></div>`;
  const before = `<main id="m"><div><p>not this one</p></div>${block("Tides", "Winds")}</main><aside></aside>`;
  const after = `<main id="m"><div><p>nor this one</p></div>${block("Tides")}</main><aside><h3>Winds</h3></aside>`;
  expect(tracedPath(before, "main[1]/div[2]", after)).toBe("main[1]/div[2]");
});

test("a block that got another tag is where its caption is, and no other block with its old tag", () => {
  const stories = (...texts: string[]): string => `<ul>${texts.map(item).join("")}</ul>`;
  const before = `<div><h3>Late decisions</h3>${stories("one and a half", "some other one")}</div>
    <div><h3>Top stories</h3>${stories("two and a half", "and yet one more")}</div>`;
  const after = `<section><h3>Top stories</h3>${stories("quite another thing", "which is new")}</section>
    <div><h3>Late decisions</h3>${stories("and yet another one", "all about it")}</div>`;
  expect(tracedPath(before, "div[2]", after)).toBe("section[1]");
});

test("a block that is itself unchanged is where it is", () => {
  const page = parseHtml(`<div></div><div id="news"><p>some long text here</p></div>`);
  const memory = fixedSubtree.learn(page, nodeAt(page, "html[1]/body[1]/div[2]") as number);
  const moved = parseHtml(`<section><div id="news"><p>and other long text</p></div></section>`);
  expect(fixedSubtree.trace(memory, moved).candidates).toEqual([
    { node: nodeAt(moved, "html[1]/body[1]/section[1]/div[1]"), score: 1, signals: { fixed: 1 } },
  ]);
});

test("a block with the same captions in it is where they are, without a mapping", () => {
  const section = (name: string, inner: string): string => `<section class="${name}">${inner}</section>`;
  const page = parseHtml(section("old", "<h2>Weather</h2><p>sunny all day</p><h2>Tides</h2><p>low at six</p>"));
  const memory = fixedSubtree.learn(page, nodeAt(page, "html[1]/body[1]/section[1]") as number);
  const newer = parseHtml(`<nav></nav>${section("new", "<div><h2>Weather</h2></div><div><h2>Tides</h2></div>")}`);
  const [best, ...others] = fixedSubtree.trace(memory, newer).candidates;
  expect(best).toMatchObject({ node: nodeAt(newer, "html[1]/body[1]/section[1]"), signals: { mapped: 1 } });
  expect(best?.score).toBeGreaterThan(0.5);
  expect(others).toEqual([]);
});

test("what unchanged nodes settle is cut off both trees, and the rest is mapped", () => {
  const around = (middle: string): string =>
    `<body class="x"><nav><a href="/a">A</a><a href="/b">B</a></nav>${middle}<footer><p>Imprint</p></footer></body>`;
  const page = parseHtml(around("<div><p>one two three</p></div><div></div>"));
  const memory = fixedSubtree.learn(page, nodeAt(page, "html[1]/body[1]/div[1]") as number);
  const changed = parseHtml(around("<div><p>four five six</p><p>seven eight nine</p></div><div></div>"));
  const trees = fixedTrees(memory, changed);
  const pair = minimumCommonPair(trees, memory.block);
  const reduced = reducePair(trees, pair, memory.block);
  expect(pair).toMatchObject({
    inFirst: nodeAt(page, "html[1]/body[1]"),
    inSecond: nodeAt(changed, "html[1]/body[1]"),
  });
  // body, both div, p, text; and one more paragraph with its text
  expect(reduced.first.tree.size).toBe(5);
  expect(reduced.second.tree.size).toBe(7);
  expect(fixedSubtree.trace(memory, changed).candidates[0]?.node).toBe(nodeAt(changed, "html[1]/body[1]/div[1]"));
});
