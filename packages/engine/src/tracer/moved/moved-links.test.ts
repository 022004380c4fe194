import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { tagSoup } from "../../html/tag-soup.fixture.ts";
import { attributeOf, type DomTree, TEXT_TAG } from "../../tree/dom-tree.ts";
import { fused } from "../fused/fused.ts";
import { movedLinks } from "./moved-links.ts";
import { type Kind, MOVED, type Situation, seededRandom, situationOf, VANISHED } from "./moved-situations.fixture.ts";

const resolve = (href: string): string | null => {
  if (/^https:\/\/[^/]/.test(href)) return href;
  return /^\/./.test(href) ? `https://town.example${href}` : null;
};

const PAGES = 60;

function linksFor({ before, after }: Pick<Situation, "before" | "after">) {
  const page = parseHtml(before);
  return movedLinks(fused.learn(page, blockOf(page)), parseHtml(after), resolve);
}

function blockOf(page: DomTree): number {
  for (let node = 0; node < page.size; node++) if (attributeOf(page, node, "data-block") !== null) return node;
  throw new Error("no block is marked");
}

describe.each(Object.keys(MOVED) as Kind[])("%s", (kind) => {
  test("the link is named first in nine of ten pages at least", () => {
    const random = seededRandom(16);
    const all = Array.from({ length: PAGES }, () => situationOf(kind, random));
    const right = all.filter((situation) => linksFor(situation)[0]?.url === resolve(situation.target!));
    expect(right.length / PAGES).toBeGreaterThanOrEqual(0.9);
    expect(right.filter((situation) => linksFor(situation)[0]?.isLikely).length / PAGES).toBeGreaterThanOrEqual(0.9);
  });
});

describe.each(Object.keys(VANISHED) as Kind[])("%s", (kind) => {
  test("no link is said to lead to it", () => {
    const random = seededRandom(17);
    for (let page = 0; page < PAGES; page++) {
      const likely = linksFor(situationOf(kind, random)).filter(({ isLikely }) => isLikely);
      expect(likely).toEqual([]);
    }
  });
});

const SHOP =
  parseHtml(`<main><p>Welcome to the shop.</p><section data-block><h2>Prices</h2><ul><li>Lamp 12</li></ul></section>
<p>Closed on Sundays.</p></main><footer><a href="/imprint">Imprint</a></footer>`);
const MEMORY = fused.learn(SHOP, blockOf(SHOP));
const after = (instead: string) =>
  parseHtml(`<main><p>Welcome to the shop.</p>${instead}<p>Closed on Sundays.</p></main>
<footer><a href="/imprint">Imprint</a></footer>`);
const found = (instead: string) => movedLinks(MEMORY, after(instead), resolve);

test("the words and the address of the link are told", () => {
  expect(found('<p><a href="/prices">  Our\n PRICES </a></p>')).toEqual([
    { url: "https://town.example/prices", text: "Our PRICES", isLikely: true },
  ]);
});

test("a link that leads nowhere else is none: another scheme, the page itself, no address", () => {
  for (const href of ["javascript:alert(1)", "data:text/html,x", "mailto:a@b.example", "#prices", "/", "https://"]) {
    expect(found(`<p><a href="${href}">Prices</a></p>`)).toEqual([]);
  }
  expect(found("<p><a>Prices</a></p>")).toEqual([]);
});

test("of two links with its name neither is likely, and of many none is named", () => {
  const named = (count: number) =>
    Array.from({ length: count }, (_, at) => `<a href="/prices/${at}">Prices</a>`).join(" ");
  expect(found(named(2)).map(({ isLikely }) => isLikely)).toEqual([false, false]);
  expect(found(named(3))).toEqual([]);
});

test("thousands of namesakes are not all looked at", () => {
  let asked = 0;
  const namesakes = Array.from({ length: 30_000 }, (_, at) => `<li><a href="/prices/${at}">Prices</a></li>`);
  const page = after(`<ul>${namesakes.join("")}</ul>`);
  const links = movedLinks(MEMORY, page, (href) => {
    asked++;
    return resolve(href);
  });
  expect(links).toEqual([]);
  expect(asked).toBeLessThan(1_000);
});

test("the same address twice is one link", () => {
  expect(found('<p><a href="/prices">Prices</a> <a href="/prices">Prices ›</a></p>')).toMatchObject([
    { isLikely: true },
  ]);
});

test("a memory of another tracer names no link", () => {
  expect(movedLinks({ tracer: "direct-path", version: 1 }, SHOP, resolve)).toEqual([]);
});

test("whatever the page, it ends and says at most two links", () => {
  fc.assert(
    fc.property(tagSoup, tagSoup, fc.nat(), (before, now, at) => {
      const page = parseHtml(before);
      const elements = Array.from(page.tag.keys()).filter((node) => page.tag[node] !== TEXT_TAG);
      const memory = fused.learn(page, elements[at % elements.length]!);
      const links = movedLinks(memory, parseHtml(`${now}<a href=/x>x y</a>${before}`), resolve);
      expect(links.length).toBeLessThanOrEqual(2);
    }),
  );
});
