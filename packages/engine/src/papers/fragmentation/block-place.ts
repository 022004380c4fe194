/** Where a block lies relative to a web component: inside of it, or around it. */
import type { FragmentedPage } from "../../segment/train-page.ts";
import { contains, type DomTree } from "../../tree/dom-tree.ts";
import { nodeAt, pathOf } from "../../tree/path.ts";

export interface BlockPlace {
  /** Sequence number of the component, -1 where none lies in or around the block. */
  readonly component: number;
  /** Steps down from the component, empty for the component itself; the path from the root where there is none. */
  readonly down: string;
  /** Levels up from the component. */
  readonly up: number;
}

/** The block inside of its component, else around the first component in it, else on its own. */
export function placeOf({ tree, components }: FragmentedPage, node: number): BlockPlace {
  const around = components.findIndex((component) => contains(tree, component.node, node));
  if (around >= 0) {
    const down = pathOf(tree, node).slice(pathOf(tree, components[around].node).length + 1);
    return { component: around, down, up: 0 };
  }
  const inside = components.findIndex((component) => contains(tree, node, component.node));
  if (inside < 0) return { component: -1, down: pathOf(tree, node), up: 0 };
  return { component: inside, down: "", up: tree.depth[components[inside].node] - tree.depth[node] };
}

/** The element at a place relative to the root of a component, or null where the page has none there. */
export function nodeAtPlace(tree: DomTree, root: number, place: BlockPlace): number | null {
  if (root < 0) return nodeAt(tree, place.down);
  if (place.down !== "") return nodeAt(tree, `${pathOf(tree, root)}/${place.down}`);
  let node = root;
  for (let level = 0; level < place.up && node > 0; level++) node = tree.parent[node];
  return node;
}

export function isBlockPlace(place: unknown, components: number): place is BlockPlace {
  const { component, down, up } = (place ?? {}) as Partial<BlockPlace>;
  return (
    Number.isInteger(component) &&
    (component as number) >= -1 &&
    (component as number) < components &&
    typeof down === "string" &&
    Number.isInteger(up)
  );
}
