/**
 * Building and sliding a history after [merged-history-tree] section 4.1 (Algorithm 1, CreateMergeTree) and section 5.3
 * (strategies of rebuilding).
 *
 * Departures: where a run of history nodes and a run of new nodes both lie without partner between the same two pairs,
 * the paper leaves their order open; here the older ones come first.
 */
import type { DomTree } from "../tree/dom-tree.ts";
import { type Alignment, type AlignOptions, align } from "./align.ts";
import { addPageEntry, HistoryBuilder, type IncomingPage, incoming, NodeCopies } from "./history-builder.ts";
import { type HistoryTree, versionCount } from "./history-tree.ts";

/** A page and the name of its version. */
export interface PageVersion {
  readonly name: string;
  readonly page: DomTree;
}

/** Which goes first when the window slides: section 5.3, the first and the second way. */
export type SlideOrder = "remove-first" | "merge-first";

export interface SlideOptions extends AlignOptions {
  /** How many versions the history keeps. */
  readonly window?: number;
  readonly order?: SlideOrder;
}

/** "F1 reaches to the maximum when HN is 9", section 5.2. */
export const HISTORY_WINDOW = 9;

/** A history of one version: HMT_1 = create(T_1). */
export function createHistory({ name, page }: PageVersion): HistoryTree {
  const builder = new HistoryBuilder({ nodes: page.size, entries: page.size });
  const from = incoming(page, 0);
  for (let node = 0; node < page.size; node++) addPageNode(builder, from, { node, parent: page.parent[node] });
  return builder.finish([name]);
}

/** Algorithm 1: merges the versions, oldest first, into one history. */
export function mergeAll(versions: readonly PageVersion[], options: AlignOptions = {}): HistoryTree {
  let history = new HistoryBuilder().finish([]);
  for (const version of versions) history = merge(history, version, align(history, version.page, options));
  return history;
}

/** Merges a page along an alignment: what is paired becomes one node, what is not is inserted in its place. */
export function merge(history: HistoryTree, { name, page }: PageVersion, { partner }: Alignment): HistoryTree {
  // an empty history, or one whose root is another element, has nothing in common with the page
  if (page.size === 0 || partner[0] !== 0) return createHistory({ name, page });
  const merging = new Merging(history, incoming(page, history.versions.length), partner);
  return merging.run().finish([...history.versions, name]);
}

/** Deletes all information of a version and the nodes that no other version has. */
export function removeVersion(history: HistoryTree, version: number): HistoryTree {
  const builder = new HistoryBuilder({ nodes: history.size, entries: history.entryVersion.length });
  const nodes = new NodeCopies(builder, history);
  const renumber = history.versions.map((_, index) => (index === version ? -1 : index - (index > version ? 1 : 0)));
  const copies = new Int32Array(history.size);
  for (let node = 0; node < history.size; node++) {
    const isOnlyHere = versionCount(history, node) === 1 && history.entryVersion[history.entryStart[node]] === version;
    // a version that has a node has its parent, so the parent of a node that stays has been copied
    const parent = history.parent[node] < 0 ? -1 : copies[history.parent[node]];
    copies[node] = isOnlyHere ? -1 : nodes.add(node, { parent, renumber });
  }
  return builder.finish(history.versions.filter((_, index) => index !== version));
}

/** Takes the newest page in and lets the oldest versions go that the window has no room for. */
export function slide(history: HistoryTree, version: PageVersion, options: SlideOptions = {}): HistoryTree {
  const { window = HISTORY_WINDOW, order = "remove-first" } = options;
  const mergeIn = (into: HistoryTree) => merge(into, version, align(into, version.page, options));
  if (order === "merge-first") return removeOldest(mergeIn(history), window);
  let kept = history;
  while (kept.versions.length > Math.max(window - 1, 0)) kept = withoutOldest(kept);
  return mergeIn(kept);
}

/**
 * As `removeVersion` of the first, but with all values, of which some may be in no version any more: for a history that is
 * merged with a page next, where those are left behind.
 */
