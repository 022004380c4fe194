/** The same cleaning on a snapshot that somebody else has taken: a server does not know who did. */
import { cleanStyle } from "./clean-address.ts";
import { type Attribute, cleanAttributes, isLeftOut, isTypedIn } from "./clean-node.ts";
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
  const typed = new Set<number>();
  const styles = new Set<number>();
  const { nodes, strings, url } = given;
  const string = (index: number | undefined): string => strings[index ?? -1] ?? "";
  for (const [node, type] of nodes.type.entries()) {
    const parent = nodes.parent[node] ?? -1;
    const at = numbers.get(parent);
    if (type === NODE_TYPE.document) {
      if (node === 0) numbers.set(node, writer.document());
    } else if (at === undefined) {
      // what is in something that was left out
    } else if (type === NODE_TYPE.doctype) numbers.set(node, writer.doctype(at, "html"));
    else if (type === NODE_TYPE.text && !typed.has(parent)) {
      const text = string(nodes.value[node]);
      numbers.set(node, writer.text(at, styles.has(parent) ? cleanStyle(text, url) : text));
    } else if (type === NODE_TYPE.element) {
      const name = string(nodes.name[node]);
      const tag = name.toLowerCase();
      if (isLeftOut(tag)) continue;
      const attributes = attributesAt(given, node);
      const attributeOf = (wanted: string) => attributes.find(([key]) => key === wanted)?.[1] ?? null;
      if (typed.has(parent) || isTypedIn(tag, attributeOf)) typed.add(node);
      if (tag === "style") styles.add(node);
      numbers.set(node, writer.element(at, name, cleaned(tag, attributes, url)));
    }
  }
  for (const [entry, node] of given.boxes.node.entries()) {
    const [number, bounds] = [numbers.get(node), given.boxes.bounds[entry]];
    if (number !== undefined && bounds) writer.box(number, bounds);
  }
  const snapshot = { ...writer.finish(url, given.way), images: given.images };
  return { snapshot, numberOf: (node) => numbers.get(node) };
}

/** A style element says to which shadow tree it belongs. */
function cleaned(tag: string, attributes: readonly Attribute[], url: string): Attribute[] {
  const kept = cleanAttributes(tag, attributes, url);
  const shadow = tag === "style" ? attributes.find(([name]) => name === "data-tessera-shadow") : undefined;
  if (shadow && /^\d{1,4}$/.test(shadow[1])) kept.push(shadow);
  return kept;
}

function attributesAt({ nodes, strings }: PageSnapshot, node: number): Attribute[] {
  const indexes = nodes.attributes[node] ?? [];
  const attributes: Attribute[] = [];
  for (let at = 0; at + 1 < indexes.length; at += 2) {
    attributes.push([strings[indexes[at]!] ?? "", strings[indexes[at + 1]!] ?? ""]);
  }
  return attributes;
}
