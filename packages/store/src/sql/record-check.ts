/** The one transaction that a check writes. */
import type { Capture, Delivery } from "@tessera/model";
import { sql } from "kysely";
import type { CheckRecord, Claim, ObservedBlock } from "../contract/check-records.ts";
import { type PlacedBodies, putBody } from "./bodies.ts";
import { batches, type Connection } from "./connection.ts";
import { deliveryRow } from "./deliveries.ts";
import { insertRow, latestAt, updateRows } from "./kept-statements.ts";
import { addLatestObservation, observationRow } from "./observations.ts";
import { captureRow } from "./pages.ts";
import { toJson, toJsonOrNull } from "./rows.ts";

interface PlacedCheck extends CheckRecord {
  readonly placed: PlacedBodies;
}

/** False, with nothing written, where the claim is no longer the newest. */
export async function recordCheck(connection: Connection, claim: Claim, check: PlacedCheck): Promise<boolean> {
  const { db } = connection;
  if (!(await settlePage(connection, claim, check))) return false;
  for (const body of check.bodies) await putBody(connection, body, check);
  if (check.capture) await addLatestCapture(connection, check.capture, check.layers ?? null);
  const lost = new Set<string | null>();
  for (const look of check.looks) {
    const isRecorded = await recordObserved(connection, look, check.now);
    if (!isRecorded && look.observation.kind === "new") lost.add(look.observation.record.id);
  }
  for (const ids of batches(check.unchanged)) {
    await db
      .updateTable("observations")
      .set((row) => ({ last_at: check.now, looks: row("looks", "+", 1) }))
      .where("id", "in", ids)
      .execute();
  }
  await addPictures(connection, check);
  for (const told of check.told) {
    if (lost.has(told.toldObservationId)) continue;
    await db
      .updateTable("follows")
      .set({ told_observation_id: told.toldObservationId })
      .where("id", "=", told.id)
      .execute();
  }
  await addDeliveries(
    connection,
    check.deliveries.filter((delivery) => !lost.has(delivery.observationId)),
  );
  if (check.training !== undefined) {
    await db
      .updateTable("catalogue_pages")
      .set({ training: toJson(check.training) })
      .where("page_id", "=", claim.pageId)
      .execute();
  }
  for (const event of check.events) {
    if (event.kind !== "observed" || !lost.has(event.observationId)) connection.announce(event);
  }
  return true;
}

/** Later than all before it of the page, whatever the clock says: as `addLatestObservation`. */
async function addLatestCapture(connection: Connection, capture: Capture, layers: string | null): Promise<void> {
  const before = await latestAt(connection, "captures", { page_id: capture.pageId });
  const at = before === null ? capture.at : Math.max(capture.at, before + 1);
  await insertRow(connection, "captures", { ...captureRow({ ...capture, at }), layers });
}

/** A picture that came meanwhile stays. */
async function addPictures({ db }: Connection, { pictures = [], pagePicture }: CheckRecord): Promise<void> {
  for (const { observationId, picture } of pictures) {
    await db
      .updateTable("observations")
      .set({ picture })
      .where("id", "=", observationId)
      .where("picture", "is", null)
      .execute();
  }
  if (!pagePicture) return;
  await db
    .updateTable("captures")
    .set({ picture: pagePicture.picture })
    .where("id", "=", pagePicture.captureId)
    .where("picture", "is", null)
    .execute();
}

/** Adds what can still be told: a channel or a follow may have gone since the check began. */
async function addDeliveries({ db }: Connection, deliveries: readonly Delivery[]): Promise<void> {
  for (const delivery of deliveries) {
    const { followId, channelId, personId } = delivery;
    const channel = await db
      .selectFrom("channels")
      .select("id")
      .where("id", "=", channelId)
      .where("person_id", "=", personId)
      .executeTakeFirst();
    const follow =
      followId && (await db.selectFrom("follows").select("id").where("id", "=", followId).executeTakeFirst());
    if (channel && (follow || followId === null)) {
      await db.insertInto("deliveries").values(deliveryRow(delivery)).execute();
    }
  }
}

/** Writes the page and gives the claim back; false where it was lost. */
async function settlePage({ db }: Connection, claim: Claim, check: CheckRecord): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("pages")
    .set((row) => ({
      lease_token: null,
      lease_until: null,
      lease_holder: null,
      due_at: dueAfter(check.dueAt),
      asked_at: null,
      queued_at: null,
      last_checked_at: check.now,
      fetcher: toJson(check.fetcher),
      failures: check.trouble ? row("failures", "+", 1) : 0,
      trouble: toJsonOrNull(check.trouble),
      ...(check.capture && { latest_capture_id: check.capture.id }),
      ...(check.redesign && { redesign: toJson(check.redesign) }),
      ...(check.title !== undefined && { title: check.title }),
      ...(check.cookies !== undefined && { cookies: check.cookies }),
    }))
    .where("id", "=", claim.pageId)
    .where("lease_token", "=", claim.token)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The time that the schedule says, or the earlier one that somebody asked for while the check was under way. */
function dueAfter(dueAt: number | null) {
  if (dueAt === null) return sql<number | null>`asked_at`;
  return sql<number | null>`case when asked_at is not null and asked_at < ${dueAt} then asked_at else ${dueAt} end`;
}

async function recordObservation(
  connection: Connection,
  observation: ObservedBlock["observation"],
  now: number,
): Promise<void> {
  const { db } = connection;
  switch (observation.kind) {
    case "new":
      await addLatestObservation(connection, observation.record);
      return;
    case "renewed": {
      const { id, block_id, at, ...rest } = observationRow(observation.record);
      await db
        .updateTable("observations")
        .set((row) => ({ ...rest, last_at: now, looks: row("looks", "+", 1) }))
        .where("id", "=", id)
        .execute();
      return;
    }
    case "same":
      await db
        .updateTable("observations")
        .set((row) => ({
          last_at: now,
          looks: row("looks", "+", 1),
          verdict: toJson(observation.verdict),
          capture_id: observation.captureId,
          ...(observation.redesign && { redesign: toJson(observation.redesign) }),
        }))
        .where("id", "=", observation.id)
        .execute();
  }
}

/** False where the block was taught or dropped since the check began: what was seen then no longer counts. */
async function recordObserved(connection: Connection, look: ObservedBlock, now: number): Promise<boolean> {
  const { block, observation, remembered: packed } = look;
  const isNew = observation.kind === "new";
  const updated = await updateRows(connection, "blocks", {
    set: {
      path: block.path,
      seen_capture_id: block.seenCaptureId,
      verdict: block.verdict,
      rate: toJson(block.rate),
      ...(isNew && { latest_observation_id: observation.record.id }),
      ...(isNew && observation.record.content && { latest_found_id: observation.record.id }),
    },
    where: { id: block.id, lessons: block.lessons },
  });
  if (updated === 0n) return false;
  await recordObservation(connection, observation, now);
  if (packed) await updateRows(connection, "memories", { set: { packed }, where: { block_id: block.id } });
  return true;
}
