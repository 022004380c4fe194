import fc from "fast-check";
import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { attributeOf, type DomTree, isText, textOf } from "../tree/dom-tree.ts";
import { describePart, findPart, findParts, type InnerPart } from "./inner-part.ts";

const BODY = 2;

/** The parts that are marked `data-cut`, as they are remembered. */
function cutsIn(html: string): readonly InnerPart[] {
  const tree = parseHtml(html);
  return nodesOf(tree)
    .filter((node) => attributeOf(tree, node, "data-cut") !== null)
    .map((node) => describePart(tree, BODY, node));
}

/** The texts of the parts in a newer version. */
function textsAt(html: string, parts: readonly InnerPart[]): (string | null)[] {
  const tree = parseHtml(html);
  return findParts(tree, BODY, parts).map((node) => (node === null ? null : textOf(tree, node).replaceAll("\n", " ")));
}

function nodesOf(tree: DomTree): number[] {
  return Array.from({ length: tree.size }, (_, node) => node).filter((node) => !isText(tree, node));
}

/** An entry as many pages have them: all with one mark. */
const entry = (text: string, options = "") =>
  `<li class=item ${options}><a href="/${text.replaceAll(" ", "-")}">${text}</a></li>`;
const list = (...entries: string[]) => `<ul>${entries.join("")}</ul>`;
const [OAK, ASH, ELM] = ["Oak for sale", "Ash in the park", "Elm by the river"].map((text) => entry(text));
const AD = "Buy our new saw";
const CUT_AD = entry(AD, "data-cut");

test("every part of a block is found again on the same page, as one and together with all others", () => {
  const markup = fc.array(
    fc.constantFrom("<div class=a>", "</div>", "<p>", "<b id=x>", "</b>", "text", "<li>", "<a href=/x>", "<img src=i>"),
  );
  fc.assert(
    fc.property(markup, (parts) => {
      const tree = parseHtml(parts.join(""));
      const inner = nodesOf(tree).filter((node) => node > BODY && node < tree.end[BODY]);
      const described = inner.map((node) => describePart(tree, BODY, node));
      inner.forEach((node, at) => void expect(findPart(tree, BODY, described[at]!)).toBe(node));
      expect(findParts(tree, BODY, described)).toEqual(inner);
    }),
    { seed: 18 },
  );
});

test("a new entry above a part neither brings it back nor is taken for it", () => {
  const cuts = cutsIn(list(OAK!, CUT_AD, ASH!));
  expect(textsAt(list(ELM!, OAK!, entry(AD), ASH!), cuts)).toEqual([AD]);
  expect(textsAt(list(ELM!, entry("Fir"), entry("Yew"), OAK!, entry(AD), ASH!), cuts)).toEqual([AD]);
});

test("a part is found wherever it went in the order of its list", () => {
  const cuts = cutsIn(list(OAK!, CUT_AD, ASH!, ELM!));
  expect(textsAt(list(entry(AD), ELM!, OAK!, ASH!), cuts)).toEqual([AD]);
  expect(textsAt(list(ELM!, ASH!, OAK!, entry(AD)), cuts)).toEqual([AD]);
});

test("a part that is gone takes no other entry with it, and is found when it is back", () => {
  const cuts = cutsIn(list(OAK!, CUT_AD, ASH!));
  expect(textsAt(list(OAK!, ASH!, ELM!), cuts)).toEqual([null]);
  expect(textsAt(list(OAK!), cuts)).toEqual([null]);
  expect(textsAt(list(ELM!, OAK!, ASH!, entry(AD)), cuts)).toEqual([AD]);
});

test("what all entries say does not make one of them the part", () => {
  const card = (name: string, cut = "") =>
    `<li class=card ${cut}><b>${name} table</b> <p>In stock</p> <i>Add to cart</i></li>`;
  const cuts = cutsIn(list(card("Oak"), card("Saw", "data-cut"), card("Ash"), card("Elm")));
  expect(textsAt(list(card("Oak"), card("Ash"), card("Elm")), cuts)).toEqual([null]);
  expect(textsAt(list(card("Yew"), card("Oak"), card("Saw"), card("Ash"), card("Elm")), cuts)).toEqual([
    "Saw table In stock Add to cart",
  ]);
});

test("a part survives a redesign by its words and its link", () => {
  const cuts = cutsIn(list(OAK!, CUT_AD, ASH!));
  const card = (text: string) =>
    `<article class=card><h3><a href="/${text.replaceAll(" ", "-")}">${text}</a></h3></article>`;
  const cards = ["Elm by the river", "Oak for sale", AD, "Ash in the park"].map(card).join("");
  expect(textsAt(`<div class=grid>${cards}</div>`, cuts)).toEqual([AD]);
  const tree = parseHtml(`<div class=grid>${cards}</div>`);
  const node = findPart(tree, BODY, cuts[0]!);
  // all of the card, so that nothing of it is left to be seen
  expect(node !== null && attributeOf(tree, node, "class")).toBe("card");
});

