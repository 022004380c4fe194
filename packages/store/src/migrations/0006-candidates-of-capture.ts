/** Observations that went on while their page changed name the capture that their verdict is about, not their first one. */
import type { Migration } from "./migration.ts";

export const candidatesOfCapture: Migration = {
  name: "candidates-of-capture",
  async up({ db }) {
    const stale = await db
      .selectFrom("observations")
      .innerJoin("blocks", "blocks.latest_observation_id", "observations.id")
      .leftJoin("captures", "captures.id", "blocks.seen_capture_id")
      .select(["observations.id", "observations.verdict", "captures.id as seen"])
      .where("observations.verdict_kind", "in", ["found", "unsure", "gone"])
      .whereRef("observations.verdict_kind", "=", "blocks.verdict")
      .whereRef("observations.capture_id", "!=", "blocks.seen_capture_id")
      .execute();
    for (const { id, verdict, seen } of stale) {
      // where that capture has been swept, nothing is left that the paths of the candidates could mean
      const renewed = seen ? { capture_id: seen } : { verdict: withoutCandidates(verdict) };
      await db.updateTable("observations").set(renewed).where("id", "=", id).execute();
    }
  },
};

function withoutCandidates(verdict: string): string {
  return JSON.stringify({ ...JSON.parse(verdict), candidates: [] });
}
