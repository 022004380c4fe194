/** What was observed, and who is notified of it, as one record: it is written in one transaction. */
import type { FetcherDecision } from "@tessera/model";
import type { CheckRecord, CheckWork, FollowedBlock } from "@tessera/store";
import { trainingOf } from "../catalogue/train.ts";
import type { Run } from "../timing/change-rate.ts";
import { nextDue, type ScheduleRequest } from "../timing/next-due.ts";
import type { CheckParts } from "./check-page.ts";
import type { Observed } from "./compare.ts";
import { notify } from "./notify.ts";

const NO_RATE = { looks: 0, changes: 0, spanMs: 0 };

export async function recordOf(
  work: CheckWork,
  observed: Observed,
  { decision, ...parts }: CheckParts & { readonly decision: FetcherDecision },
): Promise<CheckRecord> {
  const { blocks, failure, ...shown } = observed;
  const notified = notify(work.page, observed);
  const record = {
    ...shown,
    fetcher: decision,
    trouble: failure,
    looks: blocks.map((block) => block.observed),
    ...notified,
    events: [...notified.events, ...picturedEvents(work, observed)],
    ...(await trainingOf(work, observed, parts)),
  };
  return { ...record, dueAt: dueAfterCheck(work, record, parts) };
}

/** A picture that came later than its observation: whoever looks at the tile waits for it. */
function picturedEvents({ blocks }: CheckWork, { pictures, now }: Observed): CheckRecord["events"] {
  const pictured = new Set(pictures.map(({ observationId }) => observationId));
  return blocks.flatMap(({ latest, follows }) => {
    if (!latest || !pictured.has(latest.id)) return [];
    return follows.map(({ id, personId }) => ({ kind: "follow-changed", personId, followId: id, at: now }) as const);
  });
}

/** Takes a page that nobody follows off the schedule. */
export function recordOfNothing({ page }: CheckWork, now: number): CheckRecord {
  return {
    now,
    capture: null,
    trouble: page.trouble,
    fetcher: page.fetcher,
    bodies: [],
    looks: [],
    unchanged: [],
    told: [],
    deliveries: [],
    dueAt: null,
    events: [],
  };
}

/** Everything but when the page is due next. */
type Record = Omit<CheckRecord, "dueAt">;

function dueAfterCheck(work: CheckWork, record: Record, { random }: { readonly random: () => number }): number | null {
  const looks = new Map(record.looks.map((look) => [look.block.id, look]));
  const requests = work.blocks.flatMap((followed): ScheduleRequest[] => {
    const look = looks.get(followed.block.id);
    const rate = look?.block.rate ?? followed.block.rate;
    const current = currentRun(followed, look?.observation ?? null, record.now);
    return followed.follows.map(({ schedule }) => ({ schedule, rate, current }));
  });
  const offered = work.catalogue ? [{ schedule: work.catalogue.schedule, rate: NO_RATE, current: null }] : [];
  return nextDue([...requests, ...offered], {
    now: record.now,
    random: random(),
    failures: record.trouble ? work.page.failures + 1 : 0,
    trouble: record.trouble,
    minIntervalMs: (record.capture ?? work.previous)?.feed?.minIntervalMs ?? null,
    wantsSecondLook: work.blocks.some((followed) => waitsForSecondLook(followed, record)),
  });
}

function currentRun(
  { latest }: FollowedBlock,
  observation: Record["looks"][number]["observation"] | null,
  now: number,
): Run | null {
  if (observation?.kind === "new") return observation.record;
  return latest && { at: latest.at, lastAt: now, looks: latest.looks + 1 };
}

function waitsForSecondLook({ block, follows }: FollowedBlock, record: Record): boolean {
  if (!follows.some(({ quiet }) => quiet.secondLook)) return false;
  return record.looks.some(
    (look) =>
      look.block.id === block.id && look.observation.kind === "new" && look.observation.record.change !== "first",
  );
}
