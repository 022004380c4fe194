import { nodeAt, parseHtml } from "@tessera/engine";
import { Content, NumberFound } from "@tessera/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { partNodes, readContent } from "./read-content.ts";

const BLOCK = "html[1]/body[1]";

function read(html: string, options: { volatile?: string; cuts?: { path: string; mark: string }[] } = {}) {
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
