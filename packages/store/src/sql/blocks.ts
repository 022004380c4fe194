/** Blocks: joined where people point at the same, split where one of them teaches it something else. */
import { createHash } from "node:crypto";
import {
  Block,
  type BlockId,
  BlockId as BlockIdSchema,
  type BlockPick,
  type CaptureId,
  type MemoryRecord,
  newId,
  ObservationId,
} from "@tessera/model";
import type { BlockFacts } from "../contract/follow-records.ts";
import { type PackedMemory, type RarelyRemembered, rememberedOf, unpackMemory } from "../contract/packed-memory.ts";
import { batches, type Connection } from "./connection.ts";
import { mapping } from "./mapping.ts";
import { toJson } from "./rows.ts";
import type { Row } from "./tables.ts";

const facts = mapping(Block.omit({ memory: true, dynamics: true, shelved: true }));

export function blockFactsOf(row: Row<"blocks">): BlockFacts {
  const block = facts.recordOf(row);
  // blocks of before this was a part of a pick have none
  return { ...block, pick: { ...block.pick, ignored: block.pick.ignored ?? [] } };
}

/** Who follows which block of a page changes for one person at a time: nobody joins a block that is being taught. */
export async function lockPage(connection: Connection, page: string): Promise<void> {
  await connection.lock(connection.db, `page ${page}`);
}

/** The block that this pick means, where somebody follows it already. */
export async function joinableBlock({ db }: Connection, block: Block): Promise<BlockFacts | null> {
  const row = await db
    .selectFrom("blocks")
    .selectAll()
    .where("page_id", "=", block.pageId)
    .where("pick_key", "=", pickKey(block.pick))
    .where((is) =>
      is.or([
        // pointed at in the same capture
        is.and([is("first_capture_id", "=", block.firstCaptureId), is("first_path", "=", block.pick.path)]),
        // pointed at where it was found in this very capture
        is.and([
          is("seen_capture_id", "=", block.firstCaptureId),
          is("path", "=", block.pick.path),
          is("verdict", "=", "found"),
        ]),
      ]),
    )
    .orderBy("id")
    .executeTakeFirst();
  return row ? blockFactsOf(row) : null;
}

export async function addBlock({ db }: Connection, block: Block, key = pickKey(block.pick)): Promise<void> {
  await db
    .insertInto("blocks")
    .values({ ...facts.rowOf(block), pick_key: key, first_path: block.pick.path })
    .execute();
  await db
    .insertInto("memories")
    .values({ block_id: block.id, packed: rememberedOf(block) })
    .execute();
}

export interface Lessons {
  readonly pick: BlockPick;
  readonly memory: MemoryRecord;
  readonly shelved?: Block["shelved"];
  /** The capture in which another element was pointed at; what was known of the old one's volatile parts is dropped. */
  readonly firstCaptureId?: CaptureId | null;
  /** What stays of that otherwise; all of it where nothing is said. */
  readonly dynamics?: Block["dynamics"];
  readonly now: number;
}

/**
 * The block of this follow with another pick or memory: the same block where nobody else follows it, otherwise a copy
 * with its history, so that nobody is taught by another. It is never joined by others afterwards.
 */
export async function ownBlock(
  connection: Connection,
  follow: Pick<Row<"follows">, "id" | "block_id">,
  lessons: Lessons,
): Promise<BlockId> {
  const { db } = connection;
  const others = await db
    .selectFrom("follows")
    .select("id")
    .where("block_id", "=", follow.block_id)
    .where("id", "!=", follow.id)
    .limit(1)
    .execute();
  const key = ownKey(lessons.pick, follow.id);
  const { firstCaptureId = null } = lessons;
  const isElsewhere = firstCaptureId !== null;
  const pointed = isElsewhere && { first_capture_id: firstCaptureId, first_path: lessons.pick.path };
  const block = await readBlock(connection, follow.block_id);
  // what other tracers know of another element is of no use any more
  const remembered = {
    memory: lessons.memory,
    dynamics: isElsewhere ? null : lessons.dynamics === undefined ? block.dynamics : lessons.dynamics,
    shelved: lessons.shelved ?? (isElsewhere ? undefined : block.shelved),
  };
  if (others.length === 0) {
    await db
      .updateTable("blocks")
      .set((row) => ({ pick: toJson(lessons.pick), pick_key: key, lessons: row("lessons", "+", 1), ...pointed }))
      .where("id", "=", follow.block_id)
      .execute();
    await db
      .updateTable("memories")
      .set({ packed: rememberedOf(remembered) })
      .where("block_id", "=", follow.block_id)
      .execute();
    return follow.block_id as BlockId;
  }
  const id = newId(BlockIdSchema, lessons.now);
  const { pick } = lessons;
  const elsewhere = isElsewhere && { firstCaptureId };
  await addBlock(connection, { ...block, id, pick, ...remembered, lessons: block.lessons + 1, ...elsewhere }, key);
  await copyBlockHistory(connection, { block, to: id, followId: follow.id, now: lessons.now });
  return id;
}

