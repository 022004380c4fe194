import Sqlite from "better-sqlite3";
import { type Kysely, Kysely as KyselyClass, sql } from "kysely";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postgresDialect } from "../postgres/postgres-dialect.ts";
import { testServer } from "../postgres/test-server.fixture.ts";
import type { DialectName } from "../sql/connection.ts";
import type { Tables } from "../sql/tables.ts";
import { sqliteDialect } from "../sqlite/sqlite-dialect.ts";
import { migrate } from "./migrate.ts";

/** A schema in words that do not depend on the dialect. */
interface Schema {
  readonly columns: readonly string[];
  readonly indexes: readonly string[];
  readonly references: readonly string[];
  readonly triggers: readonly string[];
}

const server = await testServer();
const database = await server?.createDatabase();

/** Each type by its place in both dialects. */
const TYPES: Readonly<Record<string, string>> = {
  TEXT: "text",
  INTEGER: "integer",
  BIGINT: "integer",
  BLOB: "bytes",
  text: "text",
  bigint: "integer",
  integer: "integer",
  bytea: "bytes",
};

function open(dialect: DialectName): Kysely<Tables> {
  return dialect === "sqlite"
    ? new KyselyClass<Tables>({ dialect: sqliteDialect(new Sqlite(":memory:")) })
    : new KyselyClass<Tables>({ dialect: postgresDialect(new Pool({ connectionString: database!.url })) });
}

describe.skipIf(!database)("the schemas of both dialects", () => {
  const sqlite = open("sqlite");
  const postgres = open("postgres");

  beforeAll(async () => {
    await migrate(sqlite, { dialect: "sqlite", now: 0, backUp: async () => undefined });
    await migrate(postgres, { dialect: "postgres", now: 0, backUp: async () => undefined });
  });
  afterAll(async () => {
    await sqlite.destroy();
    await postgres.destroy();
    await database?.drop();
  });

  test("have the same tables, columns, types and keys", async () => {
    const columns = await sqliteColumns(sqlite);
    expect(columns.length).toBeGreaterThan(100);
    expect(await postgresColumns(postgres)).toEqual(columns);
  });

  test("have the same indexes, unique and partial alike", async () => {
    const indexes = await sqliteIndexes(sqlite);
    expect(indexes.length).toBeGreaterThan(20);
    expect(await postgresIndexes(postgres)).toEqual(indexes);
  });

  test("have the same references, with what becomes of them", async () => {
    const references = await sqliteReferences(sqlite);
    expect(references.length).toBeGreaterThan(20);
    expect(await postgresReferences(postgres)).toEqual(references);
  });

  test("count references to bodies, note what to index and keep what has news by the same columns", async () => {
    const triggers = await sqliteTriggers(sqlite);
    expect(triggers.length).toBe(13);
    expect(await postgresTriggers(postgres)).toEqual(triggers);
  });
});

async function sqliteColumns(db: Kysely<Tables>): Promise<Schema["columns"]> {
  const { rows } = await sql<{ tbl: string; name: string; type: string; notnull: number; pk: number }>`
    SELECT m.name AS tbl, c.name, c.type, c."notnull", c.pk FROM sqlite_master m, pragma_table_info(m.name) c
    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'`.execute(db);
  // SQLite lets a primary key be declared without NOT NULL; PostgreSQL adds it
  return rows
    .map((row) => `${row.tbl}.${row.name} ${TYPES[row.type]}${row.notnull || row.pk ? " not null" : ""} key ${row.pk}`)
    .sort();
}

async function postgresColumns(db: Kysely<Tables>): Promise<Schema["columns"]> {
  const { rows } = await sql<{ tbl: string; name: string; type: string; nullable: string; pk: number }>`
    SELECT c.table_name AS tbl, c.column_name AS name, c.data_type AS type, c.is_nullable AS nullable,
      coalesce((SELECT k.ordinal_position FROM information_schema.table_constraints t
        JOIN information_schema.key_column_usage k USING (constraint_name, table_name, table_schema)
        WHERE t.constraint_type = 'PRIMARY KEY' AND k.table_name = c.table_name AND k.column_name = c.column_name), 0) AS pk
    FROM information_schema.columns c WHERE c.table_schema = 'public'`.execute(db);
  return rows
    .map((row) => `${row.tbl}.${row.name} ${TYPES[row.type]}${row.nullable === "NO" ? " not null" : ""} key ${row.pk}`)
    .sort();
}

