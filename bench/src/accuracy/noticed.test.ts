import { expect, test } from "vitest";
import type { LabelledCase } from "../data/cases.ts";
import { costOfRuns, noticedScore, yearsOf } from "./noticed.ts";
import { type Judgement, judge } from "./score.ts";

/** Versions in short: the verdict (Found, Unsure, Gone), `*` the label, `=` its content, `-` other content, `0` the block is gone. */
function judged(versions: string): Judgement[] {
  const steps = versions.split(" ");
  const labelled = {
    id: versions,
    versions: [{ path: "p" }, ...steps.map((step) => ({ path: step.includes("0") ? null : "p" }))],
  } as unknown as LabelledCase;
  const predictions = steps.map((step) => ({
    ...{ case: versions, tracer: "t", file: "", confidence: 1, candidates: [], ms: 0, agreement: null },
    verdict: step.startsWith("F") ? ("found" as const) : step.startsWith("U") ? ("unsure" as const) : ("gone" as const),
    path: step.includes("*") ? "p" : "q",
    sameContent: /[*=]/.test(step),
  }));
  return judge(labelled, predictions);
}

test("the outcome that a person notices goes by the content", () => {
  const judgements = judged("F* F= F- U= U- U0 G- G0 F0");
  const outcomes = ["right", "right", "wrong", "asked", "asked", "asked", "lost", "right", "wrong"];
  expect(judgements.map((one) => one.noticed)).toEqual(outcomes);
  expect(judgements.map((one) => one.contentRight)).toEqual([
    ...[true, true, false, true, false, false],
    ...[false, true, false],
  ]);
});

test("shares, runs and costs are those of a count by hand", () => {
  const total = noticedScore([
    { years: 1.5, judgements: judged("U* U= F= U- F- F- G= F*") },
    { years: 2.5, judgements: judged("U* F0") },
    { years: 9, judgements: [] },
    { years: 0, judgements: judged("F* G0 F=") },
  ])!;
  expect(total).toMatchObject({ cases: 3, versions: 13, contentVersions: 9 / 13, contentBlocks: 1 / 3 });
  expect(total).toMatchObject({ shown: 5 / 13, asked: 4 / 13, lost: 1 / 13, wrong: 3 / 13, blockYears: 4 });
  const cost = 3 * 20 + 2 + 4 + 2 * 0.2;
  expect(total.costPerVersion).toBeCloseTo(cost / 13);
  expect(total.perBlockYear).toEqual({
    ...{ questions: 1, doubts: 3 / 4, losses: 1 / 4, wrongBlocks: 2 / 4 },
    cost: expect.closeTo(cost / 4),
  });
});

test("there are no yearly figures where the time of a case is not known, and none without time", () => {
  const judgements = judged("U* F*");
  const unknown = noticedScore([
    { years: 1, judgements },
    { years: null, judgements },
  ]);
  expect(unknown).toMatchObject({ asked: 0.5, blockYears: null, perBlockYear: null });
  expect(noticedScore([{ years: 0, judgements }])).toMatchObject({ blockYears: 0, perBlockYear: null });
  expect(noticedScore([{ years: 1, judgements: [] }])).toBeNull();
});

test("a case lasts from its first date to its last, however dates are written", () => {
  const years = (...dates: (string | undefined)[]) =>
    yearsOf({ versions: dates.map((date) => ({ file: "", path: "p", date })) } as unknown as LabelledCase);
  expect(years("2020-01-01T00-00-00Z", "2023-07-07T07-07-07Z", "2024-01-01T00:00:00.000Z")).toBe(4);
  expect(years("2020-03-23T12-30-00Z", "2020-03-23T18-30-00Z")).toBeCloseTo(6 / 24 / 365.25);
  expect(years("2020-01-01T00-00-00Z")).toBe(0);
  expect(years("2020-01-01T00-00-00Z", undefined)).toBeNull();
  expect(years("2020-01-01T00-00-00Z", "yesterday")).toBeNull();
});

test("where nobody answers, a doubt, a loss and a wrong block cost once, however long they last", () => {
  expect(costOfRuns(judged("U* U* F* U* G* G* F- F-"))).toBe(1 + 1 + 2 + 20);
});
