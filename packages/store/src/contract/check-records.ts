/** The schedule's and the check flow's own questions: they work for everybody and so name nobody. */
import type {
  AskingVerdict,
  Block,
  BlockId,
  BodyHash,
  Capture,
  CaptureFailureRecord,
  CaptureId,
  CataloguePage,
  Delivery,
  FetcherDecision,
  Follow,
  LiveEvent,
  Observation,
  ObservationId,
  Page,
  PageId,
  PersonId,
  Redesign,
} from "@tessera/model";
import type { Body } from "./body.ts";
import type { BlockFacts } from "./follow-records.ts";
import type { PackedMemory } from "./packed-memory.ts";

/** The right to check one page until `until`. Whoever holds the newest token for a page is the only one who can record. */
export interface Claim {
  readonly pageId: PageId;
  readonly host: string;
  readonly token: string;
  readonly until: number;
  /** When the check was due: `now - dueAt` is the schedule's lag. */
  readonly dueAt: number;
  /** Somebody asked for this very page; otherwise its time had come. */
  readonly isAsked: boolean;
  /** Whoever asked opens the page to pick from it: the raw page is shown first where it can be. */
  readonly isOpening?: boolean;
  /** Whose turn it is: of those who follow the page, somebody who follows little. */
  readonly turn: PersonId | null;
}

export interface ClaimRequest {
  readonly now: number;
  readonly limit: number;
  readonly leaseMs: number;
  /** Which process asks; its claims can be released together. */
  readonly holder: string;
  /** How many of one host at a time; one unless told. */
  readonly perHost?: number;
  /** How many of one person at a time; any number unless told. */
  readonly perPerson?: number;
  /** Those that wait for a browser of this person; unless told, those that wait for nobody's. */
  readonly browserOf?: PersonId;
}

/** An observation that asked a person, and at how many looks. */
export interface Doubt extends Pick<Observation, "looks"> {
  readonly verdict: AskingVerdict;
}

/** A block of the page with what every check needs to know about it; memories are asked for where a page has changed. */
export interface FollowedBlock {
  readonly block: BlockFacts;
  readonly latest: Observation | null;
  readonly latestFound: Observation | null;
  /** What was said of it before the latest observation, since it was last found or somebody answered. */
  readonly doubts: readonly Doubt[];
  /** Those who are not paused or deleted. */
  readonly follows: readonly Follow[];
}

export interface CheckWork {
  readonly page: Page;
  readonly previous: Capture | null;
  /** The outline of that capture; null where it was not kept. */
  readonly layers: string | null;
  readonly blocks: readonly FollowedBlock[];
  readonly catalogue: CataloguePage | null;
}

/** What one look at one block showed. */
export interface ObservedBlock {
  /** With `lessons` as it was when the check began: a look at a block that was taught meanwhile is not recorded. */
  readonly block: Pick<Block, "id" | "lessons" | "path" | "seenCaptureId" | "verdict" | "rate">;
  /** Null where nothing was learned. */
  readonly remembered: PackedMemory | null;
  /**
   * A new observation (later than all before it, whatever the clock says) begins, the latest goes on with this verdict
   * and the capture that it is about (and the redesign that this was, if any), or it goes on with other content.
   */
  readonly observation:
    | { readonly kind: "new"; readonly record: Observation }
    | ({ readonly kind: "same"; readonly redesign?: Redesign | null } & Pick<
        Observation,
        "id" | "verdict" | "captureId"
      >)
    | { readonly kind: "renewed"; readonly record: Observation };
}

