/** One step of following a block: trace, decide, and learn from a confident verdict only. */
import type { DomTree } from "../tree/dom-tree.ts";
import type { Memory, Tracer } from "./tracer.ts";
import { decide, type Verdict } from "./verdict.ts";

export interface FollowStep<M extends Memory> {
  readonly verdict: Verdict;
  /** The memory for the next page: refined where the block was found, otherwise what it knew, with the guess noted. */
  readonly memory: M;
}

/** Traces the block on a newer page and adapts the memory where the verdict is `found`. */
export function followStep<M extends Memory>(tracer: Tracer<M>, memory: M, page: DomTree): FollowStep<M> {
  const ranking = tracer.trace(memory, page);
  const verdict = decide(ranking, tracer.calibration);
  if (verdict.kind === "found") return { verdict, memory: tracer.adapt(memory, page, verdict.node, "tracer") };
  if (verdict.kind === "blocked" || !tracer.suspect) return { verdict, memory };
  return { verdict, memory: tracer.suspect(memory, page, ranking) };
}
