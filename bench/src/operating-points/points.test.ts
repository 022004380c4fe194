import { expect, test } from "vitest";
import type { Judgement } from "../accuracy/score.ts";
import { pointsOf } from "./command.ts";

const said = (noticed: Judgement["noticed"]): Judgement => ({
  case: "a",
  forced: true,
  outcome: noticed,
  contentRight: true,
  noticed,
  askedWell: false,
  isGone: false,
  saidGone: false,
  afterRedesign: false,
  ms: 1,
});

test("every kind, mode and threshold is one point, over all of its versions", () => {
  const points = pointsOf([
    { kind: "homepage", mode: "follow", found: 0.9, judgements: [said("asked"), said("right")] },
    { kind: "homepage", mode: "follow", found: 0.9, judgements: [said("wrong"), said("right")] },
    { kind: "homepage", mode: "answered", found: 0.9, judgements: [said("right")] },
  ]);
  expect(points).toEqual([
    { kind: "homepage", mode: "follow", found: 0.9, asked: 25, wrong: 25, cost: (1 + 20) / 4 },
    { kind: "homepage", mode: "answered", found: 0.9, asked: 0, wrong: 0, cost: 0 },
  ]);
});
