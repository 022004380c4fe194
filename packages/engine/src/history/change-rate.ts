/**
 * How often the parts of a page change, read from its history: for ranking the blocks that a picker offers, and for
 * staying quiet about clocks and counters. It builds on the dynamic nodes of [merged-history-tree] section 4.2, which
 * say whether something changes; how often, the paper does not ask.
 */
import { numbersIn } from "../diff/numbers.ts";
import { type DomTree, TEXT_TAG } from "../tree/dom-tree.ts";
import { type Alignment, align } from "./align.ts";
import { blockLevelDynamicNodes, leafContent, meanTextLengths } from "./dynamic.ts";
import { entryIn, type HistoryTree, nodesOfVersion, valueIn, versionCount } from "./history-tree.ts";

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
  const versions = history.versions.length;
  const steps = history.versions.reduce((sum, _, version) => sum + (looks[version] ?? 1), 0) - 1;
  const shares = new Float64Array(history.size);
  const hasChanged = new Uint8Array(history.size);
  for (let step = 0; step < versions - 1; step++) {
    hasChanged.fill(0);
    for (let node = history.size - 1; node >= 0; node--) {
      if (hasChanged[node] === 0 && leafChanged(history, node, step)) hasChanged[node] = 1;
      if (hasChanged[node] === 0) continue;
      shares[node] += 1 / steps;
      if (history.parent[node] >= 0) hasChanged[history.parent[node]] = 1;
    }
  }
  return shares;
}

/** The dynamic blocks that the newest version has, most often changing first, larger ones before smaller ones. */
export function changingBlocks(history: HistoryTree): ChangingBlock[] {
  const shares = changeShares(history);
  const lengths = meanTextLengths(history);
  const pageNodes = new Map([...nodesOfVersion(history, history.versions.length - 1)].map((node, at) => [node, at]));
  const blocks: ChangingBlock[] = [];
  for (const node of blockLevelDynamicNodes(history)) {
    const pageNode = pageNodes.get(node);
    if (pageNode === undefined) continue;
    blocks.push({ node, pageNode, changeShare: shares[node], textLength: lengths[node] });
  }
  return blocks.sort((a, b) => b.changeShare - a.changeShare || b.textLength - a.textLength || a.node - b.node);
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
  for (let node = within; node < history.end[within]; node++) {
    if (shares[node] < minShare || versionCount(history, node) < history.versions.length) continue;
    if (isLeaf(history, node) ? !comesBack(history, node) : !isRotatingSlot(history, node)) continue;
    found.push({ node, changeShare: shares[node] });
    volatileText += lengths[node];
  }
  return volatileText > 0 && volatileText >= MAIN_SHARE * lengths[within] ? [] : found;
}

/** The nodes of a newer page that correspond to volatile nodes of the history. */
export function volatileOnPage(history: HistoryTree, page: DomTree, options: VolatileOptions = {}): number[] {
  const volatile = new Set(volatileNodes(history, options).map(({ node }) => node));
  if (volatile.size === 0) return [];
  return pagePartners(align(history, page), volatile);
}

function pagePartners({ partner }: Alignment, wanted: ReadonlySet<number>): number[] {
  const found: number[] = [];
  for (let node = 0; node < partner.length; node++) if (wanted.has(partner[node])) found.push(node);
  return found;
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
  const [before, after] = [valueIn(history, node, step), valueIn(history, node, step + 1)].map((value) =>
    value?.attributes?.find(([name]) => name === "href")?.join(" "),
  );
  return before !== after;
}

function leafChanged(history: HistoryTree, node: number, step: number): boolean {
  if (!isLeaf(history, node)) return false;
  const before = valueIn(history, node, step);
  const after = valueIn(history, node, step + 1);
  if (before === null || after === null) return before !== after;
  return leafContent(history, node, before) !== leafContent(history, node, after);
}

function isLeaf(history: HistoryTree, node: number): boolean {
  return history.tag[node] === TEXT_TAG || history.tagNames[history.tag[node]] === "img";
}

/**
 * True for a text whose words repeat in the versions while its numbers differ: at most half as many distinct texts as
 * versions are left without the numbers. Any image comes back: its source is no text that a person reads.
 */
function comesBack(history: HistoryTree, node: number): boolean {
  if (history.tag[node] !== TEXT_TAG) return true;
  const worded = new Set<string>();
  let isValue = false;
  for (let entry = history.entryStart[node]; entry < history.entryStart[node + 1]; entry++) {
    const text = history.values[history.entryValue[entry]].text ?? "";
    worded.add(text.replace(/\d+/g, "0").replace(/\s+/g, " ").trim());
    isValue ||= text.length <= LONGEST_VALUE && numbersIn(text).some(({ unit }) => unit !== null);
  }
  return !isValue && worded.size <= history.versions.length / 2;
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
