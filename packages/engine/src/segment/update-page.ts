/**
 * The update phase of [page-fragmentation] section 8: finds every trained component on a new capture, with Algorithm 2
 * (the fragmentation correction algorithm) where the fragmentation came out otherwise.
 *
 * As the listing of Algorithm 2 in the paper is garbled, this is how it is read: equal identifiers need no correction;
 * with equally many components, signatures decide, and what they leave open, the order of appearance; with another
 * number but the structure of the training, identifiers decide; otherwise the page is fragmented again, coarser where
 * it fell into too many components and finer where into too few, up to `MAX_TRIES` times, and at last the closest match
 * on the initial fragmentation is taken.
 *
 * The listing counts up before it asks whether the counter is below four: three tries.
 *
 * Departures: "its parameters set to produce larger (and less)" components is not quantified; u is multiplied or divided
 * by a step of which three lead from u down to l.
 */
import type { DomTree } from "../tree/dom-tree.ts";
import { type ContentVector, contentVector, isSubset } from "./content-vector.ts";
import {
  componentIds,
  type FragmentedPage,
  type FragmentMode,
  fragmentPage,
  type PageIndex,
  type PageIndexEntry,
  type PositionSignature,
  structureOf,
} from "./train-page.ts";

/** How the components were found. */
export type UpdateWay = "unchanged" | "signatures" | "order" | "structure" | "closest";

export interface PageUpdate {
  /** Element of the new page for each trained component, -1 where none is left for it. */
  readonly nodes: readonly number[];
  /** For each trained component whether its content signature fits the element. */
  readonly isSigned: readonly boolean[];
  readonly way: UpdateWay;
  /** How often the page was fragmented again. */
  readonly tries: number;
  /** The fragmentation that the components were taken from. */
  readonly page: FragmentedPage;
}

/** "Counter++; If (Counter<4)". */
const MAX_TRIES = 3;

/** Finds the components of a trained page on a new capture of it. */
export function updatePage(trained: PageIndex, tree: DomTree, mode: FragmentMode): PageUpdate {
  const initial = fragmentPage(tree, mode);
  const step = (mode.upper / mode.lower) ** (1 / MAX_TRIES);
  let page = initial;
  let { upper } = mode;
  for (let tries = 0; ; tries++) {
    const found = withoutRetry(trained, page);
    if (found) return { ...found, tries, page };
    if (tries === MAX_TRIES) break;
    upper = page.components.length > trained.components.length ? upper * step : upper / step;
    page = fragmentPage(tree, { ...mode, upper });
  }
  const matching = new ComponentMatching(trained, initial);
  matching.bySignature();
  matching.byPosition();
  matching.byCloseness();
  return { ...matching.result(), way: "closest", tries: MAX_TRIES, page: initial };
}

/** Null where the page should be fragmented again. */
function withoutRetry(trained: PageIndex, page: FragmentedPage): Omit<PageUpdate, "tries" | "page"> | null {
  const matching = new ComponentMatching(trained, page);
  const trainedIds = trained.components.map(({ id }) => id).join(" ");
  if (componentIds(page) === trainedIds) {
    matching.byOrder();
    return { ...matching.result(), way: "unchanged" };
  }
  if (page.components.length === trained.components.length) {
    matching.bySignature();
    const isComplete = matching.isComplete(({ signature }) => signature.kind === "content");
    matching.byPosition();
    matching.byOrder();
    return { ...matching.result(), way: isComplete ? "signatures" : "order" };
  }
  if (structureOf(page.index) !== trained.structure) return null;
  matching.byId();
  return { ...matching.result(), way: "structure" };
}

// Which component of a new capture is which of the trained ones: the rules that Algorithm 2 puts in order.

/** Assigns the components of a page to the trained ones step by step; what is assigned stays so. */
class ComponentMatching {
  readonly #trained: readonly PageIndexEntry[];
  readonly #page: FragmentedPage;
  /** Component of the page for each trained one, -1 while it has none. */
  readonly #found: Int32Array;
  readonly #nodes: Int32Array;
  readonly #isTaken: Uint8Array;
  readonly #vectors: (ContentVector | undefined)[] = [];

  constructor(trained: PageIndex, page: FragmentedPage) {
    this.#trained = trained.components;
    this.#page = page;
    this.#found = new Int32Array(trained.components.length).fill(-1);
    this.#nodes = new Int32Array(trained.components.length).fill(-1);
    this.#isTaken = new Uint8Array(page.components.length);
  }

