/** What the person may do with the sheet around a tile: its own, or one that somebody shares with them; or nobody is at it. */
import type { SheetRole } from "@tessera/model";
import { getContext, setContext } from "svelte";

/** On a wall there is nothing to press. */
export type TileRole = SheetRole | "wall";

const KEY = Symbol("role");

export function provideSheetRole(role: () => TileRole): void {
  setContext(KEY, role);
}

/** Where nobody has said otherwise, it is one's own. */
export function sheetRole(): () => TileRole {
  return getContext<(() => TileRole) | undefined>(KEY) ?? (() => "owner");
}

export function mayChange(role: TileRole): boolean {
  return role === "owner" || role === "edit";
}
