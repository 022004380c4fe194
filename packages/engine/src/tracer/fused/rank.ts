/** One trace: the opinion of the trusted memory, and, after an unsure verdict, that of the guess beside it. */
import type { DomTree } from "../../tree/dom-tree.ts";
import type { Candidate, Ranking } from "../tracer.ts";
import { blockedReason } from "./blocked-reason.ts";
import { COLUMNS, type Table, tableOf, type Workspace } from "./columns.ts";
import { confidenceRow, sharesOf } from "./confidence.ts";
import { inDesignOf } from "./designs.ts";
import { evaluate, evaluateBest } from "./ensemble.ts";
import { trustInFrame } from "./frame.ts";
import { anotherThing, intentBonus, trustInIntent } from "./intent.ts";
import { layoutBonus, trustInLayout } from "./layout.ts";
import { asIfRight, type FusedMemory, type Guess, isDenied, isRejected } from "./memory.ts";
import type { BoundWeights } from "./weights.ts";

/** The winner and the runner-up carry their signals. */
const EXPLAINED = 2;

/** What the trusted memory is as sure of as of a page that hardly changed needs no guess. */
const CERTAIN = 0.995;

/** From this probability of being the very element on, it is remembered as a sight. */
const CLEAR_LEVEL = 0.9;

/** The square root of the belief is the vote of a guess that was not gone: between the belief itself and one vote. */
const HALF = 0.5;

/** A share of the vote, and the row that it belongs to. */
interface Vote {
  readonly node: number;
  readonly share: number;
  readonly table: Table;
  readonly row: number;
}

/** What the trusted memory says, what the guess says, and the guess. */
interface Looks {
  readonly trusted: Estimate;
  readonly guessed: Estimate;
  readonly guess: Guess;
}

interface Mixed {
  readonly votes: readonly Vote[];
  readonly confidence: number;
  readonly gone: number;
}

/** Ranks the candidates of the page by weights that are bound to the columns. */
export function rank(remembered: FusedMemory, page: DomTree, context: EstimateContext): Ranking {
  const memory = inDesignOf(remembered, page);
  const { weights, workspace } = context;
  workspace.tables.reset();
  const trusted = estimateOf(memory, page, context);
  if (trusted === null) return { candidates: [], gone: 1 };
  const isCertain = trusted.confidence >= CERTAIN;
  const guessed = isCertain ? null : memory.guess && estimateOf(asIfRight(memory, memory.guess), page, context);
  const { votes, confidence, gone } =
    memory.guess && guessed ? mixed({ trusted, guessed, guess: memory.guess }) : alone(trusted);
  const isFound = confidence >= weights.thresholds.found;
  const blocked = isFound ? null : blockedReason(memory, page);
  const candidates = votes
    .toSorted((a, b) => b.share - a.share || a.node - b.node)
    .map((vote, place) => candidateOf(vote, place < EXPLAINED));
  // what the person has seen and denied is no reason to ask again
  const isGone = !isFound && isDenied(memory, page, candidates[0].node);
  const isLevelOpen = isFound && trusted.exact < CLEAR_LEVEL;
  return {
    candidates,
    confidence,
    gone: isGone ? 1 : goneBeside(confidence, gone, memory),
    isLevelOpen,
    ...(blocked ? { blocked } : {}),
  };
}

/**
 * It cannot be there and gone: two ensembles that say both have only told that they do not know. Where the person has
 * said that it is gone, a candidate that looks like it is no reason to ask again.
 */
function goneBeside(confidence: number, gone: number, { denied = [] }: FusedMemory): number {
  return denied.length > 0 ? gone : Math.min(gone, 1 - confidence);
}

function alone(estimate: Estimate): Mixed {
  return { votes: votesOf(estimate, 1), confidence: estimate.confidence, gone: estimate.gone };
}

/**
 * The guess votes with what is sure of the step from it to this page, less where it was a poor guess or the block
 * perhaps gone: looks of the trusted memory at later pages are mostly the same look again, and must not outvote the
 * guess by chance. Where both agree nothing new was learned about the step that was unsure: the surer of the two looks
 * counts. Gone is what was gone before or has vanished since, against the look of today.
 */
function mixed(looks: Looks): Mixed {
  const { trusted, guessed, guess } = looks;
  const weight = guessed.confidence * guess.belief ** (HALF + guess.gone);
  const votes = new Map(votesOf(trusted, 1 - weight).map((vote) => [vote.node, vote]));
  for (const vote of votesOf(guessed, weight)) {
    const other = votes.get(vote.node);
    votes.set(vote.node, other ? { ...other, share: other.share + vote.share } : vote);
  }
  const all = [...votes.values()];
  const best = all.reduce((a, b) => (b.share > a.share ? b : a)).node;
  return { votes: all, confidence: confidenceIn(best, looks), gone: goneBy(looks) };
}

