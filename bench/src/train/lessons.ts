/** All choices of all cases as one table, and the folds of sites to learn without. */

import { COLUMNS } from "@tessera/engine/fused-training";
import type { LabelledCase } from "../data/cases.ts";
import { historiesOf } from "../data/history.ts";
import { onBothCores } from "../data/on-both-cores.ts";
import { Progress } from "../progress.ts";
import type { SampleJob } from "./sample-worker.ts";
import type { Choice } from "./samples.ts";
import { STORY_JOBS } from "./story-lessons.ts";

export interface Lessons {
  readonly choices: readonly Omit<Choice, "values" | "right">[];
  /** Rows of choice `i` are `[groups[i], groups[i + 1])`. */
  readonly groups: Uint32Array;
  readonly values: Float32Array;
  readonly right: Uint8Array;
}

export async function gatherLessons(cases: readonly LabelledCase[], seed: number): Promise<Lessons> {
  const jobs: SampleJob[] = [...historiesOf(cases).map((history) => history.cases), ...STORY_JOBS];
  const progress = new Progress("gathering", jobs.length);
  const module = new URL("./sample-worker.ts", import.meta.url);
  const found = (await onBothCores<SampleJob, Choice[]>({ module, workerData: { seed }, jobs, progress })).flat();
  const groups = new Uint32Array(found.length + 1);
  for (const [at, choice] of found.entries()) groups[at + 1] = groups[at]! + choice.right.length;
  const rows = groups[found.length]!;
  const values = new Float32Array(rows * COLUMNS.length);
  const right = new Uint8Array(rows);
  for (const [at, choice] of found.entries()) {
    values.set(choice.values, groups[at]! * COLUMNS.length);
    right.set(choice.right, groups[at]);
  }
  return { choices: found.map(({ values: _, right: __, ...rest }) => rest), groups, values, right };
}
