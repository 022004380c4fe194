/**
 * The tables, alike in both dialects: text, integers (instants in milliseconds, flags as 0 and 1), bytes. JSON is text,
 * because no query looks inside it.
 */
import type {
  AuditEntry,
  Capture,
  CataloguePage,
  Channel,
  Correction,
  Delivery,
  Follow,
  Gadget,
  Invitation,
  Observation,
  Page,
  Pairing,
  Person,
  Session,
  Share,
  Sheet,
  Template,
  Tile,
  Token,
} from "@tessera/model";
import type { Generated, Insertable, Selectable } from "kysely";
import type { BlockFacts } from "../contract/follow-records.ts";
import type { SealedSecret } from "../contract/page-records.ts";
import type { Columns } from "./mapping.ts";

export interface PeopleTable extends Columns<Person> {
  password_hash: string;
}

export interface PagesTable extends Columns<Page> {
  /** Hash of the canonical source, and of the person where the page is private. */
  source_key: string;
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
  /** 1 where it waits for a browser of the person that it is private to. */
  own_browser: Generated<number>;
}

/** When a fleet may visit a host again; in the future while somebody is there. */
export interface HostsTable {
  host: string;
  lease_token: string | null;
  free_at: number;
}

export type PageSecretsTable = Columns<SealedSecret>;

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

export interface CapturesTable extends Columns<Capture> {
  /** The tags of the page, layer by layer; null where nobody has compared with it yet. */
  layers: string | null;
}

export interface BlocksTable extends Columns<BlockFacts> {
  /** Equal where intent, extent and cuts are: what two picks need besides the element to be one block. */
  pick_key: string;
  first_path: string;
}

/** Apart from the blocks, because it is large and only a check reads it. */
export interface MemoriesTable {
  block_id: string;
  packed: Uint8Array;
}

export interface ObservationsTable extends Columns<Observation> {
  verdict_kind: string;
}

export interface FollowsTable extends Columns<Follow> {
  /** The block that it had on another page, and when it was moved here: both while that can be undone. */
  moved_from: string | null;
  moved_at: number | null;
  /** 1 where the latest observation of its block is not the one that was seen; kept by triggers. */
  has_news: Generated<number>;
}

export interface DeliveriesTable extends Columns<Delivery> {
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
  /** Where it is one page of many on which a block is to be followed. */
  template_id: string | null;
  lease_token: string | null;
  lease_until: number | null;
  lease_holder: string | null;
}

export interface TilesTable extends Columns<Omit<Tile, "place" | "followId" | "content"> & Tile["place"]> {
  kind: Tile["content"]["kind"];
  /** What a tile of its kind has besides its follows. */
  content: Generated<string>;
}

/** What a tile shows, in order. */
export interface TileFollowsTable {
  tile_id: string;
  follow_id: string;
  position: number;
}

/** What a person has read of a feed, by the key of the item; or has marked as unread. */
export interface ReadItemsTable {
  person_id: string;
  follow_id: string;
  item: string;
  is_read: number;
  read_at: number;
}

/** What somebody has seen of a follow that is another person's. */
export interface SharedSeenTable {
  person_id: string;
  follow_id: string;
  observation_id: string;
}

/** What a sheet showed until somebody took it off. */
export interface TakenOffTable {
  sheet_id: string;
  follow_id: string;
  at: number;
}

export interface TemplatePagesTable {
  template_id: string;
  url: string;
  position: number;
  state: string;
  /** What else is known, as JSON. */
  outcome: string;
  follow_id: string | null;
}

export interface SettingsTable {
  name: string;
  value: string;
}

export interface SecretsTable {
  name: string;
  value: string;
}

/** What a block has said, as the search keeps it. */
export interface SearchTextsTable {
  number: Generated<number>;
  block_id: string;
  /** Counts its changes. */
  revision: number;
  /** The words of all its lines, and when they were there: what is looked at. */
  words: string;
  runs: string;
  /** What is shown. */
  packed: Uint8Array;
}

/** The words of a text that are there now, apart from all that were: most questions look at no more. */
export interface SearchNowTable {
  number: number;
  words: string;
}

/** Which texts have a word, now or before. */
export interface SearchWordsTable {
  word: string;
  text_number: number;
}

/** Which text a follow shows, and since when it says what it says: a person's own are searched in this order. */
export interface SearchFollowsTable {
  follow_id: string;
  person_id: string;
  text_number: number;
  at: number;
  /** Words of the title, the tags and the host. */
  title: string;
}

export interface SearchTitlesTable {
  person_id: string;
  word: string;
  follow_id: string;
}

/** Blocks with something that is not in the index yet; appended to by triggers. */
export interface SearchDueTable {
  id: Generated<number>;
  block_id: string;
}

export interface SchemaHistoryTable {
  version: number;
  name: string;
  applied_at: number;
}

export interface Tables {
  people: PeopleTable;
  sessions: Columns<Session>;
  tokens: Columns<Token>;
  invitations: Columns<Invitation>;
  pairings: Columns<Pairing>;
  pages: PagesTable;
  hosts: HostsTable;
  page_readers: PageReadersTable;
  bodies: BodiesTable;
  captures: CapturesTable;
  blocks: BlocksTable;
  memories: MemoriesTable;
  observations: ObservationsTable;
  follows: FollowsTable;
  corrections: Columns<Correction>;
  sheets: Columns<Sheet>;
  tiles: TilesTable;
  tile_follows: TileFollowsTable;
  read_items: ReadItemsTable;
  templates: Columns<Template>;
  template_pages: TemplatePagesTable;
  gadgets: Columns<Gadget>;
  shares: Columns<Share>;
  shared_seen: SharedSeenTable;
  taken_off: TakenOffTable;
  channels: Columns<Channel>;
  deliveries: DeliveriesTable;
  wishes: PendingFollowsTable;
  settings: SettingsTable;
  secrets: SecretsTable;
  page_secrets: PageSecretsTable;
  catalogue_pages: Columns<CataloguePage>;
  audit: Columns<AuditEntry>;
  search_texts: SearchTextsTable;
  search_now: SearchNowTable;
  search_words: SearchWordsTable;
  search_follows: SearchFollowsTable;
  search_titles: SearchTitlesTable;
  search_due: SearchDueTable;
  schema_history: SchemaHistoryTable;
}

export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>;
