/** Copies of a store in use: whole, verified, and in place only when they are both. */
import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import Sqlite, { type Database } from "better-sqlite3";
import { StoreFailure } from "../contract/store-failure.ts";
import { asStoreFailure } from "./sqlite-failure.ts";

/** Pages a step: other queries run between the steps. */
const PAGES_A_STEP = 1_000;
const ALL_PAGES = 0x7fffffff;

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
