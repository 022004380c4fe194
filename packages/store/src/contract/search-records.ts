/** Finding things: what one's own follows say and have said. */
import type { ObservationId, PersonId, Sheet } from "@tessera/model";
import type { Excerpt, Range, SearchQuery } from "@tessera/model/search";
import type { FollowView } from "./follow-records.ts";

export interface SearchOptions {
  /** `current` looks at what is there now, `history` also at what was. */
  readonly in: "current" | "history";
  /** How many follows; each comes with a few of its moments. */
  readonly limit: number;
  readonly after?: string | undefined;
  /** @internal */
  readonly limits?: SearchLimits | undefined;
}

/** How much one search looks at, so that none takes long; what is behind comes with the next. */
export interface SearchLimits {
  /** A word or its beginning leads to follows where at most so many texts, and so many titles, have it. */
  readonly leads: number;
  /** So many follows are gone through together, latest first, where nothing leads to them. */
  readonly steps: readonly number[];
  /** Texts of which all moments are looked at. */
  readonly texts: number;
}

/** A stretch of time in which a block said what was asked for. */
export interface FoundMoment {
  /** The last of its observations that says it. */
  readonly observationId: ObservationId;
  readonly at: number;
  /** Since when it was so without a break. */
  readonly since: number;
  /** The lines that say it, as they were. */
  readonly lines: readonly Excerpt[];
}

export interface SearchHit {
  readonly view: FollowView;
  /** Those of the person's sheets that have it. */
  readonly sheets: readonly Pick<Sheet, "id" | "title">[];
  readonly titleMarks: readonly Range[];
  /** Latest first; at least one. */
  readonly moments: readonly FoundMoment[];
  /** How many stretches of time there are besides. */
  readonly more: number;
}

export interface SearchResult {
  /** By how lately what they say has changed. */
  readonly hits: readonly SearchHit[];
  /** Where more may be found, also where nothing was yet: one search looks at a bounded amount. */
  readonly next: string | null;
  /** Something was seen that the index does not have yet. */
  readonly isBehind: boolean;
}

export interface TagCount {
  readonly tag: string;
  readonly follows: number;
}

export interface SearchRecords {
  /** Only what this person follows, has not deleted, and whose history they see. */
  find(owner: PersonId, query: SearchQuery, options: SearchOptions): Promise<SearchResult>;
  /** The tags of a person's follows, most used first. */
  tags(owner: PersonId): Promise<readonly TagCount[]>;
  /** Brings the index up to date with at most so many blocks; says with how many, and whether more wait. */
  catchUp(limit: number): Promise<{ readonly blocks: number; readonly isBehind: boolean }>;
}
