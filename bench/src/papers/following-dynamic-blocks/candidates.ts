/** Recall of candidates, [following-dynamic-blocks] Tables 2 and 3: is the block among what the fixed patterns propose? */
import { type DomTree, pathOf } from "@tessera/engine";
import { fixedPatterns, learnPatterns, matchPatterns, PATTERN_NAMES } from "@tessera/engine/papers";
import type { LabelledCase } from "../../data/cases.ts";
import { PageCache } from "../../data/page-cache.ts";
import { type Part, part } from "../experiment.ts";
import { blockIn, isRightIn, RIGHT, WRONG } from "./follow-case.ts";
import { hasLayout } from "./layout.ts";
import { COMBINATIONS } from "./methods.ts";
import { type Accuracy, accuracyOf, bySet } from "./outcomes.ts";

/** For each version with the block the letters of the patterns that propose it, such as `PN`. */
interface CaseCandidates {
  readonly set: string;
  readonly proposedBy: readonly string[];
}

/** Recall at block and version level, by combination of patterns, then by set. */
export type CandidateRecall = Readonly<Record<string, Readonly<Record<string, Accuracy | null>>>>;

const LETTERS = ["A", "P", "N", "X"];

export function candidatesPart(name: string, boxes: boolean): Part {
  return part<readonly CaseCandidates[], CandidateRecall>({
    name,
    revision: 1,
    ...(boxes ? { select: hasLayout, seesBoxes: true } : {}),
    examine: (history) => {
      const pages = new PageCache({ boxes });
      return history.cases.map((labelled) => ({ set: labelled.set, proposedBy: proposals(labelled, pages) }));
    },
    conclude: (findings) => recallOf(findings.flat()),
  });
}

function proposals(labelled: LabelledCase, pages: PageCache): string[] {
  const [first, ...later] = labelled.versions;
  const firstPage = pages.treeOf(labelled, first!);
  const set = fixedPatterns(PATTERN_NAMES);
  const patterns = learnPatterns(set, firstPage, blockIn(firstPage, first!));
  return later
    .filter((version) => version.path !== null)
    .map((version) => {
      const page: DomTree = pages.treeOf(labelled, version);
      const matches = matchPatterns(set, patterns, page);
      const isProposed = (at: number): boolean =>
        matches.get(PATTERN_NAMES[at]!)?.candidates.some((node) => isRightIn(version, pathOf(page, node))) ?? false;
      return LETTERS.filter((_, at) => isProposed(at)).join("");
    });
}

/** The candidates of a combination are the union of those of its patterns (section 4.3). */
function recallOf(cases: readonly CaseCandidates[]): CandidateRecall {
  const sets = [...bySet(cases)];
  const recall = (letters: string, group: readonly CaseCandidates[]): Accuracy | null =>
    accuracyOf(group.map(({ proposedBy }) => proposedBy.map((by) => (overlaps(by, letters) ? RIGHT : WRONG)).join("")));
  return Object.fromEntries(
    [...LETTERS, ...COMBINATIONS].map((letters) => [
      letters,
      Object.fromEntries(sets.map(([set, group]) => [set, recall(letters, group)])),
    ]),
  );
}

function overlaps(a: string, b: string): boolean {
  return [...a].some((letter) => b.includes(letter));
}
