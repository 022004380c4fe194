import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import type { DomTree } from "../tree/dom-tree.ts";
import { nodeAt, pathOf } from "../tree/path.ts";
import {
  blockLevelDynamicNodes,
  changedBeside,
  changeShares,
  changingBlocks,
  dynamicNodes,
  volatileNodes,
} from "./change-rate.ts";
import type { HistoryTree } from "./history-tree.ts";
import { mergeAll } from "./merge.ts";

const HEADLINES = [
  "Bridge opens early",
  "Rain until Friday",
  "Rovers win again",
  "Cup draw tonight",
  "Market day moved",
];

/** The n-th version of a small front page: the clock and the headlines change, the rest stays. */
function frontPage(version: number): DomTree {
  const items = [0, 1, 2].map((item) => `<li>${HEADLINES[(version + item) % HEADLINES.length]} (${version})</li>`);
  return parseHtml(`<body><p id="clock">It is 10:${10 + version}</p>
    <ul>${items.join("")}</ul><footer>Imprint and contact of the Morning Herald</footer>`);
}

function historyOf(count: number): HistoryTree {
  return mergeAll(Array.from({ length: count }, (_, index) => ({ name: `${index}`, page: frontPage(index) })));
}

/** Nodes are the same in all versions of this page, so a path of any version names the node of the history. */
const at = (path: string) => nodeAt(frontPage(0), path) as number;

test("a node is dynamic where a version misses it or where its text differs", () => {
  const history = mergeAll([
    { name: "a", page: parseHtml("<p>same</p><p>old</p>") },
    { name: "b", page: parseHtml("<p>same</p><p>new</p><b>more</b>") },
  ]);
  const marked = [...dynamicNodes(history)].map((isDynamic, node) =>
    isDynamic ? history.tagNames[history.tag[node]] : "",
  );
  expect(marked.filter(Boolean)).toEqual(["#text", "b", "#text"]);
});

test("a block is dynamic where most of its text is in children that are", () => {
  const blocks = blockLevelDynamicNodes(historyOf(4));
  expect(blocks).toContain(at("html[1]/body[1]/ul[1]"));
  expect(blocks).not.toContain(at("html[1]/body[1]/footer[1]"));
});

/** A section whose words stay and whose picture is another one every day, beside one of words that stay. */
const dailyPicture = (day: number, picture = `<a href="/boats"><img src="/boats/${day}.jpg?w=300" alt=""></a>`) =>
  parseHtml(
    `<main><section><h2>Picture of the day</h2>${picture}</section><p>Imprint of the Morning Herald</p></main>`,
  );

const picturesOver = (days: number, picture?: (day: number) => string): HistoryTree =>
  mergeAll(Array.from({ length: days }, (_, day) => ({ name: `${day}`, page: dailyPicture(day, picture?.(day)) })));

test("a section whose picture changes is a changing block, and the picture is its face", () => {
  const page = dailyPicture(3);
  const section = nodeAt(page, "html[1]/body[1]/main[1]/section[1]") as number;
  const block = changingBlocks(picturesOver(4)).find(({ pageNode }) => pageNode === section);
  expect(block).toMatchObject({
    changeShare: 1,
    picture: nodeAt(page, "html[1]/body[1]/main[1]/section[1]/a[1]/img[1]"),
  });
  // to the letter of the paper, which counts text alone, there is no such block
  expect(blockLevelDynamicNodes(picturesOver(4), { pictureLength: 0 })).toEqual([]);
});

test("a picture that changes beside a text that stays is offered with that, and alone in a whole section", () => {
  const words = (count: number) => "These words are here every day. ".repeat(count);
  const withText = (count: number) => (day: number) =>
    `<p>${words(count)}<img src="/boats/${day}.jpg" alt="A boat"></p><p>${words(count)}</p><p>${words(count)}</p>`;
  const offered = (picture: (day: number) => string) => {
    const page = dailyPicture(3, picture(3));
    return changingBlocks(picturesOver(4, picture)).map((block) => ({
      ...block,
      path: pathOf(page, block.pageNode),
      isFace: block.picture === nodeAt(page, `${SECTION}/p[1]/img[1]`),
    }));
  };
  const SECTION = "html[1]/body[1]/main[1]/section[1]";
  expect(offered(withText(10))).toMatchObject([{ path: `${SECTION}/p[1]`, changeShare: 1, isFace: true }]);
  expect(offered(withText(90))).toMatchObject([{ path: `${SECTION}/p[1]/img[1]`, changeShare: 1, isFace: true }]);
  const once = (day: number) => `<p>${words(10)}${day > 1 ? '<img src="/boat.jpg">' : ""}</p><p>${words(20)}</p>`;
  expect(offered(once)).toEqual([]);
});

