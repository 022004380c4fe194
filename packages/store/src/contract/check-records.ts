/** The schedule's and the check flow's own questions: they work for everybody and so name nobody. */
import type {
  Block,
  Capture,
  CaptureFailureRecord,
  CataloguePage,
  ChangeRate,
  Delivery,
  FetcherDecision,
  Follow,
  LiveEvent,
  MemoryRecord,
  Observation,
  ObservationId,
  Page,
  PageId,
} from "@tessera/model";
import type { Body } from "../bodies/body.ts";

/** The right to check one page until `until`. Whoever holds the newest token for a page is the only one who can record. */
export interface Claim {
  readonly pageId: PageId;
  readonly host: string;
  readonly token: string;
  readonly until: number;
  /** When the check was due: `now - dueAt` is the schedule's lag. */
  readonly dueAt: number;
}

export interface ClaimRequest {
  readonly now: number;
  readonly limit: number;
  readonly leaseMs: number;
  /** Which process asks; its claims can be released together. */
  readonly holder: string;
}

/** A block of the page with what the check needs to know about it. */
export interface FollowedBlock {
  readonly block: Block;
  readonly latest: Observation | null;
  readonly latestFound: Observation | null;
  /** Those who are not paused or deleted. */
  readonly follows: readonly Follow[];
}

export interface CheckWork {
  readonly page: Page;
  readonly previous: Capture | null;
  readonly blocks: readonly FollowedBlock[];
  readonly catalogue: CataloguePage | null;
}

/** What one look at one block showed. */
export interface Look {
  readonly block: Pick<Block, "id" | "path" | "seenCaptureId" | "verdict" | "dynamics"> & {
    readonly memory: MemoryRecord;
    readonly rate: ChangeRate;
  };
  /** A new observation begins, or the latest goes on with this verdict. */
  readonly observation:
    | { readonly kind: "new"; readonly record: Observation }
    | { readonly kind: "same"; readonly id: ObservationId; readonly verdict: Observation["verdict"] };
}

/** Everything that one check writes, in one transaction. */
export interface CheckRecord {
  readonly now: number;
  /** Null where nothing new was captured: unchanged, or a failure. */
  readonly capture: Capture | null;
  readonly title?: string;
  readonly trouble: CaptureFailureRecord | null;
  readonly fetcher: FetcherDecision;
  readonly bodies: readonly Body[];
  readonly looks: readonly Look[];
  readonly told: readonly Pick<Follow, "id" | "toldObservationId">[];
  readonly deliveries: readonly Delivery[];
  readonly training?: unknown;
  /** Cookies to keep until the next capture, where the source asks for it. */
  readonly cookies?: string | null;
  readonly dueAt: number | null;
  /** Published once the transaction is durable. */
  readonly events: readonly LiveEvent[];
}

export interface CheckRecords {
  /** Claims pages that are due, longest overdue first, at most one a host at a time. */
  claim(request: ClaimRequest): Promise<readonly Claim[]>;
  /** Claims one page at once, due or not; null while somebody else is checking it. */
  claimPage(page: PageId, request: Omit<ClaimRequest, "limit">): Promise<Claim | null>;
  /** Prolongs claims that are still held. */
  renew(claims: readonly Claim[], until: number): Promise<void>;
  /** Gives claims back unrecorded; the pages stay due. */
  release(claims: readonly Claim[]): Promise<void>;
  /** Gives back everything that holders with this prefix left behind when they died. */
  releaseHeldBy(prefix: string): Promise<number>;
  /** Null where the page has gone since it was claimed. */
  load(claim: Claim): Promise<CheckWork | null>;
  cookies(page: PageId): Promise<string | null>;
  /** False where the claim was lost meanwhile: nothing is written then. */
  record(claim: Claim, check: CheckRecord): Promise<boolean>;
  /** When the next page becomes due, for the schedule to sleep until; null where none will. */
  nextDueAt(): Promise<number | null>;
  /** Pages due and not yet claimed, and by how much the oldest is late. */
  backlog(now: number): Promise<{ readonly due: number; readonly lagMs: number }>;
}
