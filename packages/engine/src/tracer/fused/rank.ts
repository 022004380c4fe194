/** One trace: the opinion of the trusted memory, and, after an unsure verdict, that of the guess beside it. */
import type { DomTree } from "../../tree/dom-tree.ts";
import type { Candidate, Ranking } from "../tracer.ts";
import { COLUMNS, type Table } from "./columns.ts";
import { asIfRight, type FusedMemory, type Guess } from "./memory.ts";
import { notThePage } from "./not-the-page.ts";
import { type Opinion, opinionOf } from "./opinion.ts";
import type { Weights } from "./weights.ts";

/** How many candidates carry their signals. */
const EXPLAINED = 5;

/** A share of the vote, and the row that it belongs to. */
interface Vote {
  readonly node: number;
  readonly share: number;
  readonly table: Table;
  readonly row: number;
}

interface Mixed {
  readonly votes: readonly Vote[];
  readonly confidence: number;
  readonly gone: number;
}

/** Ranks the candidates of the page by weights that are bound to the columns. */
export function rank(memory: FusedMemory, page: DomTree, weights: Weights): Ranking {
  const trusted = opinionOf(memory, page, weights);
  if (trusted === null) return { candidates: [], gone: 1 };
  const guessed = memory.guess && opinionOf(asIfRight(memory, memory.guess), page, weights);
  const { votes, confidence, gone } = memory.guess && guessed ? mixed(trusted, guessed, memory.guess) : alone(trusted);
  const blocked = confidence < weights.thresholds.found ? notThePage(memory, page) : null;
  const candidates = [...votes]
    .sort((a, b) => b.share - a.share || a.node - b.node)
    .map((vote, place) => candidateOf(vote, place < EXPLAINED));
  return { candidates, confidence, gone, ...(blocked ? { blocked } : {}) };
}

function alone(opinion: Opinion): Mixed {
  return { votes: votesOf(opinion, 1), confidence: opinion.confidence, gone: opinion.gone };
}

/**
 * The guess votes with the weight of the belief in it. Where both agree nothing new was learned about the step that
 * was unsure: the surer of the two looks at it counts. How sure it is gone is the mean of the looks, the latest ones first.
 */
function mixed(trusted: Opinion, guessed: Opinion, { belief, gone }: Guess): Mixed {
  const weight = belief * guessed.confidence;
  const votes = new Map(votesOf(trusted, 1 - weight).map((vote) => [vote.node, vote]));
  for (const vote of votesOf(guessed, weight)) {
    const other = votes.get(vote.node);
    votes.set(vote.node, other ? { ...other, share: other.share + vote.share } : vote);
  }
  const all = [...votes.values()];
  const best = all.reduce((a, b) => (b.share > a.share ? b : a)).node;
  const byTrusted = best === bestNode(trusted) ? trusted.confidence : 0;
  const byGuess = best === bestNode(guessed) ? weight : 0;
  return {
    votes: all,
    confidence: byTrusted > 0 && byGuess > 0 ? Math.max(byTrusted, byGuess) : byTrusted * (1 - weight) + byGuess,
    gone: (gone + trusted.gone) / 2,
  };
}

function votesOf({ table, shares }: Opinion, weight: number): Vote[] {
  return table.nodes.map((node, row) => ({ node, share: weight * shares[row], table, row }));
}

function bestNode({ table, best }: Opinion): number {
  return table.nodes[best];
}

function candidateOf({ node, share, table, row }: Vote, isExplained: boolean): Candidate {
  if (!isExplained) return { node, score: share };
  const start = row * COLUMNS.length;
  return {
    node,
    score: share,
    signals: Object.fromEntries(COLUMNS.map((name, at) => [name, table.values[start + at]])),
  };
}
