/** The items of a list block: the run of alike siblings that carries most of its text. */
import { attributeOf, type DomTree, isText, tagOf } from "../tree/dom-tree.ts";
import { type BlockTextOptions, blockText, collapse } from "./block-text.ts";

/** One item of a list block, as compared, shown and put into feeds. */
export interface ListItem {
  /** Equal for the same item on a later page: what it calls itself, its link where it has one of its own, or its text. */
  readonly key: string;
  readonly text: string;
  /** The first line, or the text of the first link. */
  readonly title: string;
  /** As written on the page, not yet resolved. */
  readonly href: string | null;
  readonly node: number;
}

/** Fewer alike siblings than this are a layout, not a list. */
const MIN_ITEMS = 3;

/** A list carries at least this share of the text of its block; the rest is heading and footer. */
const MIN_TEXT_SHARE = 0.6;

/** Items of which most are empty are decoration. */
const MIN_FILLED_SHARE = 0.5;

/** Items beyond this are not told apart, so that a hostile page cannot make a diff grow without bound. */
const MAX_ITEMS = 2_000;

/** The items of a block in document order, or null where the block is not a list. Linear in the size of the block. */
export function listItems(tree: DomTree, block: number, options: BlockTextOptions = {}): readonly ListItem[] | null {
  // it says itself that it is one, however short it is
  if (isFeed(tree, block)) return itemsAt(tree, elementsIn(tree, block), options);
  const nodes = itemNodes(tree, block);
  const items = nodes && itemsAt(tree, nodes, options);
  return items && items.length >= MIN_ITEMS ? items : null;
}

/** ARIA 1.2, role `feed`: a list of articles to which some are added at either end, and from which some are taken there. */
export function isFeed(tree: DomTree, block: number): boolean {
  return attributeOf(tree, block, "role") === "feed";
}

function elementsIn(tree: DomTree, block: number): readonly number[] {
  const children: number[] = [];
  for (let child = block + 1; child < tree.end[block]; child = tree.end[child]) {
    if (!isText(tree, child)) children.push(child);
  }
  return children;
}

/** Elements that are known to be items, read as such; those without text are left out. */
export function itemsAt(tree: DomTree, nodes: readonly number[], options: BlockTextOptions = {}): readonly ListItem[] {
  const items: ListItem[] = [];
  for (const node of nodes.slice(0, MAX_ITEMS)) {
    if (options.without?.has(node)) continue;
    const text = blockText(tree, node, options);
    if (text !== "") items.push(readItem(tree, node, text, options));
  }
  return withDistinctKeys(items, (node) => ownId(tree, node));
}

/** The largest run of alike siblings by text, provided that it is most of the block; the outermost of equals. */
function itemNodes(tree: DomTree, block: number): readonly number[] | null {
  const wholeLength = textLength(tree, block);
  let best: readonly number[] | null = null;
  let bestLength = wholeLength * MIN_TEXT_SHARE;
  for (let node = block; node < tree.end[block]; node++) {
    // a subtree with less text than the best list cannot hold a better one
    if (isText(tree, node) || textLength(tree, node) <= bestLength) continue;
    const group = alikeChildren(tree, node);
    const length = group.reduce((sum, child) => sum + textLength(tree, child), 0);
    if (group.length >= MIN_ITEMS && length > bestLength) {
      best = group;
      bestLength = length;
    }
  }
  return best;
}

/** The children that share the tag most common among the children with text. */
function alikeChildren(tree: DomTree, node: number): readonly number[] {
  const groups = new Map<string, number[]>();
  for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) {
    if (isText(tree, child) || isLineDecoration(tree, child)) continue;
    const tag = tagOf(tree, child);
    const members = groups.get(tag);
    if (members) members.push(child);
    else groups.set(tag, [child]);
  }
  let largest: readonly number[] = [];
  for (const members of groups.values()) {
    const filled = members.filter((member) => textLength(tree, member) > 0);
    if (filled.length < members.length * MIN_FILLED_SHARE) continue;
    if (filled.length > largest.length) largest = filled;
  }
  return largest;
}