  /** "It checks an ICV against all the CVs of the WC instances. The first matching instance is the WC it tries to detect." */
  bySignature(): void {
    for (const [at, { signature }] of this.#trained.entries()) {
      if (signature.kind !== "content") continue;
      const instance = this.#free().find((free) => this.#fits(at, free));
      if (instance !== undefined) this.#assign(at, instance);
    }
  }

  /** Components without constant content: by their place between two recognised ones, else by their size there. */
  byPosition(): void {
    for (const [at, { signature }] of this.#trained.entries()) {
      if (signature.kind !== "position" || this.#found[at] >= 0) continue;
      const { from, to, count } = this.#series(signature);
      const free = this.#free().filter((instance) => instance > from && instance < to);
      const atPlace = to - from - 1 === count ? from + 1 + signature.position : -1;
      if (free.includes(atPlace)) this.#assign(at, atPlace);
      else this.#assignNearest(at, free, (instance) => this.#sizeDistance(at, instance));
    }
  }

  /** "Extract all the rest WCs based on their order of appearance in the page index." */
  byOrder(): void {
    const free = this.#free();
    let next = 0;
    for (const at of this.#open()) if (next < free.length) this.#assign(at, free[next++]);
  }

  /** "Extract Web components based on their IDs": nodes of the index tree, whether they were selected or not. */
  byId(): void {
    const elements = new Map(this.#page.index.nodes.map(({ id, node }) => [id, node]));
    for (const [at, { id }] of this.#trained.entries()) this.#nodes[at] = elements.get(id) ?? -1;
  }

  /** "Based on their order of appearance and their content size (closest match)." */
  byCloseness(): void {
    const place = (rank: number, count: number) => (count > 1 ? rank / (count - 1) : 0);
    for (const at of this.#open()) {
      this.#assignNearest(at, this.#free(), (instance) => {
        const order = place(at, this.#trained.length) - place(instance, this.#page.components.length);
        return Math.abs(order) + this.#sizeDistance(at, instance);
      });
    }
  }

  /** True where all trained components of a sort have been found. */
  isComplete(sort: (entry: PageIndexEntry) => boolean): boolean {
    return this.#trained.every((entry, at) => !sort(entry) || this.#found[at] >= 0);
  }

  result(): { nodes: readonly number[]; isSigned: readonly boolean[] } {
    const isSigned = this.#trained.map(({ signature }, at) => signature.kind === "content" && this.#isSigned(at));
    return { nodes: [...this.#nodes], isSigned };
  }

  #isSigned(at: number): boolean {
    if (this.#found[at] >= 0) return this.#fits(at, this.#found[at]);
    const node = this.#nodes[at];
    return node >= 0 && isSubset(this.#trained[at].icv, contentVector(this.#page.tree, node));
  }

  #fits(at: number, instance: number): boolean {
    this.#vectors[instance] ??= contentVector(this.#page.tree, this.#page.components[instance].node);
    return isSubset(this.#trained[at].icv, this.#vectors[instance]);
  }

  #assign(at: number, instance: number): void {
    this.#found[at] = instance;
    this.#nodes[at] = this.#page.components[instance].node;
    this.#isTaken[instance] = 1;
  }

  #assignNearest(at: number, free: readonly number[], distance: (instance: number) => number): void {
    let nearest = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const instance of free) {
      const far = distance(instance);
      if (far < least) {
        nearest = instance;
        least = far;
      }
    }
    if (nearest >= 0) this.#assign(at, nearest);
  }

  /** Trained components that have none of the page yet, and components of the page that are not taken. */
  #open(): number[] {
    return [...this.#found.keys()].filter((at) => this.#found[at] < 0);
  }

  #free(): number[] {
    return [...this.#isTaken.keys()].filter((instance) => this.#isTaken[instance] === 0);
  }

  /** Where the series of a component without constant content lies on the page, and how long it was in training. */
  #series({ previous, next }: PositionSignature): { from: number; to: number; count: number } {
    const from = previous >= 0 ? this.#found[previous] : -1;
    const to = next >= 0 ? this.#found[next] : this.#page.components.length;
    const count = (next >= 0 ? next : this.#trained.length) - previous - 1;
    return { from, to: to < 0 ? this.#page.components.length : to, count };
  }

  /** 0 for equal text length and number of images, up to 2. */
  #sizeDistance(at: number, instance: number): number {
    const trained = this.#trained[at];
    const component = this.#page.components[instance];
    return apart(trained.textLength, component.textLength) + apart(trained.images, component.images);
  }
}

function apart(a: number, b: number): number {
  return a === b ? 0 : Math.abs(a - b) / Math.max(a, b);
}