test("a picture that waits for its place to be seen counts by where it will come from", () => {
  const lazy = (day: number) => `<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" data-src="/boats/${day}.jpg">`;
  expect(changingBlocks(picturesOver(3, lazy)).length).toBeGreaterThan(0);
});

test.each<[what: string, picture: (day: number) => string]>([
  ["candidates alone", (day) => `<img srcset="/boats/${day}-1.jpg 1x, /boats/${day}-2.jpg 2x">`],
  ["candidates that come later", (day) => `<img data-srcset="/boats/${day}.jpg 400w">`],
  [
    "candidates beside a place that is held",
    (day) => `<img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" srcset=" ,/boats/${day}.jpg, /b.jpg 2x">`,
  ],
  [
    "a source beside it",
    (day) => `<picture><source srcset="/boats/${day}.webp 1x" type="image/webp"><img alt="A boat"></picture>`,
  ],
  ["what a film shows before it runs", (day) => `<video poster="/boats/${day}.jpg" src="/boat.mp4"></video>`],
])("a picture counts that is known by %s", (_, picture) => {
  const section = nodeAt(dailyPicture(3, picture(3)), "html[1]/body[1]/main[1]/section[1]");
  const block = changingBlocks(picturesOver(4, picture)).find(({ pageNode }) => pageNode === section);
  expect(block).toMatchObject({ changeShare: 1, picture: expect.any(Number) });
  // and is no change as long as it is the same
  expect(changingBlocks(picturesOver(4, () => picture(1)))).toEqual([]);
});

test("what an image names itself counts, and not a source beside it that nobody needs", () => {
  const picture = (day: number) => `<picture><source srcset="/${day}.webp"><img src="/boat.jpg"></picture>`;
  expect(changingBlocks(picturesOver(4, picture))).toEqual([]);
});

test("sizes and tokens in the query of a picture, and pixels that count visits, are no change", () => {
  const token = (day: number) => `<a><img src="/logo.png?token=${day}"></a>`;
  const pixel = (day: number) => `<a><img width="1" height="1" src="/count/${day}.gif"></a>`;
  expect(changingBlocks(picturesOver(4, token))).toEqual([]);
  expect(changingBlocks(picturesOver(4, pixel))).toEqual([]);
});

test("changing blocks come most frequent first and name the block on the newest page", () => {
  const history = historyOf(5);
  const [first] = changingBlocks(history);
  expect(first.changeShare).toBe(1);
  expect(frontPage(4).tagNames[frontPage(4).tag[first.pageNode]]).toBe(history.tagNames[history.tag[first.node]]);
  expect(changeShares(history)[at("html[1]/body[1]/footer[1]")]).toBe(0);
});

test("a clock is volatile, headlines and the imprint are not", () => {
  const history = historyOf(6);
  const clock = at("html[1]/body[1]/p[1]") + 1;
  expect(volatileNodes(history).map(({ node }) => node)).toEqual([clock]);
});

test("what a block is about is never volatile in it, and three versions are too few to say", () => {
  const history = historyOf(6);
  expect(volatileNodes(history, { within: at("html[1]/body[1]/p[1]") })).toEqual([]);
  expect(volatileNodes(historyOf(3))).toEqual([]);
});

/** A block of a shop with a clock, a price and a slot in which two advertisements take turns. */
function shopBlock(version: number, price = 100 + version): DomTree {
  const ad = version % 2 === 0 ? "<p>Cheap socks</p>" : "<h4>Fast cars</h4><img src=car.png>";
  return parseHtml(`<body><h2>Lamp with three arms and a shade of green glass</h2><p>It is 10:${10 + version}</p>
    <p>€ ${price}.00</p><div>${ad}</div><p>Delivered within three days to any place in the country</p>`);
}

const shopHistory = (count: number, price?: number) =>
  mergeAll(Array.from({ length: count }, (_, index) => ({ name: `${index}`, page: shopBlock(index, price) })));

test("an advertisement that rotates is volatile as a whole, a price never is", () => {
  const history = shopHistory(6);
  const tags = volatileNodes(history).map(({ node }) => history.tagNames[history.tag[node]]);
  expect(tags).toEqual(["#text", "div"]);
});

test("what changes rarely between many looks is not volatile, however many versions there are", () => {
  const history = shopHistory(6);
  expect(volatileNodes(history, { looks: [1, 1, 1, 1, 1, 1] })).not.toEqual([]);
  expect(volatileNodes(history, { looks: [9, 1, 20, 4, 7, 1] })).toEqual([]);
});

test("a step counts as quiet only where nothing but the quiet nodes differs", () => {
  const still = shopHistory(6, 99);
  const quiet = new Set(volatileNodes(still).map(({ node }) => node));
  expect(changedBeside(still, quiet)).toBe(false);
  expect(changedBeside(still, new Set())).toBe(true);
  expect(changedBeside(shopHistory(6), quiet)).toBe(true);
});
