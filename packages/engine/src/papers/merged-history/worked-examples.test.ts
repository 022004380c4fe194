// What [merged-history-tree] (Tang, Dou, Xie and He) defines in sections 4 and 5, on the CNN page of its figure 1 in
// small; its figures are pictures without numbers.
import { expect, test } from "vitest";
import { align } from "../../history/align.ts";
import { blockLevelDynamicNodes, dynamicNodes } from "../../history/change-rate.ts";
import { DELETE_COST, INSERT_COST, VALUE_COST, versionCost } from "../../history/costs.ts";
import { type HistoryTree, valueIn, versionCount } from "../../history/history-tree.ts";
import { mergeAll } from "../../history/merge.ts";
import { parseHtml } from "../../html/parse-html.ts";
import { nodeAt } from "../../tree/path.ts";
import { extractBlocks } from "./history-tree.ts";

/** Headlines that update, a breaking-news line that comes and goes, and links that stay: figure 1. */
const cnn = (headline: string, breaking = "") =>
  parseHtml(
    `${breaking}<div class="news"><h2>Latest</h2><ul><li>${headline} and what follows from it</li></ul></div><div class="links"><a>About us and our terms</a></div>`,
  );

const PAGES = [cnn("Storm"), cnn("Floods", "<p>Breaking: bridge closed</p>"), cnn("Repairs")];
const history: HistoryTree = mergeAll(PAGES.map((page, at) => ({ name: `v${at + 1}`, page })));
const named = (tag: string): number[] =>
  [...history.tag.keys()].filter((node) => history.tagNames[history.tag[node]] === tag);

test("section 4.1: what is matched becomes one node with the values of every version, what is not is inserted", () => {
  const [item] = named("li");
  expect(versionCount(history, item)).toBe(3);
  const texts = [0, 1, 2].map((version) => valueIn(history, item + 1, version)?.text?.split(" ")[0]);
  expect(texts).toEqual(["Storm", "Floods", "Repairs"]);
  // "nodes that exist in the version of <T1, ..., Ti-1>, but are deleted in the version of Ti" stay, in their place
  const [breaking] = named("p");
  expect([versionCount(history, breaking), valueIn(history, breaking, 1) !== null]).toEqual([1, true]);
  expect(breaking).toBeLessThan(named("div")[0]);
});

test("section 4.1: v prefers the node that more versions have, and is far less than p, and p far less than q and r", () => {
  // v = (1 - Nx / Nsum) · ξ with Nsum = i - 1 versions merged so far
  expect(versionCost(4, 4)).toBe(0);
  expect(versionCost(1, 4)).toBeGreaterThan(versionCost(3, 4));
  expect(versionCost(0, 4) * 100).toBeLessThan(VALUE_COST);
  expect(VALUE_COST * 100).toBeLessThan(Math.min(INSERT_COST, DELETE_COST));
  // two candidates that cost the same but for the versions they hold: the one with more of them is taken
  const one = (html: string, name: string) => ({ name, page: parseHtml(html) });
  const merged = mergeAll([one("<p>a</p>", "1"), one("<p>a</p><p>b</p>", "2"), one("<p>a</p>", "3")]);
  const page = parseHtml("<p>c</p>");
  const partner = align(merged, page).partner[nodeAt(page, "html[1]/body[1]/p[1]") as number];
  expect(versionCount(merged, partner)).toBe(3);
});

test("section 4.2: dynamic is what a version misses and a leaf whose text differs; a static node of such text is a block", () => {
  const isDynamic = dynamicNodes(history);
  const [breaking] = named("p");
  const [item] = named("li");
  const [news, links] = named("div");
  expect([isDynamic[breaking], isDynamic[item], isDynamic[item + 1], isDynamic[links]]).toEqual([1, 0, 1, 0]);
  // Ld / Lt of the news is above a half, that of the links is 0
  const blocks = blockLevelDynamicNodes(history, { pictureLength: 0 });
  expect(blocks).toContain(news);
  expect(blocks).not.toContain(links);
});

test("section 4.3: the block is what is aligned with its root, and nothing where nothing is", () => {
  const [news] = named("div");
  const next = cnn("Elections", "<p>Breaking: results tonight</p>");
  expect(extractBlocks(history, next, [news])).toEqual([nodeAt(next, "html[1]/body[1]/div[1]")]);
  expect(extractBlocks(history, parseHtml("<p>Gone</p>"), [news])).toEqual([-1]);
});

test("section 5.1: structure similarity is what both versions have, of all nodes of their tree; text likewise of the leaves", () => {
  const pair = mergeAll([
    { name: "v1", page: PAGES[0] },
    { name: "v2", page: PAGES[1] },
  ]);
  const nodes = [...pair.tag.keys()];
  const both = nodes.filter((node) => versionCount(pair, node) === 2);
  // html, head, body, two div, h2, ul, li, a and three texts; the breaking news and its text are in one only
  expect([both.length, pair.size]).toEqual([12, 14]);
  const leaves = nodes.filter((node) => pair.tagNames[pair.tag[node]] === "#text");
  const same = leaves.filter((node) => valueIn(pair, node, 0)?.text === valueIn(pair, node, 1)?.text);
  expect([same.length, leaves.length]).toEqual([2, 4]);
});
