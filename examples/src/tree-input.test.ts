import { readFileSync } from "node:fs";
import { type DomTree, followStep, fused, parseHtml, textOf } from "@tessera/engine";
import { load } from "cheerio";
import { Window } from "happy-dom";
import { parseDocument } from "htmlparser2";
import { JSDOM } from "jsdom";
import { parseHTML } from "linkedom";
import { expect, test } from "vitest";
import { type CheerioNode, type ReadTree, readCheerio, readDocument, type StandardNode } from "./tree-input.ts";

const page = (name: string): string => readFileSync(new URL(`../pages/${name}.html`, import.meta.url), "utf8");

const inLinkedom = (html: string): ReadTree<StandardNode> => readDocument<StandardNode>(parseHTML(html).document);
const inJsdom = (html: string): ReadTree<StandardNode> =>
  readDocument<StandardNode>(new JSDOM(html).window.document as StandardNode);
const inHappyDom = (html: string): ReadTree<StandardNode> => {
  const { document } = new Window();
  document.write(html);
  return readDocument(document as unknown as StandardNode);
};
const inCheerio = (html: string): ReadTree<CheerioNode> =>
  readCheerio<CheerioNode>(load(html).root()[0] as CheerioNode);
/** Its nodes are Cheerio's. */
const inHtmlparser2 = (html: string): ReadTree<CheerioNode> =>
  readCheerio<CheerioNode>(parseDocument(html) as CheerioNode);

test.each([inLinkedom, inJsdom, inHappyDom, inCheerio, inHtmlparser2])(
  "%o reads a page as the engine parses it itself",
  (read) => {
    const html = page("shop-after");
    expect(wordsOf(read(html).tree)).toEqual(wordsOf(parseHtml(html)));
  },
);

test("a block is followed over a redesign and leads back to the element of a DOM", () => {
  for (const read of [inLinkedom, inJsdom, inHappyDom]) expect(followTitle(read)?.localName).toBe("h1");
});

test("and to that of Cheerio", () => {
  for (const read of [inCheerio, inHtmlparser2]) expect(followTitle(read)?.name).toBe("h1");
});

test("a page that is deeper than the stack of calls is read", () => {
  const deep = `${"<div>".repeat(20_000)}at the bottom`;
  expect(inHtmlparser2(deep).tree.size).toBe(20_001);
});

function followTitle<N>(read: (html: string) => ReadTree<N>): N | null {
  const before = read(page("shop-before"));
  const after = read(page("shop-after"));
  const title = wordsOf(before.tree).indexOf("h1 Storm lantern");
  const { verdict } = followStep(fused, fused.learn(before.tree, title), after.tree);
  if (verdict.kind !== "found") return null;
  const element = after.elementOf(verdict.node)!;
  expect(after.nodeOf(element)).toBe(verdict.node);
  return element;
}

/** Names and words in document order. */
function wordsOf(tree: DomTree): string[] {
  return Array.from(
    { length: tree.size },
    (_, node) => `${tree.tagNames[tree.tag[node]!]} ${textOf(tree, node).trim()}`,
  );
}
