/** The first schema. */
import { sql } from "kysely";
import type { Migration, MigrationContext } from "./migration.ts";

/** The words that differ: SQLite's strict tables know only its own type names. */
const WORDS = {
  sqlite: { integer: "INTEGER", bytes: "BLOB", options: "STRICT" },
  postgres: { integer: "BIGINT", bytes: "BYTEA", options: "" },
} as const;

type Words = (typeof WORDS)["sqlite" | "postgres"];

export const first: Migration = {
  name: "first",
  async up(context: MigrationContext): Promise<void> {
    const words = WORDS[context.dialect];
    const statements = [people, pages, blocks, follows, sheets, telling, instance].flatMap((part) => part(words));
    for (const statement of statements) await sql.raw(statement).execute(context.db);
    await countReferences(context, "captures", ["html", "layout", "picture"]);
    await countReferences(context, "observations", ["content", "diff", "picture"]);
  },
};

const people = ({ integer, options }: Words): readonly string[] => [
  `CREATE TABLE people (
    id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, display_name TEXT NOT NULL, role TEXT NOT NULL, locale TEXT NOT NULL,
    time_zone TEXT NOT NULL, password_hash TEXT NOT NULL, created_at ${integer} NOT NULL, disabled_at ${integer},
    version ${integer} NOT NULL
  ) ${options}`,
  `CREATE TABLE sessions (
    id TEXT PRIMARY KEY, person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    secret_hash TEXT NOT NULL UNIQUE, created_at ${integer} NOT NULL, last_seen_at ${integer} NOT NULL,
    expires_at ${integer} NOT NULL, user_agent TEXT NOT NULL, address TEXT NOT NULL
  ) ${options}`,
  "CREATE INDEX sessions_person ON sessions (person_id)",
  "CREATE INDEX sessions_expiry ON sessions (expires_at)",
  `CREATE TABLE tokens (
    id TEXT PRIMARY KEY, person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE, name TEXT NOT NULL,
    secret_hash TEXT NOT NULL UNIQUE, scopes TEXT NOT NULL, created_at ${integer} NOT NULL, last_used_at ${integer},
    expires_at ${integer}, revoked_at ${integer}
  ) ${options}`,
  "CREATE INDEX tokens_person ON tokens (person_id)",
  `CREATE TABLE invitations (
    id TEXT PRIMARY KEY, invited_by TEXT REFERENCES people (id) ON DELETE SET NULL, role TEXT NOT NULL,
    secret_hash TEXT NOT NULL UNIQUE, note TEXT NOT NULL, created_at ${integer} NOT NULL, expires_at ${integer} NOT NULL,
    used_at ${integer}, used_by TEXT REFERENCES people (id) ON DELETE SET NULL
  ) ${options}`,
];

const pages = ({ integer, bytes, options }: Words): readonly string[] => [
  `CREATE TABLE bodies (
    hash TEXT PRIMARY KEY, packing TEXT NOT NULL, size_bytes ${integer} NOT NULL, refs ${integer} NOT NULL DEFAULT 0,
    created_at ${integer} NOT NULL, data ${bytes}
  ) ${options}`,
  "CREATE INDEX bodies_unused ON bodies (created_at) WHERE refs = 0",
  `CREATE TABLE pages (
    id TEXT PRIMARY KEY, source_key TEXT NOT NULL UNIQUE, source TEXT NOT NULL, host TEXT NOT NULL,
    private_to TEXT REFERENCES people (id), title TEXT NOT NULL, fetcher TEXT NOT NULL, created_at ${integer} NOT NULL,
    due_at ${integer}, last_checked_at ${integer}, latest_capture_id TEXT, failures ${integer} NOT NULL, trouble TEXT,
    cookies TEXT, asked_at ${integer}, lease_token TEXT, lease_until ${integer}, lease_holder TEXT
  ) ${options}`,
  // covers the whole question of which page is next
  "CREATE INDEX pages_due ON pages (due_at, host, lease_until) WHERE due_at IS NOT NULL",
  "CREATE INDEX pages_leased ON pages (host, lease_until) WHERE lease_until IS NOT NULL",
  "CREATE INDEX pages_private ON pages (private_to) WHERE private_to IS NOT NULL",
  `CREATE TABLE page_readers (
    page_id TEXT NOT NULL REFERENCES pages (id) ON DELETE CASCADE,
    person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE, opened_at ${integer} NOT NULL,
    PRIMARY KEY (page_id, person_id)
  ) ${options}`,
  "CREATE INDEX page_readers_person ON page_readers (person_id)",
  `CREATE TABLE captures (
    id TEXT PRIMARY KEY, page_id TEXT NOT NULL REFERENCES pages (id), at ${integer} NOT NULL, fetcher TEXT NOT NULL,
    final_url TEXT NOT NULL, status ${integer} NOT NULL, headers TEXT NOT NULL, source_hash TEXT NOT NULL,
    html TEXT NOT NULL REFERENCES bodies (hash), layout TEXT REFERENCES bodies (hash),
    picture TEXT REFERENCES bodies (hash), transfer_bytes ${integer} NOT NULL,
    took_ms ${integer} NOT NULL
  ) ${options}`,
  "CREATE INDEX captures_page ON captures (page_id, at)",
];

