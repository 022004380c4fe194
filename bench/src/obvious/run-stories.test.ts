import { type DomTree, type Memory, nodeAt, parseHtml, type Ranking, type Tracer } from "@tessera/engine";
import { anyTracerNamed } from "@tessera/engine/papers";
import { expect, test } from "vitest";
import { reportOf, situationTable } from "./report.ts";
import { judgeStories } from "./run-stories.ts";
import { SITUATIONS } from "./situations.ts";
import type { Situation, Story } from "./story.ts";

const CALIBRATION = { bias: 0, score: 1, margin: 0, foundFrom: 0.9, goneBelow: 0.1 };

/** A tracer that does what it is told, with a memory of no content. */
function toldTracer(name: string, trace: (page: DomTree) => Ranking): Tracer {
  const memory: Memory = { tracer: name, version: 1 };
  return {
    name,
    about: "for this test",
    calibration: CALIBRATION,
    learn: () => memory,
    trace: (_, page) => trace(page),
    adapt: (known) => known,
    revive: () => memory,
  };
}

const sure = (node: number | null): Ranking =>
  node === null ? { candidates: [] } : { candidates: [{ node, score: 1 }], confidence: 1 };

/** Knows every page by its hash, and the label with it. */
function allKnowing(stories: readonly Story[]): Tracer {
  const versions = stories.flatMap((story) => story.versions);
  const labels = new Map(versions.map(({ html, path }) => [parseHtml(html).contentHash[0]!, path]));
  return toldTracer("all-knowing", (page) => {
    const path = labels.get(page.contentHash[0]!)!;
    return sure(path === null ? null : nodeAt(page, path));
  });
}

const FIRST = "html[1]/body[1]/p[1]";
const SECOND = "html[1]/body[1]/p[2]";
const page = (words: string, path: string | null) => ({
  html: `<p>one ${words}</p><p>two ${words}</p>`,
  path,
  equiv: [],
  holds: words,
});

/** Four later versions: in place, moved, gone, in place. */
const HAND_MADE: Situation = {
  name: "hand-made",
  means: "item",
  isTaught: true,
  expects: "What the test says.",
  story: () => ({
    language: "en",
    intent: "auto",
    versions: [page("a", FIRST), page("b", FIRST), page("c", SECOND), page("d", null), page("e", FIRST)],
  }),
};

const figuresOf = (situation: Situation, tracer: Tracer, seeds = [1]) =>
  reportOf(new Map([[situation.name, judgeStories(situation, seeds, [tracer])]]), [tracer.name]).overall[tracer.name]!;

test("who always answers the label is always right", () => {
  for (const situation of SITUATIONS) {
    const tracer = allKnowing([0, 1].map(situation.story));
    expect(figuresOf(situation, tracer, [0, 1]), situation.name).toMatchObject({
      bestRight: 1,
      right: 1,
      asked: 0,
      wrong: 0,
      lost: 0,
    });
  }
});

test("who always answers the old path is right where nothing moved, and silently wrong elsewhere", () => {
  const tracer = toldTracer("old-path", (tree) => sure(nodeAt(tree, FIRST)));
  expect(figuresOf(HAND_MADE, tracer)).toEqual({
    versions: 4,
    bestRight: 0.5,
    right: 0.5,
    asked: 0,
    wrong: 0.5,
    lost: 0,
  });
});

test("a question counts as asked and its best candidate as right or not; gone is right only where it is", () => {
  const unsure = toldTracer("unsure", (tree) => ({ ...sure(nodeAt(tree, FIRST)), confidence: 0.5 }));
  expect(figuresOf(HAND_MADE, unsure)).toEqual({ versions: 4, bestRight: 0.5, right: 0, asked: 1, wrong: 0, lost: 0 });
  const gone = toldTracer("gone", () => sure(null));
  expect(figuresOf(HAND_MADE, gone)).toEqual({
    versions: 4,
    bestRight: 0.25,
    right: 0.25,
    asked: 0,
    wrong: 0,
    lost: 0.75,
  });
});

test("the old path loses the block in the situations in which it surely moves", () => {
  const directPath = anyTracerNamed("direct-path")!;
  const rows = SITUATIONS.find(({ name }) => name === "row-sorted")!;
  expect(figuresOf(rows, directPath, [0, 1, 2, 3]).bestRight).toBeLessThan(0.5);
});

test("a situation is marked where the first tracer is below the bar or below another", () => {
  const old = toldTracer("old-path", (tree) => sure(nodeAt(tree, FIRST)));
  const better = toldTracer("better", (tree) => sure(nodeAt(tree, tree.text.includes("c") ? SECOND : FIRST)));
  const judged = new Map([["hand-made", judgeStories(HAND_MADE, [1], [old, better])]]);
  const report = reportOf(judged, ["old-path", "better"]);
  expect(report.situations[0]!.marks).toEqual(["below 90", "below better"]);
  expect(situationTable(report, ["old-path", "better"]).split("\n")[2]).toBe(
    "| hand-made | 4 | 50.0 | 50.0 | 0.0 | 50.0 | 0.0 | 75.0 better | below 90, below better |",
  );
  expect(report.mistakes).toEqual({ "another of its kind": 1, "gone, not said": 1 });
  expect(reportOf(judged, ["better", "old-path"]).situations[0]!.marks).toEqual(["below 90"]);
});

test("fused goes through two stories of every situation and answers every version", () => {
  const fused = anyTracerNamed("fused")!;
  for (const situation of SITUATIONS) {
    const later = [0, 1].map((seed) => situation.story(seed).versions.length - 1);
    const { versions, right, asked, wrong, lost } = figuresOf(situation, fused, [0, 1]);
    expect(versions).toBe(later[0]! + later[1]!);
    expect(right + asked + wrong + lost).toBeCloseTo(1, 10);
  }
});
