import fc from "fast-check";
import { expect, test } from "vitest";
import { chosenWith, countsOf, foldersIn, groupsOf, linksOf, linksUnder, matching, treeOf } from "./bookmark-tree.ts";

const link = (title: string) => ({ title, url: `https://${title.toLowerCase()}.example/` });
const folder = (path: string[], ...titles: string[]) => ({ path, links: titles.map(link), isFeeds: false });
const TREE = treeOf(
  [
    folder(["Bar"], "One"),
    folder(["Bar", "News"], "Herald", "Town"),
    folder(["Else", "News"], "Far"),
    folder([], "Top"),
  ],
  "Bookmarks",
);

test("folders lie in one another by their paths, and two of one name are two", () => {
  expect([...foldersIn(TREE)].map(({ title, links }) => [title, links.length])).toEqual([
    ["Bookmarks", 1],
    ["Bar", 1],
    ["News", 2],
    ["Else", 0],
    ["News", 1],
  ]);
  expect(new Set([...foldersIn(TREE)].map(({ id }) => id)).size).toBe(5);
});

test("a folder is chosen with all that is in it, and what is chosen becomes a group for each folder", () => {
  const [, bar] = [...foldersIn(TREE)];
  const chosen = chosenWith(new Set(), [...linksUnder(bar!), ...TREE.links], true);
  expect(groupsOf(TREE, chosen).map(({ heading, links }) => [heading, links.map(({ title }) => title)])).toEqual([
    ["Bar", ["One"]],
    ["News", ["Herald", "Town"]],
    ["Bookmarks", ["Top"]],
  ]);
});

test("all words of the filter are looked for in titles and addresses", () => {
  const found = (words: string) => matching(TREE, words).map(({ link: { title } }) => title);
  expect([found("HERALD"), found("o .example"), found("town herald")]).toEqual([
    ["Herald"],
    ["Top", "One", "Town"],
    [],
  ]);
});

test("counts are those of counting, whatever is chosen", () => {
  const path = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 4 });
  const file = fc.array(fc.tuple(path, fc.integer({ min: 0, max: 3 })), { maxLength: 12 });
  fc.assert(
    fc.property(file, fc.array(fc.nat({ max: 40 })), (folders, keys) => {
      const root = treeOf(
        folders.map(([names, count]) => folder(names, ...Array.from({ length: count }, (_, at) => `L${at}`))),
        "x",
      );
      const there = new Set(linksUnder(root).map(({ key }) => key));
      const chosen = new Set(keys.filter((key) => there.has(key)));
      const counts = countsOf(root, chosen);
      for (const each of foldersIn(root)) {
        const links = linksUnder(each);
        const expected = { all: links.length, chosen: links.filter(({ key }) => chosen.has(key)).length };
        expect(counts.get(each.id)).toEqual(expected);
      }
      expect(linksOf(root, chosen)).toHaveLength(chosen.size);
    }),
  );
});
