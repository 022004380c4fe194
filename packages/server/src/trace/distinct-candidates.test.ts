import { nodeAt, parseHtml } from "@tessera/engine";
import { expect, test } from "vitest";
import { distinctCandidates, isLevelOf } from "./distinct-candidates.ts";

/** The paths of those that are left of these. */
function left(html: string, ...paths: readonly string[]): readonly string[] {
  const tree = parseHtml(`<body>${html}</body>`);
  const nodes = paths.map((path) => nodeAt(tree, `html[1]/body[1]/${path}`)!);
  const kept = distinctCandidates(
    tree,
    nodes.map((node, at) => ({ node, score: 1 / (at + 2) })),
  );
  return kept.map(({ candidate: { node } }) => paths[nodes.indexOf(node)]!);
}

const STORY = "The old bridge opens to traffic on Sunday at noon, says the council of the town by the river";

test("of an element and its wrappers the best is left", () => {
  const html = `<section><div><p>${STORY}</p></div><a>More</a></section><p>Something else</p>`;
  expect(left(html, "section[1]/div[1]", "section[1]/div[1]/p[1]", "section[1]", "p[1]")).toEqual([
    "section[1]/div[1]",
    "p[1]",
  ]);
});

test("what is left out leaves its share of the score to what is kept", () => {
  const tree = parseHtml(`<div><p>${STORY}</p></div><p>Something else</p>`);
  const candidates = [
    { path: "div[1]/p[1]", score: 0.5 },
    { path: "p[1]", score: 0.25 },
    { path: "div[1]", score: 0.125 },
  ].map(({ path, score }) => ({ node: nodeAt(tree, `html[1]/body[1]/${path}`)!, score }));
  expect(distinctCandidates(tree, candidates)).toEqual([
    { candidate: { ...candidates[0], score: 0.625 }, excerpt: STORY },
    { candidate: candidates[1], excerpt: "Something else" },
  ]);
});

test("a wrapper that shows much more is another thing", () => {
  const html = `<section><h2>Roads and rivers</h2><p>${STORY}</p><p>And quite another story of the day</p></section>`;
  expect(left(html, "section[1]/p[1]", "section[1]")).toHaveLength(2);
});

test("a wrapper that begins with the element and goes on below the edge of a card looks like it", () => {
  const list = `<ul>${Array.from({ length: 9 }, (_, at) => `<li>${at} ${STORY}</li>`).join("")}</ul>`;
  const html = `<main><section><h2>Latest</h2>${list}</section><section><h2>Most read</h2>${list}</section></main>`;
  expect(left(html, "main[1]/section[1]", "main[1]", "main[1]/section[2]")).toEqual([
    "main[1]/section[1]",
    "main[1]/section[2]",
  ]);
});

test("the same words in two places look alike, cards with names of their own do not", () => {
  expect(left(`<div><p>${STORY}</p></div><p>${STORY}</p>`, "p[1]", "div[1]/p[1]")).toEqual(["p[1]"]);
  const card = (name: string) => `<div><h3>${name}</h3><p>${STORY}</p></div>`;
  expect(left(card("Oak") + card("Ash"), "div[1]", "div[2]")).toEqual(["div[1]", "div[2]"]);
});

test("pictures are looked at as well", () => {
  const picture = (name: string) => `<figure><img src="/${name}.jpg"></figure>`;
  const html = picture("dam") + picture("mill") + picture("dam");
  expect(left(html, "figure[1]", "figure[2]", "figure[3]", "figure[1]/img[1]")).toEqual(["figure[1]", "figure[2]"]);
});

test("writing without spaces is compared sign by sign", () => {
  const html = "<section><div><p>東京都は明日の天気を晴れと予想しています</p></div>。</section><p>大阪は雨</p>";
  expect(left(html, "section[1]/div[1]", "section[1]", "p[1]")).toEqual(["section[1]/div[1]", "p[1]"]);
});

test("a level of an element lies in it or around it", () => {
  const tree = parseHtml(`<div><p>${STORY}</p></div><p>${STORY}</p>`);
  const [outer, inner, twin] = ["div[1]", "div[1]/p[1]", "p[1]"].map(
    (path) => nodeAt(tree, `html[1]/body[1]/${path}`)!,
  );
  expect([isLevelOf(tree, outer!, inner!), isLevelOf(tree, twin!, inner!)]).toEqual([true, false]);
});
