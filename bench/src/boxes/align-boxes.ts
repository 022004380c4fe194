/** Brings the boxes of a Chromium snapshot to the nodes of the engine's tree by walking both in document order. */
import { type DomTree, tagOf } from "@tessera/engine";

/** The part of the answer of CDP `DOMSnapshot.captureSnapshot` that is read here; strings are numbers into `strings`. */
export interface Snapshot {
  readonly strings: readonly string[];
  readonly documents: readonly {
    readonly nodes: {
      readonly parentIndex?: readonly number[];
      readonly nodeType?: readonly number[];
      readonly nodeName?: readonly number[];
      readonly nodeValue?: readonly number[];
    };
    readonly layout: { readonly nodeIndex: readonly number[]; readonly bounds: readonly (readonly number[])[] };
  }[];
}

type SnapshotDocument = Snapshot["documents"][number];

const ELEMENT = 1;
const TEXT = 3;
const DOCUMENT = 9;
/** What `parseHtml` leaves out of the tree. */
const NOT_IN_TREE = new Set(["script", "style", "template", "noscript"]);
/** In the map from snapshot nodes to tree nodes: not part of the tree, and the document above its root. */
const SKIPPED = -2;
const ABOVE_ROOT = -1;

/** Four numbers a node, as `DomTree.boxes`; null where Chromium built another tree than the engine. */
export function alignBoxes(tree: DomTree, snapshot: Snapshot): Int32Array | null {
  const document = snapshot.documents[0];
  const nodeOf = document ? mapNodes(tree, document, snapshot.strings) : null;
  if (!document || !nodeOf) return null;
  const boxes = new Int32Array(tree.size * 4).fill(-1);
  for (const [at, index] of document.layout.nodeIndex.entries()) {
    const node = nodeOf[index] ?? SKIPPED;
    const bounds = document.layout.bounds[at];
    if (node >= 0 && bounds) include(boxes, node, bounds);
  }
  return boxes;
}

/** The tree node of every snapshot node, or null at the first difference. */
function mapNodes(tree: DomTree, document: SnapshotDocument, strings: readonly string[]): Int32Array | null {
  const { parentIndex = [], nodeType = [], nodeName = [], nodeValue = [] } = document.nodes;
  const nodeOf = new Int32Array(nodeType.length).fill(SKIPPED);
  const text = (index: number): string => strings[nodeValue[index] ?? -1] ?? "";
  let next = 0;
  for (let index = 0; index < nodeType.length; index++) {
    if (nodeType[index] === DOCUMENT) nodeOf[index] = index === 0 ? ABOVE_ROOT : SKIPPED;
    const parent = nodeOf[parentIndex[index] ?? 0] ?? SKIPPED;
    if (parent === SKIPPED || (parent === ABOVE_ROOT && nodeType[index] !== ELEMENT)) continue;
    let last = index;
    let tag = "";
    if (nodeType[index] === TEXT) {
      // Chromium cuts long text into several nodes side by side, the engine's parser does not
      while (nodeType[last + 1] === TEXT && parentIndex[last + 1] === parentIndex[index]) last++;
      let isBlank = true;
      for (let piece = index; piece <= last; piece++) isBlank &&= !/\S/.test(text(piece));
      if (!isBlank) tag = "#text";
    } else if (nodeType[index] === ELEMENT) {
      const name = (strings[nodeName[index] ?? -1] ?? "").toLowerCase();
      if (!name.startsWith("::") && !NOT_IN_TREE.has(name)) tag = name;
    }
    if (tag !== "") {
      if (next >= tree.size || tree.parent[next] !== parent || tagOf(tree, next).toLowerCase() !== tag) return null;
      nodeOf.fill(next++, index, last + 1);
    }
    index = last;
  }
  return next === tree.size ? nodeOf : null;
}

/** A node with several boxes has the smallest rectangle around them. */
function include(boxes: Int32Array, node: number, bounds: readonly number[]): void {
  const [left, top, width, height] = bounds.map(Math.round) as [number, number, number, number];
  const at = node * 4;
  if (boxes[at + 2] === -1) {
    boxes.set([left, top, width, height], at);
    return;
  }
  const right = Math.max(boxes[at]! + boxes[at + 2]!, left + width);
  const bottom = Math.max(boxes[at + 1]! + boxes[at + 3]!, top + height);
  const firstLeft = Math.min(boxes[at]!, left);
  const firstTop = Math.min(boxes[at + 1]!, top);
  boxes.set([firstLeft, firstTop, right - firstLeft, bottom - firstTop], at);
}
