import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DomTree } from "../tree/dom-tree.ts";
import { align } from "./align.ts";
import { alignSides, pairCost } from "./align-sides.ts";
import { DELETE_COST, INSERT_COST } from "./costs.ts";
import type { HistoryTree } from "./history-tree.ts";
import { mergeAll } from "./merge.ts";
import { pageOf, type Sketch, sketches, variants } from "./sketch.fixture.ts";

/** The definition itself: every way to pair two lists of subtrees in order, without table, trimming or hashes. */
function obviousCost(history: HistoryTree, page: DomTree): number {
  const sides = alignSides(history, page);
  const children = (tree: { end: Uint32Array }, node: number) => {
    const list: number[] = [];
    for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) list.push(child);
    return list;
  };
  const pair = (x: number, y: number): number => pairCost(sides, x, y) + lists(children(history, x), children(page, y));
  const lists = (xs: number[], ys: number[]): number => {
    const [x, ...moreXs] = xs;
    const [y, ...moreYs] = ys;
    const without = (node: number, tree: { end: Uint32Array }) => tree.end[node] - node;
    if (x === undefined && y === undefined) return 0;
    if (x === undefined) return without(y, page) * INSERT_COST + lists([], moreYs);
    if (y === undefined) return without(x, history) * DELETE_COST + lists(moreXs, []);
    const options = [
      without(x, history) * DELETE_COST + lists(moreXs, ys),
      without(y, page) * INSERT_COST + lists(xs, moreYs),
    ];
    if (history.tagNames[history.tag[x]] === page.tagNames[page.tag[y]])
      options.push(pair(x, y) + lists(moreXs, moreYs));
    return Math.min(...options);
  };
  return pair(0, 0);
}

/** The same with a table instead of an enumeration, so that longer lists of children can be asked for. */
function plainCost(history: HistoryTree, page: DomTree): number {
  const sides = alignSides(history, page);
  const known = new Map<string, number>();
  const children = (tree: { end: Uint32Array }, node: number) => {
    const list: number[] = [];
    for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) list.push(child);
    return list;
  };
  const pair = (x: number, y: number): number => {
    if (history.tagNames[history.tag[x]] !== page.tagNames[page.tag[y]]) return Number.POSITIVE_INFINITY;
    const name = `${x} ${y}`;
    const cost = known.get(name) ?? pairCost(sides, x, y) + lists(children(history, x), children(page, y));
    known.set(name, cost);
    return cost;
  };
  const lists = (xs: number[], ys: number[]): number => {
    const deletion = xs.map((x) => (history.end[x] - x) * DELETE_COST);
    const insertion = ys.map((y) => (page.end[y] - y) * INSERT_COST);
    let row = [0];
    for (const cost of insertion) row.push(row[row.length - 1] + cost);
    for (const [i, x] of xs.entries()) {
      const next = [row[0] + deletion[i]];
      for (const [j, y] of ys.entries()) {
        next.push(Math.min(row[j + 1] + deletion[i], next[j] + insertion[j], row[j] + pair(x, y)));
      }
      row = next;
    }
    return row[row.length - 1];
  };
  return pair(0, 0);
}

/** Checks that the partners are a restricted top-down mapping and returns what it costs by the formula. */
function costByFormula(history: HistoryTree, page: DomTree, partner: Int32Array): number {
  const sides = alignSides(history, page);
  let cost = 0;
  let pairs = 0;
  let lastX = -1;
  for (let y = 0; y < page.size; y++) {
    const x = partner[y];
    if (x < 0) continue;
    expect(history.tagNames[history.tag[x]]).toBe(page.tagNames[page.tag[y]]);
    expect(x).toBeGreaterThan(lastX);
    if (y > 0) expect(partner[page.parent[y]]).toBe(history.parent[x]);
    lastX = x;
    cost += pairCost(sides, x, y);
    pairs++;
  }
  return cost + (history.size - pairs) * DELETE_COST + (page.size - pairs) * INSERT_COST;
}

const historyOf = (versions: readonly Sketch[]) =>
  mergeAll(versions.map((sketch, index) => ({ name: `v${index}`, page: pageOf(sketch) })));

describe("alignment", () => {
  test("agrees with the definition on thousands of small trees, and its mapping costs what it says", () => {
    fc.assert(
      fc.property(variants({ versions: 3, nodes: 9 }), (versions) => {
        const page = pageOf(versions.at(-1) as Sketch);
        const history = historyOf(versions.slice(0, -1));
        const { cost, partner, isExact } = align(history, page);
        expect(isExact).toBe(true);
        expect(cost).toBe(obviousCost(history, page));
        expect(costByFormula(history, page, partner)).toBe(cost);
      }),
      { numRuns: 2000 },
    );
  });

  test("agrees with the definition on unrelated trees", () => {
    fc.assert(
      fc.property(sketches(9), sketches(9), (first, second) => {
        const history = historyOf([first]);
        const { cost, partner } = align(history, pageOf(second));
        expect(cost).toBe(obviousCost(history, pageOf(second)));
        expect(costByFormula(history, pageOf(second), partner)).toBe(cost);
      }),
      { numRuns: 1000 },
    );
  });

  test("agrees with the plain table on longer lists, where most pairs are never looked into", () => {
    fc.assert(
      fc.property(variants({ versions: 4, nodes: 60 }), fc.integer({ min: 1, max: 6 }), (versions, copies) => {
        const wide = versions.map((sketch): Sketch => {
          const children = Array.from({ length: copies }, () => sketch.slice(2) as Sketch[]).flat();
          return ["html", {}, ...children];
        });
        const page = pageOf(wide.at(-1) as Sketch);
        const history = historyOf(wide.slice(0, -1));
        const { cost, partner } = align(history, page);
        expect(cost).toBe(plainCost(history, page));
        expect(costByFormula(history, page, partner)).toBe(cost);
      }),
      { numRuns: 300 },
    );
  });

  test("an unchanged page is paired node by node at no cost", () => {
    fc.assert(
      fc.property(sketches(40), (sketch) => {
        const page = pageOf(sketch);
        const { cost, partner } = align(historyOf([sketch, sketch]), page);
        expect(cost).toBe(0);
        expect([...partner]).toEqual(Array.from({ length: page.size }, (_, node) => node));
      }),
    );
  });

  test("a mapping found within a small budget is a mapping too, and never cheaper than the best", () => {
    fc.assert(
      fc.property(variants({ versions: 3, nodes: 25 }), fc.integer({ min: 0, max: 60 }), (versions, maxCells) => {
        const page = pageOf(versions.at(-1) as Sketch);
        const history = historyOf(versions.slice(0, -1));
        const bounded = align(history, page, { maxCells });
        expect(costByFormula(history, page, bounded.partner)).toBe(bounded.cost);
        expect(bounded.cost).toBeGreaterThanOrEqual(align(history, page).cost);
      }),
      { numRuns: 500 },
    );
  });

  test("among equally cheap partners it takes the one that more versions have", () => {
    const item = (text: string): Sketch => ["li", { class: "x" }, text];
    const steady = ["ul", {}, item("a")] satisfies Sketch;
    const withExtra = ["ul", {}, item("b"), item("a")] satisfies Sketch;
    const history = historyOf([steady, steady, withExtra]);
    const page = pageOf(["ul", {}, item("c")]);
    const { partner } = align(history, page);
    // the history holds li "b" (one version) before li "a" (three versions)
    expect(partner[1]).toBe(3);
  });
});
