/** `bench train`: learns the weights of the fused tracer, and for every fold of sites the weights learned without it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { forestOf, type Thresholds, type Weights } from "@tessera/engine/fused-training";
import { dataFolder, type LabelledCase, readCases } from "../data/cases.ts";
import { historiesOf } from "../data/history.ts";
import { onBothCores } from "../data/on-both-cores.ts";
import { Progress } from "../progress.ts";
import { FOLD_WEIGHTS, FOLDS, SHIPPED_WEIGHTS } from "./files.ts";
import type { FollowedCase } from "./follow-worker.ts";
import { gatherLessons, type Lessons } from "./lessons.ts";
import type { FoldJob, RankerAnswer } from "./ranker-worker.ts";
import { cheapestToFollow, type Judged, judged } from "./thresholds.ts";
import type { VerdictAnswer } from "./verdict-worker.ts";

export async function run(args: string[]): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ args, options: { data: text, seed: { ...text, default: "1" }, limit: text } });
  const seed = Number(values.seed);
  const cases = readCases(dataFolder(values.data), values.limit ? { limit: Number(values.limit) } : {});
  const lessons = shared(await gatherLessons(cases, seed));
  console.log(`${lessons.choices.length} choices, ${lessons.right.length} candidates`);
  const jobs: FoldJob[] = [null, ...Array.from({ length: FOLDS }, (_, fold) => fold)].map((fold) => ({ fold }));
  const rankers = await onBothCores<FoldJob, RankerAnswer>({
    module: new URL("./ranker-worker.ts", import.meta.url),
    workerData: { lessons, folds: FOLDS, seed },
    jobs,
    progress: new Progress("learning to rank", jobs.length),
  });
  const samplesByFold = rankers.slice(1).map(({ samples }) => samples);
  const verdicts = await onBothCores<FoldJob, VerdictAnswer>({
    module: new URL("./verdict-worker.ts", import.meta.url),
    workerData: { samplesByFold, seed },
    jobs,
    progress: new Progress("learning to doubt", jobs.length),
  });
  const folds = rankers.slice(1).map(({ ranker }, at) => ({ ranker, ...verdicts[at + 1]! }));
  const held = heldOut(rankers, verdicts);
  const thresholds = await cheapestToFollow((pairs) => costsToFollow(cases, folds, pairs));
  finish({ lessons, rankers, verdicts, held, thresholds, cases: cases.length, seed });
}

async function costsToFollow(
  cases: readonly LabelledCase[],
  folds: readonly (VerdictAnswer & Pick<RankerAnswer, "ranker">)[],
  pairs: readonly Thresholds[],
): Promise<readonly number[]> {
  const jobs = historiesOf(cases).map((history) => [...history.cases]);
  const followed = await onBothCores<LabelledCase[], FollowedCase[]>({
    module: new URL("./follow-worker.ts", import.meta.url),
    workerData: { folds, pairs },
    jobs,
    progress: new Progress("following", jobs.length),
  });
  const byKind = [...Map.groupBy(followed.flat(), ({ kind }) => kind).values()];
  return pairs.map((_, pair) =>
    byKind.reduce((sum, group) => sum + group.reduce((all, { costs }) => all + costs[pair]!, 0) / group.length, 0),
  );
}

/** The verdicts on the choices of each fold by what was learned without it; of real pages and stories only. */
function heldOut(rankers: readonly RankerAnswer[], verdicts: readonly VerdictAnswer[]): Judged[] {
  return rankers.slice(1).flatMap(({ samples }, at) => {
    const { right, gone } = verdicts[at + 1]!;
    const [rightForest, goneForest] = [forestOf(right), forestOf(gone)];
    return samples.filter(({ isMadeUp }) => !isMadeUp).map((sample) => judged(sample, rightForest, goneForest));
  });
}

