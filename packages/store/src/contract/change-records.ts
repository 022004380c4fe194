/** Everything that changed for a person, over all that they follow, and what of it they have seen. */
import type { Follow, FollowId, Observation, ObservationId, Page, PersonId, SheetId } from "@tessera/model";
import type { Listing, Slice } from "./listing.ts";

export interface ChangeFilter extends Slice {
  /** From this instant, and before that one. */
  readonly from?: number;
  readonly until?: number;
  /** Of follows on this sheet, or on none that is there. */
  readonly sheet?: SheetId | "none";
  readonly isUnseen?: boolean;
}

/** All changes up to an instant, with it; on one sheet or everywhere. */
export interface SeenChanges {
  /** Only of follows that changed since then, up to the instant; of these everything before is seen too. */
  readonly since?: number;
  readonly until: number;
  readonly sheet?: SheetId | "none";
}

export interface ChangeName {
  readonly followId: FollowId;
  readonly observationId: ObservationId;
}

/** The first sheet in the person's order that has a tile of the follow. */
export interface FollowSheet {
  readonly id: SheetId;
  readonly title: string;
}

export interface FollowChange {
  readonly follow: Follow;
  readonly page: Page;
  readonly observation: Observation;
  readonly sheet: FollowSheet | null;
  readonly isSeen: boolean;
}

export interface ChangeRecords {
  /**
   * What counts as a change (another content, another verdict) since the person began to follow, latest first. A follow
   * has seen what came before the observation that was marked as seen.
   */
  list(owner: PersonId, filter: ChangeFilter): Promise<Listing<FollowChange>>;
  /** How many are unseen, counted no further than `max`. */
  countUnseen(owner: PersonId, max: number): Promise<number>;
  /** Marks changes as seen; gives the first that was unseen of each follow, with which `markUnseen` undoes it. */
  markSeen(owner: PersonId, what: SeenChanges): Promise<readonly ChangeName[]>;
  /** These are unseen again, with what came after them on the same follow; returns for how many follows that is new. */
  markUnseen(owner: PersonId, changes: readonly ChangeName[]): Promise<number>;
  /** The sheet of each follow that is on one, in the order of the sheets. */
  sheetsOf(owner: PersonId, follows: readonly FollowId[]): Promise<ReadonlyMap<FollowId, FollowSheet>>;
}
