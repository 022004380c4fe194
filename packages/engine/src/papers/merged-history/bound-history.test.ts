import fc from "fast-check";
import { expect, test } from "vitest";
import { align } from "../../history/align.ts";
import { reviveHistory, storeHistory } from "../../history/history-json.ts";
import { subtreeWeights } from "../../history/history-tree.ts";
import { mergeAll } from "../../history/merge.ts";
import { pageOf, type Sketch, variants } from "../../history/sketch.fixture.ts";
import { boundHistory } from "./history-tree.ts";

const historyOf = (versions: readonly Sketch[]) =>
  mergeAll(versions.map((sketch, index) => ({ name: `v${index}`, page: pageOf(sketch) })));

test("a cut history keeps the way to its focus, its limit and the count of what is gone", () => {
  fc.assert(
    fc.property(
      variants({ versions: 3, nodes: 40 }),
      fc.nat(1000),
      fc.integer({ min: 1, max: 40 }),
      (versions, at, limit) => {
        const whole = historyOf(versions);
        const { history, focus } = boundHistory(whole, at % whole.size, limit);
        expect(history.size).toBeLessThanOrEqual(limit);
        if (focus < 0) return;
        expect(history.tagNames[history.tag[focus]]).toBe(whole.tagNames[whole.tag[at % whole.size]]);
        expect(subtreeWeights(history)[0]).toBe(whole.size);
      },
    ),
    { numRuns: 200 },
  );
});

test("an unchanged page still finds the focus of a cut history, or a sibling exactly like it", () => {
  fc.assert(
    fc.property(
      variants({ versions: 1, nodes: 40 }),
      fc.nat(1000),
      fc.integer({ min: 6, max: 40 }),
      ([sketch], at, limit) => {
        const whole = historyOf([sketch]);
        const { history, focus } = boundHistory(whole, at % whole.size, limit);
        if (focus < 0) return;
        const page = pageOf(sketch);
        const { partner, cost } = align(history, page);
        expect(cost).toBe(0);
        expect(page.contentHash[partner.indexOf(focus)]).toBe(page.contentHash[at % whole.size]);
      },
    ),
    { numRuns: 200 },
  );
});

test("a history survives storage as JSON, whole, cut or with keys only", () => {
  fc.assert(
    fc.property(
      variants({ versions: 4, nodes: 30 }),
      fc.nat(1000),
      fc.integer({ min: 1, max: 60 }),
      (versions, at, limit) => {
        const whole = historyOf(versions);
        const { history } = boundHistory(whole, at % whole.size, limit);
        expect(reviveHistory(JSON.parse(JSON.stringify(storeHistory(history))))).toEqual(history);
        const page = pageOf(versions[0]);
        const revived = reviveHistory(JSON.parse(JSON.stringify(storeHistory(history, { keysOnly: true }))));
        expect(revived && align(revived, page)).toEqual(align(history, page));
      },
    ),
    { numRuns: 200 },
  );
});

test("what is not a stored history is refused", () => {
  const stored = storeHistory(historyOf([["html", {}, "a", ["p", {}, "b"]]]));
  expect(reviveHistory(stored)).not.toBeNull();
  for (const broken of [
    null,
    1,
    "",
    [],
    {},
    { ...stored, up: [0, 5, 1, 1] },
    { ...stored, up: [1, 1, 1, 1] },
    { ...stored, tag: [9, 9, 9, 9] },
    { ...stored, entries: [[0, 99], 0, 0, 0] },
    { ...stored, entries: stored.entries.slice(1) },
    { ...stored, values: [null] },
    { ...stored, versions: [3] },
    { ...stored, hidden: [["x"]] },
  ]) {
    expect(reviveHistory(broken)).toBeNull();
  }
});

test("a node with very many children is kept in part", () => {
  const items = Array.from({ length: 600 }, (_, item): Sketch => ["li", {}, `item ${item}`]);
  const whole = historyOf([["html", {}, ["ul", {}, ...items]]]);
  const middle = 2 + 2 * 300;
  const { history, focus } = boundHistory(whole, middle, 300);
  expect(history.size).toBeLessThanOrEqual(300);
  expect(align(history, pageOf(["html", {}, ["ul", {}, ...items]])).partner[middle]).toBe(focus);
});
