/** Who runs the schedule of an embedded store: one process at a time, known by a lock that dies with it. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Sqlite, { type Database } from "better-sqlite3";
import { StoreFailure } from "../contract/store-failure.ts";
import { asDirectoryFailure, asStoreFailure } from "./sqlite-failure.ts";

const LOCK_FILE = "serve.lock";
/** Where the server that holds the lock is reached; it means nothing while nobody holds it. */
const ADDRESS_FILE = "serve.address";

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
    const address = addressOfHolder(directory);
    throw new StoreFailure(
      "busy",
      `another Tessera is already running on ${directory}${address && `, at ${address}`}`,
      cause,
    );
  }
  // left behind by one that was killed
  forgetAddress(directory);
  return () => {
    if (lock.open) forgetAddress(directory);
    lock.close();
  };
}

/** For whoever holds the lock and can be asked over HTTP: others are told where. Nobody stops for want of it. */
export function tellAddress(directory: string, address: string): void {
  try {
    writeFileSync(join(directory, ADDRESS_FILE), address, { mode: 0o600 });
  } catch {
    // a full disk, on which the server goes on reading
  }
}

/** Empty where the holder has told none: a verb of the command line, or a server that is still starting. */
export function addressOfHolder(directory: string): string {
  try {
    return readFileSync(join(directory, ADDRESS_FILE), "utf8");
  } catch {
    return "";
  }
}

function forgetAddress(directory: string): void {
  try {
    rmSync(join(directory, ADDRESS_FILE), { force: true });
  } catch {
    // a directory that cannot be written: nothing of ours is in it
  }
}

function open(directory: string): Database {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    return new Sqlite(join(directory, LOCK_FILE));
  } catch (cause) {
    throw asDirectoryFailure(cause, directory);
  }
}
