/** Keys of the sheet: what each means where, and where the focus goes among the tiles. */
import type { TileReply } from "@tessera/model/api";
import { readingOrder } from "@tessera/model/grid";
import type { Direction, Placed } from "../grid/grid-places.ts";

export type SheetAction =
  | { readonly kind: "add" | "search" | "help" | "time" | "next-sheet" | "previous-sheet" }
  | { readonly kind: "tiles" | "tidy" | "group" | "rename" }
  | { readonly kind: "sheet"; readonly position: number };

export type TileAction =
  | { readonly kind: "focus" | "move" | "resize"; readonly direction: Direction }
  | {
      readonly kind: "open" | "history" | "reader" | "more" | "edit" | "title" | "menu" | "wrong" | "check" | "delete";
    }
  | { readonly kind: "select" | "send" | "leave" };

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
  e: "edit",
  F2: "title",
  m: "menu",
  w: "wrong",
  c: "check",
  Delete: "delete",
  x: "select",
  v: "send",
  Escape: "leave",
};

const SHEET_KEYS: Readonly<Record<string, Exclude<SheetAction["kind"], "sheet">>> = {
  n: "add",
  "/": "search",
  "?": "help",
  t: "time",
  "]": "next-sheet",
  "[": "previous-sheet",
  g: "tiles",
  T: "tidy",
  G: "group",
  F2: "rename",
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

/** Where the focus was before it came to the tiles. */
let cameFrom: HTMLElement | null = null;

/** To the tile that had the focus last, or to the first. */
export function enterTiles(): void {
  const focused = document.activeElement;
  cameFrom = focused instanceof HTMLElement && focused !== document.body ? focused : null;
  const stops = [...document.querySelectorAll<HTMLElement>("[data-tile]")];
  (stops.find(({ tabIndex }) => tabIndex === 0) ?? stops[0])?.focus();
}

/** Back to where the focus was, or to the beginning of the page. */
export function leaveTiles(): void {
  const to = cameFrom?.isConnected ? cameFrom : document.getElementById("content");
  cameFrom = null;
  to?.focus();
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