const blocks = ({ integer, options }: Words): readonly string[] => [
  `CREATE TABLE blocks (
    id TEXT PRIMARY KEY, page_id TEXT NOT NULL REFERENCES pages (id), pick TEXT NOT NULL, pick_key TEXT NOT NULL,
    first_path TEXT NOT NULL, first_capture_id TEXT NOT NULL REFERENCES captures (id), lessons ${integer} NOT NULL,
    rate TEXT NOT NULL,
    path TEXT NOT NULL, seen_capture_id TEXT NOT NULL, verdict TEXT NOT NULL, latest_observation_id TEXT,
    latest_found_id TEXT, created_at ${integer} NOT NULL
  ) ${options}`,
  "CREATE INDEX blocks_page ON blocks (page_id)",
  "CREATE INDEX blocks_first_capture ON blocks (first_capture_id)",
  `CREATE TABLE memories (
    block_id TEXT PRIMARY KEY REFERENCES blocks (id) ON DELETE CASCADE, memory TEXT NOT NULL, dynamics TEXT NOT NULL
  ) ${options}`,
  `CREATE TABLE observations (
    id TEXT PRIMARY KEY, block_id TEXT NOT NULL REFERENCES blocks (id), capture_id TEXT REFERENCES captures (id),
    at ${integer} NOT NULL, last_at ${integer} NOT NULL, looks ${integer} NOT NULL,
    quiet_looks ${integer} NOT NULL, verdict_kind TEXT NOT NULL,
    verdict TEXT NOT NULL, change TEXT NOT NULL, content TEXT REFERENCES bodies (hash), meaning TEXT,
    excerpt TEXT NOT NULL, numbers TEXT NOT NULL, diff TEXT REFERENCES bodies (hash), picture TEXT REFERENCES bodies (hash)
  ) ${options}`,
  "CREATE INDEX observations_block ON observations (block_id, at, id)",
  "CREATE INDEX observations_capture ON observations (capture_id)",
];

const follows = ({ integer, options }: Words): readonly string[] => [
  `CREATE TABLE follows (
    id TEXT PRIMARY KEY, person_id TEXT NOT NULL REFERENCES people (id), page_id TEXT NOT NULL REFERENCES pages (id),
    block_id TEXT NOT NULL REFERENCES blocks (id), title TEXT NOT NULL, schedule TEXT NOT NULL, retention TEXT NOT NULL,
    conditions TEXT NOT NULL, quiet TEXT NOT NULL, channels TEXT NOT NULL, feed_key TEXT NOT NULL UNIQUE,
    seen_observation_id TEXT, told_observation_id TEXT, paused_at ${integer}, created_at ${integer} NOT NULL,
    updated_at ${integer} NOT NULL, deleted_at ${integer}, version ${integer} NOT NULL
  ) ${options}`,
  "CREATE INDEX follows_person ON follows (person_id, id)",
  "CREATE INDEX follows_page ON follows (page_id)",
  "CREATE INDEX follows_block ON follows (block_id)",
  "CREATE INDEX follows_deleted ON follows (deleted_at) WHERE deleted_at IS NOT NULL",
  `CREATE TABLE corrections (
    id TEXT PRIMARY KEY, person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    follow_id TEXT NOT NULL REFERENCES follows (id) ON DELETE CASCADE, block_id TEXT NOT NULL,
    capture_id TEXT NOT NULL REFERENCES captures (id), answer TEXT NOT NULL, at ${integer} NOT NULL
  ) ${options}`,
  "CREATE INDEX corrections_follow ON corrections (follow_id)",
  "CREATE INDEX corrections_capture ON corrections (capture_id)",
];

const sheets = ({ integer, options }: Words): readonly string[] => [
  `CREATE TABLE sheets (
    id TEXT PRIMARY KEY, person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE, title TEXT NOT NULL,
    position ${integer} NOT NULL, style TEXT NOT NULL, feed_key TEXT NOT NULL UNIQUE, created_at ${integer} NOT NULL,
    updated_at ${integer} NOT NULL, deleted_at ${integer}, version ${integer} NOT NULL
  ) ${options}`,
  "CREATE INDEX sheets_person ON sheets (person_id)",
  `CREATE TABLE tiles (
    id TEXT PRIMARY KEY, sheet_id TEXT NOT NULL REFERENCES sheets (id) ON DELETE CASCADE,
    follow_id TEXT NOT NULL REFERENCES follows (id) ON DELETE CASCADE, x ${integer} NOT NULL, y ${integer} NOT NULL,
    width ${integer} NOT NULL, height ${integer} NOT NULL, style TEXT NOT NULL, version ${integer} NOT NULL
  ) ${options}`,
  "CREATE INDEX tiles_sheet ON tiles (sheet_id)",
  "CREATE INDEX tiles_follow ON tiles (follow_id)",
];

