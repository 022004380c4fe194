/**
 * The contract of every store: records by group, functions in the words of the domain, and every question about
 * somebody's records says whose. SQLite and PostgreSQL keep it; `store.conformance.ts` is the proof.
 */
import type { LiveEvent } from "@tessera/model";
import type { ChangeRecords } from "./change-records.ts";
import type { CheckRecords } from "./check-records.ts";
import type { CorrectionRecords, FollowRecords, ObservationRecords, PendingFollowRecords } from "./follow-records.ts";
import type { GadgetRecords } from "./gadget-records.ts";
import type { AuditRecords, CapRecords, CatalogueRecords, SettingsRecords } from "./instance-records.ts";
import type { ChannelRecords, DeliveryRecords } from "./notify-records.ts";
import type { ArchiveRecords, BodyRecords, CaptureRecords, PageRecords, SecretRecords } from "./page-records.ts";
import type {
  InvitationRecords,
  PairingRecords,
  PeopleRecords,
  SessionRecords,
  TokenRecords,
} from "./people-records.ts";
import type { QueueRecords } from "./queue-records.ts";
import type { ReadItemRecords } from "./read-item-records.ts";
import type { SearchRecords } from "./search-records.ts";
import type { ShareRecords } from "./share-records.ts";
import type { SheetRecords, TileRecords } from "./sheet-records.ts";
import type { TemplateRecords } from "./template-records.ts";
import type { Upkeep } from "./upkeep.ts";

/** All records. What a promise resolves to is durable; where it rejects, nothing was written. */
export interface Records {
  readonly people: PeopleRecords;
  readonly sessions: SessionRecords;
  readonly tokens: TokenRecords;
  readonly invitations: InvitationRecords;
  readonly pairings: PairingRecords;
  readonly pages: PageRecords;
  readonly secrets: SecretRecords;
  readonly captures: CaptureRecords;
  readonly bodies: BodyRecords;
  readonly follows: FollowRecords;
  readonly observations: ObservationRecords;
  readonly changes: ChangeRecords;
  readonly corrections: CorrectionRecords;
  readonly checks: CheckRecords;
  readonly readItems: ReadItemRecords;
  readonly sheets: SheetRecords;
  readonly tiles: TileRecords;
  readonly templates: TemplateRecords;
  readonly gadgets: GadgetRecords;
  readonly shares: ShareRecords;
  readonly channels: ChannelRecords;
  readonly deliveries: DeliveryRecords;
  readonly settings: SettingsRecords;
  readonly caps: CapRecords;
  readonly catalogue: CatalogueRecords;
  readonly audit: AuditRecords;
  readonly wishes: PendingFollowRecords;
  readonly queue: QueueRecords;
  readonly archives: ArchiveRecords;
  readonly search: SearchRecords;
}

export interface Store extends Records {
  readonly upkeep: Upkeep;
  /**
   * All of `work` or nothing of it. `work` uses only the records it is given and waits for nothing else: the store
   * serves nobody else meanwhile.
   */
  atOnce<T>(work: (records: Records) => Promise<T>): Promise<T>;
  /**
   * Hears every live event, whichever process caused it; returns the way to stop. `onGap` says that some may have been
   * missed, because the connection to the database was lost for a while.
   */
  listen(listener: (event: LiveEvent) => void, onGap?: () => void): () => void;
  /** Tells all listeners, in every process. */
  publish(event: LiveEvent): Promise<void>;
  /** Idempotent; afterwards nothing else works. */
  close(): Promise<void>;
}
