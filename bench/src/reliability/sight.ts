/** What following one labelled case shows beside its verdicts: the candidates, the confidence kept and broken, the memory. */
import { decide, followStep, nodeAt, type Tracer } from "@tessera/engine";
import type { LabelledCase } from "../data/cases.ts";
import type { PageCache } from "../data/page-cache.ts";

/** One later version. */
export interface Sight {
  readonly kind: string;
  readonly isGone: boolean;
  readonly isRight: boolean;
  readonly confidence: number;
  /** How many candidates there were, and whether the right element was one of them. */
  readonly candidates: number;
  readonly isCandidate: boolean;
  /** Size of the memory after this version, as it is stored. */
  readonly memoryBytes: number;
}

export function sightsOf(labelled: LabelledCase, tracer: Tracer, pages: PageCache): Sight[] {
  const [first, ...later] = labelled.versions;
  const firstPage = pages.treeOf(labelled, first!);
  let memory = tracer.learn(firstPage, nodeAt(firstPage, first!.path!)!);
  return later.map((version) => {
    const page = pages.treeOf(labelled, version);
    const right =
      version.path === null ? [] : [version.path, ...(version.equiv ?? [])].map((path) => nodeAt(page, path));
    const ranking = tracer.trace(memory, page);
    const verdict = decide(ranking, tracer.calibration);
    memory = followStep(tracer, memory, page).memory;
    return {
      kind: labelled.kind,
      isGone: version.path === null,
      isRight: right.includes(ranking.candidates[0]?.node ?? null),
      confidence: verdict.kind === "blocked" ? 0 : verdict.confidence,
      candidates: ranking.candidates.length,
      isCandidate: ranking.candidates.some(({ node }) => right.includes(node)),
      memoryBytes: Buffer.byteLength(JSON.stringify(memory)),
    };
  });
}
