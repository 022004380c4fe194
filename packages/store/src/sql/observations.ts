/** What blocks were, and the answers of people about it. */
import {
  type BlockId,
  type CaptureId,
  type FollowId,
  type NumberFound,
  Observation,
  type ObservationId,
  type PersonId,
} from "@tessera/model";
import { type RawBuilder, sql } from "kysely";
import type { HistoryFilter, NumberAt, ObservationRecords } from "../contract/follow-records.ts";
import type { Connection } from "./connection.ts";
import { insertRow, latestAt } from "./kept-statements.ts";
import { mapping } from "./mapping.ts";
import { fromJson, listing } from "./rows.ts";
import type { NewRow } from "./tables.ts";

/** Charts show at most this many points; a longer history is asked for in spans. */
const MAX_NUMBERS = 5_000;

const observations = mapping(Observation);
export const observationOf = observations.recordOf;

export function observationRow(observation: Observation): NewRow<"observations"> {
  return { ...observations.rowOf(observation), verdict_kind: observation.verdict.kind };
}

export function observationRecords(connection: Connection): ObservationRecords {
  return {
    async of(owner, follow, filter) {
      const rows = await historyQuery(connection, owner, { follow, filter })
        .orderBy("at", "desc")
        .orderBy("id", "desc")
        .limit(filter.limit + 1)
        .execute();
      return listing(rows, filter.limit, { item: observationOf, cursor: (row) => `${row.at}.${row.id}` });
    },
    async find(owner, follow, id) {
      const row = await ofFollow(connection, owner, follow).where("id", "=", id).executeTakeFirst();
      return row ? observationOf(row) : null;
    },
    async at(owner, follows, instant) {
      const found = new Map<FollowId, Observation>();
      for (const follow of follows) {
        const row = await ofFollow(connection, owner, follow)
          .where("at", "<=", instant)
          .orderBy("at", "desc")
          .orderBy("id", "desc")
          .limit(1)
          .executeTakeFirst();
        if (row) found.set(follow, observationOf(row));
      }
      return found;
    },
    async before(owner, follow, id) {
      const later = await ofFollow(connection, owner, follow).where("id", "=", id).executeTakeFirst();
      if (!later) return null;
      const row = await ofFollow(connection, owner, follow)
        .where("content", "is not", null)
        .where(isBefore(later))
        .orderBy("at", "desc")
        .orderBy("id", "desc")
        .limit(1)
        .executeTakeFirst();
      return row ? observationOf(row) : null;
    },
    async numbers(owner, follow, filter) {
      const rows = await historyQuery(connection, owner, { follow, filter })
        .where((where) => where.or([where("numbers", "!=", "[]"), where("verdict_kind", "!=", "found")]))
        .orderBy("at", "desc")
        .limit(Math.min(filter.limit, MAX_NUMBERS))
        .execute();
      return rows.reverse().map((row) => ({
        at: row.at,
        lastAt: row.last_at,
        verdict: row.verdict_kind as NumberAt["verdict"],
        numbers: fromJson<NumberFound[]>(row.numbers),
      }));
    },
  };
}

/** The observations of the block behind a follow of this person. */
function ofFollow({ db }: Connection, owner: PersonId, follow: FollowId) {
  return db
    .selectFrom("observations")
    .selectAll()
    .where("block_id", "=", (from) =>
      from.selectFrom("follows").select("block_id").where("follows.id", "=", follow).where("person_id", "=", owner),
    );
}

function historyQuery(
  connection: Connection,
  owner: PersonId,
  { follow, filter }: { readonly follow: FollowId; readonly filter: HistoryFilter },
) {
  let query = ofFollow(connection, owner, follow);
  if (filter.changesOnly) query = query.where("change", "!=", "quiet");
  if (filter.from !== undefined) query = query.where("last_at", ">=", filter.from);
  if (filter.until !== undefined) query = query.where("at", "<=", filter.until);
  const after = filter.after === undefined ? null : cursorOf(filter.after);
  return after ? query.where(isBefore(after)) : query;
}

/** Earlier in the order of time and id. */
function isBefore({ at, id }: { readonly at: number; readonly id: string }) {
  return sql<boolean>`(at < ${at} or (at = ${at} and id < ${id}))`;
}

/** Where a slice ended; null where the text is not one of our cursors, which then means the start. */
function cursorOf(text: string): { readonly at: number; readonly id: string } | null {
  const dot = text.indexOf(".");
  const at = Number(text.slice(0, dot));
  return dot > 0 && Number.isSafeInteger(at) ? { at, id: text.slice(dot + 1) } : null;
}

/**
 * Adds what was seen just now. It is later than everything known of its block, even where the clock stands still or was
 * set back: the history has one order, and it is that of recording.
 */
export async function addLatestObservation(connection: Connection, observation: Observation): Promise<void> {
  const before = await latestAt(connection, "observations", { block_id: observation.blockId });
  const at = before === null ? observation.at : Math.max(observation.at, before + 1);
  const lastAt = Math.max(observation.lastAt, at);
  await insertRow(connection, "observations", observationRow({ ...observation, at, lastAt }));
}

export interface SettledObservation {
  readonly followId: string;
  readonly blockId: BlockId;
  /** The capture that the person saw. */
  readonly captureId: CaptureId;
  readonly observation: Observation;
}

/** What was seen stays seen: an observation earlier than the one that has the mark says nothing new. */
export function isLaterThan(observation: ObservationId, seen: RawBuilder<unknown>) {
  return sql<boolean>`(SELECT o.at FROM observations o WHERE o.id = ${observation})
    >= coalesce((SELECT s.at FROM observations s WHERE s.id = ${seen}), -1)`;
}

/** Adds the observation, makes it the latest of its block, and marks it as seen and told. */
export async function settleObservation(connection: Connection, settled: SettledObservation): Promise<void> {
  const { db } = connection;
  const { blockId, observation } = settled;
  await addLatestObservation(connection, { ...observation, blockId });
  await db
    .updateTable("blocks")
    .set({
      latest_observation_id: observation.id,
      verdict: observation.verdict.kind,
      seen_capture_id: settled.captureId,
      ...(observation.verdict.kind === "found" && { path: observation.verdict.path, latest_found_id: observation.id }),
    })
    .where("id", "=", blockId)
    .execute();
  await db
    .updateTable("follows")
    .set({ seen_observation_id: observation.id, told_observation_id: observation.id })
    .where("id", "=", settled.followId)
    .execute();
}
