/** A block of several parts with headings of one rank has no heading of its own: it is called by theirs. */
import { isAlike } from "../diff/list-items.ts";
import { type DomTree, isText, tagOf } from "../tree/dom-tree.ts";
import {
  firstWords,
  headingText,
  holdsTag,
  isHeading,
  isLinked,
  isTitle,
  lengthOf,
  MAX_HEADER_REST,
} from "./block-heading.ts";
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

/** Empty where there are no such parts, or they are entries of a list. Where no element is a heading, those called a title are. */
export function partNames(tree: DomTree, block: number, options: PieceOptions): string {
  const headings = found(tree, block, {
    options,
    isWanted: (node) => isHeading(tree, node) || tagOf(tree, node) === "legend",
  });
  if (headings.length > 0) {
    const peers = headings.filter((heading) => tree.tag[heading] === tree.tag[headings[0]]);
    return namesOf(tree, block, { peers, nameOf: (heading) => headingText(tree, heading, options) });
  }
  const titles = found(tree, block, {
    options,
    isWanted: (node) => isTitle(tree, node) && !isInForm(tree, block, node),
  });
  const peers = titles.filter((title) => isAlike(tree, titles[0], title));
  return namesOf(tree, block, { peers, nameOf: (title) => firstWords(tree, title, options) });
}

/** Titles there are those of what a search proposes. */
function isInForm(tree: DomTree, block: number, inner: number): boolean {
  for (let node = inner; node > block; node = tree.parent[node]) if (tagOf(tree, node) === "form") return true;
  return false;
}

interface Peers {
  readonly peers: readonly number[];
  readonly nameOf: (heading: number) => string;
}

function namesOf(tree: DomTree, block: number, { peers, nameOf }: Peers): string {
  if (peers.length < MIN_PARTS) return "";
  const holder = holderOf(tree, peers);
  if (holder < block) return "";
  const parts = new Map(peers.toReversed().map((heading) => [childAround(tree, holder, heading), heading]));
  const leading = [...parts].reverse();
  if (leading.length < MIN_PARTS || leading.length > MAX_PARTS) return "";
  if (areEntries(tree, leading) || isLed(tree, block, leading)) return "";
  const names = new Set(leading.map(([, heading]) => nameOf(heading)));
  return names.has("") || names.size < MIN_PARTS ? "" : [...names].slice(0, MAX_NAMED).join(BETWEEN);
}

interface Sought {
  readonly options: PieceOptions;
  readonly isWanted: (node: number) => boolean;
}

/** The outermost that are wanted. */
function found(tree: DomTree, block: number, { options: { without }, isWanted }: Sought): readonly number[] {
  const nodes: number[] = [];
  const stop = Math.min(tree.end[block], block + MAX_NODES);
  for (let node = block + 1; node < stop; ) {
    const isCut = without?.has(node) || isLeftOut(tree, node);
    const isFound = !isCut && !isText(tree, node) && isWanted(node);
    if (isFound) nodes.push(node);
    node = isCut || isFound ? tree.end[node] : node + 1;
  }
  return nodes;
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
  const isHead = lengthOf(tree, first) - lengthOf(tree, heading) <= MAX_HEADER_REST && !holdsDrawing(tree, first);
  return isHead && !isAlike(tree, first, second);
}

/** A chart or a film is no head, however little it says. */
function holdsDrawing(tree: DomTree, part: number): boolean {
  return ["canvas", "video", "iframe"].some((tag) => {
    const number = tree.tagNames.indexOf(tag);
    return number >= 0 && holdsTag(tree, part, number);
  });
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
