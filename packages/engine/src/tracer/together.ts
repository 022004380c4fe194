/** The blocks of one page traced together: no two of them claim one element unless they were one before. */
import type { DomTree } from "../tree/dom-tree.ts";
import type { Memory, Tracer } from "./tracer.ts";
import { type FollowStep, followStep, stepBy } from "./verdict.ts";

/** What each memory says of the page, as `followStep` does. The surest of several that claim one element keeps it. */
export function followTogether<M extends Memory>(
  tracer: Tracer<M>,
  memories: readonly M[],
  page: DomTree,
): FollowStep<M>[] {
  const steps = memories.map((memory) => followStep(tracer, memory, page));
  const bySureness = steps.map((_, at) => at).sort((a, b) => sureness(steps[b]) - sureness(steps[a]));
  /** Who has each element. */
  const owner = new Map<number, number>();
  for (const at of bySureness) {
    steps[at] = settled(tracer, memories, { page, owner, at, step: steps[at] });
    const { verdict } = steps[at];
    if (verdict.kind === "found" && !owner.has(verdict.node)) owner.set(verdict.node, at);
  }
  return steps;
}

function sureness({ verdict }: FollowStep<Memory>): number {
  return verdict.kind === "found" ? verdict.confidence : -1;
}

interface Claim<M extends Memory> {
  readonly page: DomTree;
  readonly owner: ReadonlyMap<number, number>;
  /** The number of the block that claims, and what it said. */
  readonly at: number;
  readonly step: FollowStep<M>;
}

/** The step as it is where nobody else has the element; else another look without that element. */
function settled<M extends Memory>(
  tracer: Tracer<M>,
  memories: readonly M[],
  { page, owner, at, step }: Claim<M>,
): FollowStep<M> {
  const { verdict } = step;
  const other = verdict.kind === "found" ? owner.get(verdict.node) : undefined;
  const { wereOne, reject } = tracer;
  if (verdict.kind !== "found" || other === undefined || !wereOne || !reject) return step;
  if (wereOne(memories[at], memories[other])) return step;
  const ranking = tracer.trace(reject(memories[at], page, verdict.node), page);
  const second = stepBy(tracer, memories[at], page, ranking);
  if (second.verdict.kind !== "found" || !owner.has(second.verdict.node)) return second;
  const { confidence, candidates } = second.verdict;
  return { verdict: { kind: "unsure", confidence, candidates }, memory: memories[at] };
}
