import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { offerComponents } from "./offer-components.ts";

const section = (title: string, day: number) =>
  `<section><h2>${title}</h2>${`<p>What happened in ${title} on day ${day} is told here.</p>`.repeat(4)}</section>`;
const page = (day: number) => parseHtml(["News", "Sports", "Culture"].map((title) => section(title, day)).join(""));
const said = ({ blocks }: ReturnType<typeof offerComponents>) => blocks.map(({ title, knownBy }) => [title, knownBy]);

test("what training knows over two captures is offered, with how it is known", () => {
  const offered = offerComponents(page(2), { before: [page(1)] });
  expect(offered).toMatchObject({ isTrained: true, captures: 2, rejected: 0 });
  expect(said(offered)).toEqual([
    ["News", "content"],
    ["Sports", "content"],
    ["Culture", "content"],
  ]);
});

test("one capture alone offers its own fragments, and so do all blocks whatever was before", () => {
  const alone = offerComponents(page(1), { before: [] });
  expect(alone).toMatchObject({ isTrained: false, captures: 1 });
  expect(said(alone)).toEqual([
    ["News", null],
    ["Sports", null],
    ["Culture", null],
  ]);
  expect(offerComponents(page(2), { before: [page(1)], grain: "all" })).toMatchObject({
    isTrained: false,
    grain: "all",
  });
});

test("where the usual grain offers one block only, a finer one is taken, unless the grain was chosen", () => {
  const small = parseHtml(`<main><h1>Town</h1>${section("News", 1)}${section("Sports", 1)}</main>`);
  expect(offerComponents(small, { before: [] }).grain).toBe("fine");
  expect(offerComponents(small, { before: [], grain: "normal" }).grain).toBe("normal");
});
