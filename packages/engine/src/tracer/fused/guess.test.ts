import { describe, expect, test } from "vitest";
import { parseHtml } from "../../html/parse-html.ts";
import { nodeAt, pathOf } from "../../tree/path.ts";
import { followStep } from "../verdict.ts";
import { Workspace } from "./columns.ts";
import { fusedWith } from "./fused.ts";
import { firstMemory, withGuess } from "./memory.ts";
import { rank } from "./rank.ts";
import { WEIGHTS } from "./weights.data.ts";
import { boundWeights } from "./weights.ts";

const fused = fusedWith(WEIGHTS);
const context = { weights: boundWeights(WEIGHTS), workspace: new Workspace() };

const box = (name: string, kind: string, stories: readonly string[]): string =>
  `<section class="${kind}"><h2>${name}</h2><ul>${stories.map((story) => `<li><a href="/${story.length}">${story}</a></li>`).join("")}</ul></section>`;
const page = (boxes: readonly string[]) =>
  parseHtml(`<title>Herald</title><h1>Herald</h1><main>${boxes.join("")}</main><footer>Imprint</footer>`);
const at = (tree: ReturnType<typeof page>, place: number): number =>
  nodeAt(tree, `html[1]/body[1]/main[1]/section[${place}]`) as number;

const first = page([box("News", "a", ["Bridge opens", "Rain"]), box("Sport", "a", ["Rovers win", "Cup draw"])]);
const memory = firstMemory(first, at(first, 2), "auto");

describe("a guess", () => {
  const redesigned = page([
    box("Results", "b", ["Swimmers fly out", "Two red cards"]),
    box("World", "b", ["Ferry late", "School rebuilt"]),
  ]);
  const guessed = withGuess(memory, redesigned, {
    candidates: [{ node: at(redesigned, 1), score: 1 }],
    confidence: 0.6,
  });

  test("is noted beside what is trusted and changes nothing of it", () => {
    expect({ ...guessed, guess: null }).toEqual(memory);
    expect(guessed.guess?.belief).toBe(0.6);
  });

  test("is followed on where the trusted memory cannot tell", () => {
    const later = page([
      box("World", "b", ["Snow tomorrow", "Council votes"]),
      box("Results", "b", ["Swimmers fly out", "Marathon route changed"]),
    ]);
    const { candidates } = rank(guessed, later, context);
    expect(pathOf(later, candidates[0]?.node as number)).toBe(pathOf(later, at(later, 2)));
  });

  test("that was likely and perhaps gone is not both on the next page", () => {
    const torn = withGuess(memory, redesigned, {
      candidates: [{ node: at(redesigned, 1), score: 1 }],
      confidence: 0.9,
      gone: 0.9,
    });
    const { confidence = 0, gone = 0 } = rank(torn, redesigned, context);
    expect(confidence).toBeGreaterThan(0.5);
    expect(confidence + gone).toBeLessThanOrEqual(1);
  });

  test("is not given up for another look of the same memory, however poor it was", () => {
    const likeSport = page([box("Sport", "c", ["Rovers win"]), box("World", "b", ["Ferry late", "School rebuilt"])]);
    expect(pathOf(likeSport, rank(memory, likeSport, context).candidates[0]?.node as number)).toBe(
      pathOf(likeSport, at(likeSport, 1)),
    );
    const poor = withGuess(memory, redesigned, {
      candidates: [{ node: at(redesigned, 2), score: 1 }],
      confidence: 0.25,
    });
    const { candidates, confidence } = rank(poor, likeSport, context);
    expect(pathOf(likeSport, candidates[0]?.node as number)).toBe(pathOf(likeSport, at(likeSport, 2)));
    expect(confidence).toBeLessThan(WEIGHTS.thresholds.found);
  });

  test("does not hide the block when it is back as it was", () => {
    const back = page([
      box("World", "b", ["Ferry late", "School rebuilt"]),
      box("News", "a", ["Bridge opens", "Rain"]),
      box("Sport", "a", ["Rovers win", "Cup draw"]),
    ]);
    const poor = withGuess(memory, redesigned, {
      candidates: [{ node: at(redesigned, 2), score: 1 }],
      confidence: 0.25,
    });
    const { verdict } = followStep(fused, poor, back);
    expect(verdict.kind === "found" && verdict.node).toBe(at(back, 3));
  });

  test("is never believed more than when it was guessed, unless the trusted memory is surer", () => {
    const trusted = rank(memory, redesigned, context).confidence ?? 0;
    expect(rank(guessed, redesigned, context).confidence).toBeLessThanOrEqual(Math.max(0.6, trusted));
  });

  test("is forgotten when the block is found again", () => {
    const step = followStep(fused, guessed, first);
    expect(step.verdict.kind).toBe("found");
    expect(step.memory.guess).toBeNull();
  });
});
