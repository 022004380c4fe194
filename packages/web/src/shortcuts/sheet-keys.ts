/** Keys on the open sheet: for the tile that has the focus, or for the sheet, and never while something is typed. */
import type { TileReply } from "../api/replies.ts";
import { type SheetAction, sheetAction, type TileAction, tileAction } from "./shortcuts.ts";

export interface SheetDeeds {
  readonly tiles: () => readonly TileReply[];
  readonly ontile: (tile: TileReply, action: TileAction) => void;
  readonly onsheet: (action: SheetAction) => void;
}

export function sheetKeys({ tiles, ontile, onsheet }: SheetDeeds): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.defaultPrevented || isTyping(event.target)) return;
    const around = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-tile]") : null;
    const tile = tiles().find((each) => each.id === around?.dataset.tile);
    const meant = tile && tileAction(event);
    // a button in the head of a tile keeps its own keys, but arrows lead on from it as from the tile
    const isOwn = around === event.target || (meant?.kind === "focus" && isInHead(event.target));
    const onTile = meant && isOwn ? meant : null;
    const onSheet = onTile ? null : sheetAction(event);
    if (tile && onTile) ontile(tile, onTile);
    else if (onSheet) onsheet(onSheet);
    else return;
    event.preventDefault();
  };
}

function isInHead(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("header") !== null;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input:not([type=range]), textarea, select, dialog") !== null;
}
