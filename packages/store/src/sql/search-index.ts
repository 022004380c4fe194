/**
 * The index of the search catches up: blocks that triggers have written down are read and their texts, words and titles
 * brought up to date. It reads outside the transaction and writes only what differs, so nobody waits for it.
 */
import type { BodyHash, PageSource } from "@tessera/model";
import { wordLine } from "@tessera/model/search";
import { sql } from "kysely";
import { unpackBody } from "../contract/body.ts";
import { bodyOf } from "./bodies.ts";
import { batches, type Connection, inTransaction } from "./connection.ts";
import { rowsWhere } from "./kept-statements.ts";
import { fromJson } from "./rows.ts";
import {
  brought,
  MAX_MOMENTS,
  momentsOf,
  NO_TEXT,
  packText,
  type SearchedText,
  type StoredText,
  unpackText,
  wordsNow,
  wordsOf,
} from "./searched-text.ts";
import type { NewRow, Row } from "./tables.ts";

/** Of one block several changes may wait. */
const NOTES_A_BLOCK = 4;
/** Beyond so many that came or went no further block is taken: a transaction of large blocks keeps others waiting. */
const MAX_WORDS_AT_A_TIME = 10_000;
/** Is no word. */
const APART = "|";

export async function catchUp(
  connection: Connection,
  limit: number,
): Promise<{ readonly blocks: number; readonly isBehind: boolean }> {
  const most = limit * NOTES_A_BLOCK;
  const notes = await connection.db.selectFrom("search_due").selectAll().orderBy("id").limit(most).execute();
  const byBlock = [...Map.groupBy(notes, (note) => note.block_id)];
  const prepared: Prepared[] = [];
  let words = 0;
  for (const [block, some] of byBlock.slice(0, limit)) {
    if (words > MAX_WORDS_AT_A_TIME) break;
    const one = await prepareBlock(connection, block);
    words += one.words.come.length + one.words.gone.length;
    prepared.push({ ...one, notes: some.map(({ id }) => id) });
  }
  if (prepared.length > 0) await inTransaction(connection, (inside) => writeBlocks(inside, prepared));
  return { blocks: prepared.length, isBehind: byBlock.length > prepared.length || notes.length === most };
}

interface SearchedFollow {
  readonly follow_id: string;
  readonly person_id: string;
  /** Words of the title, the tags and the host, in one line. */
  readonly title: string;
}

interface PreparedBlock {
  readonly block: string;
  readonly row: Row<"search_texts"> | null;
  readonly before: SearchedText;
  /** Null where nobody follows it. */
  readonly after: SearchedText | null;
  /** Of what it says after all; null where that is what it was. */
  readonly stored: StoredText | null;
  /** Words that it says for the first time, and those that none of its moments has any more. */
  readonly words: ChangedWords;
  readonly follows: readonly SearchedFollow[];
  /** What the index has of its follows, and of others that it had. */
  readonly known: readonly Row<"search_follows">[];
}

interface Prepared extends PreparedBlock {
  readonly notes: readonly number[];
}

/** What the index should have of a block, and what it has. */
async function prepareBlock(connection: Connection, block: string): Promise<PreparedBlock> {
  const [row = null] = await rowsWhere(connection, "search_texts", { block_id: block });
  const before = row ? readable(row) : NO_TEXT;
  const follows = await searchedFollows(connection, block);
  const after = follows.length > 0 ? await textNow(connection, block, before) : null;
  const isSame = row !== null && after !== null && isSameText(before, after);
  return {
    ...{ block, row, before, after, follows },
    stored: after && !isSame ? packText(after) : null,
    words: after && !isSame ? changedWords(wordsOf(before), wordsOf(after)) : { come: [], gone: [] },
    known: await knownFollows(connection, row?.number ?? -1, follows),
  };
}

async function textNow(connection: Connection, block: string, before: SearchedText): Promise<SearchedText> {
  const rows = await connection.db
    .selectFrom("observations")
    .select(["at", "content"])
    .where("block_id", "=", block)
    .where("content", "is not", null)
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_MOMENTS)
    .execute();
  const contents = new Map(rows.reverse().map(({ at, content }) => [at, content!]));
  return brought(before, momentsOf(contents), ({ at }) => textOf(connection, contents.get(at)!));
}

