/** The answer of the browser's one call DOMSnapshot.captureSnapshot, as far as a capture reads it. */

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
export function visibleBoxes({ strings, documents }: DomSnapshot): Map<number, Edges> {
  const boxes = new Map<number, Edges>();
  const layout = documents[0]?.layout;
  if (!layout) return boxes;
  for (const [entry, node] of layout.nodeIndex.entries()) {
    const [left = 0, top = 0, width = -1, height = -1] = layout.bounds[entry] ?? [];
    const visibility = strings[layout.styles[entry]?.[0] ?? -1] ?? "visible";
    if (width < 0 || visibility !== "visible") continue;
    const box = unionOf(boxes.get(node), [left, top, left + width, top + height]);
    if (box) boxes.set(node, box);
  }
  return boxes;
}