test("several parts alike stay apart", () => {
  const cuts = cutsIn(list(CUT_AD, OAK!, entry("Try our axe", "data-cut"), ASH!));
  expect(textsAt(list(ELM!, entry("Try our axe"), OAK!, entry(AD), ASH!), cuts)).toEqual([AD, "Try our axe"]);
  expect(textsAt(list(ELM!, OAK!, entry(AD), ASH!), cuts)).toEqual([AD, null]);
  const same = "<li class=item data-cut>Advertisement</li>";
  const three = cutsIn(list(same, OAK!, same, ASH!, same));
  const ad = "<li class=item>Advertisement</li>";
  const tree = parseHtml(list(ELM!, ad, OAK!, ad, ASH!, ad));
  expect(new Set(findParts(tree, BODY, three)).size).toBe(3);
  expect(textsAt(list(ELM!, ad, OAK!, ad, ASH!, ad), three)).toEqual(Array(3).fill("Advertisement"));
});

test("a part of an entry stays with its entry, whatever it says", () => {
  const story = (name: string, age: string, cut = "") =>
    `<li><a href="/${name}">${name}</a> <span class=age ${cut}>${age}</span></li>`;
  const cuts = cutsIn(list(story("fire", "3 h ago", "data-cut"), story("flood", "5 h ago")));
  expect(textsAt(list(story("fair", "3 h ago"), story("fire", "4 h ago"), story("flood", "6 h ago")), cuts)).toEqual([
    "4 h ago",
  ]);
  expect(textsAt(list(story("fair", "3 h ago"), story("flood", "6 h ago")), cuts)).toEqual([null]);
});

test("numbers that change do not make another part of a row", () => {
  const row = (name: string, price: string, cut = "") => `<tr ${cut}><td>${name}</td><td>${price}</td></tr>`;
  const table = (...rows: string[]) => `<table>${rows.join("")}</table>`;
  const cuts = cutsIn(table(row("Gold", "2,300"), row("Tin", "31", "data-cut"), row("Lead", "2")));
  expect(textsAt(table(row("Iron", "9"), row("Gold", "2,310"), row("Tin", "33"), row("Lead", "2")), cuts)).toEqual([
    "Tin 33",
  ]);
});

test("what changes between the same neighbours, or is the only one of its kind, is the same part", () => {
  const slot = (text: string, cut = "") => `<p>Before</p><p ${cut}>${text}</p><p>After</p>`;
  expect(textsAt(slot("tomorrow never"), cutsIn(slot("Quote of the day", "data-cut")))).toEqual(["tomorrow never"]);
  const box = (text: string, cut = "") => `<p>News</p><div class=ad ${cut}>${text}</div>`;
  const moved = `<h1>New</h1><p>More</p>${box("drive it today")}`;
  expect(textsAt(moved, cutsIn(box("A car", "data-cut")))).toEqual(["drive it today"]);
});

test("pictures and links without words are known by their addresses", () => {
  const banner = (file: string, cut = "") => `<li class=b ${cut}><img src="/${file}.png?w=3"></li>`;
  const cuts = cutsIn(list(banner("sun"), banner("ad", "data-cut"), banner("rain")));
  const tree = parseHtml(list(banner("snow"), banner("sun"), banner("ad"), banner("rain")));
  expect(attributeOf(tree, (findPart(tree, BODY, cuts[0]!) ?? 0) + 1, "src")).toBe("/ad.png?w=3");
  expect(findPart(parseHtml(list(banner("snow"), banner("sun"), banner("rain"))), BODY, cuts[0]!)).toBeNull();
});

/** As they were stored before there was a likeness. */
const bare = ({ path, mark }: InnerPart): InnerPart => ({ path, mark });

test("a part without a likeness is found by its path and mark, elsewhere where nothing else has its mark", () => {
  const before = parseHtml("<p>kept</p><p class='age small'>3 min</p>");
  const part = bare(describePart(before, BODY, 5));
  expect(part).toEqual({ path: "p[2]", mark: "p.age.small" });
  const moved = parseHtml("<h1>new</h1><p>kept</p><div><p class='small age'>4 min</p></div>");
  expect(textOf(moved, findPart(moved, BODY, part) ?? 0)).toBe("4 min");
  const doubled = parseHtml("<p>kept</p><div><p class='small age'>4</p><p class='small age'>5</p></div>");
  expect(findPart(doubled, BODY, part)).toBeNull();
});

test("an element that took the place of a part is not the part", () => {
  const before = parseHtml("<p>kept</p><p class='age'>3 min</p>");
  const after = parseHtml("<p>kept</p><p class='headline'>News</p>");
  for (const part of [describePart(before, BODY, 5), bare(describePart(before, BODY, 5))]) {
    expect(findPart(after, BODY, part)).toBeNull();
  }
});

test("many parts of a large block are looked for within a limit", () => {
  const entries = Array.from({ length: 3_000 }, (_, at) => entry(`Story ${at} of many`, at < 100 ? "data-cut" : ""));
  const cuts = cutsIn(list(...entries));
  expect(cuts).toHaveLength(100);
  const tree = parseHtml(list(OAK!, ...entries));
  expect(new Set(findParts(tree, BODY, cuts)).size).toBe(100);
  expect(findParts(tree, BODY, cuts)).not.toContain(null);
  // none is as it was: looked for as far as the limit goes, and nothing else is taken
  const reworded = parseHtml(
    list(...entries.map((each) => each.replaceAll("Story", "Tale of another").replaceAll("many", "few"))),
  );
  expect(findParts(reworded, BODY, cuts)).toEqual(Array(100).fill(null));
});
