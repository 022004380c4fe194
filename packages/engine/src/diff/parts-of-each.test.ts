import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { attributeOf, childrenOf, type DomTree, isText, textOf } from "../tree/dom-tree.ts";
import { describePart, type InnerPart } from "./inner-part.ts";
import { findPartsOfEach } from "./parts-of-each.ts";

const BODY = 2;
const cardsOf = (tree: DomTree) => childrenOf(tree, BODY).filter((node) => !isText(tree, node));

/** The part that is marked `data-cut`, in the card that it is in. */
function cutIn(...cards: readonly string[]): InnerPart {
  const tree = parseHtml(cards.join(""));
  const part = Array.from({ length: tree.size }, (_, node) => node).find(
    (node) => !isText(tree, node) && attributeOf(tree, node, "data-cut") !== null,
  )!;
  const block = cardsOf(tree).find((card) => part < tree.end[card])!;
  return describePart(tree, block, part);
}

/** What is cut out of each card. */
function cutOf(part: InnerPart, ...cards: readonly string[]): (string | null)[] {
  const tree = parseHtml(cards.join(""));
  const [found] = findPartsOfEach(tree, cardsOf(tree), [part]);
  return found!.map((node) => (node === null ? null : textOf(tree, node).replaceAll("\n", " ")));
}

const p = (text: string, cut = "") => `<p ${cut}>${text}</p>`;
const card = (name: string, ...parts: readonly string[]) =>
  `<div class=card><h3><a href="/${name}">${name}</a></h3>${parts.join("")}</div>`;
const NAMES = ["Oak", "Ash", "Elm", "Yew", "Fir"];
const about = (name: string) => p(`A fine table of ${name} wood, made by hand`);

test("the price of every card is cut out, with more above it, without a description, and where there is none", () => {
  const priced = (name: string, price: string, cut = "") => card(name, about(name), p(price, cut));
  const part = cutIn(priced("Oak", "€ 1,200", "data-cut"), ...NAMES.slice(1).map((name) => priced(name, "€ 900")));
  const now = [
    priced("Oak", "€ 1,150"),
    card("Ash", p("New this week"), about("Ash"), p("€ 900")),
    priced("Elm", "€ 80"),
    card("Yew", about("Yew")),
    card("Fir", p("€ 75")),
    card("Larch", about("Larch"), p("€ 10"), p("Ships today")),
    priced("Lime", "on request"),
  ];
  expect(cutOf(part, ...now)).toEqual(["€ 1,150", "€ 900", "€ 80", null, "€ 75", "€ 10", "on request"]);
});

test("a line above the words of some cards is cut out of those that have it", () => {
  const sponsored = (name: string, cut = "") => card(name, p("Sponsored", cut), about(name));
  const part = cutIn(sponsored("Oak", "data-cut"), sponsored("Ash"), card("Elm", about("Elm")));
  const now = [
    card("Larch", about("Larch")),
    sponsored("Oak"),
    card("Ash", p("Only two left"), p("Sponsored"), about("Ash")),
    card("Elm", about("Elm")),
    card("Yew", about("Yew"), p("Sponsored")),
    sponsored("Fir"),
    card("Lime", p("Made to last"), about("Lime"), p("Only one left")),
  ];
  expect(cutOf(part, ...now)).toEqual([null, ...Array(2).fill("Sponsored"), null, ...Array(2).fill("Sponsored"), null]);
  // none of them has it any more
  expect(cutOf(part, ...NAMES.map((name) => card(name, about(name))))).toEqual(NAMES.map(() => null));
});

test("a part that says something else in each card is told by what is around it", () => {
  const notes = ["Sponsored by a saw", "An advertisement", "Buy now", "Our choice", "From our friends"];
  const noted = (name: string, at: number, cut = "") => card(name, p(notes[at]!, cut), p("In stock"));
  const part = cutIn(...NAMES.map((name, at) => noted(name, at, at === 0 ? "data-cut" : "")));
  expect(cutOf(part, ...NAMES.map((name, at) => noted(name, at)))).toEqual(notes);
  const now = [
    noted("Oak", 0),
    card("Ash", p("New"), p(notes[1]!), p("In stock")),
    card("Elm", p("In stock")),
    noted("Yew", 3),
    card("Fir", p("In stock"), p("Ships today")),
  ];
  expect(cutOf(part, ...now)).toEqual([notes[0], notes[1], null, notes[3], null]);
  // all got another line above
  const all = NAMES.map((name, at) => card(name, p("New"), p(notes[at]!), p("In stock")));
  expect(cutOf(part, ...all)).toEqual(notes);
});

test("a card that has the same kind of element elsewhere loses none of its own", () => {
  const teaser = (name: string, cut = "") =>
    `<div class=card><h3><b>${name}</b></h3><div><a ${cut} href="/all">All tables</a></div></div>`;
  const part = cutIn(teaser("Oak", "data-cut"), teaser("Ash"));
  const linked = `<div class=card><h3><a href="/elm">Elm by the river</a></h3></div>`;
  expect(cutOf(part, teaser("Oak"), teaser("Ash"), linked)).toEqual(["All tables", "All tables", null]);
});

test("as long as nothing has changed, each part is found where it was picked, whatever the others are like", () => {
  const markup = fc.array(
    fc.constantFrom("<div class=a>", "</div>", "<p>", "<b id=x>", "</b>", "text", "12", "<a href=/x>", "<img src=i>"),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(fc.array(markup, { minLength: 2, maxLength: 5 }), (cards) => {
      const tree = parseHtml(cards.map((parts) => `<section>${parts.join("")}</section>`).join(""));
      const blocks = cardsOf(tree);
      for (const [at, block] of blocks.entries()) {
        for (let node = block + 1; node < tree.end[block]; node++) {
          if (isText(tree, node)) continue;
          expect(findPartsOfEach(tree, blocks, [describePart(tree, block, node)])[0]![at]).toBe(node);
        }
      }
    }),
    { seed: 18 },
  );
});

test("a part from before there was a likeness, and one of very many of its kind, are found by their places", () => {
  const { likeness: _, ...bare } = cutIn(card("Oak", p("Sponsored", "data-cut"), about("Oak")));
  expect(cutOf(bare, ...NAMES.map((name) => card(name, p("Sponsored"), about(name))))).toEqual(
    NAMES.map(() => "Sponsored"),
  );
  const many = Array.from({ length: 5_000 }, (_, at) => p(`Line ${at}`)).join("");
  expect(cutOf(bare, card("Oak", many), card("Ash", p("only")))).toEqual(["Line 0", "only"]);
});
