/** The keyboard's place among the tiles. */
import { type Placed, readingOrder } from "../grid/grid-places.ts";

export function focusTile(id: string | null): void {
  if (id) elementOf(id)?.focus();
}

export function openTileMenu(id: string): void {
  elementOf(id)?.querySelector<HTMLElement>("[aria-haspopup=menu]")?.click();
}

/** Where the focus goes when a tile leaves: the next one in reading order, or the one before the last. */
export function nextInOrder(tiles: readonly Placed[], leaving: string): string | null {
  const order = readingOrder(tiles);
  const at = order.findIndex(({ id }) => id === leaving);
  return (order[at + 1] ?? order[at - 1])?.id ?? null;
}

function elementOf(id: string): HTMLElement | null {
  return document.getElementById(`tile-${id}`);
}
