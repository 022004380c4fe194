/** What became of a wish on one page, and how much may be done to find it. */
import type { DomTree } from "@tessera/engine";

export type Located =
  | { readonly kind: "found"; readonly node: number }
  | { readonly kind: "missing" }
  /** The wish itself cannot be understood. */
  | { readonly kind: "invalid"; readonly message: string };

export function found(node: number | null): Located {
  return node === null ? { kind: "missing" } : { kind: "found", node };
}

/** Steps that one expression may take on one page; those that people write take some hundred thousand at most. */
const MAX_STEPS = 20_000_000;
/** Characters are compared many at a time. */
const CHARACTERS_A_STEP = 4;

class BudgetSpent extends Error {
  override readonly name = "BudgetSpent";
}

/** Counts what an expression does: expressions come from people and pages from anywhere, so that both together may be huge. */
export class StepBudget {
  #left: number;

  constructor(steps = MAX_STEPS) {
    this.#left = steps;
  }

  /** A node that is looked at, and the text of it that is read. Throws where the budget is spent. */
  step(characters = 0): void {
    this.#left -= 1 + characters / CHARACTERS_A_STEP;
    if (this.#left < 0) throw new BudgetSpent("an expression has taken all of its steps");
  }
}

/** What the search finds, or that it takes too long on this page. */
export function withinBudget(search: (budget: StepBudget) => Located, budget = new StepBudget()): Located {
  try {
    return search(budget);
  } catch (error) {
    if (error instanceof BudgetSpent) return { kind: "invalid", message: "the expression takes too long on this page" };
    throw error;
  }
}

/** Of a node with everything in it, in characters. */
export function textLength(tree: DomTree, node: number): number {
  return (tree.textStart[tree.end[node] ?? 0] ?? 0) - (tree.textStart[node] ?? 0);
}
