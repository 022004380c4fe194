/** From notices to what is written about them in the transaction of the check: deliveries, pointers, live events. */
import type { Delivery, Follow, LiveEvent, ObservationId, Page, VerdictKind } from "@tessera/model";
import type { FollowedBlock, Look } from "@tessera/store";
import { firstMet } from "../changes/conditions.ts";
import type { Notice } from "../look/page-job.ts";
import { deliveriesOf } from "../tell/compose.ts";

export interface Told {
  readonly told: readonly Pick<Follow, "id" | "toldObservationId">[];
  readonly deliveries: readonly Delivery[];
  readonly events: readonly LiveEvent[];
}

export interface LookToTell {
  readonly page: Page;
  readonly followed: FollowedBlock;
  readonly look: Look;
  readonly notices: readonly Notice[];
  readonly settledFor: readonly Follow["id"][];
  readonly now: number;
}

export function tellFollowers({ page, followed, look, notices, settledFor, now }: LookToTell): Told {
  const { observation } = look;
  const observationId = observation.kind === "same" ? observation.id : observation.record.id;
  const hasPicture = observation.kind !== "same" && observation.record.picture !== null;
  const follows = new Map(followed.follows.map((follow) => [follow.id, follow]));
  const deliveries = notices.flatMap(({ followIds, condition, change }) =>
    followIds.flatMap((id) => {
      const follow = follows.get(id);
      const pictureUrl = hasPicture ? `/api/v1/follows/${id}/observations/${observationId}/picture` : null;
      return follow
        ? deliveriesOf({ follow, condition, observationId, change, sourceUrl: page.source.url, pictureUrl }, now)
        : [];
    }),
  );
  const settled = new Set([...settledFor, ...notices.flatMap((notice) => notice.followIds)]);
  return {
    told: [...settled].map((id) => ({ id, toldObservationId: observationId })),
    deliveries,
    events: observation.kind === "same" ? [] : eventsOf(followed, { observationId, verdict: look.block.verdict, now }),
  };
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

/** Who wants to know that the page itself cannot be had. */
export function noticesOfTrouble({ latest, follows }: FollowedBlock, verdict: VerdictKind): readonly Notice[] {
  const before = latest && { verdict: latest.verdict.kind, text: "", numbers: [] };
  return follows.flatMap((follow): Notice[] => {
    const after = { verdict, text: "", numbers: [] };
    const condition = firstMet(follow.conditions, { before, after, change: null });
    return condition ? [{ followIds: [follow.id], condition, change: null }] : [];
  });
}
