/** `bench layout`: fits what the layout of rendered pages adds to the ranker, and prints what it is worth on other sites. */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { forestOf, LIKENESSES, type Weights } from "@tessera/engine/fused-training";
import { dataFolder, readCases } from "../data/cases.ts";
import { historiesOf } from "../data/history.ts";
import { PageCache } from "../data/page-cache.ts";
import { Progress } from "../progress.ts";
import { FOLD_WEIGHTS, foldOf } from "../train/files.ts";
import { type LayoutChoice, layoutChoicesOf } from "./choices.ts";
import { fitWorth, scoreOf } from "./fit.ts";

export async function run(args: string[]): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ args, options: { data: text, kind: { ...text, default: "homepage" } } });
  const { folds, weights }: { folds: number; weights: Weights[] } = JSON.parse(readFileSync(FOLD_WEIGHTS, "utf8"));
  const rankers = weights.map(({ ranker }) => forestOf(ranker));
  const histories = historiesOf(readCases(dataFolder(values.data), { kinds: values.kind.split(",") }));
  const progress = new Progress("layout", histories.length);
  const choices = histories.flatMap(({ cases }) => {
    const pages = new PageCache({ boxes: true });
    progress.step();
    return cases.flatMap((one) => layoutChoicesOf(one, rankers[foldOf(one.site, folds)]!, pages));
  });
  progress.done();
  const without = LIKENESSES.map(() => 0);
  print("without layout", scoreOf(choices, without));
  print("with layout, by the other sites", scoreByOtherSites(choices, folds));
  console.log(`worth: ${LIKENESSES.map((name, at) => `${name} ${fitWorth(choices)[at]}`).join(", ")}`);
}

/** Each fold by what is fitted on the others. */
function scoreByOtherSites(choices: readonly LayoutChoice[], folds: number): { best: number; loss: number } {
  let [best, loss] = [0, 0];
  for (let fold = 0; fold < folds; fold++) {
    const held = choices.filter(({ site }) => foldOf(site, folds) === fold);
    const worth = fitWorth(choices.filter(({ site }) => foldOf(site, folds) !== fold));
    const score = scoreOf(held, worth);
    best += (score.best * held.length) / choices.length;
    loss += (score.loss * held.length) / choices.length;
  }
  return { best, loss };
}

function print(what: string, { best, loss }: { best: number; loss: number }): void {
  console.log(`${what}: best candidate right ${(best * 100).toFixed(2)} %, log loss ${loss.toFixed(4)}`);
}
