/** What the server sends, in terms of the model: the records without what stays with the server. */
import type {
  AuditEntry,
  BlockPick,
  Capture,
  CaptureId,
  CataloguePage,
  Change,
  Channel,
  ContentItem,
  Delivery,
  Follow,
  FollowId,
  Instant,
  Invitation,
  Observation,
  Page,
  PageId,
  PageSource,
  PendingFollow,
  Person,
  Session,
  Sheet,
  Tile,
  Token,
  VerdictKind,
} from "@tessera/model";

export interface InstanceReply {
  readonly name: string;
  readonly needsSetUp: boolean;
  readonly isLoggedIn: boolean;
}

export type PersonReply = Person;

export type SessionReply = Omit<Session, "personId" | "secretHash"> & { readonly isThisOne: boolean };
export type TokenReply = Omit<Token, "personId" | "secretHash">;
export type NewTokenReply = TokenReply & { readonly secret: string };
export type InvitationReply = Omit<Invitation, "invitedBy" | "secretHash">;
export type NewInvitationReply = InvitationReply & { readonly link: string };
export type AuditReply = AuditEntry;

export interface Slice<T> {
  readonly items: readonly T[];
  /** `after` of the next slice, null at the end. */
  readonly next: string | null;
}

export interface Feeds {
  readonly rss: string;
  readonly atom: string;
  readonly json: string;
}

export type ObservationReply = Pick<
  Observation,
  "id" | "at" | "lastAt" | "looks" | "verdict" | "change" | "captureId" | "excerpt" | "numbers"
> & { readonly hasContent: boolean; readonly hasDiff: boolean; readonly hasPicture: boolean };

export interface FollowedPage {
  readonly id: PageId;
  readonly url: string;
  readonly title: string;
  readonly fetcher: PageSource["fetcher"];
  readonly lastCheckedAt: Instant | null;
  readonly dueAt: Instant | null;
  readonly failures: number;
  readonly trouble: Page["trouble"];
}

export type FollowReply = Omit<
  Follow,
  "personId" | "pageId" | "blockId" | "feedKey" | "seenObservationId" | "toldObservationId"
> & {
  readonly page: FollowedPage;
  readonly pick: BlockPick;
  /** The capture in which it was picked. */
  readonly pickedIn: CaptureId;
  readonly path: string;
  /** Counts how many times the block was taught or picked again. */
  readonly teachingVersion: number;
  readonly verdict: VerdictKind;
  readonly latest: ObservationReply | null;
  readonly latestFound: ObservationReply | null;
  readonly value: string | null;
  readonly number: number | null;
  readonly hasNews: boolean;
  readonly feeds: Feeds;
};

export type SheetReply = Omit<Sheet, "personId" | "feedKey"> & { readonly feeds: Feeds };
export type TileReply = Tile & { readonly follow: FollowReply };
export type SheetWithTilesReply = SheetReply & { readonly tiles: readonly TileReply[] };

export interface SheetThenReply {
  readonly followId: FollowId;
  readonly observation: ObservationReply;
  readonly shown: ObservationReply | null;
}

export type ObservationWithContentReply = ObservationReply & {
  readonly text: string | null;
  readonly items: readonly ContentItem[] | null;
  readonly difference: Change | null;
};

export interface DifferenceReply {
  readonly before: ObservationReply | null;
  readonly after: ObservationReply;
  readonly difference: Change;
}

export interface NumbersReply {
  readonly at: Instant;
  readonly lastAt: Instant;
  readonly verdict: Observation["verdict"]["kind"];
  readonly numbers: Observation["numbers"];
}

export type ChannelReply = Omit<Channel, "personId" | "target"> & {
  readonly target: { readonly kind: Channel["target"]["kind"] } & Readonly<Record<string, unknown>>;
};

export type DeliveryReply = Omit<Delivery, "personId">;

export type PageReply = Pick<
  Page,
  "id" | "source" | "title" | "fetcher" | "lastCheckedAt" | "dueAt" | "failures" | "trouble" | "latestCaptureId"
>;

export type CaptureReply = Pick<
  Capture,
  "id" | "pageId" | "at" | "fetcher" | "finalUrl" | "status" | "transferBytes" | "tookMs"
> & { readonly isRendered: boolean };

export type CatalogueReply = Omit<CataloguePage, "pageId" | "offeredBy" | "training"> & {
  readonly page: PageReply | null;
};

export type PendingFollowReply = Omit<PendingFollow, "personId">;
