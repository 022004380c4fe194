import { type DomTree, describePart, nodeAt, parseHtml, textOf } from "@tessera/engine";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { followParts, partsAlone, withParts } from "./followed-parts.ts";
import { partNodes } from "./read-content.ts";

const LIST = "html[1]/body[1]/ul[1]";
const WORDS = (
  "amber birch cedar delta ember fjord grove haven inlet jetty knoll ledge marsh north ocean pearl quarry river stone " +
  "tower upland valley willow yonder zenith"
).split(" ");

/** A report that is worded a little otherwise each day, and after ten days by other words altogether. */
const report = (day: number) => WORDS.slice(day, day + 10).join(" ");
const item = (text: string, link: string) =>
  `<li class=entry>${link === "" ? text : `<a href="${link}">${text}</a>`}</li>`;
const news = (name: string) => item(`The ${name} opens its doors on Sunday`, `/${name}`);
const page = (...items: readonly string[]) => parseHtml(`<ul>${items.join("")}</ul>`);
const blockIn = (tree: DomTree) => nodeAt(tree, LIST)!;
const said = (tree: DomTree, nodes: ReadonlySet<number>) => [...nodes].map((node) => textOf(tree, node));

/** The part at a place of the list, as a person would have cut it out. */
function picked(tree: DomTree, at: number) {
  return { cuts: [describePart(tree, blockIn(tree), nodeAt(tree, `${LIST}/li[${at}]`)!)], ignored: [] };
}

describe("a part that is cut out", () => {
  test("is still known when little by little all its words have changed and entries have come above it", () => {
    const first = page(item(report(0), ""), news("library"), news("market"));
    const pick = picked(first, 1);
    let stored: unknown = null;
    for (let day = 1; day <= 15; day++) {
      const above = Array.from({ length: day }, (_, at) => news(`${WORDS[at]} school`));
      const tree = page(...above, item(report(day), ""), news("library"), news("market"));
      const found = followParts(tree, [blockIn(tree)], { pick, stored });
      expect(said(tree, found.cuts)).toEqual([report(day)]);
      stored = withParts(undefined, stored, found.learned);
      // what was picked alone leads there no more
      if (day < 10) continue;
      expect(partNodes(tree, [blockIn(tree)], pick.cuts)).not.toEqual(found.cuts);
      expect(found.cutPaths).toEqual([`${LIST}/li[${day + 1}]`]);
    }
  });

  test("is not learned from what only stands in its place", () => {
    const first = page(news("library"), item("Your name could stand here", "/ads"), news("market"));
    const pick = picked(first, 2);
    const stored = withParts(undefined, null, { cuts: pick.cuts, ignored: [] });
    const replaced = page(news("library"), item("A harbour for small boats", "/harbour"), news("market"));
    const { learned } = followParts(replaced, [blockIn(replaced)], { pick, stored });
    expect(learned).toBeUndefined();
  });

  test("is found as it was picked where what was learned since is not there", () => {
    const first = page(item(report(0), ""), news("library"));
    const pick = picked(first, 1);
    const later = picked(page(item(report(9), ""), news("library")), 1);
    const stored = withParts(undefined, null, later);
    const back = page(news("bakery"), news("library"), item(report(0), ""));
    expect(said(back, followParts(back, [blockIn(back)], { pick, stored }).cuts)).toEqual([report(0)]);
  });

  test("keeps what was learned of it beside the history of its block, and on the next design of the page", () => {
    const parts = picked(page(item(report(0), ""), news("library")), 1);
    const stored = withParts({ version: 1, looks: [1] }, null, parts);
    expect(stored).toMatchObject({ version: 1, looks: [1], parts });
    expect(withParts(undefined, stored, undefined)).toBeUndefined();
    expect(withParts({ version: 1, looks: [1, 1] }, stored, undefined)).toMatchObject({ looks: [1, 1], parts });
    expect(partsAlone(stored)).toEqual({ parts });
    expect(partsAlone({ version: 1 })).toBeNull();
  });

  test("is found as it was picked, whatever is stored", () => {
    const tree = page(item(report(0), ""), news("library"));
    const pick = picked(tree, 1);
    const junk = fc.oneof(
      fc.anything(),
      fc.record({ parts: fc.anything() }),
      fc.record({ parts: fc.record({ cuts: fc.array(fc.anything()), ignored: fc.array(fc.anything()) }) }),
    );
    fc.assert(
      fc.property(junk, (stored) => {
        expect(said(tree, followParts(tree, [blockIn(tree)], { pick, stored }).cuts)).toEqual([report(0)]);
      }),
    );
  });
});
