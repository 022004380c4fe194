/**
 * Fixed-Subtree Based Tracing after [homepage-live] (Han et al., WWW 2007), sections 6.2 and 6.3: nodes that did not
 * change bound the place where the block must be, and only what is left there is mapped by minimum edit distance.
 *
 *   step of 6.3                      here
 *   finding Fix Nodes                `fixPartners` below
 *   minimum common tree (Table 3)    reduced-trees.ts
 *   reduced trees                    reduced-trees.ts
 *   mapping                          tree-comparison.ts
 *
 * Departures: a block that is itself a Fix Node is where that is, without a mapping. So is a block that is the root of the
 * minimum common pair, where the other root has its tag: a mapping costs most for large blocks, and both roots
 * are the lowest nodes above the same Fix Nodes. A block whose Fix Nodes all left the minimum common pair, or that has none
 * there and is not mapped in it, is looked for in the whole pages, reduced by the same Fix Nodes; the paper does not say
 * what happens then. Runners-up are ranked as in `tree-edit.ts`. Equal subtrees are compared once; where the reduced trees are over budget even so, the element at the
 * old path is offered.
 */
import type { Candidate, Memory, Ranking, Tracer } from "../../tracer/tracer.ts";
import { type DomTree, isText } from "../../tree/dom-tree.ts";
import { hashString, joinHash, mixHash, mixInteger, startHash } from "../../tree/hash.ts";
import { nodeAt, pathOf } from "../../tree/path.ts";
import { isOutline, Labels, labelledTreeOf, outlineOf, type PageOutline, treeOfOutline } from "./labelled-tree.ts";
import { rankMapped } from "./minimum-mapping.ts";
import {
  type FixedTrees,
  haveFixNodesLeft,
  holdersOfPartners,
  minimumCommonPair,
  type PairToReduce,
  reducePair,
  type SubtreePair,
} from "./reduced-trees.ts";
import { compareTrees } from "./tree-comparison.ts";

export interface FixedSubtreeMemory extends Memory {
  readonly outline: PageOutline;
  readonly fix: FixIndex;
  /** The block's node number in the outline. */
  readonly block: number;
  readonly path: string;
}

const VERSION = 1;

/** Definition 7 holds for the whole pages whatever the Fix Nodes are. */
const WHOLE_PAGES: SubtreePair = { inFirst: 0, inSecond: 0, isFixed: false };

/** A number of matched nodes; see `TreeComparison`. */
const BYTES_PER_CELL = 2;

/** A guess by path alone, where the reduced trees are too large to compare. */
const PATH_ONLY_SCORE = 0.25;

export const fixedSubtree: Tracer<FixedSubtreeMemory> = {
  name: "fixed-subtree",
  about: "[homepage-live] 6.2 Fixed-Subtree Based Tracing: unchanged nodes bound the place, the rest of it is mapped",
  // `bench calibrate` on all labelled pages; on sites that it was not fitted on 64 % are found, 3 % of them wrong
  calibration: { bias: -1.434, score: 0.316, margin: 4.423, foundFrom: 0.9, goneBelow: 0 },

  learn(page: DomTree, node: number): FixedSubtreeMemory {
    const path = pathOf(page, node);
    return {
      tracer: "fixed-subtree",
      version: VERSION,
      outline: outlineOf(page),
      fix: fixIndexOf(page),
      block: node,
      path,
    };
  },

  trace(memory: FixedSubtreeMemory, page: DomTree): Ranking {
    if (page.size === 0) return { candidates: [] };
    const trees = fixedTrees(memory, page);
    const pair = minimumCommonPair(trees, memory.block);
    if (isBlockSettled(trees, pair, memory.block)) return { candidates: [settled(trees, pair)] };
    // sharing gives the same mapping for less
    const { ranking } = rankReduced(trees, pair, { block: memory.block, shareEqualSubtrees: true }).at(-1)!;
    if (ranking) return ranking;
    const node = nodeAt(page, memory.path);
    return { candidates: node === null ? [] : [{ node, score: PATH_ONLY_SCORE }] };
  },

  adapt(_memory: FixedSubtreeMemory, page: DomTree, node: number): FixedSubtreeMemory {
    return fixedSubtree.learn(page, node);
  },

  revive(stored: unknown): FixedSubtreeMemory | null {
    const memory = stored as Partial<FixedSubtreeMemory> | null;
    if (typeof memory !== "object" || memory?.tracer !== "fixed-subtree" || memory.version !== VERSION) return null;
    const { outline, fix, block, path } = memory;
    if (typeof path !== "string" || !isOutline(outline)) return null;
    const isNode = (node: unknown): boolean => Number.isInteger(node) && outline.tags[node as number] !== undefined;
    if (!Array.isArray(fix?.nodes) || !Array.isArray(fix.keys) || fix.nodes.length !== fix.keys.length) return null;
    return isNode(block) && fix.nodes.every(isNode) ? (memory as FixedSubtreeMemory) : null;
  },
};

