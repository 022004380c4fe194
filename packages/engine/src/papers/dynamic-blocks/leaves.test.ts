import { expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { nodeAt } from "../../tree/path.ts";
import { leavesOf } from "./leaves.ts";

test("leaves are texts and images with a source, in document order, without the head", () => {
  const page = parseHtml("<title>T</title><p>one <b>two</b><img src=a.png><img></p>");
  const { node, key, first } = leavesOf(page);
  expect([...node].map((leaf) => page.tagNames[page.tag[leaf]])).toEqual(["#text", "#text", "img"]);
  expect(new Set(key).size).toBe(3);
  const bold = nodeAt(page, "html[1]/body[1]/p[1]/b[1]") as number;
  expect([first[bold], first[page.end[bold]]]).toEqual([1, 2]);
});

test("white space does not matter, and a text is never the image of the same address", () => {
  const page = parseHtml("<p>read  more</p><p>\n read\tmore\u00a0</p><p>readmore</p><p>a.png</p><img src=a.png>");
  const { key, withKey } = leavesOf(page);
  expect(key[0]).toBe(key[1]);
  expect(key[0]).not.toBe(key[2]);
  expect(key[3]).not.toBe(key[4]);
  expect(withKey.get(key[0])).toEqual([0, 1]);
});
