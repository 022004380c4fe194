/** The tree of the engine from a snapshot, as the server will have it: paths and words of blocks before anything is sent. */
import { alikeSiblings, blockText, type DomTree, nodeAt, pathOf, TreeBuilder } from "@tessera/engine";
import { NODE_TYPE, type PageSnapshot } from "@tessera/page/snapshot";

/** Written down, but no part of the tree. */
const NOT_IN_TREE: ReadonlySet<string> = new Set(["SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT"]);

export class SnapshotTree {
  readonly #tree: DomTree;
  /** By the number in the snapshot. */
  readonly #treeNodes = new Map<number, number>();
  readonly #snapshotNodes = new Map<number, number>();

  constructor({ nodes, strings }: PageSnapshot) {
    const builder = new TreeBuilder();
    const open: number[] = [];
    let text = "";
    const flush = () => {
      if (text !== "") builder.addText(text);
      text = "";
    };
    const closeDownTo = (parent: number) => {
      while (open.length > 0 && open.at(-1) !== parent) {
        flush();
        builder.closeElement();
        open.pop();
      }
    };
    for (const [node, type] of nodes.type.entries()) {
      const parent = nodes.parent[node]!;
      const isInTree = parent === 0 || this.#treeNodes.has(parent);
      if (!isInTree || type === NODE_TYPE.document || type === NODE_TYPE.doctype) continue;
      closeDownTo(parent);
      if (type === NODE_TYPE.text) {
        text += strings[nodes.value[node]!] ?? "";
        continue;
      }
      const name = strings[nodes.name[node]!] ?? "";
      if (NOT_IN_TREE.has(name)) continue;
      flush();
      const treeNode = builder.openElement(name === name.toUpperCase() ? name.toLowerCase() : name);
      const attributes = nodes.attributes[node]!;
      for (let at = 0; at + 1 < attributes.length; at += 2) {
        builder.addAttribute(strings[attributes[at]!] ?? "", strings[attributes[at + 1]!] ?? "");
      }
      this.#treeNodes.set(node, treeNode);
      this.#snapshotNodes.set(treeNode, node);
      open.push(node);
    }
    closeDownTo(-1);
    this.#tree = builder.finish();
  }

  /** Null for what is not in the tree. */
  pathOf(node: number): string | null {
    const treeNode = this.#treeNodes.get(node);
    return treeNode === undefined ? null : pathOf(this.#tree, treeNode);
  }

  textOf(node: number): string {
    const treeNode = this.#treeNodes.get(node);
    return treeNode === undefined ? "" : blockText(this.#tree, treeNode);
  }

  /** Numbers in the snapshot of the siblings like it, itself among them. */
  alike(node: number): number[] {
    const treeNode = this.#treeNodes.get(node);
    if (treeNode === undefined) return [];
    return alikeSiblings(this.#tree, treeNode).flatMap((each) => this.#snapshotNodes.get(each) ?? []);
  }

  has(path: string): boolean {
    return nodeAt(this.#tree, path) !== null;
  }

  /** The node at a path, by its number in the snapshot. */
  at(path: string): number | null {
    const treeNode = nodeAt(this.#tree, path);
    return treeNode === null ? null : (this.#snapshotNodes.get(treeNode) ?? null);
  }

  /** The nodes inside another, itself among them. */
  isInside(node: number, around: number): boolean {
    const [inner, outer] = [this.#treeNodes.get(node), this.#treeNodes.get(around)];
    return inner !== undefined && outer !== undefined && inner >= outer && inner < this.#tree.end[outer]!;
  }
}
