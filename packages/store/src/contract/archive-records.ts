/** Whole records that come back from an archive, past and all. */
import type { Block, Capture, Channel, Correction, Follow, Observation, Page, Sheet, Tile } from "@tessera/model";
import type { Body } from "./body.ts";

/** Complete and consistent in itself: whatever one record refers to is among the others. */
export interface ArchivedRecords {
  readonly bodies: readonly Body[];
  /** Each private to somebody: what an archive says about a page is nobody else's truth. */
  readonly pages: readonly Page[];
  readonly captures: readonly Capture[];
  readonly blocks: readonly Block[];
  readonly observations: readonly Observation[];
  readonly channels: readonly Channel[];
  readonly follows: readonly Follow[];
  readonly corrections: readonly Correction[];
  readonly sheets: readonly Sheet[];
  readonly tiles: readonly Tile[];
}

export type ArchivedKind = Exclude<keyof ArchivedRecords, "bodies">;

export interface ArchiveRecords {
  /** Those of these ids that some record of this kind has already, whosever it is. */
  taken(kind: ArchivedKind, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** All of it or nothing. */
  restore(records: ArchivedRecords, now: number): Promise<void>;
}
