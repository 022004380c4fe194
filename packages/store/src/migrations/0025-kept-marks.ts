/**
 * Marks of what was seen whose observation has been swept since: the newest kept one that was made before it has the mark, as ids are
 * in the order of time. What was told last and is no longer there is forgotten.
 */
import { sql } from "kysely";
import type { Migration } from "./migration.ts";

export const keptMarks: Migration = {
  name: "kept-marks",
  async up({ db }) {
    const isGone = (id: string) => `NOT EXISTS (SELECT 1 FROM observations o WHERE o.id = ${id})`;
    const keptBefore = (id: string, block: string) =>
      `(SELECT o.id FROM observations o WHERE o.block_id = ${block} AND o.id <= ${id} ORDER BY o.at DESC, o.id DESC LIMIT 1)`;
    const blockOfShared = "(SELECT f.block_id FROM follows f WHERE f.id = shared_seen.follow_id)";
    const statements = [
      `UPDATE follows SET seen_observation_id = ${keptBefore("follows.seen_observation_id", "follows.block_id")}
        WHERE seen_observation_id IS NOT NULL AND ${isGone("follows.seen_observation_id")}`,
      `UPDATE follows SET told_observation_id = NULL
        WHERE told_observation_id IS NOT NULL AND ${isGone("follows.told_observation_id")}`,
      `UPDATE shared_seen SET observation_id = coalesce(${keptBefore("shared_seen.observation_id", blockOfShared)}, observation_id)
        WHERE ${isGone("shared_seen.observation_id")}`,
      `DELETE FROM shared_seen WHERE ${isGone("shared_seen.observation_id")}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
