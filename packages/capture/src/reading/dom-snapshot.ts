/** The answer of the browser's one call DOMSnapshot.captureSnapshot, as far as a capture reads it. */
import { CaptureFailure } from "@tessera/network/failure";

/** Index into `strings`; -1 where there is none. */
type StringIndex = number;

/** Values of the few nodes that have one. */
interface Rare {
  readonly index: readonly number[];
}

export interface DocumentSnapshot {
  readonly publicId: StringIndex;
  readonly systemId: StringIndex;
  readonly title: StringIndex;
  readonly encodingName: StringIndex;
  readonly contentWidth?: number;
  readonly contentHeight?: number;
  /** Parallel arrays in the order of the flat tree: shadow trees in place, slotted nodes in their slots. */
  readonly nodes: {
    readonly parentIndex: readonly number[];
    readonly nodeType: readonly number[];
    readonly nodeName: readonly StringIndex[];
    readonly nodeValue: readonly StringIndex[];
    /** Names and values in turn. */
    readonly attributes: readonly (readonly StringIndex[])[];
    readonly pseudoType: Rare;
    /** Of frames: the number of the document in them. */
    readonly contentDocumentIndex?: Rare & { readonly value: readonly number[] };
  };
  readonly layout: {
    readonly nodeIndex: readonly number[];
    readonly bounds: readonly (readonly number[])[];
    /** The computed styles that were asked for. */
    readonly styles: readonly (readonly StringIndex[])[];
  };
}

export interface DomSnapshot {
  readonly documents: readonly DocumentSnapshot[];
  readonly strings: readonly string[];
}

/** Lists of numbers, one after the other: list `i` is `values` from `start[i]` to `start[i + 1]`. */
interface Rows {
  readonly start: Uint32Array;
  readonly values: Float64Array;
}

/** The document of a snapshot as typed arrays, which go to another thread in one piece and take the main thread no time. */
export interface PackedSnapshot {
  readonly strings: readonly string[];
  readonly publicId: StringIndex;
  readonly systemId: StringIndex;
  readonly parentIndex: Int32Array;
  readonly nodeType: Int32Array;
  readonly nodeName: Int32Array;
  readonly nodeValue: Int32Array;
  readonly attributes: Rows;
  /** Nodes that only styles make. */
  readonly pseudo: Int32Array;
  readonly laidOut: Int32Array;
  readonly bounds: Rows;
  readonly styles: Rows;
  /** What is read in the frames of the page, by the frame's node. */
  readonly frameWords: ReadonlyMap<number, string>;
}

const MAX_FRAMES = 50;
const MAX_FRAME_WORDS = 1_000;
const MAX_NODES = 500_000;

/** Throws a CaptureFailure where the document is larger than any page. */
export function packSnapshot({ documents, strings }: DomSnapshot): PackedSnapshot {
  const [document] = documents;
  const { nodes, layout } = document ?? {};
  const count = nodes?.nodeType.length ?? 0;
  if (count > MAX_NODES) {
    throw new CaptureFailure("too-large", { message: `the rendered page has more than ${MAX_NODES} nodes` });
  }
  return {
    strings,
    publicId: document?.publicId ?? -1,
    systemId: document?.systemId ?? -1,
    parentIndex: Int32Array.from(nodes?.parentIndex ?? []),
    nodeType: Int32Array.from(nodes?.nodeType ?? []),
    nodeName: Int32Array.from(nodes?.nodeName ?? []),
    nodeValue: Int32Array.from(nodes?.nodeValue ?? []),
    attributes: rowsOf(nodes?.attributes ?? []),
    pseudo: Int32Array.from(nodes?.pseudoType?.index ?? []),
    laidOut: Int32Array.from(layout?.nodeIndex ?? []),
    bounds: rowsOf(layout?.bounds ?? []),
    styles: rowsOf(layout?.styles ?? []),
    frameWords: frameWordsOf({ documents, strings }),
  };
}

/** Frames of any origin, all of which share one renderer; of each no more than a few lines. */
function frameWordsOf({ documents, strings }: DomSnapshot): ReadonlyMap<number, string> {
  const { index = [], value = [] } = documents[0]?.nodes.contentDocumentIndex ?? {};
  const words = new Map<number, string>();
  for (const [at, frame] of index.slice(0, MAX_FRAMES).entries()) {
    const inside = documents[value[at] ?? -1];
    if (inside) words.set(frame, wordsOf(inside, strings));
  }
  return words;
}

/** The texts that are laid out, in their order. */
function wordsOf({ nodes, layout }: DocumentSnapshot, strings: DomSnapshot["strings"]): string {
  let words = "";
  for (const node of layout.nodeIndex) {
    if (nodes.nodeType[node] !== NODE_TYPE.text) continue;
    const text = strings[nodes.nodeValue[node] ?? -1]?.slice(0, MAX_FRAME_WORDS).trim();
    if (text) words += `${words === "" ? "" : " "}${text}`;
    if (words.length > MAX_FRAME_WORDS) break;
  }
  return words.slice(0, MAX_FRAME_WORDS);
}

/** Lists one after the other. */
export function rowsOf(lists: readonly (readonly number[])[]): Rows {
  const start = new Uint32Array(lists.length + 1);
  for (const [at, list] of lists.entries()) start[at + 1] = start[at]! + list.length;
  const values = new Float64Array(start[lists.length]!);
  for (const [at, list] of lists.entries()) values.set(list, start[at]!);
  return { start, values };
}

export function rowOf({ start, values }: Rows, at: number): Float64Array {
  return values.subarray(start[at] ?? 0, start[at + 1] ?? 0);
}

/** What to ask for: `SNAPSHOT_STYLES` is the order of `layout.styles`. */
export const SNAPSHOT_STYLES = ["visibility"] as const;

export const NODE_TYPE = { element: 1, text: 3, comment: 8, document: 9, doctype: 10 } as const;

/** Left, top, right and bottom edge in CSS pixels of the page. */
export type Edges = readonly [left: number, top: number, right: number, bottom: number];

export function unionOf(one: Edges | undefined, other: Edges | undefined): Edges | undefined {
  if (!one || !other) return one ?? other;
  return [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ];
}

/** The box of every node that is laid out and visible, by its index in the snapshot. */
export function visibleBoxes({ strings, laidOut, bounds, styles }: PackedSnapshot): Map<number, Edges> {
  const boxes = new Map<number, Edges>();
  for (const [entry, node] of laidOut.entries()) {
    const [left = 0, top = 0, width = -1, height = -1] = rowOf(bounds, entry);
    const visibility = strings[rowOf(styles, entry)[0] ?? -1] ?? "visible";
    if (width < 0 || visibility !== "visible") continue;
    const box = unionOf(boxes.get(node), [left, top, left + width, top + height]);
    if (box) boxes.set(node, box);
  }
  return boxes;
}
