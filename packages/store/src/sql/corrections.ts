/** The answers of people on repair cards, each in one transaction with what it teaches. */
import { type CaptureId, Correction, type PersonId } from "@tessera/model";
import type { CorrectionRecords, FollowView, Lesson } from "../contract/follow-records.ts";
import type { Changed } from "../contract/listing.ts";
import { ownBlock, readBlock } from "./blocks.ts";
import { type Connection, inTransaction } from "./connection.ts";
import { changedEvent, findFollowView, lockFollowRow } from "./follow-views.ts";
import { mapping } from "./mapping.ts";
import { settleObservation } from "./observations.ts";
import { bringPageForward } from "./pages.ts";

export const { rowOf: correctionRow, recordOf: correctionOf } = mapping(Correction);

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

async function teach(connection: Connection, owner: PersonId, lesson: Lesson): Promise<Changed<FollowView>> {
  const { db } = connection;
  const { correction, observations } = lesson;
  const row = await lockFollowRow(connection, owner, correction.followId);
  const current = row && (await findFollowView(connection, owner, correction.followId));
  if (!row || !current || row.deleted_at !== null) return { kind: "missing" };
  const before = await readBlock(connection, row.block_id);
  const isAsTaught = before.id === correction.blockId && before.lessons === lesson.lessons;
  if (!isAsTaught || !(await isStored(connection, correction.captureId))) return { kind: "conflict", record: current };
  const blockId = await ownBlock(connection, row, { pick: before.pick, memory: lesson.memory, now: correction.at });
  await db
    .insertInto("corrections")
    .values(correctionRow({ ...correction, personId: owner, blockId }))
    .execute();
  for (const observation of observations) {
    const captureId = observation.captureId ?? correction.captureId;
    await settleObservation(connection, { followId: row.id, blockId, captureId, observation });
  }
  await bringPageForward(connection, row.page_id, lesson.dueAt);
  connection.announce(changedEvent(row, correction.at));
  const record = await findFollowView(connection, owner, correction.followId);
  return record ? { kind: "changed", record } : { kind: "missing" };
}

async function isStored({ db }: Connection, capture: CaptureId): Promise<boolean> {
  return (await db.selectFrom("captures").select("id").where("id", "=", capture).executeTakeFirst()) !== undefined;
}
