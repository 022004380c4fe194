import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { nodeAt } from "../tree/path.ts";
import { MAX_TEXT, readBlock } from "./block-content.ts";

test("a price reads in the language that the page declares", () => {
  const tree = parseHtml('<html lang="de"><p id="p">Nur <b>1.234</b> €</p>');
  const block = nodeAt(tree, "html[1]/body[1]/p[1]") ?? 0;
  expect(readBlock(tree, [block])).toEqual({
    text: "Nur 1.234 €",
    items: null,
    isFeed: false,
    numbers: [{ value: 1234, text: "1.234 €", currency: "EUR", unit: "€", at: 4 }],
    pictures: [],
  });
});

test("pictures are kept without their query, and not where they are left out", () => {
  const tree = parseHtml('<div><img src="/a.png?w=5"><p><img src="/ad.png"></p></div>');
  const advert = nodeAt(tree, "html[1]/body[1]/div[1]/p[1]") ?? -1;
  expect(readBlock(tree, [0], { without: new Set([advert]) }).pictures).toEqual(["/a.png"]);
});

test("a block of any size reads within its budget", () => {
  const tree = parseHtml(`<ul>${"<li>some words of an item</li>".repeat(20_000)}</ul>`);
  const content = readBlock(tree, [0]);
  expect(content.text).toHaveLength(MAX_TEXT);
  expect(JSON.stringify(content).length).toBeLessThan(6 * MAX_TEXT);
});

test("a hundred thousand levels are read without recursion", () => {
  const tree = parseHtml(`${"<b>".repeat(100_000)}deep`);
  expect(readBlock(tree, [0]).text).toBe("deep");
});

test("a block of several alike elements is a list of them", () => {
  const tree = parseHtml("<p>intro</p><div>one</div><div>two</div>");
  const block = ["div[1]", "div[2]"].map((step) => nodeAt(tree, `html[1]/body[1]/${step}`) ?? -1);
  expect(readBlock(tree, block)).toMatchObject({ text: "one\ntwo", items: [{ key: "one" }, { key: "two" }] });
});
