import { expect, test } from "vitest";
import { pageIndex } from "../../feature/page-index.ts";
import { parseHtml } from "../../html/parse-html.ts";
import { nodeAt, pathOf } from "../../tree/path.ts";
import { KnownListing, listingOf, NO_LISTING, namesBeside, sameInNamesake } from "./listing.ts";
import { unitOf } from "./surroundings.ts";

/** The list of the element at the path, and the names of its things. */
function on(html: string, path: string) {
  const tree = parseHtml(html);
  const index = pageIndex(tree);
  const node = nodeAt(tree, `html[1]/body[1]/${path}`) as number;
  const listing = listingOf(tree, index, node, unitOf(tree, index, node));
  return { listing, things: namesBeside(tree, index, node) };
}

const sections = (...names: string[]) =>
  `<main>${names.map((name) => `<section><h2>${name}</h2><p>${Math.abs(name.length * 7)} words</p></section>`).join("")}</main>`;

const known = (names: string[], place: number) =>
  new KnownListing(on(sections(...names), `main[1]/section[${place}]`).listing);
const seen = (...names: string[]) => on(sections(...names), "main[1]/section[1]").things;

test("the same names in another order are all kept, and out of order", () => {
  const list = known(["Politics", "Economy", "Sport", "Culture"], 2);
  const match = list.matchOf(seen("SPORT", "Economy ›", "Culture (3)", "Politics"));
  expect(match).toEqual({ kept: 1, fresh: 0, order: 1 / 3, shift: 0, own: 1 });
});

test("a list that has moved on has new names at its top and keeps its order", () => {
  const list = known(["first story", "second story", "third story"], 1);
  expect(list.matchOf(seen("newer still", "new one", "first story", "second story"))).toEqual({
    kept: 0.5,
    fresh: 0.5,
    order: 1,
    shift: 2,
    own: 1,
  });
});

test("another one is known by its name, the block's own and a new one are no others", () => {
  const list = known(["Politics", "Economy", "Sport"], 2);
  const [politics, economy, opera] = seen("Politics", "Economy", "Opera").names as [number, number, number];
  expect([politics, economy, opera].map((name) => list.isOther(name))).toEqual([true, false, false]);
  expect(list.own).toBe(economy);
});

test("a block that is taken away leaves a list without its name", () => {
  const list = known(["Politics", "Economy", "Sport"], 2);
  expect(list.matchOf(seen("Sport", "Politics"))).toMatchObject({ kept: 1, own: 0 });
});

test("a definition has the name of its term", () => {
  const terms = (...names: string[]) => `<dl>${names.map((name) => `<dt>${name}</dt><dd>12 MB</dd>`).join("")}</dl>`;
  const size = new KnownListing(on(terms("Weight", "Size", "Price"), "dl[1]/dd[2]").listing);
  const { names } = on(terms("Size", "Price", "Weight"), "dl[1]/dd[1]").things;
  expect(names.map((name) => name === size.own)).toEqual([true, false, false]);
});

test("of a long list those around the block are remembered", () => {
  const names = Array.from(
    { length: 50 },
    (_, rank) => `row ${"abcdefghij"[rank % 10]}${"klmno"[Math.floor(rank / 10)]}`,
  );
  const { listing } = on(sections(...names), "main[1]/section[40]");
  expect(listing.names).toHaveLength(24);
  expect(listing.names[listing.place]).toBe(seen(...names).names[39]);
});

test("nothing remembered matches nothing", () => {
  expect(new KnownListing(NO_LISTING).matchOf(seen("Politics", "Sport")).kept).toBe(0.5);
});

test("a cell of a row is found again in the row of the same name", () => {
  const table = (...rows: string[]) =>
    `<table><tbody>${rows.map((name) => `<tr><td>${name}</td><td>12</td><td>34</td></tr>`).join("")}</tbody></table>`;
  const path = "table[1]/tbody[1]/tr[2]/td[3]";
  const name = new KnownListing(on(table("Ardmore", "Brae", "Culver"), path).listing).own;
  const tree = parseHtml(table("Culver", "Ardmore", "Drum", "Brae"));
  const first = nodeAt(tree, "html[1]/body[1]/table[1]/tbody[1]/tr[1]") as number;
  const things = namesBeside(tree, pageIndex(tree), first);
  const steps = [{ tag: "td", index: 3 }];
  expect(pathOf(tree, sameInNamesake(tree, things, { name, steps }))).toContain("tr[4]/td[3]");
  expect(sameInNamesake(tree, things, { name: name + 1, steps })).toBe(-1);
  expect(sameInNamesake(tree, things, { name, steps: [{ tag: "td", index: 4 }] })).toBe(-1);
});
