/** Sheets and the tiles on them. */
import type {
  FollowId,
  PersonId,
  Screen,
  ScreenPlace,
  ScreenPlaces,
  Sheet,
  SheetId,
  Tile,
  TileId,
  TilePlace,
  TileStylePatch,
} from "@tessera/model";
import type { Body } from "./body.ts";
import type { FollowView } from "./follow-records.ts";
import type { Changed, ChangeOptions } from "./listing.ts";

export type SheetPatch = Partial<Pick<Sheet, "title" | "position" | "style" | "feedKey">>;

/** A change of kind, or to follows that are not this person's, is as if there were no such tile. What a style does not say stays. */
export interface TilePatch {
  readonly style?: TileStylePatch;
  readonly content?: Tile["content"];
}

export interface NewBoardRow {
  readonly followId: FollowId;
  /** Below the first of these that is on the board; at the end where none is. */
  readonly below?: readonly FollowId[];
  readonly now: number;
}

export interface TileView {
  readonly tile: Tile;
  /** The first of `views`; null where it shows no follow. */
  readonly view: FollowView | null;
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
  /** All of this person's in this order; those that it does not name come after them. */
  order(owner: PersonId, ids: readonly SheetId[], now: number): Promise<void>;
  /** What lies behind its tiles where its style says so; null takes it away. */
  setPicture(owner: PersonId, id: SheetId, picture: Body | null, now: number): Promise<Changed<Sheet>>;
  remove(owner: PersonId, id: SheetId, now: number): Promise<boolean>;
  restore(owner: PersonId, id: SheetId, now: number): Promise<boolean>;
}

export interface TileExchange {
  readonly without: readonly TileId[];
  readonly tiles: readonly Tile[];
  readonly now: number;
}

/** Tiles that come to a sheet from others, with where they lie there. */
export interface TileTransfer {
  readonly tiles: readonly {
    readonly id: TileId;
    readonly place: TilePlace;
    readonly screens?: ScreenPlaces | undefined;
  }[];
  readonly now: number;
}

/**
 * Where tiles lie. What lies in another group afterwards is seen there, here and by what `TileRecords` adds and removes: a
 * closed group that takes in tiles opens, on whichever screen; one that comes along with them stays closed.
 */
export interface TileMoves {
  /**
   * All at once, as a drag moves several, on the wide screen unless told; tiles that are not this person's on this sheet are
   * left alone.
   */
  move(
    owner: PersonId,
    sheet: SheetId,
    places: readonly { readonly id: TileId; readonly place: ScreenPlace }[],
    screen?: Screen,
  ): Promise<number>;
  /** A narrower screen follows the wider ones again. */
  forgetScreen(owner: PersonId, sheet: SheetId, screen: Exclude<Screen, "wide">): Promise<boolean>;
  /** False where one of them, or the sheet, is not there or not this person's, and nothing is done. */
  transfer(owner: PersonId, to: SheetId, transfer: TileTransfer): Promise<boolean>;
}

/** A tile of what its person wrote, with the sheet that it is on. */
export interface WrittenTile {
  readonly tile: Tile;
  readonly sheet: Pick<Sheet, "id" | "title">;
}

export interface TileRecords extends TileMoves {
  /**
   * What says something that the person wrote, on all sheets that are there, the latest added first, at most so many: notes,
   * links, headings, boards, feeds, and whatever else was given a title. No search boxes.
   */
  written(owner: PersonId, limit: number): Promise<readonly WrittenTile[]>;
  /** False where the sheet or one of the follows is not this person's. */
  add(owner: PersonId, tile: Tile): Promise<boolean>;
  /**
   * Takes some tiles off a sheet and puts others on it, at once, as joining and separating do. False where one of them or
   * of their follows is not there or not this person's, and nothing is done.
   */
  exchange(owner: PersonId, sheet: SheetId, change: TileExchange): Promise<boolean>;
  find(owner: PersonId, id: TileId): Promise<Tile | null>;
  change(owner: PersonId, id: TileId, patch: TilePatch, options: ChangeOptions): Promise<Changed<Tile>>;
  /** False where there is no such board or follow, it is on it already, or there is no room. */
  addRow(owner: PersonId, id: TileId, row: NewBoardRow): Promise<boolean>;
  remove(owner: PersonId, id: TileId, now: number): Promise<boolean>;
  /** Several of a sheet at once; gives those that were there and this person's. */
  removeAll(owner: PersonId, sheet: SheetId, ids: readonly TileId[], now: number): Promise<readonly Tile[]>;
}
