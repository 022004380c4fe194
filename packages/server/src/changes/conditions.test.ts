import { numbersIn } from "@tessera/engine";
import { Condition, DEFAULT_QUIET, type VerdictKind } from "@tessera/model";
import { expect, test } from "vitest";
import { changeThatCounts, Differences } from "./compare.ts";
import { type BlockState, firstMet } from "./conditions.ts";
import { WordMatcher } from "./pattern.ts";

const seen = (text: string, verdict: VerdictKind = "found"): BlockState => ({
  verdict,
  text,
  numbers: [...numbersIn(text)],
});

function isMet(condition: unknown, before: BlockState | null, after: BlockState): boolean {
  const content = (side: BlockState | null) => ({ text: side?.text ?? "", html: "", items: null, pictures: [] });
  const matcher = new WordMatcher(1_000_000);
  const change = changeThatCounts(content(before), content(after), {
    quiet: DEFAULT_QUIET,
    matcher,
    differences: new Differences(),
  });
  return firstMet([Condition.parse(condition)], { before, after, change, matcher }) !== null;
}

const words = (text: string) => ({ as: "words", text });

test("a condition on a number is met when it becomes true, not while it stays so", () => {
  const below = { kind: "number-below", limit: 100 };
  expect(isMet(below, seen("120 €"), seen("99 €"))).toBe(true);
  expect(isMet(below, seen("99 €"), seen("95 €"))).toBe(false);
  expect(isMet(below, seen("99 €"), seen("120 €"))).toBe(false);
  expect(isMet({ kind: "number-above", limit: 100 }, seen("no price"), seen("120 €"))).toBe(true);
  expect(isMet(below, seen("120 €"), seen("no price"))).toBe(false);
});

test("the number with a unit is meant unless another is named", () => {
  const before = seen("2 left, 120 €");
  expect(isMet({ kind: "number-below", limit: 110 }, before, seen("2 left, 105 €"))).toBe(true);
  expect(isMet({ kind: "number-below", limit: 2, which: 0 }, before, seen("1 left, 120 €"))).toBe(true);
});

test("a number changes by an amount or a percentage, up or down", () => {
  const by = (unit: string, amount: number, direction?: string) => ({
    kind: "number-changed-by",
    unit,
    amount,
    ...(direction ? { direction } : {}),
  });
  expect(isMet(by("absolute", 10), seen("100"), seen("110"))).toBe(true);
  expect(isMet(by("absolute", 10), seen("100"), seen("105"))).toBe(false);
  expect(isMet(by("percent", 10), seen("100"), seen("89"))).toBe(true);
  expect(isMet(by("percent", 10, "up"), seen("100"), seen("89"))).toBe(false);
  expect(isMet(by("percent", 1000), seen("0"), seen("1"))).toBe(true);
});

test("words are looked for in the whole text or in what came and went", () => {
  expect(isMet({ kind: "contains", words: words("SOLD OUT") }, seen("on sale"), seen("now sold out"))).toBe(true);
  expect(isMet({ kind: "contains", words: words("sold") }, seen("sold 1"), seen("sold 2"))).toBe(false);
  expect(isMet({ kind: "lacks", words: words("closed") }, seen("closed"), seen("open"))).toBe(true);
  expect(isMet({ kind: "adds", words: words("b") }, seen("b"), seen("b b"))).toBe(true);
  expect(isMet({ kind: "removes", words: { as: "pattern", text: "^b$" } }, seen("a b"), seen("a"))).toBe(true);
});

test("loss, doubt, trouble and return are told when they begin", () => {
  expect(isMet({ kind: "gone" }, seen("a"), seen("", "gone"))).toBe(true);
  expect(isMet({ kind: "gone" }, seen("", "gone"), seen("", "gone"))).toBe(false);
  expect(isMet({ kind: "unsure" }, seen("a"), seen("", "unsure"))).toBe(true);
  expect(isMet({ kind: "unreachable" }, seen("a"), seen("", "blocked"))).toBe(true);
  expect(isMet({ kind: "back" }, seen("", "gone"), seen("a"))).toBe(true);
  expect(isMet({ kind: "back" }, seen("", "unreachable"), seen("a"))).toBe(false);
});

test("a doubt that was told is not told again before the block is found", () => {
  const unreachable = { ...seen("", "unreachable"), doubts: ["unsure" as const] };
  expect(isMet({ kind: "unsure" }, unreachable, seen("", "unsure"))).toBe(false);
  expect(isMet({ kind: "gone" }, unreachable, seen("", "gone"))).toBe(true);
});

test("nothing about the content is met while the block is in doubt or unchanged", () => {
  expect(isMet({ kind: "any-change" }, seen("a"), seen("b", "unsure"))).toBe(false);
  expect(isMet({ kind: "any-change" }, seen("a"), seen("a"))).toBe(false);
});
