/**
 * A page on which named siblings stand in another order: sections with a heading, rows with a key cell, cards with a
 * label. A person follows the name; histories of real pages hardly ever show it, because their sections stay in place.
 */
import { attributesOf, type DomTree, TEXT_TAG, TreeBuilder, tagOf, textOf } from "@tessera/engine";
import { MOST_ENTRIES, REWRITINGS } from "../obvious/wording.ts";
import type { MovedPage } from "./disguise.ts";

/** How far above the block the named sibling may be that it belongs to. */
const MAX_LEVELS = 4;
const FEWEST_SIBLINGS = 3;
const MAX_SIBLINGS = 60;
const MAX_NAME_LENGTH = 60;
/** Names stay from page to page; what mostly does not is a headline, and follows the place. */
const KEPT_NAMES = 0.6;
/** How often the rest of what they say is other words. */
const NEW_BODIES = 0.4;
/** How often the names are written otherwise. */
const NEW_SPELLING = 0.3;
/** How often the names are others, where each still has its link. */
const NEW_NAMES = 0.12;

interface NamedSibling {
  readonly node: number;
  /** The text node of its name. */
  readonly label: number;
  readonly name: string;
}

/** Null where the block is none of several named siblings, or their names are not those of the other `versions` too. */
export function reordered(
  tree: DomTree,
  node: number,
  versions: readonly DomTree[],
  random: () => number,
): MovedPage | null {
  for (let [at, levels] = [node, 0]; at > 2 && levels <= MAX_LEVELS; at = tree.parent[at]!, levels++) {
    const siblings = namedSiblings(tree, at);
    if (!siblings || !versions.every((version) => areKept(siblings, at, version))) continue;
    const texts = random() < NEW_BODIES ? otherBodies(tree, siblings, random) : new Map<number, string>();
    if (random() < NEW_NAMES && haveOwnLinks(tree, siblings)) {
      for (const [text, other] of otherBodies(tree, siblings, random, true)) texts.set(text, other);
    } else if (random() < NEW_SPELLING) {
      const rewrite = REWRITINGS[Math.floor(random() * REWRITINGS.length)]!;
      const entries = (): number => Math.ceil(random() * MOST_ENTRIES);
      for (const { label } of siblings) texts.set(label, rewrite(textOf(tree, label), entries()));
    }
    return rebuilt(tree, orderOf(tree, siblings, shuffled(siblings, at, random)), texts);
  }
  return null;
}

/** The siblings of the same tag, each by a name that no other has; null where that is not so. */
function namedSiblings(tree: DomTree, node: number): readonly NamedSibling[] | null {
  const parent = tree.parent[node]!;
  const named: NamedSibling[] = [];
  for (let child = parent + 1; child < tree.end[parent]!; child = tree.end[child]!) {
    if (tree.tag[child] !== tree.tag[node] || named.length > MAX_SIBLINGS) continue;
    const label = labelOf(tree, child);
    if (label >= 0) named.push({ node: child, label, name: nameIn(tree, label) });
  }
  const names = new Set(named.map(({ name }) => name));
  // whoever points at the first of many mostly means the place
  const isOneOfThem = named.slice(1).some((sibling) => sibling.node === node);
  return isOneOfThem && named.length >= FEWEST_SIBLINGS && names.size === named.length ? named : null;
}

/** The first short text of letters: a heading, a key cell, a label. */
function labelOf(tree: DomTree, node: number): number {
  for (let at = node; at < tree.end[node]!; at++) {
    if (tree.tag[at] !== TEXT_TAG) continue;
    const text = textOf(tree, at).trim();
    if (/\p{L}{2}/u.test(text)) return text.length <= MAX_NAME_LENGTH ? at : -1;
  }
  return -1;
}

function nameIn(tree: DomTree, label: number): string {
  return textOf(tree, label).trim().toLowerCase();
}

const namesOn = new WeakMap<DomTree, ReadonlySet<string>>();

