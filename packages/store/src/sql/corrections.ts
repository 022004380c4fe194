/** The answers of people on repair cards, each in one transaction with what it teaches. */
import type { Correction, FollowId, PersonId } from "@tessera/model";
import type { CorrectionRecords, FollowView, Lesson } from "../contract/follow-records.ts";
import { ownBlock, readBlock } from "./blocks.ts";
import { type Connection, inTransaction } from "./connection.ts";
import { changedEvent, findFollowView, lockFollowRow } from "./follows.ts";
import { hastenPage } from "./pages.ts";
import { fromJson, toJson } from "./rows.ts";
import { settleObservation } from "./settle-observation.ts";
import type { NewRow, Row } from "./tables.ts";

export function correctionRecords(connection: Connection): CorrectionRecords {
  return {
    teach: (owner, lesson) => inTransaction(connection, (inside) => teach(inside, owner, lesson)),
    async of(owner, follow) {
      const rows = await connection.db
        .selectFrom("corrections")
        .selectAll()
        .where("follow_id", "=", follow)
        .where("person_id", "=", owner)
        .orderBy("id")
        .execute();
      return rows.map(correctionOf);
    },
  };
}

async function teach(connection: Connection, owner: PersonId, lesson: Lesson): Promise<FollowView | null> {
  const { db } = connection;
  const { correction, observation } = lesson;
  const row = await lockFollowRow(connection, owner, correction.followId);
  if (!row) return null;
  const before = await readBlock(connection, row.block_id);
  const blockId = await ownBlock(connection, row, { pick: before.pick, memory: lesson.memory, now: correction.at });
  await db
    .insertInto("corrections")
    .values(correctionRow({ ...correction, personId: owner, blockId }))
    .execute();
  if (observation) {
    await settleObservation(connection, {
      followId: row.id,
      blockId,
      captureId: correction.captureId,
      observation,
    });
  }
  await hastenPage(connection, row.page_id, lesson.dueAt);
  connection.announce(changedEvent(row, correction.at));
  return findFollowView(connection, owner, correction.followId);
}

export function correctionRow(correction: Correction): NewRow<"corrections"> {
  return {
    id: correction.id,
    person_id: correction.personId,
    follow_id: correction.followId,
    block_id: correction.blockId,
    capture_id: correction.captureId,
    answer: toJson(correction.answer),
    at: correction.at,
  };
}

export function correctionOf(row: Row<"corrections">): Correction {
  return {
    id: row.id as Correction["id"],
    personId: row.person_id as PersonId,
    followId: row.follow_id as FollowId,
    blockId: row.block_id as Correction["blockId"],
    captureId: row.capture_id as Correction["captureId"],
    answer: fromJson<Correction["answer"]>(row.answer),
    at: row.at,
  };
}
