/** What each person has read of feeds: of their own, and of those that others share with them. */
import type { FollowId, PersonId } from "@tessera/model";

/** Of one follow and one reader; the marks of older items go, which are in no feed any more. */
export const MAX_READ_ITEMS = 1_000;

/** Whoever asks in the name of the owner has made sure that the reader may see the follow. */
export interface Reader {
  readonly by: PersonId;
}

export interface KnownItems extends Reader {
  /** By the short keys of items, each once. */
  readonly items: readonly string[];
  readonly now: number;
}

export interface ReadMarks extends KnownItems {
  readonly isRead: boolean;
}

export interface ReadItemRecords {
  /** Twice is as good as once. False where the follow is not this owner's. */
  mark(owner: PersonId, follow: FollowId, marks: ReadMarks): Promise<boolean>;
  /** What is there when somebody sees a feed for the first time is no news to them: nothing once they have any mark of it. */
  begin(owner: PersonId, follow: FollowId, known: KnownItems): Promise<void>;
  /** What the reader has read of each; follows of others than the owner and those that are removed are left out. */
  of(
    owner: PersonId,
    follows: readonly FollowId[],
    reader: Reader,
  ): Promise<ReadonlyMap<FollowId, ReadonlySet<string>>>;
}
