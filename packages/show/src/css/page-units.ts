/**
 * Lengths that ask the page, in a tile: `rem` is the size of the page's own root, which is no root here, and `vh` the height
 * of the window that the page was seen in, while the frame of a tile is as high as its tile. Both become properties that
 * the tile sets; `vw` needs none, since the frame is as wide as that window.
 */
import type { CssNode, List, ListItem } from "css-tree";

export const REM_PROPERTY = "--tessera-rem";
export const VH_PROPERTY = "--tessera-vh";
export const VMIN_PROPERTY = "--tessera-vmin";
export const VMAX_PROPERTY = "--tessera-vmax";

const PROPERTIES: Readonly<Record<string, string>> = {
  rem: REM_PROPERTY,
  vmin: VMIN_PROPERTY,
  vmax: VMAX_PROPERTY,
  ...Object.fromEntries(["vh", "svh", "lvh", "dvh", "vb", "svb", "lvb", "dvb"].map((unit) => [unit, VH_PROPERTY])),
};

/** Replaces a length of such a unit by what it is in the tile; outside of one it means what it always did. */
export function bindUnit(node: CssNode, item: ListItem<CssNode>, list: List<CssNode>): void {
  if (node.type !== "Dimension" || !list) return;
  const unit = node.unit.toLowerCase();
  const property = PROPERTIES[unit];
  if (!property || !/^[-+]?[\d.]+(?:e[-+]?\d+)?$/i.test(node.value)) return;
  list.replace(item, list.createItem({ type: "Raw", value: `calc(${node.value}*var(${property},1${unit}))` }));
}