const telling = ({ integer, options }: Words): readonly string[] => [
  `CREATE TABLE channels (
    id TEXT PRIMARY KEY, person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE, name TEXT NOT NULL,
    target TEXT NOT NULL, quiet_hours TEXT, gathering TEXT NOT NULL, is_default ${integer} NOT NULL,
    paused_at ${integer}, created_at ${integer} NOT NULL, updated_at ${integer} NOT NULL, version ${integer} NOT NULL
  ) ${options}`,
  "CREATE INDEX channels_person ON channels (person_id)",
  `CREATE TABLE deliveries (
    id TEXT PRIMARY KEY, channel_id TEXT NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
    person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
    follow_id TEXT REFERENCES follows (id) ON DELETE SET NULL, observation_id TEXT, message TEXT NOT NULL,
    state TEXT NOT NULL, attempts ${integer} NOT NULL, due_at ${integer}, last_error TEXT, created_at ${integer} NOT NULL,
    sent_at ${integer}, lease_token TEXT, lease_until ${integer}, lease_holder TEXT
  ) ${options}`,
  "CREATE INDEX deliveries_due ON deliveries (due_at) WHERE due_at IS NOT NULL",
  "CREATE INDEX deliveries_person ON deliveries (person_id, state, id)",
  "CREATE INDEX deliveries_channel ON deliveries (channel_id)",
  "CREATE INDEX deliveries_follow ON deliveries (follow_id)",
];

const instance = ({ integer, options }: Words): readonly string[] => [
  `CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) ${options}`,
  `CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) ${options}`,
  `CREATE TABLE catalogue_pages (
    id TEXT PRIMARY KEY, page_id TEXT NOT NULL UNIQUE REFERENCES pages (id), offered_by TEXT NOT NULL, title TEXT NOT NULL,
    about TEXT NOT NULL, schedule TEXT NOT NULL, training TEXT NOT NULL, created_at ${integer} NOT NULL,
    version ${integer} NOT NULL
  ) ${options}`,
  `CREATE TABLE audit (
    id TEXT PRIMARY KEY, at ${integer} NOT NULL, person_id TEXT, action TEXT NOT NULL, address TEXT NOT NULL,
    detail TEXT NOT NULL
  ) ${options}`,
  "CREATE INDEX audit_person ON audit (person_id, id)",
];

/** Triggers keep `bodies.refs` in step with these columns of a table, so that no path through the code can forget to. */
export async function countReferences(
  context: MigrationContext,
  table: string,
  columns: readonly string[],
): Promise<void> {
  for (const column of columns) {
    const statements = context.dialect === "sqlite" ? inSqlite(table, column) : inPostgres(table, column);
    for (const statement of statements) await sql.raw(statement).execute(context.db);
  }
}

const gain = (row: string) => `UPDATE bodies SET refs = refs + 1 WHERE hash = ${row};`;
const lose = (row: string) => `UPDATE bodies SET refs = refs - 1 WHERE hash = ${row};`;

function inSqlite(table: string, column: string): readonly string[] {
  const name = `${table}_${column}_refs`;
  const [before, after] = [`OLD.${column}`, `NEW.${column}`];
  return [
    `CREATE TRIGGER ${name}_insert AFTER INSERT ON ${table} WHEN ${after} IS NOT NULL BEGIN ${gain(after)} END`,
    `CREATE TRIGGER ${name}_delete AFTER DELETE ON ${table} WHEN ${before} IS NOT NULL BEGIN ${lose(before)} END`,
    `CREATE TRIGGER ${name}_update AFTER UPDATE OF ${column} ON ${table} WHEN ${before} IS NOT ${after}
       BEGIN ${lose(before)} ${gain(after)} END`,
  ];
}

function inPostgres(table: string, column: string): readonly string[] {
  const name = `${table}_${column}_refs`;
  const [before, after] = [`OLD.${column}`, `NEW.${column}`];
  return [
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       IF TG_OP <> 'INSERT' THEN ${lose(before)} END IF;
       IF TG_OP <> 'DELETE' THEN ${gain(after)} END IF;
       RETURN NULL; END $$`,
    `CREATE TRIGGER ${name} AFTER INSERT OR DELETE OR UPDATE OF ${column} ON ${table}
       FOR EACH ROW EXECUTE FUNCTION ${name}()`,
  ];
}
