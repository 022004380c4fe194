/** What "What changed" costs over the same follows: its lists, the number at the bell, and marking as seen. */
import type { PersonId } from "@tessera/model";
import { MAX_UNSEEN } from "@tessera/model/api";
import type { ChangeName, Store } from "@tessera/store";
import { CHANGES_HEAD, changesRow } from "./report.ts";

const PAGE = 50;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Milliseconds of each run, the shortest first. */
export async function timesOf(runs: number, run: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let at = 0; at < runs; at++) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return times.sort((one, other) => one - other);
}

/** Prints a table. Afterwards the same is unseen as before. */
export async function reportChanges(store: Store, owner: PersonId, runs: number): Promise<void> {
  const { changes } = store;
  const now = Date.now();
  const first = await changes.list(owner, { limit: PAGE });
  const after = first.next === null ? {} : { after: first.next };
  const asked: Readonly<Record<string, () => Promise<unknown>>> = {
    "the latest": () => changes.list(owner, { limit: PAGE }),
    "the next page": () => changes.list(owner, { limit: PAGE, ...after }),
    "of a day": () => changes.list(owner, { limit: PAGE, from: now - DAY_MS }),
    "of a day a week ago": () => changes.list(owner, { limit: PAGE, from: now - 8 * DAY_MS, until: now - 7 * DAY_MS }),
    unseen: () => changes.list(owner, { limit: PAGE, isUnseen: true }),
    "the number at the bell": () => changes.countUnseen(owner, MAX_UNSEEN),
    "on no sheet": () => changes.list(owner, { limit: PAGE, sheet: "none" }),
  };
  console.log(`\n${CHANGES_HEAD}`);
  const report = async (name: string, ask: () => Promise<unknown>, times: number): Promise<void> =>
    console.log(changesRow(name, await timesOf(times, ask)));
  for (const [name, ask] of Object.entries(asked)) await report(name, ask, runs);
  let seen: readonly ChangeName[] = [];
  const markSeen = async () => {
    seen = await changes.markSeen(owner, { until: now });
  };
  await report("all marked as seen, once", markSeen, 1);
  await report("unseen, where nothing is", () => changes.list(owner, { limit: PAGE, isUnseen: true }), runs);
  await report("the number at the bell, where nothing is unseen", () => changes.countUnseen(owner, MAX_UNSEEN), runs);
  await changes.markUnseen(owner, seen);
}
