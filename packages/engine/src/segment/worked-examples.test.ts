// The worked examples of [page-fragmentation] (Bouras, Kounenis and Misedakis, 2007): identifiers of section 4, the index
// tree of figure 2 with the signatures of section 7, the numbers of figure 6, and the avoided transfer of section 11.
import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { textOf } from "../tree/dom-tree.ts";
import { contentVector } from "./content-vector.ts";
import { avoidedShare } from "./propose-fragments.ts";
import { TABLE_MODE } from "./section-blocks.ts";
import { fragmentPage, pageIndexEntries, trainPage } from "./train-page.ts";

const table = (...inner: string[]): string => `<table><tr><td>${inner.join("")}</td></tr></table>`;
const words = (name: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `${name}${at}`).join(" ");

test("section 4: the ID of the third child of the second child of the root is 2-3", () => {
  const page = parseHtml(`${table("a")}${table(table("b"), table("c"), table("d"))}`);
  const { nodes } = fragmentPage(page, TABLE_MODE).index;
  expect(nodes.find(({ node }) => textOf(page, node) === "d")?.id).toBe("2-3");
});

test("relations 1 to 5: from the average text to twice of it a node is a component, above it is looked into", () => {
  // six content nodes, 60 words of equal length: the average ratio is 1/6
  const page = (first: number): string =>
    `${table(words("a", first))}${[1, 2, 3, 4, 5].map((at) => table(words(`b${at}x`, 10))).join("")}`;
  const { index, components } = fragmentPage(parseHtml(page(10)), TABLE_MODE);
  expect([index.contentNodes, components.length]).toEqual([6, 6]);
  const nested = `${table(table(words("a", 12)), table(words("c", 12)), table(words("d", 12)), table(words("e", 12)))}${table(words("b", 4))}`;
  // five content nodes; the outer one has more than twice the average and four children
  expect(fragmentPage(parseHtml(nested), TABLE_MODE).components.map(({ id }) => id)).toEqual([
    "1-1",
    "1-2",
    "1-3",
    "1-4",
    "2",
  ]);
});

test("relation 5, l = 1 and u = 2: a node of many parts is a component from exactly the average to exactly twice of it", () => {
  // a table that has no text of its own around four, and six others: ten content nodes
  const idsOf = (last: number, others: number): string[] => {
    const parts = [30, 30, 30, last].map((length) => table("x".repeat(length)));
    const rest = Array.from({ length: 6 }, () => table("x".repeat(others)));
    const { index, components } = fragmentPage(parseHtml([table(...parts), ...rest].join("")), TABLE_MODE);
    expect(index.contentNodes).toBe(10);
    return components.map(({ id }) => id);
  };
  const whole = ["1", "2", "3", "4", "5", "6", "7"];
  const apart = ["1-1", "1-2", "1-3", "1-4", ...whole.slice(1)];
  // 120 of 600 characters are twice the tenth, 120 of 1200 are the tenth
  expect([idsOf(30, 80), idsOf(31, 80)]).toEqual([whole, apart]);
  expect([idsOf(30, 180), idsOf(29, 180)]).toEqual([whole, apart]);
});

/** Figure 2: an index tree with the components 3-5-4 and 3-7-1-1 around leaves of 3-6 that have no constant content. */
const portal = (day: number): string => {
  const steady = (name: string, count = 40): string => table(words(name, count));
  const news = (at: number): string => table(words(`day${day}item${at}x`, 40));
  const column = [steady("p"), steady("q"), steady("r"), steady("s")];
  const third = [
    steady("a"),
    steady("b"),
    steady("c"),
    steady("d"),
    table(...column),
    table(news(1), news(2), news(3), news(4), news(5)),
    table(table(steady("e"), steady("f"), steady("g"), steady("h")), steady("i"), steady("j"), steady("k")),
  ];
  return `${steady("m")}${steady("n")}${table(...third)}`;
};

