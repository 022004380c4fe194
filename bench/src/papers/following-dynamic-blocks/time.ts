/** Time to track a block in one version, [following-dynamic-blocks] section 6.4 and figure 5. */
import { quantile } from "../../accuracy/score.ts";
import type { History } from "../../data/history.ts";
import { PageCache } from "../../data/page-cache.ts";
import { type Part, part } from "../experiment.ts";
import { unitName } from "../findings-file.ts";
import { blockIn } from "./follow-case.ts";
import { hasLayout } from "./layout.ts";
import { comparedMethods } from "./methods.ts";
import { bySet } from "./outcomes.ts";

interface CaseTimes {
  readonly set: string;
  /** Milliseconds of each later version, by label of the method. */
  readonly ms: Readonly<Record<string, readonly number[]>>;
}

/** By label of the method, then by set. */
export type TimeResult = Readonly<
  Record<string, Readonly<Record<string, { mean: number; median: number; p95: number }>>>
>;

/** One page history in so many is timed: the run is alone on the machine. */
const EVERY = 12;

export function timePart(name: string): Part {
  return part<readonly CaseTimes[], TimeResult>({
    name,
    revision: 1,
    alone: true,
    seesBoxes: true,
    select: (history) => hasLayout(history) && isChosen(history),
    examine(history) {
      const pages = new PageCache({ boxes: true });
      return history.cases.map((labelled) => ({ set: labelled.set, ms: timesOf(labelled, pages) }));
    },
    conclude: (findings) => summary(findings.flat()),
  });
}

/** The same histories on every machine. */
function isChosen(history: History): boolean {
  return (
    Number.parseInt(Buffer.from(unitName(history.name), "base64url").toString("hex").slice(0, 8), 16) % EVERY === 0
  );
}

function timesOf(labelled: History["cases"][number], pages: PageCache): Record<string, number[]> {
  const [first, ...later] = labelled.versions;
  const firstPage = pages.treeOf(labelled, first!);
  return Object.fromEntries(
    comparedMethods().map(({ label, tracer }) => {
      let memory = tracer.learn(firstPage, blockIn(firstPage, first!));
      const times = later.map((version) => {
        // a copy is a page of which nothing is known yet: what is computed once a page counts for every method
        const page = { ...pages.treeOf(labelled, version) };
        const startedAt = performance.now();
        const best = tracer.trace(memory, page).candidates[0];
        if (best) memory = tracer.adapt(memory, page, best.node, "tracer");
        return performance.now() - startedAt;
      });
      return [label, times];
    }),
  );
}

function summary(cases: readonly CaseTimes[]): TimeResult {
  const sets = [...bySet(cases)];
  return Object.fromEntries(
    comparedMethods().map(({ label }) => [
      label,
      Object.fromEntries(sets.map(([set, group]) => [set, statistics(group.flatMap(({ ms }) => ms[label] ?? []))])),
    ]),
  );
}

function statistics(values: readonly number[]): { mean: number; median: number; p95: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const mean = sorted.reduce((sum, one) => sum + one, 0) / Math.max(1, sorted.length);
  return { mean, median: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) };
}