/** Both pages with step 1 of section 6.3 done. */
export function fixedTrees(memory: FixedSubtreeMemory, page: DomTree): FixedTrees {
  const labels = new Labels();
  const first = treeOfOutline(memory.outline, labels);
  const second = labelledTreeOf(page, labels);
  return { first, second, partner: fixPartners(memory.fix, first.size, page) };
}

/**
 * True where the minimum common pair is the answer: its root is the block itself and is a Fix Node, or both roots have
 * the same tag. Both are then the lowest nodes above the same Fix Nodes.
 */
export function isBlockSettled({ first, second }: FixedTrees, pair: SubtreePair, block: number): boolean {
  return pair.inFirst === block && (pair.isFixed || first.label[pair.inFirst] === second.label[pair.inSecond]);
}

/** A Fix Node is certain; of other roots the less so, the more their sizes differ. */
function settled({ first, second }: FixedTrees, { inFirst, inSecond, isFixed }: SubtreePair): Candidate {
  if (isFixed) return { node: inSecond, score: 1, signals: { fixed: 1 } };
  const [before, after] = [first.end[inFirst] - inFirst, second.end[inSecond] - inSecond];
  const similarity = (2 * Math.min(before, after)) / (before + after);
  return { node: inSecond, score: (1 + similarity) / 2, signals: { mapped: 1, similarity } };
}

/** One pair, reduced and mapped. */
export interface ReducedRanking {
  /** Null where even what is left is too large to compare. */
  readonly ranking: Ranking | null;
  /** Of both reduced trees. */
  readonly nodes: number;
  /** What the tables of the comparison take, or would take. */
  readonly bytes: number;
  /** True where the pair holds the partners of all Fix Nodes in the block, of which it has some: it is nowhere else. */
  readonly isBounded: boolean;
}

interface ReducedOptions {
  readonly block: number;
  readonly shareEqualSubtrees: boolean;
}

/**
 * Steps 2 and 3: the minimum common pair first, unless nothing that is certain of the block is left in it; then the whole
 * pages, where the block was not mapped and may be outside. The last one counts.
 */
export function rankReduced(trees: FixedTrees, pair: SubtreePair, options: ReducedOptions): ReducedRanking[] {
  if (haveFixNodesLeft(trees, pair, options.block))
    return [mapReduced(trees, { ...WHOLE_PAGES, keepsMoved: true }, options)];
  const narrow = mapReduced(trees, pair, options);
  const isMapped = narrow.ranking?.candidates[0]?.signals?.mapped === 1;
  return isMapped || narrow.isBounded || pair.inFirst === 0
    ? [narrow]
    : [narrow, mapReduced(trees, WHOLE_PAGES, options)];
}

/** Steps 2 and 3 of section 6.3 on one pair, and nothing besides. */
export function mapReduced(
  trees: FixedTrees,
  pair: PairToReduce,
  { block, shareEqualSubtrees }: ReducedOptions,
): ReducedRanking {
  const reduced = reducePair(trees, pair, block);
  const { first, second } = reduced;
  const nodes = first.tree.size + second.tree.size;
  const outcome = compareTrees(first.tree, second.tree, { shareEqualSubtrees });
  if (outcome.kind !== "compared")
    return { ranking: null, nodes, bytes: outcome.cells * BYTES_PER_CELL, isBounded: false };
  const { comparison } = outcome;
  const at = first.nodeOf.indexOf(block);
  const among = holdersOfPartners(trees, reduced, at);
  const ranking = rankMapped(comparison, at, { among, nodeOf: (node) => second.nodeOf[node] });
  return { ranking, nodes, bytes: comparison.bytes, isBounded: among !== null };
}

// Fix Nodes after [homepage-live] (Han et al., WWW 2007), definition 6 and section 6.3.1: nodes that are the same in two
// pages by tag, attributes and content, and unique in each, so that they are certainly mapped to each other.
//
// Departures: the content of an element is the text that stands directly in it. The paper's restriction to at most two
// words would otherwise rule out every container, whereas its case study (section 8) has the root of a block as a Fix
// Node. A link is content as a whole (section 4.1 counts hyperlinks to the contents): with more than two words in it,
// neither the link nor anything inside is a Fix Node. Otherwise the teasers of a page, which pass from place to place
// and are unique by their addresses, would all be. The order of attributes does not matter. Nodes are indexed by a
// 53-bit hash of all three.

/** Definition 6: "the content word length of Fix Node will be no more than 2". */
const MAX_WORDS = 2;

/** What may be a Fix Node: nodes that are unique in their page, by the hash of tag, attributes and content. */
interface FixIndex {
  readonly nodes: readonly number[];
  /** The hash of each of `nodes`. */
  readonly keys: readonly number[];
}

