/** Which observations of a block a retention rule keeps. Pure: the same history and instant give the same answer. */
import type { Retention } from "@tessera/model";

/** What a rule looks at: a run of looks, from `at` to `lastAt`. */
export interface Run {
  readonly id: string;
  readonly at: number;
  readonly lastAt: number;
}

/** The ids that at least one of the rules keeps; `runs` is oldest first. Without any rule, everything is kept. */
export function keptObservations(rules: readonly Retention[], runs: readonly Run[], now: number): ReadonlySet<string> {
  if (rules.length === 0) return new Set(runs.map((run) => run.id));
  return new Set(rules.flatMap((rule) => keptBy(rule, runs, now)));
}

function keptBy(rule: Retention, runs: readonly Run[], now: number): readonly string[] {
  switch (rule.kind) {
    case "all":
      return runs.map((run) => run.id);
    case "last":
      return runs.slice(-rule.count).map((run) => run.id);
    case "thin":
      return thinned(rule, runs, now);
  }
}

/**
 * Of the runs that a step covers, the last in each stretch of time. The stretches are counted from 1970 and not from
 * now, so that thinning again later drops no more than it must.
 */
function thinned(rule: Retention & { kind: "thin" }, runs: readonly Run[], now: number): readonly string[] {
  const steps = [...rule.steps].sort((a, b) => b.olderThanMs - a.olderThanMs);
  const kept: string[] = [];
  const seen = new Set<string>();
  for (const run of [...runs].reverse()) {
    const age = now - run.lastAt;
    if (rule.dropAfterMs !== null && age > rule.dropAfterMs) continue;
    const step = steps.find(({ olderThanMs }) => age > olderThanMs);
    if (step) {
      const stretch = `${step.oneEachMs} ${Math.floor(run.lastAt / step.oneEachMs)}`;
      if (seen.has(stretch)) continue;
      seen.add(stretch);
    }
    kept.push(run.id);
  }
  return kept;
}
