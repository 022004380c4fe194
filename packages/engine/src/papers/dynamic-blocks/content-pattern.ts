/**
 * The content pattern of [following-dynamic-blocks]: the texts and images in the block, each with the tags from the
 * block down to it.
 *
 *   paper                         here
 *   N = {E}, E = <text, tpath>    ContentPattern: parallel lists of hashes
 *   Sim_n (4.2)                   share of the elements of N that the candidate has
 *
 * Candidates have at least one element of N. A pattern merges by intersection (5.2.1) and may become empty.
 *
 * Departures: `tpath` begins with the tag of the block itself, as in the paper's Example 1 (its example in 4.2 leaves it
 * out). Texts and paths are hashes. Memory and work stay bounded on any page: of a block with more than `MAX_ELEMENTS`
 * elements those with the lowest hashes are kept, the same ones on every page, so that intersections stay meaningful;
 * a leaf deeper in the block than `DEEPEST_LEAF` is no element.
 */
import { derived } from "../../feature/derived.ts";
import { type DomTree, TEXT_TAG } from "../../tree/dom-tree.ts";
import { hashString } from "../../tree/hash.ts";
import { leavesOf } from "./leaves.ts";
import type { PatternKind, PatternMatch } from "./pattern.ts";

export interface ContentPattern {
  /** Keys of the leaves. */
  readonly texts: readonly number[];
  /** Hashes of their tag paths inside the block. */
  readonly paths: readonly number[];
}

const MAX_ELEMENTS = 600;
const DEEPEST_LEAF = 64;
const PATH_BASE = 0x01000193;

export const contentPattern: PatternKind<ContentPattern> = {
  of: contentOf,
  match: matchContent,
  merge: intersect,
  weightOf: (pattern) => pattern.texts.length,
  revive,
};

function contentOf(page: DomTree, node: number): ContentPattern {
  const { first, node: leafNode, key } = leavesOf(page);
  const elements = new Map<string, Element>();
  for (let leaf = first[node]; leaf < first[page.end[node]]; leaf++) {
    const path = pathBetween(page, node, leafNode[leaf]);
    if (path !== null) elements.set(`${key[leaf]} ${path}`, { text: key[leaf], path });
  }
  const kept = [...elements.values()].sort((a, b) => a.text - b.text || a.path - b.path).slice(0, MAX_ELEMENTS);
  return { texts: kept.map(({ text }) => text), paths: kept.map(({ path }) => path) };
}

interface Element {
  readonly text: number;
  readonly path: number;
}

/** Counts for every element of the page how many elements of the pattern it has, and proposes those that have any. */
function matchContent(pattern: ContentPattern, page: DomTree): PatternMatch {
  const leaves = leavesOf(page);
  const counts = new Uint16Array(page.size);
  const elementsOf = Map.groupBy(pattern.texts.keys(), (element) => pattern.texts[element]);
  for (const [text, elements] of elementsOf) {
    const ranks = leaves.withKey.get(text);
    if (!ranks) continue;
    const pathNumbers = new Map(elements.map((element, number) => [pattern.paths[element], number]));
    // a set has each of its elements once, however often the page repeats a text in one block
    const counted = new Set<number>();
    for (const rank of ranks) {
      eachAncestor(page, leaves.node[rank], (node, path) => {
        const number = pathNumbers.get(path);
        if (number === undefined || counted.has(node * elements.length + number)) return;
        counted.add(node * elements.length + number);
        counts[node]++;
      });
    }
  }
  const candidates: number[] = [];
  for (let node = 0; node < page.size; node++)
    if (counts[node] > 0 && page.tag[node] !== TEXT_TAG) candidates.push(node);
  return { candidates, similarityOf: (node) => (counts[node] === 0 ? 0 : counts[node] / pattern.texts.length) };
}

/** Hash of the tags from a block down to a leaf in it; null where the leaf lies too deep. */
function pathBetween(page: DomTree, block: number, leaf: number): number | null {
  if (page.depth[leaf] - page.depth[block] >= DEEPEST_LEAF) return null;
  let found: number | null = null;
  eachAncestor(page, leaf, (node, path) => {
    if (node === block) found = path;
  });
  return found;
}

/** Visits the leaf and its ancestors upwards, each with the hash of the tags from it down to the leaf. */
function eachAncestor(page: DomTree, leaf: number, visit: (node: number, path: number) => void): void {
  const tags = tagHashes(page);
  let hash = 0;
  let power = 1;
  let left = DEEPEST_LEAF;
  for (let node = leaf; node >= 0 && left > 0; node = page.parent[node], left--) {
    hash = (hash + Math.imul(tags[page.tag[node]], power)) >>> 0;
    power = Math.imul(power, PATH_BASE);
    visit(node, hash);
  }
}

/** A hash a tag name, because tag numbers differ from page to page. */
const tagHashes: (page: DomTree) => Uint32Array = derived((page) =>
  Uint32Array.from(page.tagNames, (name) => hashString(name) >>> 0),
);

/** Content pattern adaption (5.2.1): what all samples share. */
function intersect(earlier: ContentPattern, sample: ContentPattern): ContentPattern {
  const present = new Set(sample.texts.map((text, element) => `${text} ${sample.paths[element]}`));
  const kept = [...earlier.texts.keys()].filter((element) =>
    present.has(`${earlier.texts[element]} ${earlier.paths[element]}`),
  );
  return {
    texts: kept.map((element) => earlier.texts[element]),
    paths: kept.map((element) => earlier.paths[element]),
  };
}

function revive(stored: unknown): ContentPattern | null {
  const { texts, paths } = (stored ?? {}) as Partial<ContentPattern>;
  if (!isNumbers(texts) || !isNumbers(paths) || texts.length !== paths.length) return null;
  return { texts, paths };
}

function isNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.every((number) => Number.isFinite(number));
}
