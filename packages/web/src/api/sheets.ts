/** Sheets and tiles over the API. */
import type { SheetStyle, TilePlace, TileStyle } from "@tessera/model";
import { ask } from "./ask.ts";
import type { SheetReply, SheetThenReply, SheetWithTilesReply } from "./replies.ts";

export const listSheets = (): Promise<SheetReply[]> => ask("GET", "/sheets");

/** Those with a tile of this follow, in their order. */
export const listSheetsOf = (followId: string): Promise<SheetReply[]> => ask("GET", `/sheets?follow=${followId}`);

export const addSheet = (title: string): Promise<SheetReply> => ask("POST", "/sheets", { body: { title } });

export const readSheet = (id: string): Promise<SheetWithTilesReply> => ask("GET", `/sheets/${id}`);

export function changeSheet(
  id: string,
  body: { readonly title?: string; readonly position?: number; readonly style?: SheetStyle },
): Promise<SheetReply> {
  return ask("PATCH", `/sheets/${id}`, { body });
}

export const removeSheet = (id: string): Promise<void> => ask("DELETE", `/sheets/${id}`);

export const restoreSheet = (id: string): Promise<void> => ask("POST", `/sheets/${id}/restore`);

/** Has everything checked that is older than its interval. */
export const refreshSheet = (id: string): Promise<{ readonly pages: number }> => ask("POST", `/sheets/${id}/refresh`);

export interface SavingsReply {
  readonly pages: number;
  /** Markup of the whole pages. */
  readonly totalBytes: number;
  /** Markup of the blocks on the sheet. */
  readonly shownBytes: number;
  readonly avoidedShare: number;
}

export const sheetSavings = (id: string): Promise<SavingsReply> => ask("GET", `/sheets/${id}/savings`);

export const sheetAt = (id: string, instant: number): Promise<SheetThenReply[]> =>
  ask("GET", `/sheets/${id}/at?instant=${instant}`);

export interface MovedTile {
  readonly id: string;
  readonly place: TilePlace;
}

export const moveTiles = (sheetId: string, places: readonly MovedTile[]): Promise<{ readonly moved: number }> =>
  ask("PUT", `/sheets/${sheetId}/places`, { body: { places } });

export interface NewTile {
  readonly followId: string;
  /** Where there is room unless told. */
  readonly place?: TilePlace;
  readonly style?: TileStyle;
}

export const addTile = (sheetId: string, body: NewTile): Promise<{ readonly id: string }> =>
  ask("POST", `/sheets/${sheetId}/tiles`, { body });

export const restyleTile = (id: string, style: TileStyle): Promise<unknown> =>
  ask("PATCH", `/tiles/${id}`, { body: { style } });

export const removeTile = (id: string): Promise<void> => ask("DELETE", `/tiles/${id}`);
