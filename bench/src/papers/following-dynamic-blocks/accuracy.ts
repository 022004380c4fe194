/** Accuracy of all methods and combinations: [following-dynamic-blocks] Tables 2, 4, 5 and 7, figures 4 and 6. */
import { PageCache } from "../../data/page-cache.ts";
import { type Part, part } from "../experiment.ts";
import { blockFacts } from "./block-facts.ts";
import { type ByBin, byElements, byPixels } from "./block-sizes.ts";
import { type ChangeTable, changeTable } from "./change-table.ts";
import { followCase } from "./follow-case.ts";
import { hasLayout } from "./layout.ts";
import { combinationMethods, comparedMethods } from "./methods.ts";
import { type Accuracy, accuracyOn, type BlockOutcome, bySet } from "./outcomes.ts";
import { type OverTime, overTime } from "./over-time.ts";
import { type Rivalry, rivalry } from "./rivalry.ts";

export interface AccuracyResult {
  /** Blocks and later versions with the block, by set. */
  readonly counts: Readonly<Record<string, { blocks: number; versions: number }>>;
  /** By label of the method, then by set. */
  readonly accuracy: Readonly<Record<string, Readonly<Record<string, Accuracy | null>>>>;
  readonly change: Readonly<Record<string, ChangeTable>>;
  readonly overTime: Readonly<Record<string, OverTime>>;
  readonly byPixels: readonly ByBin[];
  readonly byElements: readonly ByBin[];
  /** APM against CPM, by set. */
  readonly rivalry: Readonly<Record<string, Rivalry>>;
}

export function accuracyPart(name: string, boxes: boolean): Part {
  return part<readonly BlockOutcome[], AccuracyResult>({
    name,
    // without layout the first look of APM is what it always was
    revision: boxes ? 2 : 1,
    ...(boxes ? { select: hasLayout, seesBoxes: true } : {}),
    examine(history) {
      const pages = new PageCache({ boxes });
      const methods = [...comparedMethods(), ...combinationMethods()];
      return history.cases.map((labelled) => ({
        id: labelled.id,
        set: labelled.set,
        facts: blockFacts(labelled, pages),
        marks: Object.fromEntries(methods.map(({ label, tracer }) => [label, followCase({ labelled, pages, tracer })])),
      }));
    },
    conclude: (findings) => summary(findings.flat()),
  });
}

function summary(outcomes: readonly BlockOutcome[]): AccuracyResult {
  const sets = [...bySet(outcomes)];
  const perSet = <Value>(measure: (group: readonly BlockOutcome[]) => Value): Record<string, Value> =>
    Object.fromEntries(sets.map(([set, group]) => [set, measure(group)]));
  const labels = Object.keys(outcomes[0]?.marks ?? {});
  return {
    counts: perSet(countsOf),
    accuracy: Object.fromEntries(labels.map((label) => [label, perSet((group) => accuracyOn(group, label))])),
    change: perSet(changeTable),
    overTime: perSet(overTime),
    byPixels: byPixels(outcomes),
    byElements: byElements(outcomes),
    rivalry: perSet(rivalry),
  };
}

function countsOf(outcomes: readonly BlockOutcome[]): { blocks: number; versions: number } {
  const versions = outcomes.reduce((sum, { marks }) => sum + (marks.Path ?? "").replaceAll("-", "").length, 0);
  return { blocks: outcomes.length, versions };
}
