/** Upkeep of the embedded store. */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite, { type Database } from "better-sqlite3";
import { sql } from "kysely";
import { StoreFailure } from "../contract/store-failure.ts";
import type { Finding, Upkeep } from "../contract/upkeep.ts";
import { schemaVersion } from "../migrations/migrate.ts";
import type { Connection } from "../sql/connection.ts";
import { countRecords, examine } from "../sql/examine.ts";
import { type SweepPosition, sweep } from "../sql/sweep.ts";
import { asStoreFailure } from "./sqlite-failure.ts";

/** Pages a step: other queries run between the steps. */
const PAGES_A_STEP = 1_000;
const ALL_PAGES = 0x7fffffff;

export function sqliteUpkeep(connection: Connection, backUp: Upkeep["backUp"]): Upkeep {
  const position: SweepPosition = { block: "", page: "" };
  return {
    sweep: (now) => sweep(connection, position, now),
    examine: (options) => examine(connection, { ...options, fileFindings: () => examineFile(connection) }),
    pulse: async () => ({ now: Date.now(), schemaVersion: await schemaVersion(connection.db) }),
    async facts() {
      const { rows } = await sql<{ readonly bytes: number }>`
        select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`.execute(connection.db);
      return {
        dialect: "sqlite",
        schemaVersion: await schemaVersion(connection.db),
        sizeBytes: rows[0]?.bytes ?? 0,
        counts: await countRecords(connection),
      };
    },
    backUp,
  };
}

interface ForeignKeyFault {
  readonly table: string;
  readonly rowid: number | null;
  readonly parent: string;
}

/** What SQLite itself finds wrong with the file and its references. */
async function examineFile({ db }: Connection): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const { rows: messages } = await sql<{ readonly integrity_check: string }>`pragma integrity_check`.execute(db);
  for (const { integrity_check: detail } of messages) {
    if (detail === "ok") continue;
    findings.push({ kind: "damaged-file", table: "", id: "", detail, isRepairable: false });
  }
  const { rows: faults } = await sql<ForeignKeyFault>`pragma foreign_key_check`.execute(db);
  for (const { table, rowid, parent } of faults) {
    const detail = `refers to a row of ${parent} that is not there`;
    findings.push({ kind: "broken-reference", table, id: String(rowid), detail, isRepairable: false });
  }
  return findings;
}

/** Writes a consistent copy of the database as it is when the copy is complete. */
export async function backUpSqlite(database: Database, target: string): Promise<void> {
  const unfinished = `${target}.part`;
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    rmSync(unfinished, { force: true });
    closeSync(openSync(unfinished, "w", 0o600));
    await database.backup(unfinished, { progress: stepsThatEnd() });
    verifyCopy(unfinished);
    sync(unfinished);
    renameSync(unfinished, target);
    sync(dirname(target));
  } catch (cause) {
    rmSync(unfinished, { force: true });
    throw asStoreFailure(cause) ?? asFileFailure(cause, target);
  }
}

/**
 * What another process writes between two steps makes SQLite begin anew. Where that has happened, the rest is copied in
 * one step, during which this process waits and the other goes on: a server that writes all the time is copied as well.
 */
function stepsThatEnd(): (progress: { readonly remainingPages: number }) => number {
  let least = Number.POSITIVE_INFINITY;
  let hasBegunAnew = false;
  return ({ remainingPages }) => {
    hasBegunAnew ||= remainingPages > least;
    least = Math.min(least, remainingPages);
    return hasBegunAnew ? ALL_PAGES : PAGES_A_STEP;
  };
}

/** A copy that cannot be read back is no backup. */
function verifyCopy(file: string): void {
  const copy = new Sqlite(file);
  try {
    // one file that can be carried away, without a log beside it
    copy.pragma("journal_mode = DELETE");
    const verdict = copy.pragma("integrity_check", { simple: true });
    if (verdict !== "ok") throw new StoreFailure("damaged", `the copy is damaged: ${String(verdict)}`, null);
  } finally {
    copy.close();
  }
}

function sync(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function asFileFailure(cause: unknown, target: string): unknown {
  const code = cause instanceof Error && "code" in cause ? cause.code : null;
  if (code === "ENOSPC") return new StoreFailure("full", `no room for the backup ${target}`, cause);
  if (code === "EROFS" || code === "EACCES") return new StoreFailure("read-only", `cannot write ${target}`, cause);
  return cause;
}
