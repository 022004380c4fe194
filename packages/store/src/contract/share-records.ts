/** Sheets that people share with each other. */
import type { FollowId, ObservationId, Person, PersonId, Share, Sheet, SheetId, TileId } from "@tessera/model";

/** People with whom one sheet is shared. */
export const MAX_SHARES = 100;

export type Named = Pick<Person, "id" | "name" | "displayName">;

/** A sheet as seen by somebody with whom it is shared. */
export interface SharedSheet {
  readonly share: Share;
  readonly sheet: Sheet;
  readonly owner: Named;
}

/** A share as its owner sees it. */
export interface GivenShare {
  readonly share: Share;
  readonly title: Sheet["title"];
  readonly person: Named;
}

/** By which a person sees somebody else's follow: that of the sheet that was shared with them first. */
export interface SharedFollow {
  readonly owner: PersonId;
  readonly since: number;
}

export type Onlooker = Pick<Share, "personId" | "sheetId">;

/**
 * Whatever is asked in the name of somebody with whom a sheet is shared: nothing where the sheet waits to be swept, or the
 * account of its owner is shut.
 */
export interface ShareRecords {
  /**
   * Shares a sheet, or changes how it is shared, which leaves the time since when it is; `missing` where the sheet is not
   * this person's, or the other one is not there, shut out, or the owner.
   */
  put(owner: PersonId, share: Share): Promise<"put" | "missing" | "full">;
  /** All that this person shares, or of one sheet; by sheet, then by name. */
  of(owner: PersonId, sheet?: SheetId): Promise<readonly GivenShare[]>;
  /** What is shared with this person, in the order in which it was. */
  with(person: PersonId): Promise<readonly SharedSheet[]>;
  find(person: PersonId, sheet: SheetId): Promise<SharedSheet | null>;
  findByTile(person: PersonId, tile: TileId): Promise<SharedSheet | null>;
  /** Null where no sheet that is shared with this person shows it. */
  findFollow(person: PersonId, follow: FollowId): Promise<SharedFollow | null>;
  /** By the owner, or by the person with whom it is shared, who leaves it. */
  end(by: PersonId, share: Pick<Share, "sheetId" | "personId">, now: number): Promise<boolean>;
  /** Who sees this, besides its owner, and on which sheets. */
  audienceOf(what: { readonly follow: FollowId } | { readonly sheet: SheetId }): Promise<readonly Onlooker[]>;
  /** What this person has seen of what is somebody else's. */
  markSeen(person: PersonId, follow: FollowId, observation: ObservationId): Promise<void>;
  seenBy(person: PersonId, follows: readonly FollowId[]): Promise<ReadonlyMap<FollowId, ObservationId>>;
  /** Noted so that whoever took it off, and did not bring it, can put it back. */
  noteTakenOff(sheet: SheetId, follows: readonly FollowId[], now: number): Promise<void>;
  /** Taken off the sheet since then. */
  takenOff(sheet: SheetId, since: number): Promise<readonly FollowId[]>;
}
