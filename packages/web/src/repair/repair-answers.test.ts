import { type CandidateRecord, CorrectionAnswer, type VerdictRecord } from "@tessera/model";
import fc from "fast-check";
import { expect, test } from "vitest";
import { follow, observation } from "../tile/tiles.fixture.ts";
import { choiceOf, MAX_CANDIDATES, questionOf } from "./repair-answers.ts";

const candidate = (index: number): CandidateRecord => ({
  path: `html[1]/body[1]/div[${index}]`,
  score: 1 / index,
  excerpt: `number ${index}`,
});
const five = [1, 2, 3, 4, 5].map(candidate);

const asked = (verdict: VerdictRecord, captureId: string | null) =>
  questionOf(follow("f", { latest: { ...observation("verdict"), verdict, captureId: captureId as never } }));

test("at most three candidates are shown, best first", () => {
  const verdict: VerdictRecord = { kind: "unsure", confidence: 0.4, candidates: five };
  expect(asked(verdict, "c")).toMatchObject({ captureId: "c", candidates: five.slice(0, MAX_CANDIDATES) });
  expect(asked({ kind: "blocked", reason: "captcha" }, "c")).toMatchObject({ captureId: "c", candidates: [] });
  expect(questionOf(follow("f"))).toMatchObject({ captureId: null, candidates: [] });
});

test("without the page that they are elements of there are no candidates", () => {
  const verdict: VerdictRecord = { kind: "unsure", confidence: 0.4, candidates: five };
  expect(asked(verdict, null)).toMatchObject({ captureId: null, candidates: [] });
});

test("keys answer as their buttons say", () => {
  const shown = five.slice(0, 2);
  expect(choiceOf("2", shown)).toEqual({ kind: "answer", answer: { kind: "this", path: shown[1]!.path } });
  expect(choiceOf("3", shown)).toBeNull();
  expect(choiceOf("n", shown)).toEqual({
    kind: "answer",
    answer: { kind: "none", paths: shown.map(({ path }) => path) },
  });
  expect(choiceOf("n", [])).toBeNull();
  expect(choiceOf("g", [])).toEqual({ kind: "answer", answer: { kind: "gone" } });
  expect(choiceOf("p", [])).toEqual({ kind: "pick-again" });
});

test("every answer is one that the server takes, whatever key is pressed", () => {
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom("1", "2", "3", "n", "g", "p"), fc.string()), fc.nat(3), (key, count) => {
      const choice = choiceOf(key, five.slice(0, count));
      if (choice?.kind === "answer") expect(CorrectionAnswer.safeParse(choice.answer).success).toBe(true);
    }),
  );
});
