/** The check flow's questions, gathered: one round trip to the database, or one sync of the disk, for many instead of for each. */
import { sql } from "kysely";
import type { CheckRecord, CheckRecords, Claim } from "../contract/check-records.ts";
import type { PlacedBodies } from "./bodies.ts";
import { loadChecks } from "./check-work.ts";
import { batches, type Connection, inTransaction } from "./connection.ts";
import { recordCheck } from "./record-check.ts";
import { toJson } from "./rows.ts";

/** Checks are begun by the handful, so that their questions come together; their ends do not. */
const LOADING = { waitMs: 4, most: 200 } as const;

/** What nobody waits for may be on the disk a little later: each costs less, the more of them share a commit. */
export const RECORDING: GatherOptions<ClaimedCheck> = {
  waitMs: 60,
  // more of them hardly make each cheaper, and the places of a busy schedule are free the sooner
  most: 32,
  isUrgent: ({ claim }) => claim.isAsked,
};

/** Loads are gathered, and the records of checks that showed nothing new. */
export function gatheredChecks(checks: CheckRecords, connection: Connection): CheckRecords {
  const goOn = gather((some: readonly ClaimedCheck[]) => recordUnchanged(connection, some), RECORDING);
  return {
    ...gatheredLoads(checks, connection),
    record: (claim, check) => (isUnchanged(check) ? goOn({ claim, check }) : checks.record(claim, check)),
  };
}

export function gatheredLoads(checks: CheckRecords, connection: Connection): CheckRecords {
  const load = gather(async (claims: readonly Claim[]) => {
    const works = await loadChecks(
      connection,
      claims.map((claim) => claim.pageId),
    );
    return claims.map((claim) => works.get(claim.pageId) ?? null);
  }, LOADING);
  return { ...checks, load };
}

export interface GatherOptions<Item> {
  /** How long the first of them waits for others. */
  readonly waitMs: number;
  readonly most: number;
  /** Somebody waits for it: it goes at once, with all that are there. */
  readonly isUrgent?: (item: Item) => boolean;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (failure: unknown) => void;
}

/** `run` answers in the order of its items. Where it fails, all that were gathered fail alike. @internal */
export function gather<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { waitMs, most, isUrgent = () => false }: GatherOptions<Item>,
): (item: Item) => Promise<Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let timer: NodeJS.Timeout | null = null;
  const flush = (): void => {
    if (timer) clearTimeout(timer);
    timer = null;
    const gathered = waiting;
    waiting = [];
    run(gathered.map(({ item }) => item)).then(
      (results) => {
        for (const [index, { resolve }] of gathered.entries()) resolve(results[index] as Result);
      },
      (failure: unknown) => {
        for (const { reject } of gathered) reject(failure);
      },
    );
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (waiting.length >= most || isUrgent(item)) flush();
      else timer ??= setTimeout(flush, waitMs);
    });
}

export interface ClaimedCheck {
  readonly claim: Claim;
  readonly check: CheckRecord;
}

/** True where a check says only that everything goes on as it was. */
function isUnchanged({ capture, trouble, title, cookies, training, ...lists }: CheckRecord): boolean {
  // pictures are bodies too
  const { bodies, looks, told, deliveries, events } = lists;
  const isPageSame = capture === null && trouble === null && title === undefined && cookies === undefined;
  return (
    isPageSame &&
    training === undefined &&
    [bodies, looks, told, deliveries, events].every(({ length }) => length === 0)
  );
}

const NO_OBJECTS: PlacedBodies = new Map();

/** All kinds of checks in one transaction; bodies go into the database. */
export async function recordTogether(
  connection: Connection,
  checks: readonly ClaimedCheck[],
): Promise<readonly boolean[]> {
  return inTransaction(connection, async (inside) => {
    const { same = [], different = [] } = Object.groupBy(checks, ({ check }) =>
      isUnchanged(check) ? "same" : "different",
    );
    const recorded = new Set<ClaimedCheck>();
    if (same.length > 0) {
      const wereRecorded = await recordUnchanged(inside, same);
      for (const [at, each] of same.entries()) if (wereRecorded[at]) recorded.add(each);
    }
    for (const each of different) {
      if (await recordCheck(inside, each.claim, { ...each.check, placed: NO_OBJECTS })) recorded.add(each);
    }
    return checks.map((each) => recorded.has(each));
  });
}

/** For each whether it was recorded: false, with nothing written, where its claim is no longer the newest. */
async function recordUnchanged(connection: Connection, checks: readonly ClaimedCheck[]): Promise<readonly boolean[]> {
  const byPage = new Map(checks.toReversed().map((each) => [each.claim.pageId as string, each]));
  return inTransaction(connection, async (inside) => {
    const recorded = await settlePages(inside, [...byPage.values()]);
    const seen = [...byPage.values()].filter(({ claim }) => recorded.has(claim.pageId));
    await goOn(inside, seen);
    return checks.map((each) => recorded.has(each.claim.pageId) && byPage.get(each.claim.pageId) === each);
  });
}

/** In the order of the pages, so that two of these never wait for each other. */
async function settlePages({ db }: Connection, checks: readonly ClaimedCheck[]): Promise<ReadonlySet<string>> {
  const sorted = checks.toSorted((one, other) => (one.claim.pageId < other.claim.pageId ? -1 : 1));
  const settled = sql.join(
    sorted.map(
      ({ claim, check }) =>
        sql`(${claim.pageId}, ${claim.token}, cast(${check.now} as bigint), cast(${check.dueAt} as bigint), ${toJson(check.fetcher)})`,
    ),
  );
  const { rows } = await sql<{ id: string }>`
    with settled (id, token, now, due_at, fetcher) as (values ${settled})
    update pages set lease_token = null, lease_until = null, lease_holder = null, queued_at = null, asked_at = null,
      failures = 0, trouble = null, last_checked_at = settled.now, fetcher = settled.fetcher,
      due_at = case when pages.asked_at < settled.due_at or settled.due_at is null then pages.asked_at
        else settled.due_at end
    from settled where pages.id = settled.id and pages.lease_token = settled.token
    returning pages.id as id`.execute(db);
  return new Set(rows.map((row) => row.id));
}

async function goOn({ db }: Connection, checks: readonly ClaimedCheck[]): Promise<void> {
  const observations = checks.flatMap(({ check }) =>
    check.unchanged.map((id) => ({ id: id as string, now: check.now })),
  );
  const sorted = observations.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  for (const some of batches(sorted)) {
    const seen = sql.join(some.map(({ id, now }) => sql`(${id}, cast(${now} as bigint))`));
    await sql`
      with seen (id, now) as (values ${seen})
      update observations set last_at = seen.now, looks = looks + 1 from seen where observations.id = seen.id`.execute(
      db,
    );
  }
}
