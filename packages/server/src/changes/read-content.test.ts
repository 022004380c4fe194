import { childrenOf, type DomTree, describePart, type InnerPart, nodeAt, parseHtml } from "@tessera/engine";
import { Content, NumberFound } from "@tessera/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { partNodes, readContent } from "./read-content.ts";

const BLOCK = "html[1]/body[1]";

function read(html: string, options: { volatile?: string; cuts?: readonly InnerPart[] } = {}) {
  const tree = parseHtml(html);
  const at = (path: string) => nodeAt(tree, path) ?? -1;
  return readContent({
    tree,
    nodes: [at(BLOCK)],
    cuts: partNodes(tree, [at(BLOCK)], options.cuts ?? []),
    quiet: new Set(options.volatile ? [at(`${BLOCK}/${options.volatile}`)] : []),
    baseUrl: "https://example.org/news/",
  });
}

test("links are resolved against the page, and what cannot be one is none", () => {
  const { content } = read('<ul><li><a href="1">A</a><li><a href="/2">B</a><li><a href="http://[">C</a></ul>');
  expect(content.items?.map(({ href }) => href)).toEqual(["https://example.org/news/1", "https://example.org/2", null]);
});

test("only links that open a page or a letter are links", () => {
  const hrefs = [
    "data:text/html,x",
    "file:///etc/passwd",
    "vbscript:x",
    "blob:https://a.example/1",
    " java\nscript:alert(1)",
    "mailto:a@example.org",
    "//b.example/",
  ];
  const { content } = read(`<ul>${hrefs.map((href, at) => `<li><a href="${href}">${at}th item</a>`).join("")}</ul>`);
  expect(content.items?.map(({ href }) => href)).toEqual([
    ...[null, null, null, null, null],
    "mailto:a@example.org",
    "https://b.example/",
  ]);
});

test("a volatile part is shown, but has no part in the meaning", () => {
  const at = (clock: string) => read(`<p>News</p><p>${clock}</p>`, { volatile: "p[2]" });
  expect(at("12:01").content.text).toBe("News\n12:01");
  expect(at("12:01").steady.text).toBe("News");
  expect(at("12:01").meaning).toBe(at("12:02").meaning);
  expect(read("<p>News</p><p>12:01</p>").meaning).not.toBe(read("<p>News</p><p>12:02</p>").meaning);
});

test("a part that was cut out is neither shown nor compared", () => {
  const { content } = read('<p>News</p><p class="ad">Buy!</p>', { cuts: [{ path: "p[2]", mark: "p.ad" }] });
  expect(content).toMatchObject({ text: "News", html: "<body><p>News</p></body>" });
});

test("a new entry above a part that was cut out is all that is new, in the text, the items and their titles", () => {
  const entry = (name: string) => `<li class=i><b>Top</b> <a href="/${name}">${name}</a></li>`;
  const page = (...names: string[]) => `<ul>${names.map(entry).join("")}</ul>`;
  const tree = parseHtml(page("Oak", "Saw", "Ash", "Elm"));
  const part = (path: string) => describePart(tree, nodeAt(tree, BLOCK)!, nodeAt(tree, `${BLOCK}/${path}`)!);
  const cuts = [part("ul[1]/li[2]")];
  const titles = (...names: string[]) => read(page(...names), { cuts }).content.items?.map(({ title }) => title);
  expect(titles("Oak", "Saw", "Ash", "Elm")).toEqual(["Oak", "Ash", "Elm"]);
  expect(titles("Yew", "Oak", "Saw", "Ash", "Elm")).toEqual(["Yew", "Oak", "Ash", "Elm"]);
  expect(titles("Elm", "Ash", "Saw", "Oak")).toEqual(["Elm", "Ash", "Oak"]);
  expect(titles("Oak", "Ash", "Elm")).toEqual(["Oak", "Ash", "Elm"]);
  expect(read(page("Oak", "Saw", "Ash", "Elm"), { cuts }).meaning).toBe(
    read(page("Oak", "Ash", "Elm"), { cuts }).meaning,
  );
});

test("of several alike a part is cut out of each, whatever it says there", () => {
  const card = (name: string, note: string) => `<div class=card><h3>${name}</h3><p>${note}</p><p>In stock</p></div>`;
  const tree = parseHtml(card("Oak", "Sponsored by a saw") + card("Ash", "An advertisement") + card("Elm", "Buy now"));
  const nodes = [1, 2, 3].map((at) => nodeAt(tree, `${BLOCK}/div[${at}]`)!);
  const part = describePart(tree, nodes[0]!, nodeAt(tree, `${BLOCK}/div[1]/p[1]`)!);
  const { content } = readContent({
    tree,
    nodes,
    cuts: partNodes(tree, nodes, [part]),
    quiet: new Set(),
    baseUrl: "https://example.org/",
  });
  expect(content.text).toBe("Oak\nIn stock\nAsh\nIn stock\nElm\nIn stock");
});

