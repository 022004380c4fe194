/** A block that was found, and of which nothing can be seen. */
import type { FollowReply } from "@tessera/model/api";

/** Whether nothing is to be seen without a browser, or not even with one. */
export function blankness({ page: { fetchedBy } }: FollowReply): "raw" | "now" {
  return fetchedBy.fetcher !== "http" || fetchedBy.reason === "no-better-rendered" ? "now" : "raw";
}
