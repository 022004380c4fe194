/**
 * Checks recorded by the thread that writes: one message for all that a check has to say instead of one for each of some
 * forty statements, and one commit for all checks that came while the last one was being written.
 */
import type { LiveEvent } from "@tessera/model";
import type { Database } from "better-sqlite3";
import { Kysely } from "kysely";
import { connectionOver } from "../sql/connection.ts";
import { type ClaimedCheck, recordTogether } from "../sql/gathered-checks.ts";
import type { Tables } from "../sql/tables.ts";
import { sqliteDialect } from "./sqlite-dialect.ts";
import type { RecordedCheck, SentFailure } from "./writer-messages.ts";

/** `sent` says what of a failure another thread can read. */
export function recorderOver(
  database: Database,
  sent: (failure: unknown) => SentFailure,
): (checks: readonly ClaimedCheck[]) => Promise<readonly RecordedCheck[]> {
  let events: LiveEvent[] = [];
  const connection = connectionOver(new Kysely<Tables>({ dialect: sqliteDialect(database) }), (event) => {
    events.push(event);
  });
  const record = async (checks: readonly ClaimedCheck[]): Promise<readonly RecordedCheck[]> => {
    events = [];
    const recorded = await recordTogether(connection, checks);
    return recorded.map((isRecorded, at) => ({ isRecorded, failure: null, events: at === 0 ? events : [] }));
  };
  return async (checks) => {
    try {
      return await record(checks);
    } catch (failure) {
      if (checks.length === 1) return [{ isRecorded: false, failure: sent(failure), events: [] }];
    }
    // one of them cannot be written: the others do not pay for it
    const apart: RecordedCheck[] = [];
    for (const check of checks) {
      const [one] = await record([check]).catch((failure): RecordedCheck[] => [
        { isRecorded: false, failure: sent(failure), events: [] },
      ]);
      apart.push(one!);
    }
    return apart;
  };
}