test("what is cut out of several alike stays so when cards get more or less above it, and is no news", () => {
  const card = (name: string, ...lines: readonly string[]) =>
    `<li class=card><h3><a href="/${name}">${name}</a></h3>${lines.map((line) => `<p>${line}</p>`).join("")}</li>`;
  const about = (name: string) => `All about ${name}`;
  const names = ["Oak", "Ash", "Elm", "Yew", "Fir"];
  const list = (...cards: readonly string[]) => parseHtml(`<ul>${cards.join("")}</ul>`);
  const first = list(...names.map((name, at) => card(name, "Sponsored", about(name), `€ ${at + 10}`)));
  const at = (path: string) => nodeAt(first, `${BLOCK}/ul[1]/li[1]/${path}`)!;
  const cuts = ["p[1]", "p[3]"].map((path) => describePart(first, nodeAt(first, `${BLOCK}/ul[1]/li[1]`)!, at(path)));
  const reading = (tree: DomTree) => {
    const nodes = childrenOf(tree, nodeAt(tree, `${BLOCK}/ul[1]`)!);
    const request = { tree, nodes, cuts: partNodes(tree, nodes, cuts), quiet: new Set<number>() };
    return readContent({ ...request, baseUrl: "https://example.org/" });
  };
  const shown = names.map((name) => `${name}\n${about(name)}`).join("\n");
  expect(reading(first).content.text).toBe(shown);
  const now = list(
    card("Oak", "Sponsored", about("Oak"), "€ 9"),
    card("Ash", "Sponsored", about("Ash")),
    card("Elm", about("Elm"), "€ 8"),
    card("Yew", about("Yew")),
    card("Fir", "Sponsored", about("Fir"), "€ 1,700"),
  );
  expect(reading(now).content.items?.map(({ title }) => title)).toEqual(names);
  expect(reading(now).content.text).toBe(shown);
  expect(reading(now).meaning).toBe(reading(first).meaning);
  const added = list(
    card("Larch", about("Larch"), "€ 3"),
    card("Oak", "Only today", "Sponsored", about("Oak"), "€ 9"),
    ...names.slice(1).map((name) => card(name, "Sponsored", about(name), "€ 8")),
  );
  expect(reading(added).content.text).toBe(`Larch\nAll about Larch\n${shown.replace("Oak\n", "Oak\nOnly today\n")}`);
});

test("a block with a chart that there was no picture of is not readable from its markup; several alike have no picture", () => {
  const card = '<div><h2>Sales</h2><canvas data-tessera-unpictured=""></canvas></div>';
  const parsed = parseHtml(card + card);
  const tree = { ...parsed, boxes: Int32Array.from({ length: parsed.size * 4 }, () => 100) };
  const cards = [1, 2].map((at) => nodeAt(tree, `${BLOCK}/div[${at}]`)!);
  const laidOut = (nodes: readonly number[], ...cuts: readonly number[]) => {
    const request = { tree, nodes, cuts: new Set(cuts), quiet: new Set<number>(), baseUrl: "https://example.org/" };
    return readContent(request).laidOut;
  };
  expect(laidOut([cards[0]!])).toMatchObject({ width: 100, isLegible: false });
  expect(laidOut([cards[0]!], nodeAt(tree, `${BLOCK}/div[1]/canvas[1]`)!)).not.toHaveProperty("isLegible");
  expect(laidOut(cards)).not.toHaveProperty("isLegible");
});

test("another picture is news only where the block is about pictures", () => {
  const comic = (name: string) => read(`<p>Strip of the day</p><img src="/${name}.png?w=400">`).meaning;
  const article = (name: string) => read(`<p>${"word ".repeat(30)}</p><img src="/${name}.png">`).meaning;
  expect(comic("1")).not.toBe(comic("2"));
  expect(article("1")).toBe(article("2"));
});

test("whatever a page holds becomes valid records", () => {
  const markup = fc.array(
    fc.constantFrom("<ul>", "<li>", "<a href=/x?y>", "12,5 €", "\u0000", "😀", "<img src=a>", "<td>", "1'2", "</ul>"),
  );
  fc.assert(
    fc.property(markup, (parts) => {
      const reading = read(parts.join(""));
      expect(Content.safeParse(reading.content).success).toBe(true);
      for (const number of reading.numbers) expect(NumberFound.safeParse(number).success).toBe(true);
    }),
  );
});
