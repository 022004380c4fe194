/** What the signals ask of one candidate, whatever it is compared with. */
import { derived } from "../../feature/derived.ts";
import { type PageIndex, pageIndex } from "../../feature/page-index.ts";
import type { DomTree } from "../../tree/dom-tree.ts";
import { type Traits, tokensOfMark, traitsOf } from "./traits.ts";
import { firstHeading } from "./wording.ts";

export interface Facts extends Traits {
  readonly tree: DomTree;
  readonly index: PageIndex;
  readonly node: number;
  readonly end: number;
  readonly steps: readonly string[];
  readonly startsWithHeading: boolean;
  /** Ids and class tokens of the ancestors. */
  readonly ancestorTokens: ReadonlySet<number>;
  /** The runs before and after it, each once. */
  readonly runsBefore: readonly number[];
  readonly runsAfter: readonly number[];
}

/** The facts of a page's elements, kept while the page is: its blocks have many candidates in common. */
export const factFinder: (tree: DomTree) => FactFinder = derived((tree: DomTree) => new FactFinder(tree));

export class FactFinder {
  readonly #tree: DomTree;
  readonly #facts = new Map<number, Facts>();

  constructor(tree: DomTree) {
    this.#tree = tree;
  }

  of(node: number): Facts {
    let facts = this.#facts.get(node);
    if (!facts) {
      facts = factsOf(this.#tree, node);
      this.#facts.set(node, facts);
    }
    return facts;
  }
}

function factsOf(tree: DomTree, node: number): Facts {
  const index = pageIndex(tree);
  const traits = traitsOf(tree, node);
  return {
    ...traits,
    tree,
    index,
    node,
    end: tree.end[node],
    steps: traits.path.split("/"),
    startsWithHeading: startsWithHeading(tree, index, node),
    ancestorTokens: new Set(traits.ancestors.flatMap(tokensOfMark)),
    runsBefore: [...new Set(traits.before)],
    runsAfter: [...new Set(traits.after)],
  };
}

/** True where the first text of the element is that of a heading. */
function startsWithHeading(tree: DomTree, index: PageIndex, node: number): boolean {
  const heading = firstHeading(tree, index, node);
  return heading >= 0 && index.runs.start[heading] === index.runs.start[node];
}
