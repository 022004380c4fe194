/** A page as a browser extension sends it: parallel arrays in the order of the flat tree (decision 32). */

/** `fetch` is the answer to a plain request, parsed; `tab` is the page as it was shown. */
export type SnapshotWay = "fetch" | "tab";

export type SnapshotBox = [left: number, top: number, width: number, height: number];

export interface SnapshotNodes {
  readonly parent: number[];
  /** As in the DOM: 1 element, 3 text, 9 document, 10 doctype. */
  readonly type: number[];
  /** Indexes into the strings, -1 where there is none. */
  readonly name: number[];
  readonly value: number[];
  /** Names and values in turn. */
  readonly attributes: number[][];
}

export interface PageSnapshot {
  readonly version: 1;
  readonly url: string;
  readonly way: SnapshotWay;
  readonly strings: string[];
  readonly nodes: SnapshotNodes;
  /** Of nodes that are laid out and visible, in CSS pixels of the page. */
  readonly boxes: { readonly node: number[]; readonly bounds: SnapshotBox[] };
  readonly images: { readonly url: string; readonly data: string }[];
}

export const NODE_TYPE = { element: 1, text: 3, document: 9, doctype: 10 } as const;

/** What one snapshot may hold at most; a page above it is refused instead of being cut. */
const SNAPSHOT_BUDGET = { nodes: 100_000, characters: 16_000_000 } as const;

/** The page has more in it than a snapshot may. */
export class SnapshotTooLarge extends Error {
  override readonly name = "SnapshotTooLarge";
}

/** Writes a snapshot node by node, parents before their children. */
export class SnapshotWriter {
  readonly #strings: string[] = [];
  readonly #indexes = new Map<string, number>();
  readonly #nodes: SnapshotNodes = { parent: [], type: [], name: [], value: [], attributes: [] };
  readonly #boxes: PageSnapshot["boxes"] = { node: [], bounds: [] };
  #characters = 0;

  get size(): number {
    return this.#nodes.parent.length;
  }

  document(): number {
    return this.#add(-1, NODE_TYPE.document, "#document");
  }

  doctype(parent: number, name: string): number {
    return this.#add(parent, NODE_TYPE.doctype, name);
  }

  /** `name` as the DOM has it: upper case in HTML. */
  element(parent: number, name: string, attributes: Iterable<readonly [string, string]>): number {
    const node = this.#add(parent, NODE_TYPE.element, name);
    const written = this.#nodes.attributes[node]!;
    for (const [key, value] of attributes) written.push(this.#string(key), this.#string(value));
    return node;
  }

  text(parent: number, text: string): number {
    const node = this.#add(parent, NODE_TYPE.text, "#text");
    this.#nodes.value[node] = this.#string(text);
    return node;
  }

  box(node: number, bounds: SnapshotBox): void {
    this.#boxes.node.push(node);
    this.#boxes.bounds.push(bounds);
  }

  finish(url: string, way: SnapshotWay): PageSnapshot {
    return { version: 1, url, way, strings: this.#strings, nodes: this.#nodes, boxes: this.#boxes, images: [] };
  }

  #add(parent: number, type: number, name: string): number {
    const nodes = this.#nodes;
    const node = nodes.parent.length;
    if (node >= SNAPSHOT_BUDGET.nodes) throw new SnapshotTooLarge(`more than ${SNAPSHOT_BUDGET.nodes} nodes`);
    nodes.parent.push(parent);
    nodes.type.push(type);
    nodes.name.push(this.#string(name));
    nodes.value.push(-1);
    nodes.attributes.push([]);
    return node;
  }

  #string(text: string): number {
    const known = this.#indexes.get(text);
    if (known !== undefined) return known;
    this.#characters += text.length;
    if (this.#characters > SNAPSHOT_BUDGET.characters) {
      throw new SnapshotTooLarge(`more than ${SNAPSHOT_BUDGET.characters} characters`);
    }
    const index = this.#strings.push(text) - 1;
    this.#indexes.set(text, index);
    return index;
  }
}
