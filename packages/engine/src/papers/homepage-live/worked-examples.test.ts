// The worked examples of [homepage-live] (Han et al., WWW 2007): figure 5 with definition 7, figure 8, the cases of the
// distance in section 6.1, and the three case studies of section 8.
import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import type { Tracer } from "../../tracer/tracer.ts";
import { attributeOf, type DomTree } from "../../tree/dom-tree.ts";
import { nodeAt, pathOf } from "../../tree/path.ts";
import { directPath } from "./direct-path.ts";
import { fixedSubtree, fixedTrees } from "./fixed-subtree.ts";
import { minimumMapping } from "./minimum-mapping.ts";
import { minimumCommonPair, reducePair } from "./reduced-trees.ts";
import { treeFromDepths } from "./small-trees.fixture.ts";
import { literalTagString, tagString } from "./tag-string.ts";
import { compareTrees } from "./tree-comparison.ts";
import { treeEdit } from "./tree-edit.ts";

const METHODS = {
  DPF: directPath,
  TSM: tagString,
  "TSM, literal": literalTagString,
  TED: treeEdit,
  FSBT: fixedSubtree,
};

/** Where each method finds the element at this path: its path in the newer page. */
function traced(before: string, path: string, after: string): Record<string, string | null> {
  const [page, newer] = [parseHtml(before), parseHtml(after)];
  const places = Object.entries(METHODS).map(([name, method]) => {
    const tracer = method as unknown as Tracer;
    const memory = tracer.learn(page, nodeAt(page, `html[1]/body[1]/${path}`) as number);
    const [best] = tracer.trace(memory, newer).candidates;
    return [name, best ? pathOf(newer, best.node).replace("html[1]/body[1]/", "") : null];
  });
  return Object.fromEntries(places);
}

/** Figure 5, as its listing has it: the right page is an updated version of the left one. */
const LEFT = `<div id="div_a"><img src="img_1"/><p>***</p><p> </p><div id="div_b"></div>
  <div id="div_c"><p>||||</p><img src="img_2"/></div></div>`;
const RIGHT = `<div id="div_1"><div id="div_2"><img src="img_1"/><p>***</p><p> </p></div><div id="div_3"></div>
  <div id="div_4"><p>|||</p><img src="img_2"/></div></div>`;

function byId(page: DomTree, id: string): number {
  return [...page.tag.keys()].findIndex((node) => attributeOf(page, node, "id") === id);
}

test("definition 7 on figure 5: a pair is common where both subtrees contain the same Fix Nodes", () => {
  const [left, right] = [parseHtml(LEFT), parseHtml(RIGHT)];
  const { partner } = fixedTrees(fixedSubtree.learn(left, byId(left, "div_c")), right);
  const isCommon = (a: string, b: string): boolean => {
    const [first, second] = [byId(left, a), byId(right, b)];
    return [...partner].every((other, node) => {
      const isInside = node >= first && node < left.end[first];
      return other < 0 || isInside === (other >= second && other < right.end[second]);
    });
  };
  // the text says div_b, which the listing has empty; img_2 is in div_c
  expect(isCommon("div_c", "div_4")).toBe(true);
  // "since the fix node img_2 is not includes in div_2"
  expect(isCommon("div_a", "div_2")).toBe(false);
  expect(isCommon("div_a", "div_1")).toBe(true);
});

test("Table 3 on figure 5: from div_c the climb ends at the lowest common ancestor of two Fix Nodes", () => {
  const [left, right] = [parseHtml(LEFT), parseHtml(RIGHT)];
  const memory = fixedSubtree.learn(left, byId(left, "div_c"));
  const pair = minimumCommonPair(fixedTrees(memory, right), memory.block);
  expect([pair.inFirst, pair.inSecond]).toEqual([byId(left, "div_a"), byId(right, "div_1")]);
});

test("figure 5: the block with img_2 is found in the updated page", () => {
  const found = traced(LEFT, "div[1]/div[2]", RIGHT);
  expect(found).toMatchObject({ TED: "div[1]/div[3]", FSBT: "div[1]/div[3]" });
  // the second div is another one now
  expect(found.DPF).toBe("div[1]/div[2]");
});

const tree = (...nodes: [depth: number, label: number][]) =>
  treeFromDepths(nodes.map(([depth, label]) => ({ depth, label })));

/** Dis(T, T') of section 6.1. */
function distance(first: ReturnType<typeof tree>, second: ReturnType<typeof tree>): number {
  const outcome = compareTrees(first, second, {});
  if (outcome.kind !== "compared") throw new Error(outcome.kind);
  return minimumMapping(outcome.comparison).distance;
}

test("section 6.1, condition 1: nothing mapped costs all nodes of both trees", () => {
  expect(distance(tree([0, 1], [1, 1], [1, 1]), tree([0, 2], [1, 2]))).toBe(3 + 2);
});

test("section 6.1, condition 2: roots mapped cost what the pairs of subtrees do not match", () => {
  // n(T) = 5, n(T') = 4; root, S1 with its child and S2 are matched, one child of S2 is not
  const first = tree([0, 1], [1, 2], [2, 3], [1, 4], [2, 5]);
  const second = tree([0, 1], [1, 2], [2, 3], [1, 4]);
  expect(distance(first, second)).toBe(5 + 4 - 2 * 4);
});

