/** A block of several parts with headings of one rank has no heading of its own: it is called by theirs. */
import { isAlike } from "../diff/list-items.ts";
import { type DomTree, isText, tagOf } from "../tree/dom-tree.ts";
import { headingText, isHeading, isLinked, lengthOf, MAX_HEADER_REST } from "./block-heading.ts";
import { BETWEEN } from "./name-words.ts";
import { isLeftOut, type PieceOptions } from "./text-pieces.ts";

const MIN_PARTS = 2;
/** More are a list. */
const MAX_PARTS = 4;
const MAX_NAMED = 3;
const MAX_NODES = 2_000;
/** So many small ones alike are entries, which are others tomorrow. */
const MIN_ENTRIES = 3;
const MAX_ENTRY_NODES = 80;
const MAX_ENTRY_TEXT = 400;

type Part = readonly [part: number, heading: number];

/** Empty where there are no such parts, or they are entries of a list. */
export function partNames(tree: DomTree, block: number, options: PieceOptions): string {
  const headings = headingsIn(tree, block, options);
  const [first] = headings;
  if (first === undefined) return "";
  const peers = headings.filter((heading) => tree.tag[heading] === tree.tag[first]);
  if (peers.length < MIN_PARTS) return "";
  const holder = holderOf(tree, peers);
  if (holder < block) return "";
  const parts = new Map(peers.toReversed().map((heading) => [childAround(tree, holder, heading), heading]));
  const leading = [...parts].reverse();
  if (leading.length < MIN_PARTS || leading.length > MAX_PARTS) return "";
  if (areEntries(tree, leading) || isLed(tree, block, leading)) return "";
  const names = new Set(leading.map(([, heading]) => headingText(tree, heading, options)));
  return names.has("") || names.size < MIN_PARTS ? "" : [...names].slice(0, MAX_NAMED).join(BETWEEN);
}

function headingsIn(tree: DomTree, block: number, { without }: PieceOptions): readonly number[] {
  const found: number[] = [];
  const stop = Math.min(tree.end[block], block + MAX_NODES);
  for (let node = block + 1; node < stop; ) {
    const isCut = without?.has(node) || isLeftOut(tree, node);
    const isFound = !isCut && !isText(tree, node) && (isHeading(tree, node) || tagOf(tree, node) === "legend");
    if (isFound) found.push(node);
    node = isCut || isFound ? tree.end[node] : node + 1;
  }
  return found;
}

/** The nearest element around all of them. */
function holderOf(tree: DomTree, headings: readonly number[]): number {
  const last = headings.at(-1)!;
  let holder = tree.parent[headings[0]];
  while (holder >= 0 && tree.end[holder] <= last) holder = tree.parent[holder];
  return holder;
}

function childAround(tree: DomTree, holder: number, inner: number): number {
  let node = inner;
  while (tree.parent[node] !== holder) node = tree.parent[node];
  return node;
}

/** The first says little besides its heading, and so is the head of the others; or there is something before it. */
function isLed(tree: DomTree, block: number, parts: readonly Part[]): boolean {
  const [[first, heading], [second]] = parts as readonly [Part, Part];
  if (tree.textStart[first] - tree.textStart[block] > MAX_HEADER_REST) return true;
  return !isAlike(tree, first, second) && lengthOf(tree, first) - lengthOf(tree, heading) <= MAX_HEADER_REST;
}

/** Small and alike, or their headings lead elsewhere. */
function areEntries(tree: DomTree, parts: readonly Part[]): boolean {
  if (parts.some(([, heading]) => isLinked(tree, heading))) return true;
  const first = parts[0]![0];
  const isEntry = ([part, heading]: Part) =>
    part !== heading &&
    isAlike(tree, first, part) &&
    tree.end[part] - part <= MAX_ENTRY_NODES &&
    lengthOf(tree, part) <= MAX_ENTRY_TEXT;
  return parts.length >= MIN_ENTRIES && parts.every(isEntry);
}