/** Everything that one check writes, in one transaction. */
export interface CheckRecord {
  readonly now: number;
  /** Null where nothing new was captured: unchanged, or a failure. */
  readonly capture: Capture | null;
  /** The outline of the capture, for the next check to compare with. */
  readonly layers?: string | null;
  /** Where the capture is a redesign of the page. */
  readonly redesign?: Redesign | null;
  readonly title?: string;
  readonly trouble: CaptureFailureRecord | null;
  readonly fetcher: FetcherDecision;
  readonly bodies: readonly Body[];
  readonly looks: readonly ObservedBlock[];
  /** Observations that simply go on, because the page itself has not changed. */
  readonly unchanged: readonly ObservationId[];
  /** Of observations that go on and had none. */
  readonly pictures?: readonly { readonly observationId: ObservationId; readonly picture: BodyHash }[];
  /** Of the capture before, where the page is the same and had none. */
  readonly pagePicture?: { readonly captureId: CaptureId; readonly picture: BodyHash } | undefined;
  readonly told: readonly Pick<Follow, "id" | "toldObservationId">[];
  readonly deliveries: readonly Delivery[];
  readonly training?: unknown;
  /** Cookies to keep until the next capture, where the source asks for it. */
  readonly cookies?: string | null;
  readonly dueAt: number | null;
  /** Published once the transaction is durable. */
  readonly events: readonly LiveEvent[];
}

/** What a block was before anybody followed it, out of an archive. Nobody is told, and nothing of today changes. */
export interface PastRecord {
  readonly now: number;
  readonly blockId: BlockId;
  readonly captures: readonly Capture[];
  readonly bodies: readonly Body[];
  /** Oldest first. */
  readonly observations: readonly Observation[];
}

export interface CheckRecords {
  /**
   * Claims pages that are due: people take turns, each with the longest overdue of theirs first, and those who have fewer
   * under way come first. Never more of one host at a time than `perHost`, nor of one person than `perPerson`.
   */
  claim(request: ClaimRequest): Promise<readonly Claim[]>;
  /** Claims one page at once, due or not; null while somebody else is checking it, unless it is taken from them. */
  claimPage(
    page: PageId,
    request: Omit<ClaimRequest, "limit"> & { readonly takesOver?: boolean },
  ): Promise<Claim | null>;
  /** The claim with this token that a browser of this person holds on the page; null where it has run out. */
  claimOf(owner: PersonId, page: PageId, held: { readonly token: string; readonly now: number }): Promise<Claim | null>;
  /** Prolongs claims that are still held. */
  renew(claims: readonly Claim[], until: number): Promise<void>;
  /** Gives claims back unrecorded; the pages stay due, or become so at `dueAt`. */
  release(claims: readonly Claim[], dueAt?: number): Promise<void>;
  /** Gives back everything that holders with this prefix left behind when they died. */
  releaseHeldBy(prefix: string): Promise<number>;
  /** Null where the page has gone since it was claimed. */
  load(claim: Claim): Promise<CheckWork | null>;
  /** What is remembered of these blocks; those that have gone are missing. */
  memories(blocks: readonly BlockId[]): Promise<ReadonlyMap<BlockId, PackedMemory>>;
  /** Which of these blocks somebody has on a sheet as a picture, because they chose it. */
  shownAsPictures(blocks: readonly BlockId[]): Promise<ReadonlySet<BlockId>>;
  cookies(page: PageId): Promise<string | null>;
  capture(id: CaptureId): Promise<Capture | null>;
  /** A block with its memory. */
  block(id: BlockId): Promise<Block | null>;
  /** An observation that a follow was told about. */
  observation(id: ObservationId): Promise<Observation | null>;
  /** False where the claim was lost meanwhile: nothing is written then. */
  record(claim: Claim, check: CheckRecord): Promise<boolean>;
  /** How many observations were added: only those that are older than everything known of the block. */
  recordPast(past: PastRecord): Promise<number>;
  /**
   * When the next page becomes due, for the schedule to sleep until, or for a browser of this person; null where none
   * will.
   */
  nextDueAt(browserOf?: PersonId): Promise<number | null>;
  /** Pages due and not yet claimed, and by how much the oldest is late. */
  backlog(now: number): Promise<{ readonly due: number; readonly lagMs: number }>;
}
