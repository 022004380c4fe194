/** The index of the search: what it has of every block is what the block has said, but for what waits to be indexed. */
import { sql } from "kysely";
import type { Finding } from "../contract/upkeep.ts";
import type { Connection } from "./connection.ts";
import type { Case } from "./rows.ts";
import { indexAnew } from "./search-index.ts";
import {
  MAX_MOMENTS,
  type Moment,
  momentsOf,
  type SearchedText,
  type StoredText,
  unpackText,
  wordsNow,
  wordsOf,
} from "./searched-text.ts";
import type { Row } from "./tables.ts";

const TEXTS_A_BATCH = 100;

export async function examineSearch(connection: Connection): Promise<readonly Case[]> {
  const waits = await waitingBlocks(connection);
  const counts = await wordCounts(connection);
  const cases: Case[] = [];
  for (let after = 0; ; ) {
    const rows = await connection.db
      .selectFrom("search_texts")
      .selectAll()
      .where("number", ">", after)
      .orderBy("number")
      .limit(TEXTS_A_BATCH)
      .execute();
    const moments = await historiesOf(connection, rows);
    const now = await currentWords(connection, rows);
    for (const row of rows) {
      const fault = waits.has(row.block_id)
        ? null
        : faultOf(row, {
            moments: moments.get(row.block_id) ?? [],
            words: counts.get(row.number) ?? 0,
            now: now.get(row.number) ?? null,
          });
      if (fault) cases.push(stale(row.block_id, fault));
    }
    const last = rows.at(-1);
    if (!last || rows.length < TEXTS_A_BATCH) break;
    after = last.number;
  }
  return [...cases, ...(await unindexed(connection, waits))];
}

async function waitingBlocks({ db }: Connection): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom("search_due").select("block_id").distinct().execute();
  return new Set(rows.map(({ block_id }) => block_id));
}

/** By text. */
async function wordCounts({ db }: Connection): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ readonly number: number; readonly words: number }>`
    select text_number as number, count(*) as words from search_words group by text_number`.execute(db);
  return new Map(rows.map(({ number, words }) => [Number(number), Number(words)]));
}

/** By block, oldest first. */
async function historiesOf(
  { db }: Connection,
  texts: readonly Row<"search_texts">[],
): Promise<ReadonlyMap<string, readonly Moment[]>> {
  if (texts.length === 0) return new Map();
  const blocks = texts.map(({ block_id }) => block_id);
  const rows = await db
    .selectFrom("observations")
    .select(["block_id", "at", "content"])
    .where("block_id", "in", blocks)
    .where("content", "is not", null)
    .orderBy("at")
    .orderBy("id")
    .execute();
  const contents = (some: typeof rows) => new Map(some.map(({ at, content }) => [at, content!]));
  const byBlock = Map.groupBy(rows, ({ block_id }) => block_id);
  return new Map([...byBlock].map(([block, some]) => [block, momentsOf(contents(some))]));
}

/** By text. */
async function currentWords(
  { db }: Connection,
  texts: readonly Row<"search_texts">[],
): Promise<ReadonlyMap<number, string>> {
  if (texts.length === 0) return new Map();
  const numbers = texts.map(({ number }) => number);
  const rows = await db.selectFrom("search_now").selectAll().where("number", "in", numbers).execute();
  return new Map(rows.map(({ number, words }) => [number, words]));
}

interface Truth {
  readonly moments: readonly Moment[];
  /** How many are indexed. */
  readonly words: number;
  /** Null where they are missing. */
  readonly now: string | null;
}

function faultOf(row: Row<"search_texts">, { moments, words, now }: Truth): string | null {
  const text = readText(row);
  if (!text) return "cannot be read";
  const wanted = moments.filter(({ at }) => at > text.since).slice(-MAX_MOMENTS);
  const named = (all: readonly Moment[]) => all.map(({ at, content }) => `${at} ${content}`).join();
  if (named(wanted) !== named(text.moments)) return "has other moments than the history of its block";
  if (now !== wordsNow(text)) return "has other words for what is there now than what was there last";
  const { size } = wordsOf(text);
  return size === words ? null : `it has ${size} words, of which ${words} are indexed`;
}

function readText(stored: StoredText): SearchedText | null {
  try {
    return unpackText(stored);
  } catch {
    return null;
  }
}

/** Blocks that somebody follows and the index does not know, and follows that it has at another block. */
async function unindexed({ db }: Connection, waits: ReadonlySet<string>): Promise<readonly Case[]> {
  const { rows } = await sql<{ readonly block: string }>`
    select distinct follows.block_id as block from follows
    left join search_texts on search_texts.block_id = follows.block_id
    left join search_follows on search_follows.follow_id = follows.id
      and search_follows.text_number = search_texts.number
    where search_follows.follow_id is null order by follows.block_id`.execute(db);
  return rows.filter(({ block }) => !waits.has(block)).map(({ block }) => stale(block, "is not indexed"));
}

function stale(block: string, detail: string): Case {
  const finding: Finding = { kind: "stale-index", table: "blocks", id: block, detail, isRepairable: true };
  return { finding, repair: (inside) => indexAnew(inside, block) };
}
