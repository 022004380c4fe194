/** A page as parallel arrays in document order, and the few questions every algorithm asks of it. */

/** Index of the tag name of text runs in `tagNames` of every tree. */
export const TEXT_TAG = 0;
export const TEXT_TAG_NAME = "#text";

/**
 * A page: elements and text runs in document order. The subtree of node `i` is the range `[i, end[i])`, so a parent
 * always precedes its children and every walk is a loop.
 *
 * Script, style, template, noscript content, comments and white-space-only text are not part of it.
 */
export interface DomTree {
  /** Number of nodes; node 0 is the `html` element. */
  readonly size: number;
  /** Parent of each node, -1 at the root. */
  readonly parent: Int32Array;
  /** One past the last node of each subtree. */
  readonly end: Uint32Array;
  readonly depth: Uint32Array;
  /** Index into `tagNames`; `TEXT_TAG` for a text run. */
  readonly tag: Uint16Array;
  readonly tagNames: readonly string[];
  /** All text runs in document order, each followed by a line feed: the text of a subtree is one slice. */
  readonly text: string;
  /** Where the text of node `i` starts in `text`; `size + 1` entries. */
  readonly textStart: Uint32Array;
  /** The attributes of node `i` are the entries `[attrStart[i], attrStart[i + 1])`; `size + 1` entries. */
  readonly attrStart: Uint32Array;
  /** Index into `attrNames`. */
  readonly attrName: Uint16Array;
  readonly attrNames: readonly string[];
  /** Index into `attrValues`, where equal strings are stored once. */
  readonly attrValue: Uint32Array;
  readonly attrValues: readonly string[];
  /** Hash of the tags of the subtree, as an integer of 53 bits. */
  readonly shapeHash: Float64Array;
  /** Hash of tags, texts and attributes of the subtree, as an integer of 53 bits. */
  readonly contentHash: Float64Array;
  /** Left, top, width and height of each node in CSS pixels, width -1 where it has no box; null if never rendered. */
  readonly boxes: Int32Array | null;
  /** Width and height of the window in which the boxes were seen, where that is known. */
  readonly viewport?: readonly [width: number, height: number] | undefined;
}

export function isText(tree: DomTree, node: number): boolean {
  return tree.tag[node] === TEXT_TAG;
}

export function tagOf(tree: DomTree, node: number): string {
  return tree.tagNames[tree.tag[node]];
}

/** The text runs of the subtree, one a line. */
export function textOf(tree: DomTree, node: number): string {
  const stop = tree.textStart[tree.end[node]];
  return stop === tree.textStart[node] ? "" : tree.text.slice(tree.textStart[node], stop - 1);
}

/** The value of an attribute, or null where the node does not have it. */
export function attributeOf(tree: DomTree, node: number, name: string): string | null {
  for (let entry = tree.attrStart[node]; entry < tree.attrStart[node + 1]; entry++) {
    if (tree.attrNames[tree.attrName[entry]] === name) return tree.attrValues[tree.attrValue[entry]];
  }
  return null;
}

/** The attributes of a node as written, in source order. */
export function attributesOf(tree: DomTree, node: number): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let entry = tree.attrStart[node]; entry < tree.attrStart[node + 1]; entry++) {
    pairs.push([tree.attrNames[tree.attrName[entry]], tree.attrValues[tree.attrValue[entry]]]);
  }
  return pairs;
}

/** The children of a node, text runs included, in document order. */
export function childrenOf(tree: DomTree, node: number): number[] {
  const children: number[] = [];
  for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) children.push(child);
  return children;
}

/** True where `inner` lies in the subtree of `outer`; a node contains itself. */
export function contains(tree: DomTree, outer: number, inner: number): boolean {
  return inner >= outer && inner < tree.end[outer];
}

/** Number of nodes of the subtree, the node itself included. */
export function subtreeSize(tree: DomTree, node: number): number {
  return tree.end[node] - node;
}
