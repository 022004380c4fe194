/** Who runs the schedule of an embedded store: one process at a time, known by a lock that dies with it. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import Sqlite, { type Database } from "better-sqlite3";
import { StoreFailure } from "../store-failure.ts";
import { asStoreFailure } from "./sqlite-failure.ts";

const LOCK_FILE = "serve.lock";

/**
 * Takes the lock of a store's directory and returns the way to give it back. The operating system releases it when the
 * process dies, however it dies: a claim found after taking the lock belongs to nobody alive.
 */
export function lockInstance(directory: string): () => void {
  const lock = open(directory);
  try {
    lock.pragma("busy_timeout = 0");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    lock.close();
    const failure = asStoreFailure(cause);
    if (failure?.code !== "busy") throw failure ?? cause;
    throw new StoreFailure("busy", `another Tessera is already running on ${directory}`, cause);
  }
  return () => lock.close();
}

function open(directory: string): Database {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return new Sqlite(join(directory, LOCK_FILE));
  } catch (cause) {
    throw asStoreFailure(cause) ?? new StoreFailure("cannot-open", `the directory ${directory} cannot be used`, cause);
  }
}
