import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { attributesOf, type DomTree, isText, tagOf, textOf } from "../tree/dom-tree.ts";
import { align } from "./align.ts";
import { type HistoryTree, nodesOfVersion, valueIn } from "./history-tree.ts";
import { createHistory, merge, mergeAll, removeVersion, slide } from "./merge.ts";
import { pageOf, type Sketch, sketches, variants } from "./sketch.fixture.ts";

const named = (sketches: readonly Sketch[]) =>
  sketches.map((sketch, index) => ({ name: `v${index}`, page: pageOf(sketch) }));

/** The nodes of one version as they stand in the history, one line each. */
function linesInHistory(history: HistoryTree, version: number): string[] {
  const nodes = nodesOfVersion(history, version);
  const numbers = new Map([...nodes].map((node, index) => [node, index]));
  return [...nodes].map((node) => {
    const value = valueIn(history, node, version);
    const own = value?.text ?? JSON.stringify(value?.attributes);
    return `${numbers.get(history.parent[node]) ?? -1} ${history.tagNames[history.tag[node]]} ${own}`;
  });
}

function linesOfPage(page: DomTree): string[] {
  return Array.from({ length: page.size }, (_, node) => {
    const own = isText(page, node) ? textOf(page, node) : JSON.stringify(attributesOf(page, node));
    return `${page.parent[node]} ${tagOf(page, node)} ${own}`;
  });
}

describe("history", () => {
  test("every merged version can be read back exactly", () => {
    fc.assert(
      fc.property(variants({ versions: 5, nodes: 30 }), (versions) => {
        const pages = named(versions);
        const history = mergeAll(pages);
        for (const [version, { page }] of pages.entries()) {
          expect(linesInHistory(history, version)).toEqual(linesOfPage(page));
        }
      }),
      { numRuns: 200 },
    );
  });

  test("unrelated versions can be read back too", () => {
    fc.assert(
      fc.property(sketches(30), sketches(30), (first, second) => {
        const history = mergeAll(named([first, second]));
        expect(linesInHistory(history, 0)).toEqual(linesOfPage(pageOf(first)));
        expect(linesInHistory(history, 1)).toEqual(linesOfPage(pageOf(second)));
      }),
    );
  });

  test("sliding is removing the oldest version and merging the newest, to the last number", () => {
    fc.assert(
      fc.property(variants({ versions: 5, nodes: 20 }), (versions) => {
        const pages = named(versions);
        const [newest, history] = [pages[4], mergeAll(pages.slice(0, 4))];
        const shorter = removeVersion(history, 0);
        const expected = merge(shorter, newest, align(shorter, newest.page));
        expect(slide(history, newest, { window: 4 })).toEqual(expected);
      }),
    );
  });

  test("a window that slides keeps the newest versions whole, in both orders, and nothing of the others", () => {
    fc.assert(
      fc.property(
        variants({ versions: 6, nodes: 20 }),
        fc.constantFrom("remove-first", "merge-first"),
        (versions, order) => {
          const pages = named(versions);
          let history = createHistory(pages[0]);
          for (const page of pages.slice(1)) history = slide(history, page, { window: 3, order });
          expect(history.versions).toEqual(["v3", "v4", "v5"]);
          for (const version of [0, 1, 2]) {
            expect(linesInHistory(history, version)).toEqual(linesOfPage(pages[version + 3].page));
          }
          const held = new Set([0, 1, 2].flatMap((version) => [...nodesOfVersion(history, version)]));
          expect(held.size).toBe(history.size);
        },
      ),
      { numRuns: 200 },
    );
  });

  test("a version can be taken out of the middle", () => {
    fc.assert(
      fc.property(variants({ versions: 4, nodes: 20 }), fc.nat(3), (versions, removed) => {
        const pages = named(versions);
        const history = removeVersion(mergeAll(pages), removed);
        const kept = pages.filter((_, index) => index !== removed);
        expect(history.versions).toEqual(kept.map(({ name }) => name));
        for (const [version, { page }] of kept.entries()) {
          expect(linesInHistory(history, version)).toEqual(linesOfPage(page));
        }
      }),
      { numRuns: 200 },
    );
  });

  test("a page with another root starts a new history", () => {
    const history = mergeAll([
      { name: "a", page: pageOf(["html", {}, "x"]) },
      { name: "b", page: pageOf(["svg", {}, "x"]) },
    ]);
    expect(history.versions).toEqual(["b"]);
  });
});