/** Text broken into lines is one text, not a list of its line breaks and emphasised words. */
function isLineDecoration(tree: DomTree, node: number): boolean {
  return ["br", "b", "i", "em", "strong", "span", "td", "th", "option"].includes(tagOf(tree, node));
}

function textLength(tree: DomTree, node: number): number {
  return tree.textStart[tree.end[node]] - tree.textStart[node];
}

function readItem(tree: DomTree, node: number, text: string, options: BlockTextOptions): ListItem {
  for (let at = node; at < tree.end[node]; ) {
    if (options.without?.has(at)) {
      at = tree.end[at];
      continue;
    }
    const href = isText(tree, at) || tagOf(tree, at) !== "a" ? null : attributeOf(tree, at, "href");
    if (href && !/^(#|javascript:)/i.test(href)) {
      const linkText = collapse(blockText(tree, at, options));
      return { key: href, text, title: linkText || firstLine(text), href, node };
    }
    at++;
  }
  return { key: text, text, title: firstLine(text), href: null, node };
}

/** HTML standard, microdata: `itemid` is the global identifier of an item. */
function ownId(tree: DomTree, node: number): string | null {
  return attributeOf(tree, node, "itemscope") === null ? null : attributeOf(tree, node, "itemid") || null;
}

function firstLine(text: string): string {
  const stop = text.indexOf("\n");
  return stop < 0 ? text : text.slice(0, stop);
}

/**
 * A name or a link that several items share says nothing about which item it is; then the text does, counted where it
 * repeats.
 */
function withDistinctKeys(items: readonly ListItem[], idOf: (node: number) => string | null): readonly ListItem[] {
  const ids = items.map(({ node }) => idOf(node));
  const [idUses, linkUses] = [usesOf(ids), usesOf(items.map(({ href }) => href))];
  const taken = new Set<string>();
  return items.map((item, at) => {
    const [id, href] = [ids[at] ?? null, item.href];
    const base =
      id !== null && idUses.get(id) === 1 ? id : href !== null && linkUses.get(href) === 1 ? href : item.text;
    let key = base;
    for (let times = 2; taken.has(key); times++) key = `${base} #${times}`;
    taken.add(key);
    return { ...item, key };
  });
}

function usesOf(names: readonly (string | null)[]): ReadonlyMap<string, number> {
  const uses = new Map<string, number>();
  for (const name of names) if (name) uses.set(name, (uses.get(name) ?? 0) + 1);
  return uses;
}

// "All like this one": a block together with its siblings of the same kind.

/** The siblings of a block that are like it, itself included, in document order. Linear in the siblings. */
export function alikeSiblings(tree: DomTree, block: number): readonly number[] {
  const parent = tree.parent[block];
  if (parent < 0) return [block];
  const alike: number[] = [];
  const classes = classesOf(tree, block);
  for (let sibling = parent + 1; sibling < tree.end[parent]; sibling = tree.end[sibling]) {
    if (sibling === block || isAlike(tree, block, sibling, classes)) alike.push(sibling);
  }
  return alike;
}

/** The same tag, and a class in common unless both have none; ids and states such as `active` may differ. */
export function isAlike(
  tree: DomTree,
  block: number,
  sibling: number,
  classes: ReadonlySet<string> = classesOf(tree, block),
): boolean {
  if (tagOf(tree, sibling) !== tagOf(tree, block)) return false;
  const others = classesOf(tree, sibling);
  return classes.size === 0 ? others.size === 0 : [...others].some((name) => classes.has(name));
}

function classesOf(tree: DomTree, node: number): ReadonlySet<string> {
  return new Set((attributeOf(tree, node, "class") ?? "").split(/\s+/).filter(Boolean));
}
