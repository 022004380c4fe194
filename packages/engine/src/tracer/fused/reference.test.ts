import { expect, test } from "vitest";
import { pageIndex } from "../../feature/page-index.ts";
import { Scratch } from "../../feature/scratch.ts";
import { parseHtml } from "../../html/parse-html.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { nodeAt } from "../../tree/path.ts";
import { CandidateTable } from "./comparisons.ts";
import { factFinder } from "./live-features.ts";
import { type PageContext, type Reference, referTo } from "./reference.ts";
import { SIGNALS } from "./signals.ts";
import { fingerprintOf } from "./stored-features.ts";

/** A box of a page, whose text, class and neighbours may change. */
function pageWith({ text = "Heron", boxClass = "box", before = "Tides", itemClass = "item" } = {}): DomTree {
  return parseHtml(`<title>Harbour</title><body><main class="page"><p>${before}</p><section class="${boxClass}">
    <h3>Arrivals</h3><div class="${itemClass}"><a href="/boats/${text}">${text} 12 tons</a></div></section><p>End</p></main>`);
}

const BOX = "html[1]/body[1]/main[1]/section[1]";

function sightOn(page: DomTree): ReturnType<typeof fingerprintOf> {
  return fingerprintOf(page, nodeAt(page, BOX) as number);
}

function pageContextOf(tree: DomTree): PageContext {
  return { tree, index: pageIndex(tree), scratch: new Scratch() };
}

/** What every signal says of every element by the reference. */
function saidBy(reference: Reference, { tree }: PageContext): Record<string, number[]> {
  const elements = Array.from(tree.tag.keys()).filter((node) => tree.tag[node] !== 0);
  const candidateTable = new CandidateTable();
  candidateTable.stand(elements.map((node) => factFinder(tree).of(node)));
  const said = Object.entries(SIGNALS).map(([name, signal]) => {
    const values = new Float32Array(elements.length);
    signal.fill(reference, candidateTable, { values, rows: elements.length, first: 0, step: 1 });
    return [name, [...values]];
  });
  return Object.fromEntries(said);
}

const CHANGES = [{}, { text: "Swift" }, { boxClass: "tile" }, { before: "Ebb" }, { itemClass: "row", text: "Gull" }];

test.each(CHANGES)("a twin that shares parts says what one of its own parts would say: %o", (change) => {
  const context = pageContextOf(pageWith({ text: "Swift", before: "Flood" }));
  const origin = referTo(sightOn(pageWith()), context);
  const print = sightOn(pageWith(change));
  const sibling = referTo(print, context, origin);
  expect(saidBy(sibling, context)).toEqual(saidBy(referTo(print, context), context));
  for (const [name, signal] of Object.entries(SIGNALS)) {
    if (signal.isSame(origin, sibling)) expect(saidBy(sibling, context)[name]).toEqual(saidBy(origin, context)[name]);
  }
});

test("what two sights have in common is laid over the page once", () => {
  const context = pageContextOf(pageWith());
  const origin = referTo(sightOn(pageWith()), context);
  const sibling = referTo(sightOn(pageWith({ text: "Swift" })), context, origin);
  expect(sibling.classes).toBe(origin.classes);
  expect(sibling.ancestors).toBe(origin.ancestors);
  expect(sibling.path).toBe(origin.path);
  expect(sibling.words).not.toBe(origin.words);
});
