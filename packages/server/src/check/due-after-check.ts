/** When a page is due after a check: what its followers wish for, and what the check showed. */
import type { CheckRecord, CheckWork, FollowedBlock } from "@tessera/store";
import type { Run } from "../timing/change-rate.ts";
import { nextDue, type ScheduleRequest } from "../timing/next-due.ts";

/** Everything but when the page is due next. */
type Record = Omit<CheckRecord, "dueAt">;

export function dueAfterCheck(
  work: CheckWork,
  record: Record,
  { random }: { readonly random: () => number },
): number | null {
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
    wantsSecondLook: work.blocks.some((followed) => waitsForSecondLook(followed, record)),
  });
}

const NO_RATE = { looks: 0, changes: 0, spanMs: 0 };

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
