/**
 * How often the parts of a page change, read from its history: for ranking the blocks that a picker offers, and for
 * staying quiet about clocks and counters. It builds on the dynamic nodes of [merged-history-tree] section 4.2, which
 * say whether something changes; how often, the paper does not ask.
 */
import { collapse } from "../diff/block-text.ts";
import { numbersIn } from "../diff/numbers.ts";
import { TEXT_TAG } from "../tree/dom-tree.ts";
import { drawingFrom, isDrawnTag } from "../tree/drawn.ts";
import { mayBePicture, type Pictured, pictureAddress } from "../visible/picture-address.ts";
import { entryIn, type HistoryTree, type HistoryValue, nodesOfVersion, valueIn, versionCount } from "./history-tree.ts";

/** A block of the newest version that changes. */
export interface ChangingBlock {
  /** Node of the history. */
  readonly node: number;
  /** The same block in the newest merged page. */
  readonly pageNode: number;
  /** Share of the steps from one version to the next in which something that a person sees in it changed. */
  readonly changeShare: number;
  /** Length of its text, as a mean over the versions. */
  readonly textLength: number;
  /** The first picture in it that changes, in the newest merged page; null where none does. */
  readonly picture: number | null;
}

/** A text run, an image, or a slot for such, that changes nearly every time without being news. */
export interface VolatileNode {
  readonly node: number;
  readonly changeShare: number;
}

export interface VolatileOptions {
  /** Least number of versions to judge by. */
  readonly minVersions?: number;
  /** Least share of the steps in which the node changed. */
  readonly minShare?: number;
  /** Only below this node of the history. */
  readonly within?: number;
  /** For each version how many looks in a row showed it; one unless told. */
  readonly looks?: readonly number[];
}

const MIN_VERSIONS = 4;
const MIN_SHARE = 0.6;
/** Longer texts are not searched for values. */
const LONGEST_VALUE = 1000;
/** From this share of its text on, what is volatile in a block is what the block is about. */
const MAIN_SHARE = 0.5;

/**
 * For each node the share of steps from one look to the next in which a text or image of its subtree changed, came or
 * went. `looks` says how many looks in a row showed each version; one unless told.
 */
export function changeShares(history: HistoryTree, looks: readonly number[] = []): Float64Array {
  const steps = history.versions.length - 1;
  const looked = history.versions.reduce((sum, _, version) => sum + (looks[version] ?? 1), 0) - 1;
  const shares = new Float64Array(history.size);
  // one byte a node and step; children come after their parent, so one pass from the end carries them up
  const hasChanged = new Uint8Array(history.size * Math.max(steps, 0));
  for (let node = history.size - 1; node >= 0; node--) {
    const first = node * steps;
    if (isLeaf(history, node)) markChanges(history, node, hasChanged.subarray(first, first + steps));
    const parent = history.parent[node];
    for (let step = 0; step < steps; step++) {
      if (hasChanged[first + step] === 0) continue;
      shares[node] += 1 / looked;
      if (parent >= 0) hasChanged[parent * steps + step] = 1;
    }
  }
  return shares;
}

/** Marks the steps in which a leaf changed, came or went. */
function markChanges(history: HistoryTree, node: number, hasChanged: Uint8Array): void {
  let entry = history.entryStart[node];
  const stop = history.entryStart[node + 1];
  let before: string | number | null = null;
  for (let version = 0; version <= hasChanged.length; version++) {
    const isThere = entry < stop && history.entryVersion[entry] === version;
    const value = isThere ? history.values[history.entryValue[entry++]] : null;
    const now = value && leafContent(history, node, version);
    if (version > 0 && now !== before) hasChanged[version - 1] = 1;
    before = now;
  }
}

/** The dynamic blocks that the newest version has, most often changing first, larger ones before smaller ones. */
export function changingBlocks(history: HistoryTree): ChangingBlock[] {
  const shares = changeShares(history);
  const lengths = meanTextLengths(history);
  const pageNodes = new Map([...nodesOfVersion(history, history.versions.length - 1)].map((node, at) => [node, at]));
  const blocks: ChangingBlock[] = [];
  const dynamic = blockLevelDynamicNodes(history);
  for (const node of [...dynamic, ...placesOfBarePictures(history, new Set(dynamic), lengths)]) {
    const pageNode = pageNodes.get(node);
    if (pageNode === undefined) continue;
    const picture = changingPicture(history, node, shares);
    const picturePlace = picture === null ? undefined : pageNodes.get(picture);
    const { [node]: changeShare } = shares;
    blocks.push({ node, pageNode, changeShare, textLength: lengths[node], picture: picturePlace ?? null });
  }
  return blocks.sort((a, b) => b.changeShare - a.changeShare || b.textLength - a.textLength || a.node - b.node);
}

