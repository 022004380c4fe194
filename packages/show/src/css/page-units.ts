/**
 * Lengths that ask the page, in a tile: `rem` and `rlh` are the size and the line of the page's own root, which is no root
 * here, and `vh` the height of the window that the page was seen in, while the frame of a tile is as high as its tile. All
 * become properties that the tile sets; `vw` needs none, since the frame is as wide as that window.
 */
import type { CssNode, List, ListItem } from "css-tree";

export const REM_PROPERTY = "--tessera-rem";
export const RLH_PROPERTY = "--tessera-rlh";
export const VH_PROPERTY = "--tessera-vh";
export const VMIN_PROPERTY = "--tessera-vmin";
export const VMAX_PROPERTY = "--tessera-vmax";

/** Of a small, a large and a changing window: without bars that come and go, all are the same. */
const WINDOWS = ["", "s", "l", "d"];

const PROPERTIES: Readonly<Record<string, string>> = {
  rem: REM_PROPERTY,
  rlh: RLH_PROPERTY,
  ...ofWindow("vh", VH_PROPERTY),
  ...ofWindow("vb", VH_PROPERTY),
  ...ofWindow("vmin", VMIN_PROPERTY),
  ...ofWindow("vmax", VMAX_PROPERTY),
};

function ofWindow(unit: string, property: string): Readonly<Record<string, string>> {
  return Object.fromEntries(WINDOWS.map((window) => [window + unit, property]));
}

/** Replaces a length of such a unit by what it is in the tile; outside of one it means what it always did. */
export function bindUnit(node: CssNode, item: ListItem<CssNode>, list: List<CssNode>): void {
  if (node.type !== "Dimension" || !list) return;
  const unit = node.unit.toLowerCase();
  const property = PROPERTIES[unit];
  if (!property || !/^[-+]?[\d.]+(?:e[-+]?\d+)?$/i.test(node.value)) return;
  list.replace(item, list.createItem({ type: "Raw", value: `calc(${node.value}*var(${property},1${unit}))` }));
}
