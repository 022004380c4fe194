/** Pages, their captures, and the bodies that both captures and observations point to. */
import type {
  Block,
  BodyHash,
  Capture,
  CaptureId,
  Channel,
  Correction,
  Follow,
  Observation,
  Page,
  PageId,
  PageSource,
  PersonId,
  SecretName,
  Sheet,
  Tile,
} from "@tessera/model";
import type { Body } from "./body.ts";
import type { Listing, Slice } from "./listing.ts";

export interface PageRecords {
  /** The page of this source, made where there is none: the same URL fetched the same way is one page. */
  ensure(source: PageSource, asker: PersonId, now: number, options?: EnsureOptions): Promise<Page>;
  /** A page that this person follows something on, has opened in the picker, or finds in the catalogue. */
  find(owner: PersonId, id: PageId): Promise<Page | null>;
  /** The pages on which this person follows something. */
  list(owner: PersonId, slice: Slice): Promise<Listing<Page>>;
  /** For the check flow and the operator's tools, which work for everybody. */
  findForCheck(id: PageId): Promise<Page | null>;
  /** Brings the next check forward to this time, never back. */
  bringForward(id: PageId, dueAt: number): Promise<void>;
  /**
   * Makes every shared page at such a URL private to the one person who follows something on it, where that is an owner;
   * resolves with how many. One that others follow too, or that is in the catalogue, stays as it is.
   */
  keepToOwner(isOwners: (url: URL) => boolean): Promise<number>;
  /** Captures of pages at such a URL, from before captures knew it, are of a private host from now on. */
  markOfPrivateHosts(isPrivate: (url: URL) => boolean): Promise<void>;
}

export interface EnsureOptions {
  /** It shows what only the asker may see, besides what the source itself says of that. */
  readonly isPrivate?: boolean;
}

/** A secret that a person has stored for pages of one origin. */
export interface SealedSecret {
  readonly personId: PersonId;
  readonly origin: string;
  readonly name: SecretName;
  /** Unreadable without the key of the instance, which is not in the store. */
  readonly sealed: string;
  readonly updatedAt: number;
}

export interface SecretRecords {
  /** In place of the one of this name for this origin, where there is one; false where this person has too many. */
  put(secret: SealedSecret): Promise<boolean>;
  of(owner: PersonId): Promise<readonly SealedSecret[]>;
  remove(owner: PersonId, secret: Pick<SealedSecret, "origin" | "name">): Promise<boolean>;
}

export interface CaptureRecords {
  find(owner: PersonId, id: CaptureId): Promise<Capture | null>;
  of(owner: PersonId, page: PageId, slice: Slice): Promise<Listing<Capture>>;
  /** All captures of a page, oldest first, for replaying and training. */
  forReplay(page: PageId): AsyncIterable<Capture>;
}

export interface BodyRecords {
  /** Stores a body that a later record will refer to; unreferenced ones are swept after a day. */
  put(body: Body, now: number): Promise<void>;
  /** The unpacked body, checked against its hash; null where it is not stored. */
  read(hash: BodyHash): Promise<Uint8Array | null>;
  /** As it is stored, for whoever unpacks it elsewhere. */
  readPacked(hash: BodyHash): Promise<Body | null>;
  /** The unpacked body as text. */
  readText(hash: BodyHash): Promise<string | null>;
}

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
