/** Keys of the sheet: what each means where, and where the focus goes among the tiles. */
import type { TileReply } from "@tessera/model/api";
import { type Direction, type Placed, readingOrder } from "../grid/grid-places.ts";

export type SheetAction =
  | { readonly kind: "add" | "help" | "time" | "next-sheet" | "previous-sheet" }
  | { readonly kind: "sheet"; readonly position: number };

export type TileAction =
  | { readonly kind: "focus" | "move" | "resize"; readonly direction: Direction }
  | { readonly kind: "open" | "history" | "reader" | "more" | "title" | "menu" | "wrong" | "check" | "delete" };

/** What of a keyboard event decides. */
export interface Pressed {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

const TILE_KEYS: Readonly<Record<string, Exclude<TileAction["kind"], "focus" | "move" | "resize">>> = {
  Enter: "open",
  h: "history",
  r: "reader",
  " ": "more",
  e: "title",
  F2: "title",
  m: "menu",
  w: "wrong",
  c: "check",
  Delete: "delete",
};

const SHEET_KEYS: Readonly<Record<string, Exclude<SheetAction["kind"], "sheet">>> = {
  n: "add",
  "/": "add",
  "?": "help",
  t: "time",
  "]": "next-sheet",
  "[": "previous-sheet",
};

/** What a key does while a tile has the focus; arrows mean the way they point on the screen. */
export function tileAction(pressed: Pressed): TileAction | null {
  const direction = ARROWS[pressed.key];
  if (pressed.altKey) return null;
  const isChord = pressed.ctrlKey || pressed.metaKey;
  if (direction) {
    if (isChord && pressed.shiftKey) return null;
    return { kind: isChord ? "resize" : pressed.shiftKey ? "move" : "focus", direction };
  }
  const kind = isChord ? undefined : TILE_KEYS[pressed.key];
  return kind ? { kind } : null;
}

/** What a key does anywhere on the sheet, as long as nothing is being typed. @internal */
export function sheetAction(pressed: Pressed): SheetAction | null {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null;
  if (/^[1-9]$/.test(pressed.key)) return { kind: "sheet", position: Number(pressed.key) - 1 };
  const kind = SHEET_KEYS[pressed.key];
  return kind ? { kind } : null;
}

export interface SheetKeyHandlers {
  readonly tiles: () => readonly TileReply[];
  readonly ontile: (tile: TileReply, action: TileAction) => void;
  readonly onsheet: (action: SheetAction) => void;
}

/** For the tile that has the focus, or for the sheet, and never while something is typed. */
export function sheetKeys({ tiles, ontile, onsheet }: SheetKeyHandlers): (event: KeyboardEvent) => void {
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