/**
 * Where pictures change that no dynamic block holds, because a text that stays stands beside them: the element around the
 * picture, or the picture alone where that would be a whole section or page.
 */
function placesOfBarePictures(history: HistoryTree, dynamic: ReadonlySet<number>, lengths: Float64Array): Set<number> {
  const longest = Math.min(LONGEST_BESIDE, lengths[0] / 2);
  const places = new Set<number>();
  // a parent comes before its children, so that one pass knows what is inside a dynamic block
  const isInside = new Uint8Array(history.size);
  for (let node = 0; node < history.size; node++) {
    const { [node]: parent } = history.parent;
    isInside[node] = dynamic.has(node) || (parent >= 0 && isInside[parent] === 1) ? 1 : 0;
    if (isInside[node] === 1 || !isPicture(history, node) || !hasSeveralContents(history, node)) continue;
    if (versionCount(history, node) < history.versions.length) continue;
    places.add(parent >= 0 && lengths[parent] <= longest ? parent : node);
  }
  return places;
}

/** The first picture below a node that the newest version has and that was not always the same. */
function changingPicture(history: HistoryTree, node: number, shares: Float64Array): number | null {
  const newest = history.versions.length - 1;
  for (let below = node; below < history.end[node]; below++) {
    if (shares[below] > 0 && isPicture(history, below) && valueIn(history, below, newest) !== null) return below;
  }
  return null;
}

/**
 * The nodes of the history that are volatile: images and text runs that every version has and that differ in most
 * steps, of text runs those that come back but for their numbers (a clock, a counter, "3 minutes ago"), and slots whose
 * whole content is exchanged and comes back (an advertisement that rotates). A number with a unit is a value and never
 * volatile. None where they make up half of the text of the block that `within` names: then they are what it shows.
 */
export function volatileNodes(history: HistoryTree, options: VolatileOptions = {}): VolatileNode[] {
  const { minVersions = MIN_VERSIONS, minShare = MIN_SHARE, within = 0, looks } = options;
  if (history.versions.length < minVersions || history.size === 0) return [];
  const shares = changeShares(history, looks);
  const lengths = meanTextLengths(history);
  const found: VolatileNode[] = [];
  let volatileText = 0;
  const read = new Map<number, ReadValue>();
  for (let node = within; node < history.end[within]; node++) {
    if (shares[node] < minShare || versionCount(history, node) < history.versions.length) continue;
    if (isLeaf(history, node) ? !comesBack(history, node, read) : !isRotatingSlot(history, node)) continue;
    found.push({ node, changeShare: shares[node] });
    volatileText += lengths[node];
  }
  return volatileText > 0 && volatileText >= MAIN_SHARE * lengths[within] ? [] : found;
}

/**
 * True where between the two newest versions a text run, an image or the target of a link differs, came or went that is
 * not below one of the `quiet` nodes.
 */
export function changedBeside(history: HistoryTree, quiet: ReadonlySet<number>): boolean {
  const step = history.versions.length - 2;
  if (step < 0) return true;
  for (let node = 0; node < history.size; ) {
    if (quiet.has(node)) node = history.end[node];
    else if (leafChanged(history, node, step) || targetChanged(history, node, step)) return true;
    else node++;
  }
  return false;
}

function targetChanged(history: HistoryTree, node: number, step: number): boolean {
  if (history.tagNames[history.tag[node]] !== "a") return false;
  const before = valueIn(history, node, step);
  const after = valueIn(history, node, step + 1);
  return before !== after && (before && attributeIn(before, "href")) !== (after && attributeIn(after, "href"));
}

function attributeIn({ attributes = [] }: HistoryValue, wanted: string): string | null {
  for (const pair of attributes) if (pair[0] === wanted) return pair[1];
  return null;
}

