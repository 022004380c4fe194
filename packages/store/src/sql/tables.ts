/**
 * The tables, alike in both dialects: text, integers (instants in milliseconds, flags as 0 and 1), bytes. JSON is text,
 * because no query looks inside it.
 */
import type { FollowOptions } from "@tessera/model";
import type { Insertable, Selectable } from "kysely";

export interface PeopleTable {
  id: string;
  name: string;
  display_name: string;
  role: string;
  locale: string;
  time_zone: string;
  password_hash: string;
  created_at: number;
  disabled_at: number | null;
  version: number;
}

export interface SessionsTable {
  id: string;
  person_id: string;
  secret_hash: string;
  created_at: number;
  last_seen_at: number;
  expires_at: number;
  user_agent: string;
  address: string;
}

export interface TokensTable {
  id: string;
  person_id: string;
  name: string;
  secret_hash: string;
  scopes: string;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
  revoked_at: number | null;
}

export interface InvitationsTable {
  id: string;
  invited_by: string | null;
  role: string;
  secret_hash: string;
  note: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  used_by: string | null;
}

export interface PagesTable {
  id: string;
  /** Hash of the canonical source, and of the person where the page is private. */
  source_key: string;
  source: string;
  host: string;
  private_to: string | null;
  title: string;
  fetcher: string;
  created_at: number;
  due_at: number | null;
  last_checked_at: number | null;
  latest_capture_id: string | null;
  failures: number;
  trouble: string | null;
  redesign: string | null;
  cookies: string | null;
  /** An earlier check was asked for while one was under way. */
  asked_at: number | null;
  lease_token: string | null;
  lease_until: number | null;
  lease_holder: string | null;
  /** Since when it waits in the queue of a fleet. */
  queued_at: number | null;
  /** The person whose turn its checks are. */
  turn: string | null;
}

/** When a fleet may visit a host again; in the future while somebody is there. */
export interface HostsTable {
  host: string;
  lease_token: string | null;
  free_at: number;
}

/** Who has opened a page in the picker and so may see its captures before following anything on it. */
export interface PageReadersTable {
  page_id: string;
  person_id: string;
  opened_at: number;
}

export interface BodiesTable {
  hash: string;
  packing: string;
  size_bytes: number;
  /** Null where the bytes live in an object store, under `object_key`. */
  data: Uint8Array | null;
  object_key: string | null;
  /** How many columns of other tables name this hash; kept by triggers. */
  refs: number;
  created_at: number;
}

export interface CapturesTable {
  id: string;
  page_id: string;
  at: number;
  fetcher: string;
  final_url: string;
  status: number;
  headers: string;
  source_hash: string;
  html: string;
  layout: string | null;
  picture: string | null;
  transfer_bytes: number;
  took_ms: number;
  change: string | null;
}

export interface BlocksTable {
  id: string;
  page_id: string;
  pick: string;
  /** Equal where intent, extent and cuts are: what two picks need besides the element to be one block. */
  pick_key: string;
  first_path: string;
  first_capture_id: string;
  lessons: number;
  rate: string;
  path: string;
  seen_capture_id: string;
  verdict: string;
  latest_observation_id: string | null;
  latest_found_id: string | null;
  created_at: number;
}

/** Apart from the blocks, because it is large and only a check reads it. */
export interface MemoriesTable {
  block_id: string;
  memory: string;
  dynamics: string;
}

export interface ObservationsTable {
  id: string;
  block_id: string;
  capture_id: string | null;
  at: number;
  last_at: number;
  looks: number;
  quiet_looks: number;
  verdict_kind: string;
  verdict: string;
  change: string;
  content: string | null;
  meaning: string | null;
  excerpt: string;
  numbers: string;
  diff: string | null;
  picture: string | null;
  redesign: string | null;
}

export interface FollowsTable extends Record<keyof FollowOptions, string> {
  id: string;
  person_id: string;
  page_id: string;
  block_id: string;
  title: string;
  feed_key: string;
  seen_observation_id: string | null;
  told_observation_id: string | null;
  paused_at: number | null;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
  version: number;
}

export interface CorrectionsTable {
  id: string;
  person_id: string;
  follow_id: string;
  block_id: string;
  capture_id: string;
  answer: string;
  at: number;
}

export interface SheetsTable {
  id: string;
  person_id: string;
  title: string;
  position: number;
  style: string;
  feed_key: string;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
  version: number;
}

export interface TilesTable {
  id: string;
  sheet_id: string;
  follow_id: string;
  x: number;
  y: number;
  width: number;
  height: number;
  style: string;
  version: number;
}

export interface ChannelsTable {
  id: string;
  person_id: string;
  name: string;
  target: string;
  quiet_hours: string | null;
  gathering: string;
  is_default: number;
  paused_at: number | null;
  created_at: number;
  updated_at: number;
  version: number;
}

export interface DeliveriesTable {
  id: string;
  channel_id: string;
  person_id: string;
  follow_id: string | null;
  observation_id: string | null;
  message: string;
  state: string;
  attempts: number;
  due_at: number | null;
  last_error: string | null;
  created_at: number;
  sent_at: number | null;
  lease_token: string | null;
  lease_until: number | null;
  lease_holder: string | null;
}

export interface PendingFollowsTable {
  id: string;
  person_id: string;
  /** What is wanted, as a record without its state. */
  wanted: string;
  attempts: number;
  due_at: number | null;
  error: string | null;
  created_at: number;
  lease_token: string | null;
  lease_until: number | null;
  lease_holder: string | null;
}

export interface SettingsTable {
  name: string;
  value: string;
}

export interface SecretsTable {
  name: string;
  value: string;
}

export interface CataloguePagesTable {
  id: string;
  page_id: string;
  offered_by: string;
  title: string;
  about: string;
  schedule: string;
  training: string;
  created_at: number;
  version: number;
}

export interface AuditTable {
  id: string;
  at: number;
  person_id: string | null;
  action: string;
  address: string;
  detail: string;
}

export interface SchemaHistoryTable {
  version: number;
  name: string;
  applied_at: number;
}

export interface Tables {
  people: PeopleTable;
  sessions: SessionsTable;
  tokens: TokensTable;
  invitations: InvitationsTable;
  pages: PagesTable;
  hosts: HostsTable;
  page_readers: PageReadersTable;
  bodies: BodiesTable;
  captures: CapturesTable;
  blocks: BlocksTable;
  memories: MemoriesTable;
  observations: ObservationsTable;
  follows: FollowsTable;
  corrections: CorrectionsTable;
  sheets: SheetsTable;
  tiles: TilesTable;
  channels: ChannelsTable;
  deliveries: DeliveriesTable;
  wishes: PendingFollowsTable;
  settings: SettingsTable;
  secrets: SecretsTable;
  catalogue_pages: CataloguePagesTable;
  audit: AuditTable;
  schema_history: SchemaHistoryTable;
}

export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>;
