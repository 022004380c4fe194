/** A block among its ancestors: which of them are around it, which element is framed, and who stands beside them. */
import { type Element, isElement, type Node } from "./page-node.ts";

/** As in `parseHtml`: not counted. */
export const NOT_IN_TREE: ReadonlySet<string> = new Set(["script", "style", "template", "noscript"]);

export interface ChainLink {
  readonly element: Element;
  /** In the tree of the capture. */
  readonly node: number;
}

export interface TileChain {
  /** The blocks and everything around them. */
  readonly members: ReadonlySet<Node>;
  /** From the page to the element that holds all blocks: the block itself, or the parent of several. */
  readonly links: readonly ChainLink[];
  /**
   * What gets a box of its own in the tile, by its place in `links`: the element that holds all blocks, or what it is
   * nothing without. A cell needs its table, a shape its drawing, an image in a `picture` the choice around it.
   */
  readonly framed: number;
}

export const HTML_NAMESPACE = "http://www.w3.org/1999/xhtml";
export const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const TABLE_PARTS: ReadonlySet<string> = new Set("tr td th tbody thead tfoot caption colgroup col".split(" "));
const LIST_PARTS: ReadonlySet<string> = new Set(["option", "optgroup"]);

/** Throws a RangeError where the page has not all of the blocks. */
export function chainTo(root: Element, blocks: ReadonlySet<number>): TileChain {
  const numbers = new Map<Node, number>();
  const found = find(root, blocks, numbers);
  const members = new Set<Node>();
  for (const block of found)
    for (let at: Node | null = block; at && !members.has(at); at = at.parentNode) members.add(at);
  const links: ChainLink[] = [];
  for (let at: Node | null = heldBy(found); at && isElement(at) && numbers.has(at); at = at.parentNode) {
    links.unshift({ element: at, node: numbers.get(at)! });
  }
  return { members, links, framed: framedIn(links) };
}

function find(root: Element, blocks: ReadonlySet<number>, numbers: Map<Node, number>): readonly Element[] {
  const found: Element[] = [];
  const pending: Node[] = [root];
  let count = 0;
  for (let node = pending.pop(); node && found.length < blocks.size; node = pending.pop()) {
    if (isElement(node)) {
      if (NOT_IN_TREE.has(node.tagName)) continue;
      numbers.set(node, count);
      if (blocks.has(count++)) found.push(node);
      for (const child of node.childNodes.toReversed()) pending.push(child);
    } else if (/\S/.test(node.value)) count++;
  }
  if (found.length < blocks.size) {
    throw new RangeError(`the page has not all of the elements ${[...blocks].join(", ")}`);
  }
  return found;
}

/** The one block, or the nearest element around all of them. */
function heldBy(blocks: readonly Element[]): Node | null {
  const [first, ...others] = blocks;
  let holder: Node | null = first ?? null;
  for (const other of others) {
    const around = new Set<Node>();
    for (let at: Node | null = other; at; at = at.parentNode) around.add(at);
    while (holder && !around.has(holder)) holder = holder.parentNode;
  }
  return holder;
}

function framedIn(links: readonly ChainLink[]): number {
  let at = links.length - 1;
  const needsParent = ({ element }: ChainLink, parent: ChainLink): boolean =>
    TABLE_PARTS.has(element.tagName) ||
    LIST_PARTS.has(element.tagName) ||
    (element.namespaceURI !== HTML_NAMESPACE && parent.element.namespaceURI !== HTML_NAMESPACE) ||
    parent.element.tagName === "picture";
  while (at > 0 && needsParent(links[at]!, links[at - 1]!)) at--;
  return at;
}

/** A sibling of the block, so many elements behind it or what is so many levels around it. */
export interface GroundPlace {
  readonly up: number;
  readonly offset: number;
}

/** More than this is no ground but another part of the page. */
const MAX_GROUND_PARTS = 400;

/** What lies behind what is shown. Null where it is not there, or cannot be shown without more of the page. */
export function groundAt({ links, framed }: TileChain, { up, offset }: GroundPlace): Element | null {
  const at = links.length - 1 - up;
  const parent = links[at - 1]?.element;
  if (!parent || at < 2 || at > framed || offset === 0 || parent.namespaceURI !== HTML_NAMESPACE) return null;
  const siblings = parent.childNodes.filter(isElement).filter(({ tagName }) => !NOT_IN_TREE.has(tagName));
  const ground = siblings[siblings.indexOf(links[at]!.element) + offset];
  return ground && countIn(ground) <= MAX_GROUND_PARTS ? ground : null;
}

function countIn(element: Element): number {
  const pending: Element[] = [element];
  let count = 0;
  for (let at = pending.pop(); at && count <= MAX_GROUND_PARTS; at = pending.pop()) {
    count++;
    for (const child of at.childNodes) if (isElement(child)) pending.push(child);
  }
  return count;
}

/** Nearer siblings than these are always there; of further ones a multiple of twelve may be missing. */
const NEAR = 120;
const PERIOD = 12;

/**
 * The siblings of what is shown that style sheets may count or look back to (`:nth-child`, `+`, `:first-child`, counters).
 * A table of thousands of rows keeps the near ones; what is left out does not change who is even, third or sixth.
 */
export function standingBeside(parent: Element, { members }: TileChain): ReadonlySet<Node> {
  const children = parent.childNodes.filter(isElement);
  const isShown = children.map((child) => members.has(child));
  const [first, last] = [isShown.indexOf(true), isShown.lastIndexOf(true)];
  const left = skipped(first);
  const right = children.length - skipped(children.length - 1 - last);
  return new Set(children.slice(left, right).filter((child) => !members.has(child)));
}

function skipped(count: number): number {
  return Math.max(0, Math.floor((count - NEAR) / PERIOD) * PERIOD);
}
