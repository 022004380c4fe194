/** What was observed, and who is notified of it, as one record: it is written in one transaction. */
import type { FetcherDecision } from "@tessera/model";
import type { CheckRecord, CheckWork } from "@tessera/store";
import { trainingOf } from "../catalogue/train.ts";
import type { CheckParts } from "./check-page.ts";
import type { Observed } from "./compare.ts";
import { dueAfterCheck } from "./due-after-check.ts";
import { notify } from "./notify.ts";

export async function recordOf(
  work: CheckWork,
  observed: Observed,
  { decision, ...parts }: CheckParts & { readonly decision: FetcherDecision },
): Promise<CheckRecord> {
  const { blocks, failure, ...shown } = observed;
  const record = {
    ...shown,
    fetcher: decision,
    trouble: failure,
    looks: blocks.map((block) => block.observed),
    ...notify(work.page, observed),
    ...(await trainingOf(work, observed, parts)),
  };
  return { ...record, dueAt: dueAfterCheck(work, record, parts) };
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
