/** The columns of a claim. */
import type { Expression, ExpressionBuilder, SqlBool } from "kysely";
import type { Claim } from "../contract/check-records.ts";
import type { Tables } from "./tables.ts";

/** When there is none. */
export const NO_LEASE = { lease_token: null, lease_until: null, lease_holder: null } as const;

/** Pages on which one of these claims is still held; the pages are named too, because tokens are in no index. */
export function isHeld(is: ExpressionBuilder<Tables, "pages">, claims: readonly Claim[]): Expression<SqlBool> {
  const ids = claims.map((claim) => claim.pageId as string);
  const tokens = claims.map((claim) => claim.token);
  return is.and([is("id", "in", ids), is("lease_token", "in", tokens)]);
}