/** Section 6.3.1: all nodes indexed by tag, attributes and content, duplicates removed. Linear. */
export function fixIndexOf(page: DomTree): FixIndex {
  const keys = fixKeys(page);
  const count = new Map<number, number>();
  for (const key of keys) if (key >= 0) count.set(key, (count.get(key) ?? 0) + 1);
  const nodes: number[] = [];
  for (let node = 0; node < page.size; node++) if (count.get(keys[node]) === 1) nodes.push(node);
  return { nodes, keys: nodes.map((node) => keys[node]) };
}

/**
 * For each node of the old page its Fix Node in the new one, or -1.
 *
 * @internal
 */
export function fixPartners(old: FixIndex, oldSize: number, page: DomTree): Int32Array {
  const oldNode = new Map(old.keys.map((key, at) => [key, old.nodes[at]]));
  const partner = new Int32Array(oldSize).fill(-1);
  const keys = fixKeys(page);
  const seen = new Set<number>();
  for (let node = 0; node < page.size; node++) {
    const candidate = oldNode.get(keys[node]);
    if (candidate === undefined) continue;
    // a second node with the same key makes both ambiguous
    partner[candidate] = seen.has(candidate) ? -1 : node;
    seen.add(candidate);
  }
  return partner;
}

/** The hash of each node's own tag, attributes and text; -1 where the text, or that of the link around it, is too long. */
function fixKeys(page: DomTree): Float64Array {
  const tagHash = page.tagNames.map((name) => hashString(name));
  const nameHash = page.attrNames.map((name) => hashString(name));
  const valueHash = page.attrValues.map((value) => hashString(value));
  const keys = new Float64Array(page.size);
  const content = contentHashes(page);
  const isInLongLink = nodesOfLongLinks(page);
  for (let node = 0; node < page.size; node++) {
    if (content[node] < 0 || isInLongLink[node]) {
      keys[node] = -1;
      continue;
    }
    const state = startHash();
    mixHash(state, tagHash[page.tag[node]]);
    mixHash(state, content[node]);
    let attributes = 0;
    for (let entry = page.attrStart[node]; entry < page.attrStart[node + 1]; entry++) {
      const pair = startHash();
      mixHash(pair, nameHash[page.attrName[entry]]);
      mixHash(pair, valueHash[page.attrValue[entry]]);
      // a sum does not depend on the order
      attributes = (attributes + joinHash(pair)) % Number.MAX_SAFE_INTEGER;
    }
    mixHash(state, attributes);
    mixInteger(state, page.attrStart[node + 1] - page.attrStart[node]);
    keys[node] = joinHash(state);
  }
  return keys;
}

/** The hash of the text that stands directly in each node, 0 where there is none, -1 where it has too many words. */
function contentHashes(page: DomTree): Float64Array {
  const content = new Float64Array(page.size);
  const words = new Uint8Array(page.size);
  for (let node = 0; node < page.size; node++) {
    if (!isText(page, node)) continue;
    const own = firstWords(page.text, page.textStart[node], page.textStart[node + 1] - 1);
    content[node] = own.length > MAX_WORDS ? -1 : hashString(own.join(" "));
    const parent = page.parent[node];
    if (parent < 0 || content[parent] < 0) continue;
    words[parent] += own.length;
    content[parent] = words[parent] > MAX_WORDS ? -1 : joined(content[parent], content[node]);
  }
  return content;
}

/** Marks links with more words than a Fix Node may have, and all that is in them. */
function nodesOfLongLinks(page: DomTree): Uint8Array {
  const linkTag = page.tagNames.indexOf("a");
  const linkAround = new Int32Array(page.size).fill(-1);
  const words = new Uint32Array(page.size);
  for (let node = 0; node < page.size; node++) {
    const parent = page.parent[node];
    const link = page.tag[node] === linkTag ? node : parent < 0 ? -1 : linkAround[parent];
    linkAround[node] = link;
    if (link < 0 || words[link] > MAX_WORDS || !isText(page, node)) continue;
    words[link] += firstWords(page.text, page.textStart[node], page.textStart[node + 1] - 1).length;
  }
  const isMarked = new Uint8Array(page.size);
  for (let node = 0; node < page.size; node++) {
    if (linkAround[node] >= 0 && words[linkAround[node]] > MAX_WORDS) isMarked[node] = 1;
  }
  return isMarked;
}

/** The first words of a slice of text, one more than a Fix Node may have at most. */
function firstWords(text: string, start: number, stop: number): string[] {
  const words: string[] = [];
  let from = -1;
  for (let at = start; at <= stop; at++) {
    const isBreak = at === stop || isSpace(text.charCodeAt(at));
    if (!isBreak && from < 0) from = at;
    if (!isBreak || from < 0) continue;
    words.push(text.slice(from, at));
    if (words.length > MAX_WORDS) break;
    from = -1;
  }
  return words;
}

function isSpace(code: number): boolean {
  return code <= 0x20 || code === 0xa0;
}

function joined(before: number, after: number): number {
  const state = startHash();
  mixHash(state, before);
  mixHash(state, after);
  return joinHash(state);
}