test("section 7 with figures 2 and 3: components without constant content lie between their neighbours, by position", () => {
  const { components } = trainPage(
    [portal(1), portal(2), portal(3)].map((html) => parseHtml(html)),
    TABLE_MODE,
  );
  const at = (id: string): number => components.findIndex((one) => one.id === id);
  const [previous, next] = [at("3-5-4"), at("3-7-1-1")];
  expect(Math.min(previous, next)).toBeGreaterThanOrEqual(0);
  const series = components.filter(({ id }) => id.startsWith("3-6-"));
  expect(series.map(({ signature }) => signature)).toEqual(
    [0, 1, 2, 3, 4].map((position) => ({ kind: "position", previous, next, position })),
  );
  // text size and number of images are kept with them: figure 3
  for (const { textLength, images } of series) expect([textLength > 0, images]).toEqual([true, 0]);
  expect(components[previous].signature).toEqual({ kind: "content" });
});

test("equations 6 to 8: of a component its words without markup, and the file names of its images", () => {
  const page = parseHtml(
    table(
      `<h2>NEWS HEADLINES</h2><a href="/budget"><b>Budget</b> passed, budget kept</a><img src="/pictures/2/sea.jpg">`,
    ),
  );
  const [component] = fragmentPage(page, TABLE_MODE).components;
  const { words, images } = contentVector(page, component?.node ?? -1);
  expect([[...words], [...images]]).toEqual([["news", "headlines", "budget", "passed", "kept"], ["sea.jpg"]]);
});

test("section 7, three kinds of change: constant content and a constant title identify, headlines alone do not", () => {
  const stories = (name: string, day: number): string => words(`${name}${day}x`, 20);
  const page = (day: number) =>
    parseHtml(
      [words("category", 20), stories("story", day), `NEWS HEADLINES ${stories("head", day)}`]
        .map((one) => table(one))
        .join(""),
    );
  const { components } = trainPage([page(1), page(2), page(3)], TABLE_MODE);
  expect(components.map(({ id, icv, signature }) => [id, icv.words.size, signature.kind])).toEqual([
    ["1", 20, "content"],
    ["2", 0, "position"],
    ["3", 2, "content"],
  ]);
});

test("equations 9 to 11: constant content, without what all have, and weak where another holds it", () => {
  const vector = (text: string) => ({ words: new Set(text.split(" ").filter(Boolean)), images: new Set<string>() });
  const entries = pageIndexEntries(
    ["1", "2", "3", "4"].map((id) => ({ id, textLength: 1, images: 0 })),
    [vector("herald a"), vector("herald a b"), vector("herald c"), vector("herald")],
  );
  expect(entries.map(({ icv }) => [...icv.words].join(" "))).toEqual(["a", "a b", "c", ""]);
  expect(entries.map(({ signature }) => signature.kind)).toEqual(["position", "content", "content", "position"]);
});

test("section 11, figure 6: of the 25 components of ABC News nine are weak, five of them empty", () => {
  const vector = (text: string) => ({ words: new Set(text.split(" ").filter(Boolean)), images: new Set<string>() });
  // sixteen with words of their own, four whose words another one has as well, five with none
  const own = Array.from({ length: 16 }, (_, at) => vector(`title${at} more${at}`));
  const contained = Array.from({ length: 4 }, (_, at) => vector(`title${at}`));
  const empty = Array.from({ length: 5 }, () => vector(""));
  const ccvs = [...own, ...contained, ...empty];
  const entries = pageIndexEntries(
    ccvs.map((_, at) => ({ id: `${at + 1}`, textLength: 0, images: 0 })),
    ccvs,
  );
  const weak = entries.filter(({ signature }) => signature.kind === "position");
  expect([entries.length, weak.length, weak.filter(({ icv }) => icv.words.size === 0).length]).toEqual([25, 9, 5]);
});

test("section 11: A = 1 − ΣS / ΣTotal over the pages, 78 % where the chosen six components are 22 % of three pages", () => {
  const pages = [
    { total: 100, chosen: [12, 14] },
    { total: 60, chosen: [6, 4] },
    { total: 40, chosen: [5, 3] },
  ];
  expect(avoidedShare(pages)).toBeCloseTo(0.78);
});
