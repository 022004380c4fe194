/** The one transaction that gives a block a past. */
import type { PastRecord } from "../contract/check-records.ts";
import { putBody } from "./bodies.ts";
import type { Connection } from "./connection.ts";
import { observationRow } from "./observations.ts";
import { captureRow } from "./pages.ts";
import type { PlacedBodies } from "./placed-bodies.ts";

/** What is not older than everything known of the block is left out, so that a past given twice is there once. */
export async function recordPast(
  connection: Connection,
  past: PastRecord & { readonly placed: PlacedBodies },
): Promise<number> {
  const { db } = connection;
  const earliest = await db
    .selectFrom("observations")
    .select("at")
    .where("block_id", "=", past.blockId)
    .orderBy("at")
    .limit(1)
    .executeTakeFirst();
  const isKnown = await db.selectFrom("blocks").select("id").where("id", "=", past.blockId).executeTakeFirst();
  if (!isKnown) return 0;
  const observations = past.observations.filter(({ at }) => at < (earliest?.at ?? Number.POSITIVE_INFINITY));
  const captureIds = new Set(observations.map(({ captureId }) => captureId));
  const captures = past.captures.filter(({ id }) => captureIds.has(id));
  const named = new Set([
    ...captures.flatMap(({ html, layout }) => [html, layout]),
    ...observations.flatMap(({ content, diff }) => [content, diff]),
  ]);
  for (const body of past.bodies) if (named.has(body.hash)) await putBody(connection, body, past);
  for (const capture of captures) await db.insertInto("captures").values(captureRow(capture)).execute();
  for (const observation of observations) {
    await db.insertInto("observations").values(observationRow(observation)).execute();
  }
  return observations.length;
}