/** True where most of the names, and that of the block above all, stand on the other page too. */
function areKept(siblings: readonly NamedSibling[], node: number, version: DomTree): boolean {
  let known = namesOn.get(version);
  if (!known) {
    const texts = Array.from({ length: version.size }, (_, at) => at).filter((at) => version.tag[at] === TEXT_TAG);
    known = new Set(texts.map((at) => nameIn(version, at)));
    namesOn.set(version, known);
  }
  const kept = siblings.filter(({ name }) => known.has(name));
  return kept.length >= KEPT_NAMES * siblings.length && kept.some((sibling) => sibling.node === node);
}

/** In another order, the one at `node` in another place. */
function shuffled(siblings: readonly NamedSibling[], node: number, random: () => number): readonly NamedSibling[] {
  const order = [...siblings];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  const isSamePlace = order.findIndex((one) => one.node === node) === siblings.findIndex((one) => one.node === node);
  return isSamePlace ? [...order.slice(1), order[0]!] : order;
}

/** All nodes in the order of the new page: siblings take each other's places with all that is in them. */
function orderOf(tree: DomTree, siblings: readonly NamedSibling[], order: readonly NamedSibling[]): number[] {
  const parent = tree.parent[siblings[0]!.node]!;
  const standsAt = new Map(siblings.map(({ node }, place) => [node, order[place]!.node]));
  const nodes: number[] = [];
  const add = (from: number, to: number): void => {
    for (let at = from; at < to; at++) nodes.push(at);
  };
  add(0, parent + 1);
  for (let child = parent + 1; child < tree.end[parent]!; child = tree.end[child]!) {
    const shown = standsAt.get(child) ?? child;
    add(shown, tree.end[shown]!);
  }
  add(tree.end[parent]!, tree.size);
  return nodes;
}

/** True where the first link of each leads somewhere else. */
function haveOwnLinks(tree: DomTree, siblings: readonly NamedSibling[]): boolean {
  const targets = siblings.map(({ node }) => firstLink(tree, node));
  return !targets.includes(null) && new Set(targets).size === siblings.length;
}

function firstLink(tree: DomTree, node: number): string | null {
  for (let at = node; at < tree.end[node]!; at++) {
    if (tree.tag[at] === TEXT_TAG || tagOf(tree, at) !== "a") continue;
    const href = attributesOf(tree, at).find(([name]) => name === "href");
    if (href) return href[1];
  }
  return null;
}

/** Texts from elsewhere on the page in place of all but the names, or of those too. */
function otherBodies(
  tree: DomTree,
  siblings: readonly NamedSibling[],
  random: () => number,
  alsoNames = false,
): Map<number, string> {
  const [first, past] = [siblings[0]!.node, tree.end[siblings.at(-1)!.node]!];
  const elsewhere: string[] = [];
  for (let at = 0; at < tree.size; at++) {
    if (tree.tag[at] === TEXT_TAG && (at < first || at >= past)) elsewhere.push(textOf(tree, at));
  }
  const bodies = new Map<number, string>();
  if (elsewhere.length === 0) return bodies;
  for (const { node, label } of siblings) {
    for (let at = node; at < tree.end[node]!; at++) {
      if (tree.tag[at] !== TEXT_TAG || (at === label && !alsoNames)) continue;
      bodies.set(at, elsewhere[Math.floor(random() * elsewhere.length)]!);
    }
  }
  return bodies;
}

/** The nodes in this order, each as deep as it was. */
function rebuilt(tree: DomTree, nodes: readonly number[], texts: ReadonlyMap<number, string>): MovedPage {
  const builder = new TreeBuilder();
  const placeOf = new Int32Array(tree.size).fill(-1);
  let open = 0;
  for (const node of nodes) {
    for (; open > tree.depth[node]!; open--) builder.closeElement();
    if (tree.tag[node] === TEXT_TAG) {
      placeOf[node] = builder.addText(texts.get(node) ?? textOf(tree, node));
      continue;
    }
    placeOf[node] = builder.openElement(tagOf(tree, node));
    for (const [name, value] of attributesOf(tree, node)) builder.addAttribute(name, value);
    open++;
  }
  for (; open > 0; open--) builder.closeElement();
  return { page: builder.finish(), placeOf };
}