export interface BlockCopy {
  readonly block: BlockFacts;
  readonly to: BlockId;
  /** Goes along to the copy. */
  readonly followId: string;
  readonly now: number;
}

/** Gives a new block the history of another one, and the follow the new block. */
export async function copyBlockHistory(connection: Connection, { block, to, followId, now }: BlockCopy): Promise<void> {
  const { db } = connection;
  const follow = await db
    .selectFrom("follows")
    .select(["seen_observation_id", "told_observation_id"])
    .where("id", "=", followId)
    .executeTakeFirstOrThrow();
  const copies = await copyHistory(connection, { from: block.id, to, now });
  const copied = (old: string | null) => (old === null ? null : (copies.get(old) ?? null));
  await db
    .updateTable("blocks")
    .set({
      latest_observation_id: copied(block.latestObservationId),
      latest_found_id: copied(block.latestFoundId),
    })
    .where("id", "=", to)
    .execute();
  await db
    .updateTable("follows")
    .set({
      block_id: to,
      seen_observation_id: copied(follow.seen_observation_id),
      told_observation_id: copied(follow.told_observation_id),
    })
    .where("id", "=", followId)
    .execute();
}

/** Copies all observations; the bodies behind them are counted once more, not copied. Returns new ids by old ones. */
async function copyHistory(
  { db }: Connection,
  { from, to, now }: { readonly from: string; readonly to: string; readonly now: number },
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("observations")
    .selectAll()
    .where("block_id", "=", from)
    .orderBy("at")
    .orderBy("id")
    .execute();
  const copies = new Map<string, string>();
  // new ids share their time, so they are made in order to keep the order of observations of one instant
  const ids = rows.map(() => newId(ObservationId, now)).sort();
  for (const [at, row] of rows.entries()) copies.set(row.id, ids[at]!);
  const copied = rows.map((row) => ({ ...row, id: copies.get(row.id)!, block_id: to }));
  for (const some of batches(copied, 50))
    await db
      .insertInto("observations")
      .values([...some])
      .execute();
  return copies;
}

export async function readBlock(connection: Connection, id: string): Promise<Block> {
  const block = await findBlock(connection, id);
  if (!block) throw new RangeError(`there is no block ${id}`);
  return block;
}

export async function findBlock({ db }: Connection, id: string): Promise<Block | null> {
  const row = await db.selectFrom("blocks").selectAll().where("id", "=", id).executeTakeFirst();
  const memory = await db.selectFrom("memories").selectAll().where("block_id", "=", id).executeTakeFirst();
  return row && memory ? { ...blockFactsOf(row), ...unpacked(memory.packed) } : null;
}

/** By block; those that have gone are missing. */
export async function findMemories(
  { db }: Connection,
  blocks: readonly BlockId[],
): Promise<ReadonlyMap<BlockId, PackedMemory>> {
  const found = new Map<BlockId, PackedMemory>();
  for (const ids of batches(blocks)) {
    const rows = await db.selectFrom("memories").selectAll().where("block_id", "in", ids).execute();
    for (const { block_id, packed } of rows) found.set(block_id as BlockId, packed);
  }
  return found;
}

function unpacked(bytes: PackedMemory): Pick<Block, "memory" | "dynamics" | "shelved"> {
  const { memory, dynamics, rest } = unpackMemory(bytes);
  const { shelved }: RarelyRemembered = rest === undefined ? {} : JSON.parse(rest);
  return { memory: JSON.parse(memory), dynamics: JSON.parse(dynamics), ...(shelved ? { shelved } : {}) };
}

/** Of a block that is one follow's alone. */
export function ownKey(pick: BlockPick, follow: string): string {
  return `${pickKey(pick)} own ${follow}`;
}

/** What two picks of one element must have in common to be one block. */
function pickKey(pick: BlockPick): string {
  const named = (parts: BlockPick["cuts"]) => parts.map(partKey).sort();
  const ignored = pick.ignored.length > 0 ? [named(pick.ignored)] : [];
  const by = pick.tracer ? [{ tracer: pick.tracer }] : [];
  return JSON.stringify([pick.intent, pick.extent, named(pick.cuts), ...ignored, ...by]);
}

/** Parts in one place that say something else are not one. */
function partKey({ path, mark, likeness }: BlockPick["cuts"][number]): string {
  if (!likeness) return `${path} ${mark}`;
  const { text, link, entry } = likeness;
  const said = createHash("sha256").update(JSON.stringify([text, link, entry?.text, entry?.link]));
  return `${path} ${mark} ${said.digest("hex").slice(0, 16)}`;
}