test("section 6.1, condition 3: a root mapped to the root of a subtree costs the nodes outside of it", () => {
  // n(T') - n(S') + Dis(T, S'): two nodes around S', which equals T
  const first = tree([0, 1], [1, 2]);
  const second = tree([0, 7], [1, 8], [1, 1], [2, 2]);
  expect(distance(first, second)).toBe(4 - 2 + 0);
});

test("figure 8: the minimum common pair is that of the two whole trees, and four nodes are left of each", () => {
  // left: two branches with Fix Nodes (1 to 3, 7 to 9), the traced block at 5 in between
  const first = tree([0, 1], [1, 2], [2, 3], [2, 4], [1, 2], [2, 5], [3, 6], [1, 2], [2, 3], [2, 7]);
  const second = tree([0, 1], [1, 2], [2, 3], [2, 4], [1, 2], [2, 3], [2, 7], [1, 2], [2, 5], [3, 6]);
  const partner = new Int32Array(first.size).fill(-1);
  partner[2] = 2;
  partner[3] = 3;
  partner[8] = 5;
  partner[9] = 6;
  const trees = { first, second, partner };
  const pair = minimumCommonPair(trees, 5);
  expect([pair.inFirst, pair.inSecond]).toEqual([0, 0]);
  const reduced = reducePair(trees, pair, 5);
  expect([reduced.first.tree.size, reduced.second.tree.size]).toEqual([4, 4]);
  const outcome = compareTrees(reduced.first.tree, reduced.second.tree, {});
  if (outcome.kind !== "compared") throw new Error(outcome.kind);
  const { partner: mapped } = minimumMapping(outcome.comparison);
  expect(reduced.second.nodeOf[mapped[reduced.first.nodeOf.indexOf(5)]]).toBe(8);
});

const item = (text: string): string => `<li><a href="/${text.length}">${text}</a></li>`;
const list = (...stories: string[]): string => `<ul>${stories.map(item).join("")}</ul>`;

/** A block of a news page of 2006: a caption, and stories of which none is in the newer version. */
const newsBlock = (caption: string, ...stories: string[]): string =>
  `<div><h3>${caption}</h3>${list(...stories)}</div>`;

test("section 8, case 1: an item is added and all titles change; tag strings take another list for it", () => {
  const page = (sport: string[], top: string[]): string =>
    `<div class="sport"><h3>Sports of the day</h3>${list(...sport)}</div>
     <div class="top"><h3>More from the news room</h3>${list(...top)}</div>`;
  const before = page(["rovers win at home again"], ["a storm comes from the west", "the council sits again"]);
  const after = page(
    ["the cup goes to the north", "two players leave the club"],
    ["the storm is over now", "what the council has said", "a new bridge over the bay"],
  );
  // "direct path finding may work properly and the tree string matching method does not work"
  expect(traced(before, "div[2]", after)).toEqual({
    DPF: "div[2]",
    TSM: "div[1]",
    "TSM, literal": "div[1]",
    TED: "div[2]",
    FSBT: "div[2]",
  });
});

test("section 8, case 2: picture and description of a block change sides; tag strings do not know which is which", () => {
  const picture = `<td><img src="/bay.jpg" alt="the bay"></td>`;
  const text = `<td><h2>A storm comes from the west</h2><p>Boats stay in the harbour of the town.</p></td>`;
  const table = (...cells: string[]): string => `<table><tr>${cells.join("")}</tr></table>`;
  const other = `<td><img src="/hill.jpg"></td><td><h2>Snow on the hills of the north</h2><p>Roads are closed until noon.</p></td>`;
  const page = (...cells: string[]): string =>
    `${table(...cells)}<div><p>All about the weather here</p></div>${table(other)}`;
  expect(traced(page(picture, text), "table[1]", page(text, picture))).toEqual({
    DPF: "table[1]",
    TSM: "table[2]",
    "TSM, literal": "table[2]",
    TED: "table[1]",
    FSBT: "table[1]",
  });
});

test("section 8, case 3: of two blocks alike the wanted one is known by its label alone; both simple methods fail", () => {
  const decision = (...stories: string[]) => newsBlock("More on Decision 2006", ...stories);
  const top = (...stories: string[]) => newsBlock("Top stories", ...stories);
  const before = decision("who leads in the polls", "how the states vote") + top("a storm comes", "the council sits");
  const after = top("the storm is over", "what was said") + decision("all votes are counted", "what it means now");
  expect(traced(before, "div[2]", after)).toEqual({
    DPF: "div[2]",
    // right by chance: the first of two alike
    TSM: "div[1]",
    "TSM, literal": "div[1]",
    // the tags of the pages are the same ones, so that each block is mapped to what stands in its place
    TED: "div[2]",
    FSBT: "div[1]",
  });
  // and where it is the first that is wanted
  const turned = top("a storm comes", "the council sits") + decision("who leads in the polls", "how the states vote");
  const back = decision("all votes are counted", "what it means now") + top("the storm is over", "what was said");
  expect(traced(turned, "div[1]", back)).toEqual({
    DPF: "div[1]",
    TSM: "div[1]",
    "TSM, literal": "div[1]",
    TED: "div[1]",
    FSBT: "div[2]",
  });
});