async function knownFollows(
  { db }: Connection,
  number: number,
  follows: readonly SearchedFollow[],
): Promise<readonly Row<"search_follows">[]> {
  const ids = follows.map(({ follow_id }) => follow_id);
  return db
    .selectFrom("search_follows")
    .selectAll()
    .where((is) => is.or([is("text_number", "=", number), ...(ids.length > 0 ? [is("follow_id", "in", ids)] : [])]))
    .execute();
}

/** What cannot be read is written anew. */
function readable(stored: StoredText): SearchedText {
  try {
    return unpackText(stored);
  } catch {
    return NO_TEXT;
  }
}

/** The text of a content; null where it is lost, which the doctor tells. */
async function textOf(connection: Connection, hash: string): Promise<string | null> {
  const [row] = await rowsWhere(connection, "bodies", { hash: hash as BodyHash });
  const body = row ? await bodyOf(connection, row) : null;
  if (!body) return null;
  try {
    const content: unknown = JSON.parse(Buffer.from(unpackBody(body)).toString("utf8"));
    const isContent = typeof content === "object" && content !== null && "text" in content;
    return isContent && typeof content.text === "string" ? content.text : null;
  } catch {
    return null;
  }
}

async function searchedFollows({ db }: Connection, block: string): Promise<readonly SearchedFollow[]> {
  const rows = await db
    .selectFrom("follows")
    .innerJoin("pages", "pages.id", "follows.page_id")
    .select(["follows.id", "follows.person_id", "follows.title", "follows.tags", "pages.source"])
    .where("follows.block_id", "=", block)
    .orderBy("follows.id")
    .execute();
  return rows.map(({ id, person_id, title, tags, source }) => ({
    follow_id: id,
    person_id,
    // apart from each other: a phrase does not go on from one to the next
    title: [title, ...fromJson<readonly string[]>(tags), hostOf(source)].map(wordLine).join(APART),
  }));
}

function hostOf(source: string): string {
  const { url } = fromJson<Pick<PageSource, "url">>(source);
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, "") : "";
}

/** Those that somebody else has written meanwhile stay due; of all others the rows go in together. */
async function writeBlocks(connection: Connection, prepared: readonly Prepared[]): Promise<void> {
  await connection.lock(connection.db, "search");
  const words: NewRow<"search_words">[] = [];
  const follows: NewRow<"search_follows">[] = [];
  const notes: number[] = [];
  for (const each of prepared) {
    const { row, before, after } = each;
    if (!after) {
      if (row === null || (await dropText(connection, row, before))) notes.push(...each.notes);
      continue;
    }
    const number = await writeText(connection, each);
    if (number === null) continue;
    notes.push(...each.notes);
    // a text that could not be read has words that nobody knows any more
    if (row && before === NO_TEXT) await dropAllWords(connection, number);
    await dropWords(connection, number, each.words.gone);
    words.push(...each.words.come.map((word) => ({ word, text_number: number })));
    follows.push(...(await changedFollows(connection, each, { number, at: after.moments.at(-1)?.at ?? 0 })));
  }
  await putWords(connection, words);
  await putFollows(connection, follows);
  await dropNotes(connection, notes);
}

/** Its number; null where somebody else was faster. */
async function writeText(connection: Connection, prepared: PreparedBlock): Promise<number | null> {
  const number = await writeStored(connection, prepared);
  const { after, stored } = prepared;
  if (number !== null && after && stored) {
    await connection.db
      .insertInto("search_now")
      .values({ number, words: wordsNow(after) })
      .onConflict((conflict) => conflict.column("number").doUpdateSet({ words: sql`excluded.words` }))
      .execute();
  }
  return number;
}

async function writeStored({ db }: Connection, { block, row, stored }: PreparedBlock): Promise<number | null> {
  if (!row) {
    const added = await db
      .insertInto("search_texts")
      .values({ block_id: block, revision: 1, ...stored! })
      .onConflict((conflict) => conflict.column("block_id").doNothing())
      .returning("number")
      .executeTakeFirst();
    return added?.number ?? null;
  }
  const { numUpdatedRows } = await db
    .updateTable("search_texts")
    .set({ revision: row.revision + 1, ...stored })
    .where("number", "=", row.number)
    .where("revision", "=", row.revision)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? row.number : null;
}

/** Only a title has changed, or nothing. */
function isSameText(before: SearchedText, after: SearchedText): boolean {
  const isAlike = before.moments.length === after.moments.length && before.since === after.since;
  return (
    isAlike &&
    before.moments.every(({ at, content }, place) => {
      const now = after.moments[place]!;
      return at === now.at && content === now.content;
    })
  );
}

