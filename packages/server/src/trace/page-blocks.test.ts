import { Buffer } from "node:buffer";
import { parseHtml } from "@tessera/engine";
import { packBody } from "@tessera/store";
import { expect, test } from "vitest";
import { pageBlocks } from "./page-blocks.ts";
import { trainedBlocks } from "./propose-blocks.ts";

const article = (name: string): string =>
  `<section class=${name}><h2>${name}</h2>${`<p>Words about ${name} that are only here and stay.</p>`.repeat(4)}</section>`;
const PAGE = `<html><head><title>Town</title></head><body><header><div id=logo><a href=/>Town</a></div><nav><ul><li><a href=/n>News of the town</a></li><li><a href=/s>Sport in the town</a></li></ul></nav></header>
<main>${["water", "bridges", "ferries", "markets", "theatres", "gardens", "schools", "trams"].map(article).join("")}</main>
<aside hidden>${article("hidden")}</aside><div role=dialog style="display:none">${article("dialog")}</div></body></html>`;

const MAIN = "html[1]/body[1]/main[1]";
const bodyOf = (content: string | Uint8Array) => packBody(content);

test("the catalogue offers the blocks of a page that the picker offers", () => {
  const captures = [1, 2, 3].map(() => bodyOf(PAGE));
  const picker = trainedBlocks({ html: PAGE, layout: null, before: captures.slice(1), grain: "normal" });
  const catalogue = pageBlocks({ captures });
  expect(picker.isTrained).toBe(true);
  expect(catalogue.components.map(({ path }) => path)).toEqual(
    picker.blocks.filter(({ alike }) => alike === 1).map(({ path }) => path),
  );
  expect(catalogue.components.map(({ path }) => path)).toContain(MAIN);
  expect(JSON.stringify(catalogue.components)).not.toMatch(/Words about (?:hidden|dialog)/);
});

test("what nobody sees of a rendered page is not offered, in the catalogue either", () => {
  const tree = parseHtml(PAGE);
  const first = tree.tag.indexOf(tree.tagNames.indexOf("main"));
  const boxes = Int32Array.from({ length: tree.size * 4 }, (_, at) => [0, at, 300, 200][at % 4] ?? 0);
  boxes.fill(0, first * 4, (tree.end[first] ?? first) * 4);
  const captures = [1, 2, 3].map(() => bodyOf(PAGE));
  const paths = (layout?: ReturnType<typeof bodyOf>) =>
    pageBlocks({ captures, layout }).components.map(({ path }) => path);
  expect(paths()).toContain(MAIN);
  expect(paths(bodyOf(Buffer.from(boxes.buffer)))).not.toContain(MAIN);
});

test("a picture that changes in a section of words that stay is offered, with what it shows as its face", () => {
  const stays = "<p>Words about the harbour that are here every day and stay.</p>";
  const on = (day: number, count: number): string =>
    PAGE.replace(
      "<main>",
      `<main><section class=harbour><h2>Harbour</h2>${stays.repeat(count)}<img src="/boats/${day}.jpg" alt="Boat of the day"></section>`,
    );
  const offered = (count: number) => pageBlocks({ captures: [1, 2, 3].map((day) => bodyOf(on(day, count))) }).changing;
  expect(offered(6)).toMatchObject([{ path: `${MAIN}/section[1]`, changeShare: 1, picture: "/boats/3.jpg" }]);
  expect(offered(30)).toMatchObject([
    { path: `${MAIN}/section[1]/img[1]`, excerpt: "Boat of the day", changeShare: 1, picture: "/boats/3.jpg" },
  ]);
});
