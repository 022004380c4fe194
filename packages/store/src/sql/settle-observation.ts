/** What a block is after all, by the word of the person who follows it: nothing of it is news to them. */
import type { BlockId, CaptureId, Observation } from "@tessera/model";
import type { Connection } from "./connection.ts";
import { addLatestObservation } from "./observations.ts";

export interface SettledObservation {
  readonly followId: string;
  readonly blockId: BlockId;
  /** The capture that the person saw. */
  readonly captureId: CaptureId;
  readonly observation: Observation;
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