interface Learned {
  readonly lessons: Lessons;
  /** Of everything, then without each fold. */
  readonly rankers: readonly RankerAnswer[];
  readonly verdicts: readonly VerdictAnswer[];
  readonly held: readonly Judged[];
  readonly thresholds: Thresholds;
  readonly cases: number;
  readonly seed: number;
}

/** Writes the weights with the figures of their training. */
function finish({ lessons, rankers, verdicts, held, thresholds, cases, seed }: Learned): void {
  const [whole, ...folds] = rankers.map(({ ranker }, at) => ({ ranker, ...verdicts[at]! }));
  const about = {
    madeBy: "npm run -s bench -- train",
    seed,
    cases,
    choices: lessons.choices.length,
    crossValidatedBySite: figuresOf(held, thresholds),
  };
  save(SHIPPED_WEIGHTS, { about, ...whole!, thresholds });
  mkdirSync(new URL(".", FOLD_WEIGHTS), { recursive: true });
  const sites = [...new Set(lessons.choices.map((one) => one.site))].sort();
  const weights = folds.map((learned, fold) => ({ about: { withoutFold: fold }, ...learned, thresholds }));
  writeFileSync(FOLD_WEIGHTS, JSON.stringify({ folds: FOLDS, sites, weights }));
  console.log(JSON.stringify({ thresholds, ...about.crossValidatedBySite }, null, 2));
}

/** Workers read the same memory instead of a copy each. */
function shared(lessons: Lessons): Lessons {
  const values = new Float32Array(new SharedArrayBuffer(lessons.values.byteLength));
  values.set(lessons.values);
  return { ...lessons, values };
}

/** Shares of the held-out choices, the memory following the labels: the figures of the training, not of the bench. */
function figuresOf(
  held: readonly Judged[],
  { found, gone }: Weights["thresholds"],
): Record<string, Record<string, number | null>> {
  const byKind = Map.groupBy(held, (choice) => choice.kind);
  return Object.fromEntries(
    [...byKind].map(([kind, choices]) => {
      const share = (holds: (one: Judged) => boolean): number | null =>
        ratio(choices.filter(holds).length, choices.length);
      const isFound = (one: Judged): boolean => one.pRight >= found;
      const isCalledGone = (one: Judged): boolean => !isFound(one) && one.pGone >= gone;
      const called = choices.filter(isCalledGone);
      const calledRightly = called.filter(({ isGone }) => isGone).length;
      return [
        kind,
        {
          choices: choices.length,
          bestIsRight: share((one) => one.isRight || (one.isGone && isCalledGone(one))),
          wrong: share((one) => isFound(one) && !one.isRight),
          lost: share((one) => isCalledGone(one) && !one.isGone),
          asked: share((one) => !isFound(one) && !isCalledGone(one)),
          gonePrecision: ratio(calledRightly, called.length),
          goneRecall: ratio(calledRightly, choices.filter(({ isGone }) => isGone).length),
        },
      ];
    }),
  );
}

/** To four places; null where there is nothing to count. */
function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1e4) / 1e4;
}

/** One tree a line: small, and a diff shows which trees changed. */
function save(file: URL, { ranker, right, exact, gone, ...rest }: Weights): void {
  const ensembles = Object.entries({ ranker, right, exact, gone }).map(([name, { columns, bias, trees }]) => {
    const lines = trees.map((tree) => `    ${JSON.stringify(tree)},\n`).join("");
    return `  "${name}": {\n    "columns": ${JSON.stringify(columns)},\n    "bias": ${bias},\n    "trees": [\n${lines}    ]\n  },\n`;
  });
  const head = JSON.stringify(rest, null, 2).slice(2, -2);
  const code = `export const WEIGHTS: Weights = {\n${head},\n${ensembles.join("")}};\n`;
  writeFileSync(
    file,
    `/** Learned weights, made by \`npm run -s bench -- train\`. */\nimport type { Weights } from "./weights.ts";\n\n${code}`,
  );
}
