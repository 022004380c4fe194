/** What the queries of all tables use: leases, JSON, slices of lists, outcomes of updates. */
import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Claim } from "../contract/check-records.ts";
import type { Changed, Listing } from "../contract/listing.ts";
import type { Finding } from "../contract/upkeep.ts";
import type { Connection } from "./connection.ts";
import type { Tables } from "./tables.ts";

/** When there is none. */
export const NO_LEASE = { lease_token: null, lease_until: null, lease_holder: null } as const;

export function fromJson<T>(text: string): T {
  return JSON.parse(text) as T;
}

export function toJson(value: unknown): string {
  return JSON.stringify(value ?? null);
}

export function toJsonOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}

/** A slice of a list that was read one longer than asked for. */
export function listing<Row, T>(
  rows: readonly Row[],
  limit: number,
  read: { readonly item: (row: Row) => T; readonly cursor: (row: Row) => string },
): Listing<T> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(read.item), next: rows.length > limit && last !== undefined ? read.cursor(last) : null };
}

/** The outcome of an update: what it changed, or else what stands in its way. */
export function changedOr<T>(updated: T | null, current: T | null): Changed<T> {
  if (updated) return { kind: "changed", record: updated };
  return current ? { kind: "conflict", record: current } : { kind: "missing" };
}

/** Words for LIKE, so that `%` and `_` mean themselves; use with `escape '\'`. */
export function likePattern(words: string): string {
  return `%${words.toLowerCase().replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

export interface Case {
  readonly finding: Finding;
  readonly repair: ((connection: Connection) => Promise<void>) | null;
}

/** Pages on which one of these claims is still held; the pages are named too, because tokens are in no index. */
export function isHeld(is: ExpressionBuilder<Tables, "pages">, claims: readonly Claim[]): Expression<SqlBool> {
  const ids = claims.map((claim) => claim.pageId as string);
  const tokens = claims.map((claim) => claim.token);
  return is.and([is("id", "in", ids), is("lease_token", "in", tokens)]);
}
