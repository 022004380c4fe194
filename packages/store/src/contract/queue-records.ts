/**
 * What a fleet of workers asks for. Due pages are put into a queue that somebody else keeps; a worker that took one out
 * claims it here, together with its host. The mark that a page waits is taken away in the transaction that records its
 * check, so that a job which comes twice is checked once.
 */
import type { Page, PageId } from "@tessera/model";
import type { Claim } from "./check-records.ts";

/** A page that was put into the queue just now. */
export interface QueuedPage {
  readonly page: Page;
  readonly dueAt: number;
  /** Its place among the pages of one person that wait: those with lower ones come first, so that people take turns. */
  readonly place: number;
}

export interface EnqueueRequest {
  readonly now: number;
  readonly limit: number;
  /** A page that waits for longer is put in again: whoever put it in may have died half-way. */
  readonly staleMs: number;
}

export interface QueueClaimRequest {
  readonly now: number;
  readonly leaseMs: number;
  readonly holder: string;
}

export interface QueueClaims {
  /** One of each host at most, and of no host that somebody visits or that wants to be left alone. */
  readonly claims: readonly Claim[];
  /** To be asked for again in a while. */
  readonly busy: readonly PageId[];
  /** Recorded already, or the page has gone: nothing is left to do. */
  readonly done: readonly PageId[];
}

/** The right to visit a host: that of a claim, or of a redirect on the way. */
export type Visit = Pick<Claim, "host" | "token">;

/** A visit that is over, and when the host may be visited again. */
export interface Departure {
  readonly visit: Visit;
  readonly freeAt: number;
}

export interface QueueRecords {
  /**
   * Marks due pages as waiting, people in turns, longest overdue first, one of each host: the next one when that has been
   * visited and may be visited again.
   */
  enqueue(request: EnqueueRequest): Promise<readonly QueuedPage[]>;
  /** Marks one page as waiting, due or not; null where there is no such page. */
  ask(page: PageId, now: number): Promise<Page | null>;
  /** How many pages wait or are being checked. */
  depth(): Promise<number>;
  claim(pages: readonly PageId[], request: QueueClaimRequest): Promise<QueueClaims>;
  /** Prolongs claims that are still held, on pages and hosts. */
  renew(claims: readonly Claim[], until: number): Promise<void>;
  /** The right to visit a host to which a page led; null while somebody visits it or it wants to be left alone. */
  visit(host: string, request: Pick<QueueClaimRequest, "now" | "leaseMs">): Promise<Visit | null>;
  /** Lets go of the hosts; recording or releasing lets go of the pages. */
  leave(departures: readonly Departure[]): Promise<void>;
}
