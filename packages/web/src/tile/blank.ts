/** A block that was found, and of which nothing can be seen. */

import type { FollowReply, ObservationReply } from "@tessera/model/api";
import { isBlankVerdict } from "@tessera/model/verdicts";

/** A block that is only drawn is blank until there is a picture of it. */
export function isBlank(observation: ObservationReply | null): boolean {
  if (observation?.verdict.kind !== "found") return false;
  const isUnpictured = observation.verdict.shows === "drawing" && !observation.hasPicture;
  return isUnpictured || isBlankVerdict(observation.verdict);
}

/** Whether nothing is to be seen without a browser, or not even with one. */
export function blankness({ page: { fetchedBy } }: FollowReply): "raw" | "now" {
  return fetchedBy.fetcher !== "http" || fetchedBy.reason === "no-better-rendered" ? "now" : "raw";
}
