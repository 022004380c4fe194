/** The store of a fleet: one PostgreSQL database that any number of processes use at once. */
import { type Kysely as AnyKysely, Kysely, sql } from "kysely";
import type { ClientBase, ClientConfig, Pool } from "pg";
import type { ObjectStore } from "../contract/body.ts";
import type { Store } from "../contract/store.ts";
import { StoreFailure } from "../contract/store-failure.ts";
import { migrate } from "../migrations/migrate.ts";
import { type Connection, inTransaction } from "../sql/connection.ts";
import { gatheredChecks } from "../sql/gathered-checks.ts";
import { recordsOver } from "../sql/records.ts";
import type { Tables } from "../sql/tables.ts";
import { LiveChannel } from "./live-channel.ts";
import { asStoreFailure, postgresDialect } from "./postgres-dialect.ts";
import { postgresUpkeep } from "./postgres-upkeep.ts";

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  readonly now: number;
  /** Connections of this process at most; one more is used to listen. */
  readonly connections?: number;
  /** Where large bodies go instead of the database. */
  readonly objects?: ObjectStore | null;
}

const CONNECTIONS = 10;
const CONNECT_MS = 10_000;
/** No query of ours takes so long; one that does has lost its connection without being told. */
const ANSWER_MS = 60_000;
const MIN_VERSION = 15;
/** Names this program's locks among those of others in the same database. */
const LOCK_SPACE = 0x7e55e2a;

/** Opens the store, brings its schema up to date, and is ready. Throws a `StoreFailure` that says what to do. */
export async function openPostgres(options: PostgresOptions): Promise<Store> {
  const { config, pool, db } = await openUpToDate(options);
  const { Client } = await import("pg");
  const live = new LiveChannel(pool, () => new Client(config));
  try {
    await live.start();
    return storeOver(db, live, options.objects ?? null);
  } catch (cause) {
    await pool.end();
    throw asStoreFailure(cause) ?? cause;
  }
}

/** The bare database of a store, for copying it. */
export async function openPostgresDatabase(
  options: PostgresOptions,
): Promise<{ readonly connection: Connection; close(): Promise<void> }> {
  const { db } = await openUpToDate(options);
  return { connection: connectionOver(db, () => undefined, options.objects ?? null), close: () => db.destroy() };
}

async function openUpToDate(
  options: PostgresOptions,
): Promise<{ readonly config: ClientConfig; readonly pool: Pool; readonly db: AnyKysely<Tables> }> {
  const { Pool, types } = await import("pg");
  const config = clientConfig(options.url, types);
  const pool = new Pool({ ...config, max: options.connections ?? CONNECTIONS, onConnect: withoutCompiling });
  try {
    const db = new Kysely<Tables>({ dialect: postgresDialect(pool) });
    checkVersion(await serverVersion(db));
    await migrateAlone(db, options.now);
    return { config, pool, db };
  } catch (cause) {
    await pool.end();
    throw namingPlace(cause, options.url);
  }
}

/**
 * PostgreSQL compiles a query that it takes for costly, which takes longer than ours do: up to a fifth of a second, each time. The
 * pool waits for it; its types do not say so.
 */
async function withoutCompiling(client: ClientBase): Promise<void> {
  await client.query("SET jit = off");
}

/** What went wrong, and where: a wrong address looks like a right one. The password is not told. */
function namingPlace(cause: unknown, url: string): unknown {
  const failure = asStoreFailure(cause);
  const isOfPlace = failure?.code === "unavailable" || failure?.code === "cannot-open";
  const place = URL.parse(url);
  if (!isOfPlace || !place) return failure ?? cause;
  const { username, host, pathname } = place;
  return new StoreFailure(failure.code, `${failure.message} (${username}@${host}${pathname})`, failure);
}

async function serverVersion(db: AnyKysely<Tables>): Promise<number> {
  const { rows } = await sql<{ version: string }>`SELECT current_setting('server_version_num') AS version`.execute(db);
  return Math.floor(Number(rows[0]?.version ?? 0) / 10_000);
}

/** Throws where the server is older than what this program is tested with. @internal */
export function checkVersion(version: number): void {
  if (version >= MIN_VERSION) return;
  const message = `PostgreSQL ${version} is too old: ${MIN_VERSION} or newer is needed`;
  throw new StoreFailure("cannot-open", message, null);
}

function clientConfig(url: string, types: typeof import("pg").types): ClientConfig {
  if (!/^postgres(ql)?:\/\//.test(url)) {
    throw new StoreFailure("cannot-open", "the address of the database must begin with postgres://", null);
  }
  return {
    connectionString: url,
    application_name: "tessera",
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
    types: { getTypeParser: (id, format) => (id === types.builtins.INT8 ? Number : types.getTypeParser(id, format)) },
  };
}

/** Several processes may start at once on a new database: one of them migrates, the others wait for it. */
async function migrateAlone(db: AnyKysely<Tables>, now: number): Promise<void> {
  await db.connection().execute(async (alone) => {
    await sql`SELECT pg_advisory_lock(${LOCK_SPACE}, 0)`.execute(alone);
    try {
      // the operator's own backup protects a database server; see docs/operate
      await migrate(alone, { dialect: "postgres", now, backUp: async () => undefined });
    } finally {
      await sql`SELECT pg_advisory_unlock(${LOCK_SPACE}, 0)`.execute(alone);
    }
  });
}

function storeOver(db: AnyKysely<Tables>, live: LiveChannel, objects: ObjectStore | null): Store {
  const connection = connectionOver(db, (event) => void live.publish(event), objects);
  let closing: Promise<void> | null = null;
  const records = recordsOver(connection);
  return {
    ...records,
    checks: gatheredChecks(records.checks, connection),
    upkeep: postgresUpkeep(connection),
    atOnce: (work) => inTransaction(connection, (inside) => work(recordsOver(inside))),
    listen: (hear, onGap = () => undefined) => live.listen({ hear, onGap }),
    publish: (event) => live.publish(event),
    close() {
      closing ??= live.close().then(() => db.destroy());
      return closing;
    },
  };
}

function connectionOver(
  db: AnyKysely<Tables>,
  announce: Connection["announce"],
  objects: ObjectStore | null,
): Connection {
  return {
    db,
    announce,
    objects,
    async lock(inside, what) {
      await sql`SELECT pg_advisory_xact_lock(${LOCK_SPACE}, hashtext(${what}))`.execute(inside);
    },
    isAlone: false,
    placeholder: (at) => `$${at + 1}`,
    oneOf: (column, ids) => sql`${sql.ref(column)} = any(${`{${ids.join()}}`}::text[])`,
    includes: (text, part) => sql`strpos(${text}, ${part}) > 0`,
    // the offset keeps the subquery a subquery
    each: (table, alias, on) => sql`CROSS JOIN LATERAL (SELECT * FROM ${table} ${alias} WHERE ${on} OFFSET 0) ${alias}`,
    isConflict: (failure) => failure instanceof StoreFailure && failure.code === "busy",
  };
}
