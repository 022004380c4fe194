/** The blocks of one page traced together: no two of them claim one element unless they were one before. */
import type { DomTree } from "../tree/dom-tree.ts";
import type { Memory, Tracer } from "./tracer.ts";
import { type FollowStep, followStep, stepBy } from "./verdict.ts";

/**
 * What each memory says of the page, as `followStep` does. The surest of several that claim one element keeps it. `known`
 * is where some of them are for sure, by their number.
 */
export function followTogether<M extends Memory>(
  tracer: Tracer<M>,
  memories: readonly M[],
  page: DomTree,
  known: ReadonlyMap<number, number> = new Map(),
): FollowStep<M>[] {
  const steps = memories.map((memory, at) => {
    const node = known.get(at);
    return node === undefined ? followStep(tracer, memory, page) : foundAt(memory, node);
  });
  const bySureness = steps.map((_, at) => at).sort((a, b) => sureness(steps[b]) - sureness(steps[a]));
  /** Who has each element. */
  const owner = new Map([...known].map(([at, node]) => [node, at]));
  for (const at of bySureness) {
    steps[at] = settled(tracer, memories, { page, owner, at, step: steps[at] });
    const { verdict } = steps[at];
    if (verdict.kind === "found" && !owner.has(verdict.node)) owner.set(verdict.node, at);
  }
  return steps;
}

/** By the word of a person: there is nothing to learn from it that they have not taught. */
function foundAt<M extends Memory>(memory: M, node: number): FollowStep<M> {
  return { verdict: { kind: "found", node, confidence: 1, margin: 1, candidates: [] }, memory };
}

function claimedBy({ verdict }: FollowStep<Memory>): number | undefined {
  if (verdict.kind === "found") return verdict.node;
  return verdict.kind === "unsure" ? verdict.candidates[0]?.node : undefined;
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

/**
 * The step as it is where nobody else has the element that is claimed or guessed; else another look without that element:
 * what surely belongs to another is no answer to a doubt.
 */
function settled<M extends Memory>(
  tracer: Tracer<M>,
  memories: readonly M[],
  { page, owner, at, step }: Claim<M>,
): FollowStep<M> {
  const node = claimedBy(step);
  const other = node === undefined ? undefined : owner.get(node);
  const { wereOne, reject } = tracer;
  if (node === undefined || other === undefined || other === at || !wereOne || !reject) return step;
  if (wereOne(memories[at], memories[other])) return step;
  const ranking = tracer.trace(reject(memories[at], page, node), page);
  const second = stepBy(tracer, memories[at], page, ranking);
  if (second.verdict.kind !== "found" || !owner.has(second.verdict.node)) return second;
  const { confidence, candidates } = second.verdict;
  return { verdict: { kind: "unsure", confidence, candidates }, memory: memories[at] };
}
