/** The part of the npm package `edit-distance` that is measured; it has no types of its own. */
declare module "edit-distance" {
  interface TreeMapping<Node> {
    readonly distance: number;
    pairs(): [Node | null, Node | null][];
  }
  const editDistance: {
    ted<Node>(
      rootA: Node,
      rootB: Node,
      children: (node: Node) => Node[],
      insert: (node: Node) => number,
      remove: (node: Node) => number,
      update: (a: Node, b: Node) => number,
    ): TreeMapping<Node>;
  };
  export = editDistance;
}