function withoutOldest(history: HistoryTree): HistoryTree {
  const { size, parent, end, entryStart, entryVersion } = history;
  // the new number of each node, or of the next one that stays
  const place = new Uint32Array(size + 1);
  let entries = 0;
  for (let node = 0; node < size; node++) {
    const count = versionCount(history, node);
    const stays = count > 0 && entryVersion[entryStart[node]] === 0 ? count - 1 : count;
    place[node + 1] = place[node] + (stays > 0 || count === 0 ? 1 : 0);
    entries += stays;
  }
  const left = place[size];
  const kept = {
    parent: new Int32Array(left),
    end: new Uint32Array(left),
    tag: new Uint16Array(left),
    hidden: new Uint32Array(left),
    entryStart: new Uint32Array(left + 1),
    entryVersion: new Uint16Array(entries),
    entryValue: new Uint32Array(entries),
    entryContent: new Float64Array(entries),
  };
  let count = 0;
  for (let node = 0; node < size; node++) {
    const to = place[node];
    if (place[node + 1] === to) continue;
    kept.parent[to] = parent[node] < 0 ? -1 : place[parent[node]];
    kept.end[to] = place[end[node]];
    kept.tag[to] = history.tag[node];
    kept.hidden[to] = history.hidden[node];
    kept.entryStart[to] = count;
    for (let entry = entryStart[node]; entry < entryStart[node + 1]; entry++) {
      if (entryVersion[entry] === 0) continue;
      kept.entryVersion[count] = entryVersion[entry] - 1;
      kept.entryValue[count] = history.entryValue[entry];
      kept.entryContent[count++] = history.entryContent[entry];
    }
  }
  kept.entryStart[left] = count;
  return { ...history, ...kept, size: left, versions: history.versions.slice(1) };
}

function removeOldest(history: HistoryTree, keep: number): HistoryTree {
  let kept = history;
  while (kept.versions.length > Math.max(keep, 0)) kept = removeVersion(kept, 0);
  return kept;
}

function addPageNode(builder: HistoryBuilder, from: IncomingPage, at: { node: number; parent: number }): void {
  builder.addNode(at.parent, from.page.tagNames[from.page.tag[at.node]]);
  addPageEntry(builder, from, at.node);
}

/** Two children lists that are being walked side by side, below a pair that became one node. */
interface Walk {
  readonly merged: number;
  readonly x: number;
  readonly y: number;
  nextX: number;
  nextY: number;
}

class Merging {
  readonly #builder: HistoryBuilder;
  readonly #history: HistoryTree;
  readonly #copies: NodeCopies;
  readonly #incoming: IncomingPage;
  readonly #partner: Int32Array;
  readonly #isPaired: Uint8Array;
  readonly #renumber: readonly number[];

  constructor(history: HistoryTree, from: IncomingPage, partner: Int32Array) {
    const { size } = from.page;
    this.#builder = new HistoryBuilder({
      nodes: history.size + size,
      entries: history.entryVersion.length + size,
    });
    this.#history = history;
    this.#copies = new NodeCopies(this.#builder, history);
    this.#incoming = from;
    this.#partner = partner;
    this.#isPaired = new Uint8Array(history.size);
    for (const x of partner) if (x >= 0) this.#isPaired[x] = 1;
    this.#renumber = history.versions.map((_, index) => index);
  }

  run(): HistoryBuilder {
    const { page } = this.#incoming;
    const walks = [this.#pair(0, 0, -1)];
    for (let walk = walks.at(-1); walk !== undefined; walk = walks.at(-1)) {
      this.#copyUnpaired(walk);
      if (walk.nextY < page.end[walk.y]) {
        const x = walk.nextX;
        const y = walk.nextY;
        walk.nextX = this.#history.end[x];
        walk.nextY = page.end[y];
        walks.push(this.#pair(x, y, walk.merged));
      } else walks.pop();
    }
    return this.#builder;
  }

  /** A pair becomes one node with the entries of both; all children of y are there, so nothing is hidden any more. */
  #pair(x: number, y: number, parent: number): Walk {
    const merged = this.#copies.add(x, { parent, renumber: this.#renumber, hidden: 0 });
    addPageEntry(this.#builder, this.#incoming, y);
    return { merged, x, y, nextX: x + 1, nextY: y + 1 };
  }

  /** Copies the children of both sides up to the next pair. */
  #copyUnpaired(walk: Walk): void {
    const history = this.#history;
    const { page } = this.#incoming;
    while (walk.nextX < history.end[walk.x] && this.#isPaired[walk.nextX] === 0) {
      const first = this.#builder.size;
      for (let node = walk.nextX; node < history.end[walk.nextX]; node++) {
        const parent = node === walk.nextX ? walk.merged : history.parent[node] - walk.nextX + first;
        this.#copies.add(node, { parent, renumber: this.#renumber });
      }
      walk.nextX = history.end[walk.nextX];
    }
    while (walk.nextY < page.end[walk.y] && this.#partner[walk.nextY] < 0) {
      const first = this.#builder.size;
      for (let node = walk.nextY; node < page.end[walk.nextY]; node++) {
        const parent = node === walk.nextY ? walk.merged : page.parent[node] - walk.nextY + first;
        addPageNode(this.#builder, this.#incoming, { node, parent });
      }
      walk.nextY = page.end[walk.nextY];
    }
  }
}
