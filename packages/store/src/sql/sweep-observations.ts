/** Observations that nobody wants to keep go; what people have seen of them stays seen. */
import type { Retention } from "@tessera/model";
import type { ExpressionBuilder } from "kysely";
import { batches, type Connection } from "./connection.ts";
import { keptObservations } from "./kept-observations.ts";
import { fromJson } from "./rows.ts";
import type { Tables } from "./tables.ts";

/** A few milliseconds a transaction. */
const BLOCKS_A_SWEEP = 200;

/** The next blocks of the round. */
export async function sweepObservations(
  connection: Connection,
  position: { block: string | null },
  now: number,
): Promise<number> {
  const { db } = connection;
  if (position.block === null) return 0;
  const blocks = await db
    .selectFrom("blocks")
    .select(["id", "latest_observation_id", "latest_found_id"])
    .where("id", ">", position.block)
    .orderBy("id")
    .limit(BLOCKS_A_SWEEP)
    .execute();
  position.block = blocks.length < BLOCKS_A_SWEEP ? null : (blocks.at(-1)?.id ?? null);
  const pointedAt = new Set(blocks.flatMap((block) => [block.latest_observation_id, block.latest_found_id]));
  const ids = await longHistories(
    connection,
    blocks.map((block) => block.id),
  );
  const dropped = await thinnedOut(connection, ids, { pointedAt, now });
  await passMarks(connection, ids, dropped);
  for (const some of batches([...dropped.keys()])) {
    await db.deleteFrom("observations").where("id", "in", some).execute();
  }
  return dropped.size;
}

/** Those of the blocks with more observations than the two that a block points at. */
async function longHistories({ db }: Connection, blocks: readonly string[]): Promise<readonly string[]> {
  if (blocks.length === 0) return [];
  const rows = await db
    .selectFrom("observations")
    .select("block_id")
    .where("block_id", "in", blocks)
    .groupBy("block_id")
    .having((is) => is(is.fn.countAll(), ">", 2))
    .execute();
  return rows.map((row) => row.block_id);
}

/** Observations of these blocks that no rule keeps, each with the newest kept one before it. */
async function thinnedOut(
  { db }: Connection,
  blocks: readonly string[],
  { pointedAt, now }: { readonly pointedAt: ReadonlySet<string | null>; readonly now: number },
): Promise<ReadonlyMap<string, string | null>> {
  const dropped = new Map<string, string | null>();
  if (blocks.length === 0) return dropped;
  const runs = await db
    .selectFrom("observations")
    .select(["id", "block_id", "at", "last_at as lastAt"])
    .where("block_id", "in", blocks)
    .orderBy("at")
    .orderBy("id")
    .execute();
  const follows = await db
    .selectFrom("follows")
    .select(["block_id", "retention"])
    .where("block_id", "in", blocks)
    .execute();
  const rulesOf = Map.groupBy(follows, (follow) => follow.block_id);
  for (const [block, some] of Map.groupBy(runs, (run) => run.block_id)) {
    const rules = (rulesOf.get(block) ?? []).map((follow) => fromJson<Retention>(follow.retention));
    const kept = keptObservations(rules, some, now);
    let newest: string | null = null;
    for (const { id } of some) {
      if (kept.has(id) || pointedAt.has(id)) newest = id;
      else dropped.set(id, newest);
    }
  }
  return dropped;
}

/**
 * What was seen stays seen when its observation goes: the newest that is kept before it has the mark from here on. What was told
 * last has no stand-in, because a number that changed since is measured from there.
 */
async function passMarks(
  { db }: Connection,
  blocks: readonly string[],
  dropped: ReadonlyMap<string, string | null>,
): Promise<void> {
  if (dropped.size === 0) return;
  const follows = await db
    .selectFrom("follows")
    .select(["id", "seen_observation_id as seen", "told_observation_id as told"])
    .where("block_id", "in", blocks)
    .execute();
  for (const { id, seen, told } of follows) {
    // asked again by what it was, because the person may be looking at a later one now
    const row = db.updateTable("follows").where("id", "=", id);
    const to = seen === null ? undefined : dropped.get(seen);
    if (to !== undefined) {
      await row.set({ seen_observation_id: to }).where("seen_observation_id", "=", seen).execute();
    }
    if (told !== null && dropped.has(told)) {
      await row.set({ told_observation_id: null }).where("told_observation_id", "=", told).execute();
    }
  }
  await passSharedMarks({ db }, blocks, dropped);
}

/** The same for those with whom a follow is shared. */
async function passSharedMarks(
  { db }: Pick<Connection, "db">,
  blocks: readonly string[],
  dropped: ReadonlyMap<string, string | null>,
): Promise<void> {
  const marks = await db
    .selectFrom("shared_seen")
    .innerJoin("follows", "follows.id", "shared_seen.follow_id")
    .selectAll("shared_seen")
    .where("follows.block_id", "in", blocks)
    .execute();
  for (const { person_id, follow_id, observation_id } of marks) {
    const to = dropped.get(observation_id);
    if (to === undefined) continue;
    const mark = (is: ExpressionBuilder<Tables, "shared_seen">) => is.and({ person_id, follow_id, observation_id });
    if (to === null) await db.deleteFrom("shared_seen").where(mark).execute();
    else await db.updateTable("shared_seen").set({ observation_id: to }).where(mark).execute();
  }
}
