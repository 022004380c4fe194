/** Ordered, forward migrations, each one transaction together with the row that says that it has run. */
import { type Kysely, sql } from "kysely";
import { StoreFailure } from "../contract/store-failure.ts";
import type { DialectName } from "../sql/connection.ts";
import type { Tables } from "../sql/tables.ts";
import { first } from "./0001-first.ts";
import { wishes } from "./0002-wishes.ts";
import { queue } from "./0003-queue.ts";
import { objects } from "./0004-objects.ts";
import { pageChange } from "./0005-page-change.ts";
import { candidatesOfCapture } from "./0006-candidates-of-capture.ts";
import { turns } from "./0007-turns.ts";
import { redesigns } from "./0008-redesigns.ts";
import { movedFollows } from "./0009-moved-follows.ts";
import { pageLayers } from "./0010-page-layers.ts";
import { packedMemories } from "./0011-packed-memories.ts";
import { drawings } from "./0012-drawings.ts";
import { pickedLayouts } from "./0013-picked-layouts.ts";
import { pageSecrets } from "./0014-page-secrets.ts";
import { ownBrowsers } from "./0015-own-browsers.ts";
import { loadedBytes } from "./0016-loaded-bytes.ts";
import { joinedTiles } from "./0017-joined-tiles.ts";
import { templatesAndGadgets } from "./0018-templates-and-gadgets.ts";
import { feeds } from "./0019-feeds.ts";
import { search } from "./0020-search.ts";
import { changes } from "./0021-changes.ts";
import { sharing } from "./0022-sharing.ts";
import { arranging } from "./0023-arranging.ts";
import { readers } from "./0024-readers.ts";
import { keptMarks } from "./0025-kept-marks.ts";
import { privateHosts } from "./0026-private-hosts.ts";
import type { Migration } from "./migration.ts";

/** In order; a released migration is never edited. The version of a schema is the number of migrations it has seen. */
const MIGRATIONS: readonly Migration[] = [
  first,
  wishes,
  queue,
  objects,
  pageChange,
  candidatesOfCapture,
  turns,
  redesigns,
  movedFollows,
  pageLayers,
  packedMemories,
  drawings,
  pickedLayouts,
  pageSecrets,
  ownBrowsers,
  loadedBytes,
  joinedTiles,
  templatesAndGadgets,
  feeds,
  search,
  changes,
  sharing,
  arranging,
  readers,
  keptMarks,
  privateHosts,
];

export interface MigrateOptions {
  readonly dialect: DialectName;
  readonly now: number;
  /** Runs before the first migration touches a database that already holds something. */
  readonly backUp: (version: number) => Promise<void>;
  readonly migrations?: readonly Migration[];
}

/** Brings the schema up to date and returns its version. */
export async function migrate(db: Kysely<Tables>, options: MigrateOptions): Promise<number> {
  const migrations = options.migrations ?? MIGRATIONS;
  const version = await schemaVersion(db);
  if (version > migrations.length) {
    const detail = `its schema is version ${version}, this program knows ${migrations.length}: use a newer program`;
    throw new StoreFailure("too-new", `the store was written by a newer Tessera (${detail})`, null);
  }
  if (version > 0 && version < migrations.length) await options.backUp(version);
  for (const [index, migration] of migrations.entries()) {
    if (index < version) continue;
    await db.transaction().execute(async (transaction) => {
      await migration.up({ db: transaction, dialect: options.dialect });
      await transaction
        .insertInto("schema_history")
        .values({ version: index + 1, name: migration.name, applied_at: options.now })
        .execute();
    });
  }
  return migrations.length;
}

/** How many migrations this database has seen; 0 for an empty one. */
export async function schemaVersion(db: Kysely<Tables>): Promise<number> {
  await db.schema
    .createTable("schema_history")
    .ifNotExists()
    .addColumn("version", "integer", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("applied_at", "bigint", (column) => column.notNull())
    .execute();
  const row = await db
    .selectFrom("schema_history")
    .select(sql<number | null>`max(version)`.as("version"))
    .executeTakeFirst();
  return Number(row?.version ?? 0);
}
