/**
 * Copies everything from one database to another, whatever their dialects, and verifies the copy. It can be interrupted
 * at any moment and run again: rows that are there are left alone, and the copy counts only once it is verified.
 */
import { createHash, randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { StoreFailure } from "../contract/store-failure.ts";
import { bytesOf } from "./bodies.ts";
import type { Connection } from "./connection.ts";
import { settingsRecords } from "./instance.ts";
import type { Row, Tables } from "./tables.ts";

export interface CopyProgress {
  readonly table: string;
  readonly rows: number;
}

export interface CopyOptions {
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
}

export interface Copied {
  readonly rows: Readonly<Record<string, number>>;
}

type Cell = string | number | Uint8Array | null;

type CopiedRow = Readonly<Record<string, Cell>>;

const NO_CLAIM = { lease_token: null, lease_until: null, lease_holder: null } as const;

/** `hosts` is about the next seconds only, `schema_history` belongs to each database. */
const COPIED_TABLES: readonly CopiedTable[] = [
  table("secrets", ["name"]),
  table("settings", ["name"]),
  table("people"),
  table("page_secrets", ["person_id", "origin", "name"]),
  table("sessions"),
  table("tokens"),
  table("invitations"),
  table("pairings", ["person_id"]),
  // counted by the triggers of the copy as the rows arrive that name them
  table("bodies", ["hash"], { refs: 0 }),
  table("pages", ["id"], { ...NO_CLAIM, queued_at: null }),
  table("page_readers", ["page_id", "person_id"]),
  table("captures"),
  table("blocks"),
  table("memories", ["block_id"]),
  table("observations"),
  table("follows", ["id"], { has_news: 1 }),
  table("corrections"),
  table("sheets"),
  table("tiles"),
  table("tile_follows", ["tile_id", "follow_id"]),
  table("read_items", ["person_id", "follow_id", "item"]),
  table("templates"),
  table("template_pages", ["template_id", "url"]),
  table("gadgets"),
  table("shares", ["sheet_id", "person_id"]),
  table("shared_seen", ["person_id", "follow_id"]),
  table("taken_off", ["sheet_id", "follow_id"]),
  table("channels"),
  table("deliveries", ["id"], NO_CLAIM),
  table("wishes", ["id"], NO_CLAIM),
  table("catalogue_pages"),
  table("audit"),
];

const ROWS_A_BATCH = 200;

/** Bodies are large: so many bytes of them are in memory at a time. */
const BODIES_A_BATCH = 20;

/** In the copy while it is not whole: the identity of what is being copied. */
const UNFINISHED = "copy-of";

/** Copies and verifies; throws a `StoreFailure` where the target holds something else or the copy is not equal. */
export async function copyStore(from: Connection, to: Connection, options: CopyOptions = {}): Promise<Copied> {
  await claimTarget(from, to);
  const rows: Record<string, number> = {};
  for (const table of COPIED_TABLES) {
    rows[table.name] = await copyTable(from, to.db, table);
    options.onProgress?.({ table: table.name, rows: rows[table.name]! });
  }
  for (const table of COPIED_TABLES) await verifyTable(from, to, table);
  await to.db.deleteFrom("settings").where("name", "=", UNFINISHED).execute();
  return { rows };
}

/** The target must be empty, or a copy of this very store that was not finished. */
async function claimTarget(from: Connection, to: Connection): Promise<void> {
  const identity = await settingsRecords(from).secret("identity", randomUUID);
  const mark = await to.db.selectFrom("settings").select("value").where("name", "=", UNFINISHED).executeTakeFirst();
  if (mark?.value === identity) return;
  const people = await to.db.selectFrom("people").select("id").limit(1).execute();
  const pages = await to.db.selectFrom("pages").select("id").limit(1).execute();
  if (mark || people.length + pages.length > 0) {
    throw new StoreFailure("cannot-open", "the target is not empty: it holds another instance, or a copy of one", null);
  }
  await to.db.deleteFrom("settings").execute();
  await to.db.deleteFrom("secrets").execute();
  await to.db.insertInto("settings").values({ name: UNFINISHED, value: identity }).execute();
}

async function copyTable(from: Connection, to: Kysely<Tables>, table: CopiedTable): Promise<number> {
  let rows = 0;
  for await (const batch of batchesOf(from, table)) {
    rows += batch.length;
    const columns = Object.keys(batch[0] ?? {});
    const values = batch.map((row) => sql`(${sql.join(columns.map((column) => cell(row, column, table)))})`);
    await sql`
      insert into ${sql.table(table.name)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(values)} on conflict do nothing`.execute(to);
  }
  return rows;
}

function cell(row: CopiedRow, column: string, { anew }: CopiedTable): Cell {
  return column in anew ? anew[column]! : row[column]!;
}

/** Both sides must hold the same rows; what is new in the copy and the mark of the copy are left out. */
async function verifyTable(from: Connection, to: Connection, table: CopiedTable): Promise<void> {
  const [original, copy] = [await digestOf(from, table), await digestOf(to, table)];
  if (original === copy) return;
  throw new StoreFailure("damaged", `the copy of ${table.name} is not equal to the original: run it again`, null);
}

/** The number of rows and the sum of their hashes: the same in whatever order a database sorts its text. */
async function digestOf(connection: Connection, table: CopiedTable): Promise<string> {
  let sum = 0n;
  let rows = 0;
  for await (const batch of batchesOf(connection, table)) {
    for (const row of batch) {
      if (table.name === "settings" && row.name === UNFINISHED) continue;
      rows += 1;
      sum += hashOfRow(row, table);
    }
  }
  return `${rows} ${sum}`;
}

function hashOfRow(row: CopiedRow, { anew }: CopiedTable): bigint {
  const digest = createHash("sha256");
  for (const column of Object.keys(row).sort()) {
    if (column in anew) continue;
    const bytes = digestible(row[column]!);
    digest.update(`${column} ${bytes.length} `).update(bytes);
  }
  return BigInt(`0x${digest.digest("hex")}`);
}

/** PostgreSQL's text cannot hold U+0000; a copy to it has U+FFFD there, which counts as equal. */
function digestible(value: Cell): Uint8Array {
  if (value instanceof Uint8Array) return value;
  return Buffer.from(value === null ? "null" : `:${String(value).replaceAll("\0", "\ufffd")}`);
}

/** All rows in the order of the primary key, so many at a time. */
async function* batchesOf(connection: Connection, table: CopiedTable): AsyncGenerator<readonly CopiedRow[]> {
  const limit = table.name === "bodies" ? BODIES_A_BATCH : ROWS_A_BATCH;
  let after: readonly Cell[] = [];
  for (;;) {
    const rows = await rowsAfter(connection.db, table, { after, limit });
    if (rows.length > 0) yield table.name === "bodies" ? await Promise.all(rows.map(inlined(connection))) : rows;
    const last = rows.at(-1);
    if (!last || rows.length < limit) return;
    after = table.key.map((column) => last[column]!);
  }
}

/** A body with its bytes, wherever they were: the copy has them in the database. */
function inlined(connection: Connection): (row: CopiedRow) => Promise<CopiedRow> {
  return async (row) => {
    const { hash, data, object_key: key } = row as unknown as Row<"bodies">;
    const bytes = await bytesOf(connection, { hash, data, object_key: key });
    if (!bytes) throw new StoreFailure("damaged", `the bytes of body ${hash} are lost`, null);
    return { ...row, data: bytes, object_key: null };
  };
}

async function rowsAfter(
  db: Kysely<Tables>,
  { name, key }: CopiedTable,
  { after, limit }: { readonly after: readonly Cell[]; readonly limit: number },
): Promise<readonly CopiedRow[]> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const later = after.length > 0 ? sql`where (${columns}) > (${sql.join([...after])})` : sql``;
  const { rows } = await sql<CopiedRow>`
    select * from ${sql.table(name)} ${later} order by ${columns} limit ${limit}`.execute(db);
  return rows;
}

export interface CopiedTable {
  readonly name: keyof Tables;
  /** The primary key, by which rows are read in order. */
  readonly key: readonly string[];
  /** Columns that are about this moment or kept by triggers, with what they are in the copy. */
  readonly anew: Readonly<Record<string, number | null>>;
}

function table(name: keyof Tables, key: readonly string[] = ["id"], anew: CopiedTable["anew"] = {}): CopiedTable {
  return { name, key, anew };
}
