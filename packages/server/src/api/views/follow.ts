/** Follows and observations as they are sent. */
import { dominantNumber } from "@tessera/engine";
import {
  BlockPick,
  CaptureFailureRecord,
  CaptureId,
  ChangeKind,
  Follow,
  Instant,
  NumberFound,
  type Observation,
  ObservationId,
  PageId,
  PageSource,
  VerdictKind,
  VerdictRecord,
} from "@tessera/model";
import type { FollowView } from "@tessera/store";
import { z } from "zod";

export const ObservationReply = z.object({
  id: ObservationId,
  at: Instant,
  lastAt: Instant,
  looks: z.int(),
  verdict: VerdictRecord,
  change: ChangeKind,
  captureId: CaptureId.nullable(),
  excerpt: z.string(),
  numbers: z.array(NumberFound),
  hasContent: z.boolean(),
  hasDiff: z.boolean(),
  hasPicture: z.boolean(),
});

export function observationReply(observation: Observation): z.input<typeof ObservationReply> {
  const { content, diff, picture, ...rest } = observation;
  return { ...rest, hasContent: content !== null, hasDiff: diff !== null, hasPicture: picture !== null };
}

/** An answer that names it is refused where the block was taught or picked again since. */
export const teachingVersion = z.int().min(0).describe("Counts how many times the block was taught or picked again");

const PageReply = z.object({
  id: PageId,
  url: z.string(),
  title: z.string(),
  fetcher: PageSource.shape.fetcher,
  lastCheckedAt: Instant.nullable(),
  dueAt: Instant.nullable(),
  failures: z.int(),
  trouble: CaptureFailureRecord.nullable(),
});

export const FollowReply = Follow.pick({
  id: true,
  title: true,
  schedule: true,
  retention: true,
  conditions: true,
  quiet: true,
  channels: true,
  pausedAt: true,
  createdAt: true,
  updatedAt: true,
  deletedAt: true,
  version: true,
})
  .extend({
    page: PageReply,
    pick: BlockPick,
    /** The capture in which it was picked. */
    pickedIn: CaptureId,
    /** Where the block was last found. */
    path: z.string(),
    teachingVersion,
    verdict: VerdictKind,
    /** The latest look; null before the first. */
    latest: ObservationReply.nullable(),
    /** The latest look that found the block: what is shown while the verdict is in doubt. */
    latestFound: ObservationReply.nullable(),
    /** The first words of what the block says. */
    value: z.string().nullable(),
    /** The number that it is about; null where that is none, or several. */
    number: z.number().nullable(),
    hasNews: z.boolean().describe("Changed since the person last looked"),
    feeds: z.object({ rss: z.string(), atom: z.string(), json: z.string() }),
  })
  .strip();
export type FollowReply = z.input<typeof FollowReply>;

export function followReply({ follow, block, page, latest, latestFound }: FollowView, baseUrl: string): FollowReply {
  const feed = (format: string): string => new URL(`/feeds/${follow.feedKey}.${format}`, baseUrl).href;
  return {
    ...follow,
    page: { ...page, url: page.source.url, fetcher: page.source.fetcher },
    pick: block.pick,
    pickedIn: block.firstCaptureId,
    path: block.path,
    teachingVersion: block.lessons,
    verdict: block.verdict,
    latest: latest && observationReply(latest),
    latestFound: latestFound && observationReply(latestFound),
    value: latestFound?.excerpt ?? null,
    number: followedNumber(latestFound)?.value ?? null,
    hasNews: latest !== null && latest.id !== follow.seenObservationId,
    feeds: { rss: feed("rss"), atom: feed("atom"), json: feed("json") },
  };
}

/** The number that a block is about, as far as its first words tell. */
export function followedNumber(latestFound: Observation | null): NumberFound | null {
  return latestFound && dominantNumber(latestFound.numbers, latestFound.excerpt);
}

/** As one of many: who came second to a block that was found is told by the follow itself, asked for singly. */
export function listedFollow(view: FollowView, baseUrl: string): FollowReply {
  return followReply({ ...view, latest: brief(view.latest), latestFound: brief(view.latestFound) }, baseUrl);
}

function brief(observation: Observation | null): Observation | null {
  if (observation?.verdict.kind !== "found") return observation;
  return { ...observation, verdict: { ...observation.verdict, candidates: [] } };
}
