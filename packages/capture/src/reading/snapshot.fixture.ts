/** For tests: a snapshot as the browser would give it, of elements and texts written down as nested arrays. */
import { type PackedSnapshot, packSnapshot } from "./dom-snapshot.ts";

/** A text, or `[nodeName, attributes, children]`; a node name as the DOM has it, upper case in HTML. */
export type Sketch = string | readonly [string, Readonly<Record<string, string>>, readonly Sketch[]];

/** Every node gets a box of one pixel whose left edge is its number in the snapshot, unless `boxless` names its tag. */
export function snapshotOf(root: Sketch, boxless: readonly string[] = []): PackedSnapshot {
  const strings: string[] = ["visible"];
  const index = (text: string) => strings.push(text) - 1;
  const parentIndex = [-1];
  const nodeType = [9];
  const nodeName = [index("#document")];
  const nodeValue = [-1];
  const attributes: number[][] = [[]];
  const laidOut: number[] = [];
  const pending: { sketch: Sketch; parent: number }[] = [{ sketch: root, parent: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { sketch, parent } = next;
    const node = parentIndex.push(parent) - 1;
    const isText = typeof sketch === "string";
    nodeType.push(isText ? 3 : 1);
    nodeName.push(index(isText ? "#text" : sketch[0]));
    nodeValue.push(isText ? index(sketch) : -1);
    attributes.push(isText ? [] : Object.entries(sketch[1]).flatMap(([name, value]) => [index(name), index(value)]));
    if (isText || !boxless.includes(sketch[0])) laidOut.push(node);
    if (!isText) for (const child of [...sketch[2]].reverse()) pending.push({ sketch: child, parent: node });
  }
  const document = {
    publicId: -1,
    systemId: -1,
    title: -1,
    encodingName: -1,
    nodes: { parentIndex, nodeType, nodeName, nodeValue, attributes, pseudoType: { index: [] } },
    layout: {
      nodeIndex: laidOut,
      bounds: laidOut.map((node) => [node, 0, 1, 1]),
      styles: laidOut.map(() => [0]),
    },
  };
  return packSnapshot({ documents: [document], strings });
}
