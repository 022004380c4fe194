/** Keys of the sheet as data: what a key means where. */
import type { Direction } from "../grid/grid-places.ts";

export type SheetAction =
  | { readonly kind: "add" | "help" | "time" | "next-sheet" | "previous-sheet" }
  | { readonly kind: "sheet"; readonly position: number };

export type TileAction =
  | { readonly kind: "focus" | "move" | "resize"; readonly direction: Direction }
  | { readonly kind: "open" | "history" | "reader" | "title" | "menu" | "wrong" | "check" | "delete" };

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

/** What a key does anywhere on the sheet, as long as nothing is being typed. */
export function sheetAction(pressed: Pressed): SheetAction | null {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return null;
  if (/^[1-9]$/.test(pressed.key)) return { kind: "sheet", position: Number(pressed.key) - 1 };
  const kind = SHEET_KEYS[pressed.key];
  return kind ? { kind } : null;
}
