/** PostgreSQL's and the network's error codes, told apart by what an operator can do about them. */
import { StoreFailure, type StoreFailureCode } from "../contract/store-failure.ts";

/** By the beginning of the code, the more exact first; what is missing here is a mistake in the program and stays. */
const CODES: readonly (readonly [prefix: string, code: StoreFailureCode, message: string])[] = [
  ["40001", "busy", "two transactions were in each other's way"],
  ["40P01", "busy", "two transactions were in each other's way"],
  ["53100", "full", "the disk of the database is full: nothing was written; make room and try again"],
  ["53200", "unavailable", "the database is out of memory"],
  ["53300", "unavailable", "the database has no connection left: raise max_connections or run fewer processes"],
  ["25006", "read-only", "the database is read-only: is it a replica?"],
  ["57P", "unavailable", "the database is shutting down or starting"],
  ["57014", "unavailable", "the database took too long"],
  ["08", "unavailable", "the connection to the database was lost"],
  ["28", "cannot-open", "the database refused the user or password"],
  ["3D000", "cannot-open", "there is no such database"],
  ["42501", "cannot-open", "the database user may not do this"],
  ["58", "io", "the disk of the database reports an error"],
  ["XX001", "damaged", "the database reports damaged data: restore a backup"],
  ["XX002", "damaged", "the database reports a damaged index: reindex it"],
  ["ECONN", "unavailable", "the database cannot be reached"],
  ["EPIPE", "unavailable", "the connection to the database was lost"],
  ["ETIMEDOUT", "unavailable", "the database cannot be reached"],
  ["EHOST", "unavailable", "the database cannot be reached"],
  ["ENETUNREACH", "unavailable", "the database cannot be reached"],
  ["ENOTFOUND", "unavailable", "the host of the database is not known"],
  ["EAI_AGAIN", "unavailable", "the host of the database is not known"],
  ["ENOENT", "unavailable", "the socket of the database is not there"],
];

/** The driver gives these no code. */
const LOST =
  /^(Connection terminated|Client has encountered a connection error|Query read timeout|timeout (exceeded|expired))/;

/** The failure behind an error of the driver, or null where it is none of the database's. */
export function asStoreFailure(cause: unknown): StoreFailure | null {
  if (cause instanceof StoreFailure) return cause;
  if (!(cause instanceof Error)) return null;
  const code = "code" in cause ? String(cause.code) : "";
  const found = CODES.find(([prefix]) => code.startsWith(prefix));
  if (found) return new StoreFailure(found[1], found[2], cause);
  if (LOST.test(cause.message))
    return new StoreFailure("unavailable", "the connection to the database was lost", cause);
  // several addresses of one host were tried
  if (cause instanceof AggregateError) return asStoreFailure(cause.errors[0]);
  return null;
}