function leafChanged(history: HistoryTree, node: number, step: number): boolean {
  if (!isLeaf(history, node)) return false;
  const before = valueIn(history, node, step);
  const after = valueIn(history, node, step + 1);
  if (before === null || after === null) return before !== after;
  return leafContent(history, node, step) !== leafContent(history, node, step + 1);
}

function isLeaf(history: HistoryTree, node: number): boolean {
  if (history.tag[node] === TEXT_TAG) return true;
  return isDrawnTag(history.tagNames[history.tag[node]]);
}

/** What is read of a text, or written on a drawing. */
function wordsIn({ text, attributes }: HistoryValue): string {
  return text ?? drawingFrom(attributes)?.words ?? "";
}

/**
 * True for a text whose words repeat in the versions while its numbers differ: at most half as many distinct texts as
 * versions are left without the numbers. Any image comes back, and any drawing without words: its source and its looks are
 * no text that a person reads.
 */
function comesBack(history: HistoryTree, node: number, read: Map<number, ReadValue>): boolean {
  const values: ReadValue[] = [];
  const worded = new Set<string>();
  for (let entry = history.entryStart[node]; entry < history.entryStart[node + 1]; entry++) {
    const value = readValue(history, history.entryValue[entry], read);
    if (history.tag[node] !== TEXT_TAG && value.text === "") return true;
    values.push(value);
    worded.add(value.words);
    if (worded.size > history.versions.length / 2) return false;
  }
  return !values.some((value) => hasUnit(value));
}

/** A text as it is read here. Stories wander through the places of a list, so that most are asked for many times. */
interface ReadValue {
  readonly text: string;
  /** Without its numbers. */
  readonly words: string;
  /** Undefined until somebody asks. */
  hasUnit: boolean | undefined;
}

function readValue({ values }: HistoryTree, value: number, read: Map<number, ReadValue>): ReadValue {
  const known = read.get(value);
  if (known) return known;
  const text = wordsIn(values[value]);
  const words = collapse(text.replace(/\d+/g, "0"));
  const fresh = { text, words, hasUnit: undefined };
  read.set(value, fresh);
  return fresh;
}

function hasUnit(value: ReadValue): boolean {
  const { text } = value;
  value.hasUnit ??= text.length <= LONGEST_VALUE && numbersIn(text).some(({ unit }) => unit !== null);
  return value.hasUnit;
}

/** True for an element that no version fills like all others, and that shows again what it showed before. */
function isRotatingSlot(history: HistoryTree, node: number): boolean {
  const versions = history.versions.length;
  let children = 0;
  for (let child = node + 1; child < history.end[node]; child = history.end[child]) {
    if (versionCount(history, child) === versions) return false;
    children++;
  }
  const contents = new Set<number>();
  for (let version = 0; version < versions; version++)
    contents.add(history.entryContent[entryIn(history, node, version)]);
  return children > 1 && contents.size <= versions / 2;
}

// Dynamic nodes and block-level-dynamic nodes after [merged-history-tree] section 4.2: which parts of a page change.
//
//   paper   here
//   n_c     node
//   L_d     text of the children that are dynamic or block-level-dynamic
//   L_t     text of the node
//
// Departures: "By the time constraint, we did not deeply explore the threshold's value": it is a constant here. The
// paper does not say which version's text is measured; it is the mean over all versions. It measures text alone, so that
// nothing made of pictures could be a block, although they are what changes in it: here a picture that changes counts as
// so many characters (`pictureLength`, 0 for the paper's words), and one that stays as none, so that it keeps no text from
// being seen to change. What is in the query of an address does not count: sizes and tokens are there, and a follow does not
// compare it either.

/** More than half of the text of a dynamic block belongs to children that change. */
const BLOCK_LEVEL_SHARE = 0.5;

/** A text that is about the picture beside it, and not a section of which the picture is a small part. */
const LONGEST_BESIDE = 1000;

/** About the text that stands beside a picture in a teaser. */
const PICTURE_LENGTH = 200;

export interface BlockLevelOptions {
  readonly share?: number;
  /** As how many characters a picture that changes counts. */
  readonly pictureLength?: number;
}

/**
 * 1 for a node that some version misses, and for a text run or image that was not the same in all versions.
 *
 * @internal
 */
export function dynamicNodes(history: HistoryTree): Uint8Array {
  const isDynamic = new Uint8Array(history.size);
  for (let node = 0; node < history.size; node++) {
    const isMissing = versionCount(history, node) < history.versions.length;
    isDynamic[node] = isMissing || hasSeveralContents(history, node) ? 1 : 0;
  }
  return isDynamic;
}

