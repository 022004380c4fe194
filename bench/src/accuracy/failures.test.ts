import { expect, test } from "vitest";
import type { LabelledCase } from "../data/cases.ts";
import { disagreementOf, failureOf, failuresOf, questionsOf } from "./failures.ts";
import type { Prediction } from "./predict.ts";

const said = (path: string | null, verdict: Prediction["verdict"] = "found"): Prediction => ({
  case: "a",
  tracer: "fused",
  file: "f.html",
  verdict,
  path,
  confidence: 1,
  candidates: path ? [path] : [],
  ms: 0,
  agreement: null,
  sameContent: false,
});
const at = (path: string | null, equiv: readonly string[] = []) => ({
  file: "f.html",
  date: "2026-01-01",
  path,
  equiv,
});

test("a mistake is named by how far it is from the right element", () => {
  expect(failureOf(at("body[1]/div[2]", ["body[1]/div[2]/p[1]"]), said("body[1]/div[2]/p[1]"))).toBeNull();
  expect(failureOf(at("body[1]/div[2]"), said("body[1]/div[2]/p[1]"))).toBe("level");
  expect(failureOf(at("body[1]/div[2]"), said("body[1]"))).toBe("level");
  expect(failureOf(at("body[1]/div[2]"), said("body[1]/div[22]"))).toBe("another of its kind");
  expect(failureOf(at("body[1]/div[2]"), said("body[1]/ul[1]"))).toBe("elsewhere");
  expect(failureOf(at("body[1]/div[2]"), said(null, "gone"))).toBe("no candidate");
  expect(failureOf(at(null), said("body[1]", "unsure"))).toBe("gone, not said");
  expect(failureOf(at(null), said("body[1]", "gone"))).toBeNull();
});

test("questions in a row are one stretch, and silent mistakes are counted apart", () => {
  const right = "body[1]/p[1]";
  const labelled = {
    id: "a",
    set: "homepages",
    versions: [at(right), at(right), at(right), at(right), at(right)],
  } as unknown as LabelledCase;
  const predictions = [
    said(right, "unsure"),
    said("body[1]/p[2]", "unsure"),
    said("body[1]/p[2]"),
    said(right, "unsure"),
  ];
  expect(questionsOf([labelled], predictions)).toEqual({ asked: 3, stretches: 2, firstIsRight: 2 });
  const count = failuresOf([labelled], predictions).get("homepages")?.get("another of its kind");
  expect(count).toEqual({ versions: 2, blocks: new Set(["a"]), silent: 1 });
});

test("another tracer's word is weighed only where the first is unsure, the block there, and both differ", () => {
  const [right, wrong] = ["body[1]/p[1]", "body[1]/p[2]"];
  const labelled = {
    id: "a",
    set: "homepages",
    versions: [at(right), at(right), at(right), at(right), at(right), at(null)],
  } as unknown as LabelledCase;
  const unsure = (path: string) => said(path, "unsure");
  const first = [said(wrong), unsure(right), unsure(wrong), unsure(right), unsure(wrong)];
  const other = [said(right), said(right), said(right), said(wrong), said(right)];
  expect(disagreementOf([labelled], first, other)).toEqual({ versions: 2, firstIsRight: 1, otherIsRight: 1 });
});