async function sqliteIndexes(db: Kysely<Tables>): Promise<Schema["indexes"]> {
  const { rows } = await sql<{ tbl: string; columns: string; unique: number; partial: number; source: string | null }>`
    SELECT m.name AS tbl, i."unique", i.partial,
      (SELECT group_concat(name, ',') FROM (SELECT name FROM pragma_index_info(i.name) ORDER BY seqno)) AS columns,
      (SELECT sql FROM sqlite_master WHERE name = i.name) AS source
    FROM sqlite_master m, pragma_index_list(m.name) i
    WHERE m.type = 'table' AND i.origin <> 'pk'`.execute(db);
  return rows.map((row) => index(row, row.source ?? "")).sort();
}

async function postgresIndexes(db: Kysely<Tables>): Promise<Schema["indexes"]> {
  const { rows } = await sql<{ tbl: string; columns: string; unique: boolean; partial: boolean; source: string }>`
    SELECT t.relname AS tbl, i.indisunique AS unique, i.indpred IS NOT NULL AS partial,
      (SELECT string_agg(a.attname, ',' ORDER BY k.n) FROM unnest(i.indkey) WITH ORDINALITY AS k(num, n)
        JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.num) AS columns,
      pg_get_indexdef(i.indexrelid) AS source
    FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
    WHERE t.relnamespace = 'public'::regnamespace AND NOT i.indisprimary`.execute(db);
  return rows.map((row) => index(row, row.source)).sort();
}

interface IndexRow {
  readonly tbl: string;
  readonly columns: string;
  readonly unique: boolean | number;
  readonly partial: boolean | number;
}

function index({ tbl, columns, unique, partial }: IndexRow, source: string): string {
  const condition = partial ? (/where (.*)$/i.exec(source)?.[1] ?? "").replace(/[()]|::text/g, "").toLowerCase() : "";
  return `${tbl} (${columns})${unique ? " unique" : ""}${condition ? ` where ${condition}` : ""}`;
}

async function sqliteReferences(db: Kysely<Tables>): Promise<Schema["references"]> {
  const { rows } = await sql<{ tbl: string; from: string; table: string; to: string; on_delete: string }>`
    SELECT m.name AS tbl, f."from", f."table", f."to", f.on_delete
    FROM sqlite_master m, pragma_foreign_key_list(m.name) f WHERE m.type = 'table'`.execute(db);
  return rows.map((row) => `${row.tbl}.${row.from} -> ${row.table}.${row.to} ${row.on_delete}`).sort();
}

async function postgresReferences(db: Kysely<Tables>): Promise<Schema["references"]> {
  const { rows } = await sql<{ tbl: string; from: string; table: string; to: string; rule: string }>`
    SELECT k.table_name AS tbl, k.column_name AS "from", u.table_name AS "table", u.column_name AS "to",
      r.delete_rule AS rule
    FROM information_schema.referential_constraints r
    JOIN information_schema.key_column_usage k USING (constraint_name)
    JOIN information_schema.constraint_column_usage u USING (constraint_name)
    WHERE k.table_schema = 'public'`.execute(db);
  return rows.map((row) => `${row.tbl}.${row.from} -> ${row.table}.${row.to} ${row.rule}`).sort();
}

/** SQLite has three triggers for what PostgreSQL does in one. */
async function sqliteTriggers(db: Kysely<Tables>): Promise<Schema["triggers"]> {
  const { rows } = await sql<{ name: string }>`SELECT name FROM sqlite_master WHERE type = 'trigger'`.execute(db);
  const kinds = rows.map((row) => row.name.replace(/_(insert|delete|update)$/, ""));
  return [...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => `${kind} ${all.length}`).sort();
}

async function postgresTriggers(db: Kysely<Tables>): Promise<Schema["triggers"]> {
  const { rows } = await sql<{ name: string; events: number }>`
    SELECT trigger_name AS name, count(*)::int AS events FROM information_schema.triggers
    WHERE trigger_schema = 'public' GROUP BY trigger_name`.execute(db);
  return rows.map((row) => `${row.name} ${row.events}`).sort();
}
