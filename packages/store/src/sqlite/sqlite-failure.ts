/** Errors of SQLite as failures of the store: what the disk did, told apart from mistakes in the program. */
import Sqlite from "better-sqlite3";
import { StoreFailure, type StoreFailureCode } from "../contract/store-failure.ts";

/** By primary result code; what is missing here is a mistake in the program and stays what it is. */
const CODES: readonly (readonly [prefix: string, code: StoreFailureCode, message: string])[] = [
  ["SQLITE_FULL", "full", "the disk with the store is full: nothing was written; make room and try again"],
  ["SQLITE_READONLY", "read-only", "the store cannot be written: its file or directory is read-only"],
  ["SQLITE_BUSY", "busy", "another process is using the store"],
  ["SQLITE_LOCKED", "busy", "another process is using the store"],
  ["SQLITE_CORRUPT", "damaged", "the store's file is damaged: run `tessera doctor`, or restore a backup"],
  ["SQLITE_NOTADB", "damaged", "the store's file is not a Tessera store"],
  ["SQLITE_CANTOPEN", "cannot-open", "the store cannot be opened: check that its directory exists and is writable"],
  ["SQLITE_PERM", "cannot-open", "the store cannot be opened: permission denied"],
  ["SQLITE_IOERR", "io", "the disk with the store reports an error"],
];

/** The failure behind an error of SQLite, or null where it is none of the disk's. */
export function asStoreFailure(cause: unknown): StoreFailure | null {
  if (!(cause instanceof Sqlite.SqliteError)) return null;
  const found = CODES.find(([prefix]) => cause.code.startsWith(prefix));
  return found ? new StoreFailure(found[1], found[2], cause) : null;
}

/** What keeps a directory from being a store's, with its name: an operator may have meant another one. */
export function asDirectoryFailure(cause: unknown, directory: string): StoreFailure {
  const failure = asStoreFailure(cause);
  if (failure && failure.code !== "cannot-open") return failure;
  const reason = failure ? "check that it is writable" : cause instanceof Error ? cause.message : String(cause);
  return new StoreFailure("cannot-open", `the directory ${directory} cannot be used: ${reason}`, cause);
}

/** Runs `work` with its failures told apart. */
export function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw asStoreFailure(cause) ?? cause;
  }
}
