/** The same cleaning on a snapshot that somebody else has taken: a server does not know who did. */
import { cleanAddress, cleanPageAddress, cleanStyle } from "./clean-address.ts";
import { type Attribute, cleanAttributes, isFrame, isLeftOut, isTypedIn, tagOf } from "./clean-node.ts";
import { NODE_TYPE, type PageSnapshot, SnapshotWriter } from "./page-snapshot.ts";

export interface CleanedSnapshot {
  readonly snapshot: PageSnapshot;
  /** Where a node of the snapshot before is now; undefined where it is gone. What was clean keeps all its numbers. */
  readonly numberOf: (node: number) => number | undefined;
}

/** Nodes whose parents come later, or not at all, are left out. */
export function cleanSnapshot(given: PageSnapshot): CleanedSnapshot {
  const writer = new SnapshotWriter();
  const numbers = new Map<number, number>();
  const emptied = new Set<number>();
  const styles = new Set<number>();
  const { nodes, strings } = given;
  const url = cleanPageAddress(given.url);
  const string = (index: number | undefined): string => strings[index ?? -1] ?? "";
  for (const [node, type] of nodes.type.entries()) {
    const parent = nodes.parent[node] ?? -1;
    const at = emptied.has(parent) ? undefined : numbers.get(parent);
    if (type === NODE_TYPE.document) {
      if (node === 0) numbers.set(node, writer.document());
    } else if (at === undefined) {
      // what is in something that was left out
    } else if (type === NODE_TYPE.doctype) numbers.set(node, writer.doctype(at, "html"));
    else if (type === NODE_TYPE.text) {
      const text = string(nodes.value[node]);
      numbers.set(node, writer.text(at, styles.has(parent) ? cleanStyle(text, url) : text));
    } else if (type === NODE_TYPE.element) {
      const name = string(nodes.name[node]);
      const tag = tagOf(name);
      if (isLeftOut(tag)) continue;
      const attributes = attributesAt(given, node);
      const attributeOf = (wanted: string) => attributes.find(([key]) => key.toLowerCase() === wanted)?.[1] ?? null;
      if (isFrame(tag) || isTypedIn(tag, attributeOf)) emptied.add(node);
      if (tag === "style") styles.add(node);
      numbers.set(node, writer.element(at, name, cleanAttributes(tag, attributes, url)));
    }
  }
  for (const [entry, node] of given.boxes.node.entries()) {
    const [number, bounds] = [numbers.get(node), given.boxes.bounds[entry]];
    if (number !== undefined && bounds) writer.box(number, bounds);
  }
  const images = given.images.flatMap((image) => {
    const address = cleanAddress(image.url, url);
    return address === null ? [] : [{ ...image, url: address }];
  });
  const snapshot = { ...writer.finish(url, given.way), images };
  return { snapshot, numberOf: (node) => numbers.get(node) };
}

function attributesAt({ nodes, strings }: PageSnapshot, node: number): Attribute[] {
  const indexes = nodes.attributes[node] ?? [];
  const attributes: Attribute[] = [];
  for (let at = 0; at + 1 < indexes.length; at += 2) {
    const name = strings[indexes[at]!];
    if (name) attributes.push([name, strings[indexes[at + 1]!] ?? ""]);
  }
  return attributes;
}
