/** One core's share of `bench calibrate`: a job is a page history, the answer the samples of all its cases. */
import { parentPort, workerData } from "node:worker_threads";
import { type Calibration, decide, nodeAt, pathOf, type Ranking, type Tracer } from "@tessera/engine";
import { BenchTracers } from "../accuracy/bench-tracers.ts";
import type { LabelledCase, LabelledVersion } from "../data/cases.ts";
import type { History } from "../data/history.ts";
import { PageCache } from "../data/page-cache.ts";
import type { Sample } from "./fit.ts";

/** What a worker is given at its start: tracers, each with the calibration that decides what it finds. */
export interface WorkerStart {
  readonly tracers: readonly { readonly name: string; readonly calibration: Calibration }[];
}

/** The samples of each tracer: a page is parsed once for all of them. */
export type WorkerAnswer = readonly (readonly Sample[])[];

const known = new BenchTracers();
const { tracers } = workerData as WorkerStart;

parentPort!.on("message", (history: History) => {
  const pages = new PageCache();
  const answer: WorkerAnswer = tracers.map(({ name, calibration }) =>
    history.cases.flatMap((labelled) =>
      samplesOf({ labelled, pages, calibration, tracer: known.get(name, labelled.site) }),
    ),
  );
  parentPort!.postMessage(answer);
});

interface Followed {
  readonly labelled: LabelledCase;
  readonly pages: PageCache;
  readonly calibration: Calibration;
  readonly tracer: Tracer;
}

/** Follow mode: the memory adapts on what the calibration calls found. */
function samplesOf({ labelled, pages, calibration, tracer }: Followed): Sample[] {
  const [first, ...later] = labelled.versions;
  const firstPage = pages.treeOf(labelled, first!);
  let memory = tracer.learn(firstPage, nodeAt(firstPage, first!.path!)!);
  return later.flatMap((version) => {
    const page = pages.treeOf(labelled, version);
    const ranking = tracer.trace(memory, page);
    const verdict = decide(ranking, calibration);
    if (verdict.kind === "found") memory = tracer.adapt(memory, page, verdict.node, "tracer");
    const best = ranking.candidates[0];
    return best ? [sampleOf(ranking, version, pathOf(page, best.node))] : [];
  });
}

function sampleOf({ candidates }: Ranking, version: LabelledVersion, path: string): Sample {
  const score = candidates[0]!.score;
  const isRight = version.path !== null && (version.path === path || (version.equiv ?? []).includes(path));
  return { score, margin: score - (candidates[1]?.score ?? 0), isRight, isGone: version.path === null };
}
