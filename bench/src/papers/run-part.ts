/** Runs one part of an experiment over the histories on both cores, keeping every finding on disk as it comes. */
import { realpathSync } from "node:fs";
import { join } from "node:path";
import type { History } from "../data/history.ts";
import { onBothCores } from "../data/on-both-cores.ts";
import { Progress } from "../progress.ts";
import type { Part } from "./experiment.ts";
import { FindingsFile, unitName } from "./findings-file.ts";
import { boxDigest } from "./rendering.ts";

export interface PartRun {
  readonly key: string;
  /** The module that exports the `experiment`; workers import it too. */
  readonly module: URL;
  readonly part: Part;
  readonly histories: readonly History[];
  readonly cacheFolder: string;
  /** Do not use what an earlier run found. */
  readonly fresh: boolean;
}

/** What a worker is given at its start. */
export interface WorkerStart {
  readonly module: string;
  readonly part: string;
}

/** The result of the part, JSON. */
export async function runPart(run: PartRun): Promise<unknown> {
  const { part } = run;
  const wanted = run.histories.filter((history) => part.select?.(history) ?? true);
  const file = new FindingsFile(join(run.cacheFolder, run.key, `${part.name}-${part.revision}.jsonl`), run);
  const units = wanted.map((history) => unitOf(history, part));
  const open = [...wanted.keys()].filter((index) => !file.has(units[index]!));
  await onBothCores<History, unknown>({
    module: new URL("./part-worker.ts", import.meta.url),
    workerData: { module: run.module.href, part: part.name } satisfies WorkerStart,
    jobs: open.map((index) => wanted[index]!),
    progress: new Progress(`${run.key} ${part.name}`, open.length),
    onAnswer: (job, finding) => file.add(units[open[job]!]!, finding),
    ...(part.alone ? { cores: 1 } : {}),
  });
  return part.conclude(units.map((unit) => file.get(unit)).filter((finding) => finding !== null));
}

/** The same page from another folder, with other labels, or rendered anew where that is looked at, is another unit. */
function unitOf(history: History, { seesBoxes = false }: Part): string {
  const facts = [realpathSync(history.folder), history.name, history.files, history.cases];
  return seesBoxes ? unitName(...facts, boxDigest(history)) : unitName(...facts);
}