interface ChangedWords {
  readonly come: readonly string[];
  readonly gone: readonly string[];
}

function changedWords(before: ReadonlySet<string>, after: ReadonlySet<string>): ChangedWords {
  const without = (words: ReadonlySet<string>, known: ReadonlySet<string>) =>
    [...words].filter((word) => !known.has(word));
  return { come: without(after, before), gone: without(before, after) };
}

async function putWords({ db }: Connection, rows: readonly NewRow<"search_words">[]): Promise<void> {
  for (const some of batches(rows)) {
    await db
      .insertInto("search_words")
      .values([...some])
      .onConflict((conflict) => conflict.columns(["word", "text_number"]).doNothing())
      .execute();
  }
}

async function dropWords({ db }: Connection, number: number, words: readonly string[]): Promise<void> {
  for (const some of batches(words)) {
    await db.deleteFrom("search_words").where("word", "in", some).where("text_number", "=", number).execute();
  }
}

async function dropAllWords({ db }: Connection, number: number): Promise<void> {
  await db.deleteFrom("search_words").where("text_number", "=", number).execute();
}

/** The rows of its follows that are not what they should be. */
async function changedFollows(
  connection: Connection,
  { follows, known }: PreparedBlock,
  { number, at }: { readonly number: number; readonly at: number },
): Promise<readonly NewRow<"search_follows">[]> {
  const wanted = new Set(follows.map(({ follow_id }) => follow_id));
  const gone = known.map(({ follow_id }) => follow_id).filter((id) => !wanted.has(id));
  await dropFollows(connection, gone);
  const before = new Map(known.map((row) => [row.follow_id, row]));
  const changed: NewRow<"search_follows">[] = [];
  for (const follow of follows) {
    const row = before.get(follow.follow_id);
    if (row?.title !== follow.title) await writeTitle(connection, follow);
    const isAsItWas = row?.title === follow.title && row.at === at && row.text_number === number;
    if (!isAsItWas) changed.push({ ...follow, text_number: number, at });
  }
  return changed;
}

async function putFollows({ db }: Connection, rows: readonly NewRow<"search_follows">[]): Promise<void> {
  for (const some of batches(rows, 100)) {
    await db
      .insertInto("search_follows")
      .values([...some])
      .onConflict((conflict) =>
        conflict.column("follow_id").doUpdateSet({
          title: sql`excluded.title`,
          text_number: sql`excluded.text_number`,
          at: sql`excluded.at`,
        }),
      )
      .execute();
  }
}

async function writeTitle({ db }: Connection, { follow_id, person_id, title }: SearchedFollow): Promise<void> {
  await db.deleteFrom("search_titles").where("follow_id", "=", follow_id).execute();
  const words = [...new Set(title.split(" "))].filter((word) => word !== "" && word !== APART);
  if (words.length === 0) return;
  await db
    .insertInto("search_titles")
    .values(words.map((word) => ({ person_id, word, follow_id })))
    .execute();
}

/** Everything that the index has of a block that nobody follows. */
async function dropText(connection: Connection, row: Row<"search_texts">, before: SearchedText): Promise<boolean> {
  const { db } = connection;
  const { numDeletedRows } = await db
    .deleteFrom("search_texts")
    .where("number", "=", row.number)
    .where("revision", "=", row.revision)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  if (before === NO_TEXT) await dropAllWords(connection, row.number);
  else await dropWords(connection, row.number, [...wordsOf(before)]);
  const follows = await rowsWhere(connection, "search_follows", { text_number: row.number });
  await dropFollows(
    connection,
    follows.map(({ follow_id }) => follow_id),
  );
  return true;
}

async function dropFollows({ db }: Connection, ids: readonly string[]): Promise<void> {
  for (const some of batches(ids)) {
    await db.deleteFrom("search_titles").where("follow_id", "in", some).execute();
    await db.deleteFrom("search_follows").where("follow_id", "in", some).execute();
  }
}

/** Takes a text out that is not what it should be, whatever is wrong with it, and has it written anew. */
export async function indexAnew(connection: Connection, block: string): Promise<void> {
  const { db } = connection;
  const [row] = await rowsWhere(connection, "search_texts", { block_id: block });
  if (row) await dropText(connection, row, NO_TEXT);
  await db.insertInto("search_due").values({ block_id: block }).execute();
}

async function dropNotes({ db }: Connection, notes: readonly number[]): Promise<void> {
  for (const some of batches(notes)) await db.deleteFrom("search_due").where("id", "in", some).execute();
}
