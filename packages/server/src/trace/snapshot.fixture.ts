/** For tests: a page as an extension would send it, made of its HTML. */
import { gzipSync } from "node:zlib";
import { attributesOf, isText, nodeAt, parseHtml, tagOf, textOf } from "@tessera/engine";
import { PageSnapshot, type SnapshotImage } from "@tessera/model";

export interface SnapshotOptions {
  readonly url?: string;
  readonly way?: PageSnapshot["way"];
  readonly images?: readonly SnapshotImage[];
  /** Elements in the body besides, as `[name, attributes, text]`: what no parser leaves in a tree. */
  readonly besides?: readonly (readonly [string, Readonly<Record<string, string>>, string])[];
}

export const MAIL = "https://mail.example/inbox";

/** Every node below the document, which is number 0: so an element of the tree is one number higher here. */
export function snapshotOfHtml(html: string, options: SnapshotOptions = {}): PageSnapshot {
  const tree = parseHtml(html);
  const strings: string[] = [];
  const number = (text: string): number => strings.push(text) - 1;
  const nodes = { parent: [-1], type: [9], name: [-1], value: [-1], attributes: [[]] as number[][] };
  const add = (
    parent: number,
    name: string | null,
    rest: { text?: string; attributes?: readonly [string, string][] },
  ) => {
    nodes.parent.push(parent);
    nodes.type.push(name === null ? 3 : 1);
    nodes.name.push(name === null ? -1 : number(name.toUpperCase()));
    nodes.value.push(name === null ? number(rest.text ?? "") : -1);
    return nodes.attributes.push((rest.attributes ?? []).flat().map(number)) - 1;
  };
  for (let node = 0; node < tree.size; node++) {
    const parent = tree.parent[node]! + 1;
    if (isText(tree, node)) add(parent, null, { text: textOf(tree, node) });
    else add(parent, tagOf(tree, node), { attributes: attributesOf(tree, node) });
  }
  const body = (nodeAt(tree, "html[1]/body[1]") ?? 0) + 1;
  for (const [name, attributes, text] of options.besides ?? []) {
    add(add(body, name, { attributes: Object.entries(attributes) }), null, { text });
  }
  const way = options.way ?? "tab";
  const shown = way === "tab" ? [...nodes.type.keys()].slice(1) : [];
  return PageSnapshot.parse({
    version: 1,
    url: options.url ?? MAIL,
    way,
    strings,
    nodes,
    boxes: { node: shown, bounds: shown.map((node) => [0, node * 10, 100, 10]) },
    images: options.images ?? [],
  });
}

/** The number of an element in the snapshot of the same HTML. */
export function nodeInSnapshot(html: string, path: string): number {
  const node = nodeAt(parseHtml(html), path);
  if (node === null) throw new RangeError(`no ${path}`);
  return node + 1;
}

export function packedUpload(upload: unknown): Buffer {
  return gzipSync(JSON.stringify(upload));
}

/** One pixel. */
export const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
