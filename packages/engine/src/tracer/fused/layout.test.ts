import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { attributeOf, type DomTree } from "../../tree/dom-tree.ts";
import { nodeAt, pathOf } from "../../tree/path.ts";
import { decide } from "../verdict.ts";
import { fused } from "./fused.ts";
import { likenessesOf, seatOf } from "./layout.ts";

/** As after rendering: one below the other, and no room for what is hidden. */
function rendered(html: string): DomTree {
  const tree = parseHtml(html);
  const boxes = new Int32Array(tree.size * 4).fill(-1);
  for (let node = 0, hiddenUntil = 0; node < tree.size; node++) {
    if (node >= hiddenUntil && tree.tag[node] !== 0 && attributeOf(tree, node, "class") === "small-screens")
      hiddenUntil = tree.end[node];
    if (node >= hiddenUntil) boxes.set([20, node * 12, 900, 12 * (tree.end[node] - node)], node * 4);
  }
  return { ...tree, boxes };
}

const hours = (times: string): string =>
  `<div><h2>Opening hours</h2><p>Monday to Friday ${times}</p><p>Saturday 9 to 12</p></div>`;
const page = (...parts: readonly string[]): string =>
  `<title>Library</title><header><h1>Library</h1></header>${parts.join("")}<footer>Imprint</footer>`;

const plain = page(`<main><p>Welcome to the library.</p>${hours("9 to 17")}</main>`);
/** The copy stands where the block stood, and the block below it. */
const withCopy = page(
  `<main><p>Welcome to the library.</p>${hours("9 to 18").replace("<div>", '<div class="small-screens">')}${hours("9 to 18")}</main>`,
);
const block = "html[1]/body[1]/main[1]/div[1]";
const moved = "html[1]/body[1]/main[1]/div[2]";

test("of two copies the one that can be seen is the block", () => {
  const first = rendered(plain);
  const memory = fused.learn(first, nodeAt(first, block) as number);
  const second = rendered(withCopy);
  const verdict = decide(fused.trace(memory, second), fused.calibration);
  expect(pathOf(second, verdict.candidates[0]?.node as number)).toBe(moved);
});

test("a block that now only stands where nobody sees it is not shown as if nothing had happened", () => {
  const first = rendered(plain);
  const memory = fused.learn(first, nodeAt(first, block) as number);
  const second = rendered(
    page(`<section class="small-screens">${hours("9 to 17")}</section>`, "<main><p>Welcome.</p></main>"),
  );
  expect(decide(fused.trace(memory, second), fused.calibration).kind).not.toBe("found");
});

test("where one of the pages was not rendered, the layout says nothing", () => {
  const [first, second] = [parseHtml(plain), parseHtml(withCopy)];
  const [seen, later] = [rendered(plain), rendered(withCopy)];
  const bare = fused.learn(first, nodeAt(first, block) as number);
  const seated = fused.learn(seen, nodeAt(seen, block) as number);
  expect(bare.latest.seat).toBeUndefined();
  expect(seated.latest.seat).toEqual(seatOf(seen, nodeAt(seen, block) as number));
  const shares = (ranking: ReturnType<typeof fused.trace>) =>
    ranking.candidates.map(({ node, score }) => [node, score]);
  expect(shares(fused.trace(seated, second))).toEqual(shares(fused.trace(bare, second)));
  expect(shares(fused.trace(bare, later))).toEqual(shares(fused.trace(bare, second)));
});

test("the same room is as like as can be, and none is hidden", () => {
  expect(likenessesOf([10, 20, 300, 40], [10, 20, 300, 40])).toEqual([1, 1, 1, 1, 0]);
  expect(likenessesOf([10, 20, 300, 40], null)).toEqual([0, 0, 0, 0, 1]);
});
