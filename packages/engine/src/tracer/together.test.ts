import { expect, test } from "vitest";
import { parseHtml } from "../html/parse-html.ts";
import { nodeAt } from "../tree/path.ts";
import { fused } from "./fused/fused.ts";
import { followTogether } from "./together.ts";
import type { Memory, Tracer } from "./tracer.ts";
import { followStep } from "./verdict.ts";

const PAGE = parseHtml("<p>one</p><p>two</p><p>three</p>");
const [one, two, three] = [1, 2, 3].map((rank) => nodeAt(PAGE, `html[1]/body[1]/p[${rank}]`) as number) as [
  number,
  number,
  number,
];

interface Wish extends Memory {
  /** What it wants, best first, and how sure it is of whatever comes first. */
  readonly wants: readonly number[];
  readonly sure: number;
  readonly name: string;
  readonly learned?: number;
  readonly isLevelOpen?: boolean;
  readonly guessed?: number;
}

const wish = (name: string, sure: number, ...wants: number[]): Wish => ({
  tracer: "wishing",
  version: 1,
  name,
  sure,
  wants,
});

/** Finds what it wants. */
const wishing: Tracer<Wish> = {
  name: "wishing",
  about: "for this test",
  calibration: { bias: 0, score: 0, margin: 0, foundFrom: 0.8, goneBelow: 0.1 },
  learn: () => wish("", 1),
  trace: ({ wants, sure, isLevelOpen = false }) => ({
    candidates: wants.map((node) => ({ node, score: sure })),
    confidence: sure,
    gone: 0,
    isLevelOpen,
  }),
  adapt: (memory, _, node) => ({ ...memory, learned: node }),
  reject: (memory, _, node) => ({ ...memory, wants: memory.wants.filter((other) => other !== node) }),
  wereOne: (a, b) => a.name === b.name,
  suspect: (memory, _, { candidates }) => ({ ...memory, guessed: candidates[0]!.node }),
  revive: () => null,
};

const nodesOf = (...wishes: Wish[]) =>
  followTogether(wishing, wishes, PAGE).map(({ verdict }) => (verdict.kind === "found" ? verdict.node : verdict.kind));

test("the surer one keeps the element, the other takes its second choice", () => {
  expect(nodesOf(wish("a", 0.9, one, two), wish("b", 0.95, one))).toEqual([two, one]);
});

test("nobody is pushed on to an element that another has: that is a doubt", () => {
  expect(nodesOf(wish("a", 0.9, one, two), wish("b", 0.95, one), wish("c", 0.93, two))).toEqual(["unsure", one, two]);
});

test("two follows that were one element stay one", () => {
  expect(nodesOf(wish("a", 0.9, one, two), wish("a", 0.95, one))).toEqual([one, one]);
});

test("different elements and doubts are left alone, in any order", () => {
  expect(nodesOf(wish("a", 0.5, two), wish("b", 0.9, one), wish("c", 0.9, three))).toEqual(["unsure", one, three]);
});

test("what surely is another's is no guess of a doubt", () => {
  const [step] = followTogether(wishing, [wish("a", 0.5, one, two), wish("b", 0.9, one)], PAGE);
  expect(step?.verdict.kind).toBe("unsure");
  expect(step?.verdict.candidates[0]?.node).toBe(two);
  // nor does it end the doubt that the person has said where the other one is
  const [told] = followTogether(wishing, [wish("a", 0.5, one, two), wish("b", 0.1, three)], PAGE, new Map([[1, one]]));
  expect(told?.verdict.candidates[0]?.node).toBe(two);
});

test("what was found in the second place is learned, and the refusal is not", () => {
  const [step] = followTogether(wishing, [wish("a", 0.9, one, two), wish("b", 0.95, one)], PAGE);
  expect(step?.memory).toEqual({ ...wish("a", 0.9, one, two), learned: two });
});

test("where the level is open the block is found and followed on, and not learned", () => {
  const open = { ...wish("a", 0.9, one), isLevelOpen: true };
  const { verdict, memory } = followStep(wishing, open, PAGE);
  expect(verdict).toMatchObject({ kind: "found", node: one });
  expect(memory).toEqual({ ...open, guessed: one });
  // in the second place it is no different
  const [step] = followTogether(wishing, [{ ...open, wants: [one, two] }, wish("b", 0.95, one)], PAGE);
  expect(step?.memory).toEqual({ ...open, wants: [one, two], guessed: two });
});

test("the default tracer: twins that were told apart are not both found in one of them", () => {
  const box = (name: string) => `<section class="box"><h2>${name}</h2><p>${name} of today</p></section>`;
  const before = parseHtml(`<main>${box("News")}${box("Sport")}${box("Weather")}</main>`);
  const after = parseHtml(`<main>${box("News")}${box("Weather")}</main>`);
  const memories = [1, 2].map((rank) =>
    fused.learn(before, nodeAt(before, `html[1]/body[1]/main[1]/section[${rank}]`) as number),
  );
  const found = followTogether(fused, memories, after).flatMap(({ verdict }) =>
    verdict.kind === "found" ? [verdict.node] : [],
  );
  expect(new Set(found).size).toBe(found.length);
});

test("what a person has said is taken as found, and nobody else gets that element", () => {
  const memories = [wish("a", 0.9, two, three), wish("b", 0.1, one)];
  const steps = followTogether(wishing, memories, PAGE, new Map([[1, two]]));
  expect(steps.map(({ verdict }) => verdict)).toMatchObject([
    { kind: "found", node: three },
    { kind: "found", node: two, confidence: 1 },
  ]);
  expect(steps[1]!.memory).toBe(memories[1]);
});
