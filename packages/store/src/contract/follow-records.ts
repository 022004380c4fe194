/** Follows, what their blocks were, and the answers of people on repair cards. */
import type {
  Block,
  BlockPick,
  CaptureId,
  Correction,
  Follow,
  FollowId,
  FollowOptions,
  MemoryRecord,
  NumberFound,
  Observation,
  ObservationId,
  Page,
  PageId,
  PagePatch,
  PendingFollow,
  PendingFollowId,
  PersonId,
  SheetId,
  VerdictRecord,
} from "@tessera/model";
import type { ClaimRequest } from "./check-records.ts";
import type { Changed, ChangeOptions, Listing, Slice } from "./listing.ts";

/** A block without what only a tracer reads, which is large. */
export type BlockFacts = Omit<Block, "memory" | "dynamics" | "shelved">;

/** A follow with what a list or a tile shows of it, read in one query. */
export interface FollowView {
  readonly follow: Follow;
  readonly block: BlockFacts;
  readonly page: Page;
  readonly latest: Observation | null;
  /** The latest observation with content: what the tile shows while the verdict is in doubt. */
  readonly latestFound: Observation | null;
}

export interface NewFollow {
  readonly follow: Omit<Follow, "blockId">;
  /** Used where nobody follows this very block yet. */
  readonly block: Block;
  readonly observation: Observation | null;
  readonly dueAt: number;
}

export type FollowPatch = Partial<FollowOptions & Pick<Follow, "title" | "pausedAt" | "feedKey">>;

export interface Repick {
  readonly pick: BlockPick;
  readonly memory: MemoryRecord;
  /** Where another tracer takes over: what those before it know. They are kept where nothing is said. */
  readonly shelved?: Block["shelved"];
  /** Where another element was pointed at: the capture in which, from which the memory can be learned anew. */
  readonly firstCaptureId: CaptureId | null;
  /** What stays of what the history taught, where the person chose other parts; all of it where nothing is said. */
  readonly dynamics?: Block["dynamics"];
  /** What the block is with this pick; null where that is what it was. */
  readonly observation: Observation | null;
  readonly now: number;
}

/** A follow that goes on on another page. */
export interface FollowMove {
  readonly pageId: PageId;
  /** The capture of that page in which the person found the block, where and what it is there. */
  readonly captureId: CaptureId;
  readonly pick: BlockPick;
  readonly memory: MemoryRecord;
  readonly observation: Observation;
  /** How many lessons the block had had. */
  readonly lessons: number;
  readonly now: number;
}

export interface FetchWay {
  readonly patch: PagePatch;
  /** The page shows what only this person may see, besides what its source says of that. */
  readonly isPrivate?: boolean;
  readonly now: number;
}

export interface FollowNews {
  readonly changed: number;
  readonly questions: number;
  readonly items: readonly { readonly view: FollowView; readonly sheetId: SheetId | null }[];
}

export interface FollowFilter extends Slice {
  readonly page?: PageId;
  readonly tag?: string;
  /** Those on this sheet, or on none that is there. */
  readonly sheet?: SheetId | "none";
  /** Words to look for in title and URL. */
  readonly words?: string;
  readonly state?: "active" | "paused" | "deleted";
}

export interface FollowRecords {
  /**
   * Starts to follow a block. Where somebody follows the same block already (the same pick in the same capture, or
   * where that block was last found), the follow joins it and `isShared` is true.
   */
  start(start: NewFollow): Promise<{ readonly view: FollowView; readonly isShared: boolean }>;
  find(owner: PersonId, id: FollowId): Promise<FollowView | null>;
  list(owner: PersonId, filter: FollowFilter): Promise<Listing<FollowView>>;
  count(owner: PersonId): Promise<number>;
  /** Whoever knows the secret address of a feed may read that follow, unless the account of its owner is shut. */
  findByFeedKey(feedKey: string): Promise<FollowView | null>;
  change(owner: PersonId, id: FollowId, patch: FollowPatch, options: ChangeOptions): Promise<Changed<Follow>>;
  /** Gives the follow another pick (element, cuts, extent, intent), on a block of its own; its history goes along. */
  repick(owner: PersonId, id: FollowId, repick: Repick): Promise<FollowView | null>;
  /**
   * Moves the follow to another page, on a block of its own there; its history goes along. Null, with nothing written,
   * where the follow is not there, is on that page, or its block was taught meanwhile.
   */
  move(owner: PersonId, id: FollowId, move: FollowMove): Promise<FollowView | null>;
  /** Undoes the last move, until it is swept; null where there is none to undo. */
  moveBack(owner: PersonId, id: FollowId, now: number): Promise<FollowView | null>;
  /**
   * Everything that this person follows on the page is fetched in this way from now on, and soon; histories go along.
   * Gives the page that it then is, or null where they follow nothing there.
   */
  fetchBy(owner: PersonId, page: PageId, way: FetchWay): Promise<Page | null>;
  /** Those that changed since they were last seen, ask, or stand before a login, latest first; and how many there are. */
  news(owner: PersonId, limit: number): Promise<FollowNews>;
  /** With everything before it. False where there is no such follow. */
  markSeen(owner: PersonId, id: FollowId, observation: ObservationId): Promise<boolean>;
  /** Can be undone until it is swept. */
  remove(owner: PersonId, id: FollowId, now: number): Promise<boolean>;
  restore(owner: PersonId, id: FollowId, now: number): Promise<boolean>;
}

