/** The check flow's questions, gathered: one round trip to the database, or one sync of the disk, for many instead of for each. */
import type { CheckRecords, Claim } from "../contract/check-records.ts";
import { loadChecks } from "./check-work.ts";
import type { Connection } from "./connection.ts";
import { gather } from "./gather.ts";
import { type ClaimedCheck, isUnchanged, recordUnchanged } from "./record-unchanged.ts";

/** Checks are begun by the handful, so that their questions come together; their ends do not. */
const LOADING = { waitMs: 4, most: 200 } as const;
const RECORDING = { waitMs: 20, most: 200 } as const;

export function gatheredChecks(checks: CheckRecords, connection: Connection): CheckRecords {
  const load = gather(async (claims: readonly Claim[]) => {
    const works = await loadChecks(
      connection,
      claims.map((claim) => claim.pageId),
    );
    return claims.map((claim) => works.get(claim.pageId) ?? null);
  }, LOADING);
  const goOn = gather((some: readonly ClaimedCheck[]) => recordUnchanged(connection, some), RECORDING);
  return {
    ...checks,
    load,
    record: (claim, check) => (isUnchanged(check) ? goOn({ claim, check }) : checks.record(claim, check)),
  };
}
