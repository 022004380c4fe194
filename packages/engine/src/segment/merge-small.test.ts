import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { tagSoup } from "../html/tag-soup.fixture.ts";
import { contains, textOf } from "../tree/dom-tree.ts";
import { mergeSmall } from "./merge-small.ts";
import { offerBlocks } from "./offer-blocks.ts";
import { proposeFragments } from "./propose-fragments.ts";

const LIST = (name: string) =>
  `<section><h2>${name}</h2><ul>${"<li><a href=x>A line of the news of today</a></li>".repeat(6)}</ul></section>`;

const texts = (html: string) => {
  const tree = parseHtml(html);
  return mergeSmall(tree, proposeFragments(tree, { grain: "fine" })).map(({ node }) =>
    textOf(tree, node).replace(/\s+/g, " ").trim(),
  );
};

test("a component of a few letters is offered with its neighbour, where an element holds just the two", () => {
  const page = `<main><div>${LIST("World")}<nav><a href=m>more</a></nav></div>${LIST("Town")}${LIST("Sport")}</main>`;
  const [world, ...others] = texts(page);
  expect(world).toMatch(/^World.*more$/);
  expect(others).toHaveLength(2);
});

test("one that stands alone among larger ones is left out", () => {
  const page = `<main>${LIST("World")}<nav><a href=m>more</a></nav>${LIST("Town")}${LIST("Sport")}</main>`;
  expect(texts(page)).toEqual([/^World/, /^Town/, /^Sport/].map((name) => expect.stringMatching(name)));
  expect(texts(page).join()).not.toContain("more");
});

test("of any page nothing with nearly no content is left, and nothing is inside another", () => {
  fc.assert(
    fc.property(tagSoup, (html) => {
      const tree = parseHtml(html);
      const merged = mergeSmall(tree, proposeFragments(tree));
      for (const { textLength, images, title } of merged)
        expect(textLength >= 20 || images > 0 || title !== "").toBe(true);
      for (const [at, { node }] of merged.entries()) {
        for (const other of merged.slice(at + 1)) expect(contains(tree, node, other.node)).toBe(false);
      }
    }),
  );
});

test("a number under its heading is content, however short", () => {
  expect(
    texts(`<main>${LIST("World")}<section><h2>Weather</h2><p>21°</p></section>${LIST("Town")}</main>`),
  ).toContainEqual(expect.stringMatching(/^Weather/));
});

test("every block of a page is still to be had by itself", () => {
  const tree = parseHtml(`<main>${LIST("World")}<nav><a href=m>more</a></nav>${LIST("Town")}</main>`);
  expect(offerBlocks(tree, { grain: "all" }).some(({ node }) => textOf(tree, node).trim() === "more")).toBe(true);
});
