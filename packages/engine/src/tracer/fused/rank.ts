/** One trace: candidates, columns, scores, and the two probabilities of the verdict. */
import { pageIndex } from "../../feature/page-index.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { pathOf } from "../../tree/path.ts";
import type { Candidate, Ranking } from "../tracer.ts";
import { COLUMNS, type Table, tableOf } from "./columns.ts";
import { doubtRow, sharesOf } from "./doubt.ts";
import { evaluate } from "./ensemble.ts";
import { markOf } from "./fingerprint.ts";
import { anotherThing, intentBonus } from "./intent.ts";
import { markLikeness } from "./likeness.ts";
import type { FusedMemory } from "./memory.ts";
import { notThePage } from "./not-the-page.ts";
import { isRejected } from "./rejection.ts";
import type { Weights } from "./weights.ts";

/** How many candidates carry their signals. */
const EXPLAINED = 5;
/** A candidate that the person has refused stays in the list, below all others. */
const REFUSED = -100;
/** How far the last guess is ahead, in units of the score, and how alike it must still be. */
const GUESS = 3;
const SAME_MARK = 0.6;

/** Ranks the candidates of the page by weights that are bound to the columns. */
export function rank(memory: FusedMemory, page: DomTree, weights: Weights): Ranking {
  const table = tableOf(memory, page);
  if (table.nodes.length === 0) return { candidates: [], gone: 1 };
  const scores = scoresOf(memory, page, table, weights);
  const ranks = withGuessAhead(memory, page, table, scores);
  const order = table.nodes.map((_, row) => row).sort((a, b) => ranks[b] - ranks[a] || table.nodes[a] - table.nodes[b]);
  const doubt = doubtRow(table, scores, order[0]);
  const shares = sharesOf(ranks);
  const isAnother = anotherThing(memory.intent, table.values, order[0] * COLUMNS.length);
  const confidence = probability(evaluate(weights.right, doubt)) * (1 - isAnother);
  const blocked = confidence < weights.thresholds.found ? notThePage(memory, page) : null;
  return {
    candidates: order.map((row, place) => candidateOf(table, row, shares[row], place < EXPLAINED)),
    confidence,
    gone: Math.max(isAnother, probability(evaluate(weights.gone, doubt))),
    ...(blocked ? { blocked } : {}),
  };
}

/** The guess of the last time gets a little ahead in the order, but not in the scores that doubt is made from. */
function withGuessAhead({ guess }: FusedMemory, page: DomTree, table: Table, scores: Float64Array): Float64Array {
  if (guess === null) return scores;
  const index = pageIndex(page);
  const isGuess = (node: number): boolean =>
    pathOf(page, node) === guess.path && markLikeness(markOf(page, index, node), guess.self) >= SAME_MARK;
  return scores.map((score, row) => (isGuess(table.nodes[row]) ? score + GUESS : score));
}

function scoresOf(memory: FusedMemory, page: DomTree, table: Table, { ranker }: Weights): Float64Array {
  return Float64Array.from(table.nodes, (node, row) => {
    const start = row * COLUMNS.length;
    const score = evaluate(ranker, table.values, start) + intentBonus(memory, table.values, start);
    return isRejected(memory, page, node) ? score + REFUSED : score;
  });
}

function candidateOf(table: Table, row: number, score: number, isExplained: boolean): Candidate {
  if (!isExplained) return { node: table.nodes[row], score };
  const start = row * COLUMNS.length;
  const signals = Object.fromEntries(COLUMNS.map((name, column) => [name, table.values[start + column]]));
  return { node: table.nodes[row], score, signals };
}

function probability(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}
