/** Sheets and the tiles on them. */
import type { FollowId, PersonId, Sheet, SheetId, Tile, TileId, TilePlace } from "@tessera/model";
import type { FollowView } from "./follow-records.ts";
import type { Changed, ChangeOptions } from "./listing.ts";

export type SheetPatch = Partial<Pick<Sheet, "title" | "position" | "style" | "feedKey">>;

/** A change of kind, or of rows that are not this person's, is as if there were no such tile. */
export type TilePatch = Partial<Pick<Tile, "style" | "content">>;

export interface NewBoardRow {
  readonly followId: FollowId;
  /** Below the first of these that is on the board; at the end where none is. */
  readonly below?: readonly FollowId[];
  readonly now: number;
}

export interface TileView {
  readonly tile: Tile;
  /** The first of `views`. */
  readonly view: FollowView;
  /** All that it shows, in its order, without what waits to be swept. */
  readonly views: readonly FollowView[];
}

export interface SheetView {
  readonly sheet: Sheet;
  readonly tiles: readonly TileView[];
}

export interface SheetRecords {
  add(sheet: Sheet): Promise<void>;
  /** In their order; with `follow` only those that have a tile of this follow. */
  list(owner: PersonId, filter?: { readonly follow?: FollowId | undefined }): Promise<readonly Sheet[]>;
  /** The sheet with all that it shows. */
  find(owner: PersonId, id: SheetId): Promise<SheetView | null>;
  /** Null where the account of its owner is shut, too. */
  findByFeedKey(feedKey: string): Promise<SheetView | null>;
  change(owner: PersonId, id: SheetId, patch: SheetPatch, options: ChangeOptions): Promise<Changed<Sheet>>;
  remove(owner: PersonId, id: SheetId, now: number): Promise<boolean>;
  restore(owner: PersonId, id: SheetId, now: number): Promise<boolean>;
}

export interface TileExchange {
  readonly without: readonly TileId[];
  readonly tiles: readonly Tile[];
  readonly now: number;
}

export interface TileRecords {
  /** False where the sheet or one of the follows is not this person's. */
  add(owner: PersonId, tile: Tile): Promise<boolean>;
  /**
   * Takes some tiles off a sheet and puts others on it, at once, as joining and separating do. False where one of them or
   * of their follows is not there or not this person's, and nothing is done.
   */
  exchange(owner: PersonId, sheet: SheetId, change: TileExchange): Promise<boolean>;
  find(owner: PersonId, id: TileId): Promise<Tile | null>;
  /** All at once, as a drag moves several; tiles that are not this person's on this sheet are left alone. */
  move(
    owner: PersonId,
    sheet: SheetId,
    places: readonly { readonly id: TileId; readonly place: TilePlace }[],
  ): Promise<number>;
  change(owner: PersonId, id: TileId, patch: TilePatch, options: ChangeOptions): Promise<Changed<Tile>>;
  /** False where there is no such board or follow, it is on it already, or there is no room. */
  addRow(owner: PersonId, id: TileId, row: NewBoardRow): Promise<boolean>;
  remove(owner: PersonId, id: TileId, now: number): Promise<boolean>;
}