/** The static nodes with a larger share of text and pictures below dynamic or block-level-dynamic children than `share`. */
export function blockLevelDynamicNodes(history: HistoryTree, options: BlockLevelOptions = {}): number[] {
  const { share = BLOCK_LEVEL_SHARE, pictureLength = PICTURE_LENGTH } = options;
  const isDynamic = dynamicNodes(history);
  const length = meanTextLengths(history, (node) => (isDynamic[node] && isPicture(history, node) ? pictureLength : 0));
  const changing = new Float64Array(history.size);
  const found: number[] = [];
  for (let node = history.size - 1; node >= 0; node--) {
    const isInternal = history.end[node] > node + 1;
    const isBlock = isDynamic[node] === 0 && isInternal && changing[node] > share * length[node];
    if (isBlock) found.push(node);
    const parent = history.parent[node];
    if (parent >= 0 && (isBlock || isDynamic[node] === 1)) changing[parent] += length[node];
  }
  return found.reverse();
}

/** Length of the text of each subtree, as a mean over the versions; a node without text may count as so many characters. */
function meanTextLengths(history: HistoryTree, lengthOf: (node: number) => number = () => 0): Float64Array {
  const length = new Float64Array(history.size);
  for (let node = history.size - 1; node >= 0; node--) {
    const ofPicture = lengthOf(node);
    for (let entry = history.entryStart[node]; entry < history.entryStart[node + 1]; entry++) {
      const characters = history.values[history.entryValue[entry]].text?.length ?? ofPicture;
      length[node] += characters / history.versions.length;
    }
    if (history.parent[node] >= 0) length[history.parent[node]] += length[node];
  }
  return length;
}

/**
 * What a person sees of a leaf in a version that has it: the text of a text run, the words or the looks of a drawing, the
 * source of an image or of what a film shows before it runs; null for any other node.
 */
function leafContent(history: HistoryTree, node: number, version: number): string | number | null {
  const value = valueIn(history, node, version);
  if (value === null) return null;
  if (history.tag[node] === TEXT_TAG) return value.key;
  const drawing = drawingFrom(value.attributes);
  if (drawing) return drawing.words || drawing.hash;
  const tag = history.tagNames[history.tag[node]];
  if (!mayBePicture(tag)) return null;
  const address = pictureIn(history, node, version);
  return address === null && tag !== "img" ? null : (address ?? "").split(/[?#]/, 1)[0];
}

/** True for a picture that a person sees in every version that has it: not one of a pixel that only counts visits. */
function isPicture(history: HistoryTree, node: number): boolean {
  if (!mayBePicture(history.tagNames[history.tag[node]])) return false;
  for (let entry = history.entryStart[node]; entry < history.entryStart[node + 1]; entry++) {
    if (isPixel(history.values[history.entryValue[entry]])) return false;
    if (pictureIn(history, node, history.entryVersion[entry]) === null) return false;
  }
  return true;
}

function pictureIn(history: HistoryTree, node: number, version: number): string | null {
  const { [node]: parent } = history.parent;
  const isInPicture = parent >= 0 && history.tagNames[history.tag[parent]] === "picture";
  const element = (each: number): Pictured => {
    const value = valueIn(history, each, version);
    return {
      tag: history.tag[each] === TEXT_TAG ? "" : history.tagNames[history.tag[each]],
      attribute: (name) => value && attributeIn(value, name),
    };
  };
  return pictureAddress(element(node), function* () {
    if (!isInPicture) return;
    for (let child = parent + 1; child < history.end[parent]; child = history.end[child]) yield element(child);
  });
}

function isPixel(value: HistoryValue): boolean {
  const sides = (value.attributes ?? []).filter(([name]) => name === "width" || name === "height");
  return sides.some(([, side]) => /^[01](?:px)?$/.test(side.trim()));
}

function hasSeveralContents(history: HistoryTree, node: number): boolean {
  let first: string | number | null = null;
  for (let entry = history.entryStart[node]; entry < history.entryStart[node + 1]; entry++) {
    const content = leafContent(history, node, history.entryVersion[entry]);
    if (content === null) return false;
    if (first !== null && content !== first) return true;
    first = content;
  }
  return false;
}
