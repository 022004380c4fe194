import { expect, test } from "vitest";
import { type BlockResult, meetsBars } from "./report.ts";

const SHOWN: BlockResult = {
  family: "styles",
  technique: "subgrid",
  way: "as-on-page",
  chosen: "forced",
  fetcher: "http",
  title: "Rope",
  verdict: "found",
  likeness: { ssim: 1, changed: 0, inkInTile: 0.1 },
  state: "shown",
  note: "",
};
const results = (count: number, other: Partial<BlockResult>) => [
  ...Array.from({ length: 100 - count }, () => SHOWN),
  ...Array.from({ length: count }, () => ({ ...SHOWN, ...other })),
];
const unlike = { likeness: { ...SHOWN.likeness!, ssim: 0.9 } };

test("a twentieth may be unlike, and none blank", () => {
  expect(meetsBars(results(0, {}))).toBe(true);
  expect(meetsBars(results(5, unlike))).toBe(true);
  expect(meetsBars(results(6, unlike))).toBe(false);
  for (const state of ["blank", "said-blank", "missing", "failed"] as const)
    expect(meetsBars(results(1, { state }))).toBe(false);
});

test("what nobody sees on its page misses no bar", () => {
  expect(meetsBars([{ ...SHOWN, state: "hidden", likeness: null }])).toBe(true);
});
