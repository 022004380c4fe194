/** From what was observed to what is written about it for those who follow: deliveries, pointers, live events. */
import {
  type LiveEvent,
  movedToOf,
  type Observation,
  type ObservationId,
  type Page,
  type VerdictKind,
} from "@tessera/model";
import type { CheckRecord, FollowedBlock } from "@tessera/store";
import { firstMet } from "../changes/conditions.ts";
import { WordMatcher } from "../changes/pattern.ts";
import { deliveriesOf, failureIn, insteadOf, type Tellable } from "../notify/compose.ts";
import type { Notice } from "../trace/page-job.ts";
import type { Observed, ObservedFollow } from "./compare.ts";

/** What is written about those who are notified. */
export type Notifications = Pick<CheckRecord, "told" | "deliveries" | "events">;

export function notify(page: Page, { blocks, now }: Pick<Observed, "blocks" | "now">): Notifications {
  const all = blocks.map((block) => notifyFollowers(page, block, now));
  return {
    told: all.flatMap(({ told }) => told),
    deliveries: all.flatMap(({ deliveries }) => deliveries),
    events: all.flatMap(({ events }) => events),
  };
}

function notifyFollowers(page: Page, { followed, observed, traced }: ObservedFollow, now: number): Notifications {
  const { observation } = observed;
  const notices = traced?.notices ?? noticesWithoutPage(followed, observed.block.verdict);
  const observationId = observation.kind === "same" ? observation.id : observation.record.id;
  const record = observation.kind === "same" ? null : observation.record;
  const follows = new Map(followed.follows.map((follow) => [follow.id, follow]));
  const deliveries = notices.flatMap(({ followIds, condition, change }) =>
    followIds.flatMap((id) => {
      const follow = follows.get(id);
      if (!follow) return [];
      const numbers = (record ?? followed.latest)?.numbers ?? [];
      const facts = {
        observationId,
        sourceUrl: page.source.url,
        pageTitle: page.title,
        numbers,
        ...quotesOf(followed, record),
      };
      return deliveriesOf({ ...facts, follow, condition, change }, now);
    }),
  );
  const settled = new Set([...(traced?.settledFor ?? []), ...notices.flatMap((notice) => notice.followIds)]);
  return {
    told: [...settled].map((id) => ({ id, toldObservationId: observationId })),
    deliveries,
    events:
      observation.kind === "same" ? [] : eventsOf(followed, { observationId, verdict: observed.block.verdict, now }),
  };
}

/** The picture, and what to quote where a verdict is the news: what the block last said, and what is there instead. */
function quotesOf(
  { latestFound }: FollowedBlock,
  record: Observation | null,
): Pick<Tellable, "last" | "now" | "failure" | "picture" | "movedTo"> {
  const verdict = record?.verdict;
  const now = verdict ? insteadOf(verdict, record.excerpt) : null;
  // a picture of the block as it was says more than none
  const picture = record?.picture ?? (verdict?.kind === "found" ? null : (latestFound?.picture ?? null));
  const [failure, movedTo] = [failureIn(verdict), movedToOf(verdict)];
  return { last: latestFound?.excerpt || null, now: now || null, failure, picture, movedTo };
}

function eventsOf(
  { follows }: FollowedBlock,
  seen: { readonly observationId: ObservationId; readonly verdict: VerdictKind; readonly now: number },
): readonly LiveEvent[] {
  return follows.map((follow) => ({
    kind: "observed",
    personId: follow.personId,
    followId: follow.id,
    observationId: seen.observationId,
    verdict: seen.verdict,
    at: seen.now,
  }));
}

/** Who wants to know that the page itself could not be captured. */
function noticesWithoutPage({ latest, follows }: FollowedBlock, verdict: VerdictKind): readonly Notice[] {
  const before = latest && { verdict: latest.verdict.kind, text: "", numbers: [] };
  return follows.flatMap((follow): Notice[] => {
    const after = { verdict, text: "", numbers: [] };
    // there is nothing to look for words in, and this is no worker thread
    const matcher = new WordMatcher(0);
    const condition = firstMet(follow.conditions, { before, after, change: null, matcher });
    return condition ? [{ followIds: [follow.id], condition, change: null }] : [];
  });
}
