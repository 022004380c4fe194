/** Following with a person who corrects the first few mistakes, as in [following-dynamic-blocks] section 6, Table 6. */
import { followStep, nodeAt, type Tracer } from "@tessera/engine";
import type { LabelledCase } from "../data/cases.ts";
import type { PageCache } from "../data/page-cache.ts";

/** Later versions of one case, and how many of them had the right best candidate. */
export interface Corrected {
  readonly versions: number;
  readonly right: number;
  readonly corrections: number;
}

/** A mistake counts as one even where it is then corrected; only later versions can gain. */
export function followCorrected(labelled: LabelledCase, tracer: Tracer, most: number, pages: PageCache): Corrected {
  const [first, ...later] = labelled.versions;
  const firstPage = pages.treeOf(labelled, first!);
  let memory = tracer.learn(firstPage, nodeAt(firstPage, first!.path!)!);
  let [right, corrections] = [0, 0];
  for (const version of later) {
    const page = pages.treeOf(labelled, version);
    const step = followStep(tracer, memory, page);
    memory = step.memory;
    const answers =
      version.path === null ? [] : [version.path, ...(version.equiv ?? [])].map((path) => nodeAt(page, path));
    const best = step.verdict.candidates[0]?.node ?? null;
    const isRight = version.path === null ? step.verdict.kind !== "found" : answers.includes(best);
    if (isRight) right++;
    else if (corrections < most && best !== null) {
      corrections++;
      if (tracer.reject) memory = tracer.reject(memory, page, best);
      const node = answers[0];
      if (node !== undefined && node !== null) memory = tracer.adapt(memory, page, node, "person");
    }
  }
  return { versions: later.length, right, corrections };
}