function confidenceIn(best: number, { trusted, guessed, guess }: Looks): number {
  const ofGuess = guess.belief * guessed.confidence;
  const byTrusted = best === bestNode(trusted) ? trusted.confidence : 0;
  const byGuess = best === bestNode(guessed) ? ofGuess : 0;
  return byTrusted > 0 && byGuess > 0 ? Math.max(byTrusted, byGuess) : byTrusted * (1 - ofGuess) + byGuess;
}

function goneBy({ trusted, guessed, guess }: Looks): number {
  return (guess.gone + (1 - guess.gone) * guessed.gone + trusted.gone) / 2;
}

function votesOf({ table, shares }: Estimate, weight: number): Vote[] {
  return table.nodes.map((node, row) => ({ node, share: weight * shares[row], table, row }));
}

function bestNode({ table, best }: Estimate): number {
  return table.nodes[best];
}

const NO_SIGNALS: Record<string, number> = Object.fromEntries(COLUMNS.map((name) => [name, 0]));

function candidateOf({ node, share, table, row }: Vote, isExplained: boolean): Candidate {
  if (!isExplained) return { node, score: share };
  // the next trace writes over the table
  const values = table.values.slice(row * COLUMNS.length, (row + 1) * COLUMNS.length);
  return {
    node,
    score: share,
    // most traces are never explained
    get signals() {
      // a copy of what has all names already: taking them in one by one takes many times the memory
      const signals = { ...NO_SIGNALS };
      for (let at = 0; at < COLUMNS.length; at++) signals[COLUMNS[at]] = values[at];
      return signals;
    },
  };
}

// What one memory says about a page: candidates with shares of one vote, and the two probabilities of the verdict.

interface Estimate {
  readonly table: Table;
  readonly shares: Float64Array;
  /** The row of the best candidate. */
  readonly best: number;
  /** Probability that the best candidate shows what the block shows. */
  readonly confidence: number;
  /** Probability that it is the very element. */
  readonly exact: number;
  /** Probability that the block is not on the page. */
  readonly gone: number;
}

/** What an opinion is formed with. */
interface EstimateContext {
  readonly weights: BoundWeights;
  /** Where its table stands, until the tables are reset. */
  readonly workspace: Workspace;
}

/** A candidate that the person has refused stays in the list, below all others. */
const REFUSED = -100;

/** Null where the page has no candidate at all. */
function estimateOf(memory: FusedMemory, page: DomTree, { weights, workspace }: EstimateContext): Estimate | null {
  const table = tableOf(memory, page, { workspace });
  if (table.nodes.length === 0) return null;
  const scores = scoresOf(memory, page, table, weights);
  let best = 0;
  for (let row = 1; row < scores.length; row++) if (scores[row] > scores[best]) best = row;
  const shares = sharesOf(scores);
  const features = confidenceRow(table, { scores, shares, best });
  const isAnother = anotherThing(memory.intent, table.values, best * COLUMNS.length);
  const byLooks = probability(evaluate(weights.right, features)) * (1 - isAnother);
  const row = table.values.subarray(best * COLUMNS.length, (best + 1) * COLUMNS.length);
  const bySight = Math.max(trustInIntent(memory, table.values, best * COLUMNS.length), trustInFrame(memory, page, row));
  const confidence = Math.max(byLooks, bySight) * trustInLayout(memory.latest.seat, page, table.nodes[best]);
  const isFound = confidence >= weights.thresholds.found;
  // whether what is found is gone need not be asked
  const gone = isFound ? isAnother : Math.max(isAnother, probability(evaluate(weights.gone, features)));
  const exact = probability(evaluate(weights.exact, features));
  return { table, shares, best, confidence, exact, gone };
}

function scoresOf(memory: FusedMemory, page: DomTree, table: Table, { ranker }: BoundWeights): Float64Array {
  const scores = evaluateBest(ranker, table.values, COLUMNS.length);
  for (const [row, node] of table.nodes.entries()) {
    scores[row] += intentBonus(memory, table.values, row * COLUMNS.length);
    scores[row] += layoutBonus(memory.latest.seat, page, node);
    if (isRejected(memory, page, node)) scores[row] += REFUSED;
  }
  return scores;
}

function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