export interface HistoryFilter extends Slice {
  /** Leave out what only volatile parts made. */
  readonly changesOnly?: boolean;
  readonly from?: number;
  readonly until?: number;
}

/** `found` with its numbers, or a time in which they are not known: in doubt, gone, or the page out of reach. */
export interface NumberAt {
  readonly at: number;
  readonly lastAt: number;
  readonly verdict: VerdictRecord["kind"];
  readonly numbers: readonly NumberFound[];
}

export interface ObservationRecords {
  /** Latest first. */
  of(owner: PersonId, follow: FollowId, filter: HistoryFilter): Promise<Listing<Observation>>;
  find(owner: PersonId, follow: FollowId, id: ObservationId): Promise<Observation | null>;
  /** What each of these blocks was at an instant: "my page on Monday". Follows without an answer are left out. */
  at(owner: PersonId, follows: readonly FollowId[], instant: number): Promise<ReadonlyMap<FollowId, Observation>>;
  /** The content observation before this one, to compare with. */
  before(owner: PersonId, follow: FollowId, id: ObservationId): Promise<Observation | null>;
  /** For charts, oldest first. */
  numbers(owner: PersonId, follow: FollowId, filter: HistoryFilter): Promise<readonly NumberAt[]>;
}

/** What an answer on the repair card changes, in one transaction with the answer itself. */
export interface Lesson {
  /** About the block that `memory` was learned for. */
  readonly correction: Correction;
  /** How many lessons that block had had. */
  readonly lessons: number;
  /** The memory after this one. */
  readonly memory: MemoryRecord;
  /** What the block is after all; where it is no longer what it was in the page of the answer, that comes first. */
  readonly observations: readonly Observation[];
  readonly dueAt: number;
}

export interface CorrectionRecords {
  /**
   * Where other people follow the same block, the teacher gets a block of their own: nobody is taught by another. A
   * conflict, with nothing written, where the block has had another lesson or the capture has gone meanwhile.
   */
  teach(owner: PersonId, lesson: Lesson): Promise<Changed<FollowView>>;
  of(owner: PersonId, follow: FollowId): Promise<readonly Correction[]>;
}

export interface ClaimedPendingFollow {
  readonly wish: PendingFollow;
  readonly token: string;
}

export type PendingFollowOutcome =
  /** The follow is there; the wish goes. */
  | { readonly kind: "granted" }
  | { readonly kind: "again"; readonly dueAt: number; readonly error: string }
  /** A person has to decide. */
  | { readonly kind: "stuck"; readonly error: string };

export interface PendingFollowRecords {
  /** All or none. */
  add(wishes: readonly PendingFollow[]): Promise<void>;
  /** Wishes that are due: people take turns, each with their oldest first, never more of one than `perPerson`. */
  claim(request: ClaimRequest): Promise<readonly ClaimedPendingFollow[]>;
  /** False where the claim was lost: somebody else has taken it over. */
  settle(claimed: ClaimedPendingFollow, outcome: PendingFollowOutcome): Promise<boolean>;
  releaseHeldBy(prefix: string): Promise<number>;
  list(owner: PersonId, slice: Slice): Promise<Listing<PendingFollow>>;
  /** Tries a wish again that is stuck or waits. */
  bringForward(owner: PersonId, id: PendingFollowId, now: number): Promise<boolean>;
  remove(owner: PersonId, id: PendingFollowId): Promise<boolean>;
  nextDueAt(): Promise<number | null>;
}
