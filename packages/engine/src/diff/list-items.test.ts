import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { nodeAt } from "../tree/path.ts";
import { listItems } from "./list-items.ts";

function itemsOf(html: string) {
  const tree = parseHtml(html);
  return listItems(tree, nodeAt(tree, "html[1]/body[1]") ?? 0);
}

test("links of a list are its items, keyed by where they lead", () => {
  const items = itemsOf(
    '<h2>News</h2><ul><li><a href="/1">Rain</a> 3 h</li><li><a href="/2">Sun</a></li><li><a href="/3">Snow</a></li></ul>',
  );
  expect(items?.map(({ key, title, text }) => [key, title, text])).toEqual([
    ["/1", "Rain", "Rain 3 h"],
    ["/2", "Sun", "Sun"],
    ["/3", "Snow", "Snow"],
  ]);
});

test("titles and links are read without the parts that are left out", () => {
  const entry = (at: number) => `<li><a href="/ad">Advertisement</a> <a href="/${at}"><b>New</b> Story ${at}</a></li>`;
  const tree = parseHtml(`<ul>${[1, 2, 3].map(entry).join("")}</ul>`);
  const at = (path: string) => nodeAt(tree, `html[1]/body[1]/ul[1]/${path}`) ?? 0;
  const without = new Set([1, 2, 3].flatMap((li) => [at(`li[${li}]/a[1]`), at(`li[${li}]/a[2]/b[1]`)]));
  expect(listItems(tree, at("li[1]") - 1, { without })?.map(({ key, title }) => [key, title])).toEqual([
    ["/1", "Story 1"],
    ["/2", "Story 2"],
    ["/3", "Story 3"],
  ]);
});

test("rows of a table and cards of a grid are items", () => {
  const rows = itemsOf("<table><tr><td>A<td>1</tr><tr><td>B<td>2</tr><tr><td>C<td>3</tr></table>");
  expect(rows?.map(({ text }) => text)).toEqual(["A 1", "B 2", "C 3"]);
  const cards = itemsOf(
    '<main><div class="card"><h3>A</h3><p>x</p></div><div class="card"><h3>B</h3></div><div><h3>C</h3></div></main>',
  );
  expect(cards?.map(({ title }) => title)).toEqual(["A", "B", "C"]);
});

test("a text with a few paragraphs beside a short list is not a list", () => {
  expect(itemsOf("<p>A long story that fills the block</p><ul><li>a</li><li>b</li><li>c</li></ul>")).toBeNull();
  expect(itemsOf("<p>just <b>one</b> line of <b>two</b> and <b>three</b></p>")).toBeNull();
});

test("items that share a link or a text still have keys of their own", () => {
  const items = itemsOf('<ul><li><a href="/buy">A</a></li><li><a href="/buy">B</a></li><li>B</li></ul>');
  expect(items?.map(({ key }) => key)).toEqual(["A", "B", "B #2"]);
});

test("what an item calls itself is its key, whatever its link and title say", () => {
  const entry = (id: string, href: string) => `<li itemscope itemid="${id}"><a href="${href}">Title</a></li>`;
  const items = itemsOf(`<ul>${entry("urn:1", "/a")}${entry("urn:2", "/b")}${entry("", "/c")}</ul>`);
  expect(items?.map(({ key }) => key)).toEqual(["urn:1", "urn:2", "/c"]);
  const same = itemsOf(`<ul>${entry("x", "/a")}${entry("x", "/b")}${entry("x", "/c")}</ul>`);
  expect(same?.map(({ key }) => key)).toEqual(["/a", "/b", "/c"]);
});

test("a feed is a list however short it is", () => {
  const tree = parseHtml("<div role=feed><article><p>One</p><p>and more of it</p></article></div>");
  const feed = nodeAt(tree, "html[1]/body[1]/div[1]") ?? 0;
  expect(listItems(tree, feed)?.map(({ text }) => text)).toEqual(["One\nand more of it"]);
  const empty = parseHtml("<div role=feed></div>");
  expect(listItems(empty, nodeAt(empty, "html[1]/body[1]/div[1]") ?? 0)).toEqual([]);
});

test("keys are distinct and texts are never empty on any page", () => {
  const markup = fc.array(
    fc.constantFrom("<ul>", "</ul>", "<li>", "<a href=/x>", "</a>", "one", "two ", "<div>", "</div>", "<tr>", "<td>"),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(markup, (parts) => {
      const items = itemsOf(parts.join("")) ?? [];
      expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
      for (const { text } of items) expect(text).not.toBe("");
    }),
  );
});
