/**
 * Which follows of a person may answer a question, latest first: by a word that few texts have, by tag and sheet, or all of
 * them a stretch at a time. The database decides: of what is there now exactly, of a history as far as a look at its words tells.
 */
import { normalTag, type PersonId } from "@tessera/model";
import { type AskedSheet, isNamed, needleOf, type SearchQuery, type Term } from "@tessera/model/search";
import { type RawBuilder, sql } from "kysely";
import type { SearchLimits, SearchOptions } from "../contract/search-records.ts";
import type { Connection } from "./connection.ts";
import { fromJson } from "./rows.ts";
import type { Row } from "./tables.ts";

export interface Search {
  readonly owner: PersonId;
  readonly query: SearchQuery;
  readonly options: SearchOptions;
  readonly limits: SearchLimits;
}

export type Candidate = Pick<Row<"search_follows">, "follow_id" | "text_number" | "at" | "title">;
/** In the order of the search. */
export type Place = Pick<Candidate, "at" | "follow_id">;

export interface Candidates {
  readonly some: readonly Candidate[];
  /** All that is before it was looked at; null where nothing is behind. */
  readonly end: Place | null;
}

/** Enough for a page of hits in most cases. */
const FIRST = 25;
/** Behind every word that begins with the same characters. */
const LAST = "\u{10ffff}";

export async function* candidatesFor(connection: Connection, search: Search): AsyncGenerator<Candidates> {
  const led = await ledBy(connection, search);
  const leftOut = await leftOutOf(connection, search);
  let after = cursorAt(search.options.after);
  let limit = FIRST;
  for (const step of led ? [null] : search.limits.steps) {
    const until = step === null ? null : await placeBehind(connection, search.owner, { after, step });
    for (let isWhole = false; !isWhole; limit = search.limits.texts) {
      const some = await possible(connection, search, { led, leftOut, after, until, limit });
      isWhole = some.length < limit;
      after = isWhole ? until : some.at(-1)!;
      yield { some, end: after };
    }
    if (!until) return;
  }
}

/** Where a search ended; null where the text is none of our cursors, which then means the start. */
function cursorAt(text: string | undefined): Place | null {
  const [, at, follow_id] = /^(\d{1,15})\.([0-9a-f-]{36})$/.exec(text ?? "") ?? [];
  return at !== undefined && follow_id !== undefined ? { at: Number(at), follow_id } : null;
}

/** The place of the last follow of a step; null where fewer are left. */
async function placeBehind(
  { db }: Connection,
  owner: PersonId,
  { after, step }: { readonly after: Place | null; readonly step: number },
): Promise<Place | null> {
  const { rows } = await sql<Place>`SELECT f.at, f.follow_id FROM search_follows f
    WHERE f.person_id = ${owner} ${behind(after)}
    ORDER BY f.at DESC, f.follow_id DESC LIMIT 1 OFFSET ${step - 1}`.execute(db);
  return rows[0] ?? null;
}

const behind = (place: Place | null): RawBuilder<unknown> =>
  place ? sql`AND (f.at, f.follow_id) < (${place.at}, ${place.follow_id})` : sql``;

interface Stretch {
  /** Ids of follows to keep to. */
  readonly led: RawBuilder<unknown> | null;
  /** True of follows that must not be among them. */
  readonly leftOut: RawBuilder<boolean> | null;
  readonly after: Place | null;
  readonly until: Place | null;
  readonly limit: number;
}

async function possible(
  connection: Connection,
  { owner, query, options }: Search,
  { led, leftOut, after, until, limit }: Stretch,
): Promise<readonly Candidate[]> {
  const wanted = query.terms.map((term) => says(connection, term, options.in));
  const unwanted = query.without.map((term) =>
    options.in === "current" ? says(connection, term, "current") : isTitled(connection, term),
  );
  if (leftOut) unwanted.push(leftOut);
  const parts = [...wanted, ...unwanted.map((part) => sql`NOT (${part})`)];
  if (until) parts.push(sql`(f.at, f.follow_id) >= (${until.at}, ${until.follow_id})`);
  // SQLite takes the tables of a cross join in the order they are written in; to PostgreSQL it is a join like any other
  const from = led ? sql`(${led}) AS led CROSS JOIN search_follows f` : sql`search_follows f`;
  if (led) parts.push(sql`f.follow_id = led.follow_id`);
  const { rows } = await sql<Candidate>`SELECT f.follow_id, f.text_number, f.at, f.title FROM ${from}
    WHERE f.person_id = ${owner} ${behind(after)} ${parts.length > 0 ? sql`AND ${sql.join(parts, sql` AND `)}` : sql``}
    ORDER BY f.at DESC, f.follow_id DESC LIMIT ${limit}`.execute(connection.db);
  return rows;
}

function isTitled({ includes }: Connection, term: Term): RawBuilder<boolean> {
  return includes(sql`f.title`, needleOf(term));
}

/** True where the title says it, or the text has ever had all of its words and says it as it is asked. */
function says(connection: Connection, term: Term, where: SearchOptions["in"]): RawBuilder<boolean> {
  const { words, isPrefix } = term;
  const parts = (isPrefix ? words.slice(0, -1) : words).map(
    (word) => sql`EXISTS (SELECT 1 FROM search_words w WHERE w.word = ${word} AND w.text_number = f.text_number)`,
  );
  if (where === "current" || isPrefix || words.length > 1) {
    const lines = where === "current" ? sql`search_now` : sql`search_texts`;
    const text = sql`(SELECT t.words FROM ${lines} t WHERE t.number = f.text_number)`;
    parts.push(connection.includes(text, needleOf(term)));
  }
  return sql`(${isTitled(connection, term)} OR (${sql.join(parts, sql` AND `)}))`;
}

/** The follows to which tags and sheets lead, or the rarest of the words; null where nothing does. */
async function ledBy(connection: Connection, search: Search): Promise<RawBuilder<unknown> | null> {
  const { tags, sheets } = search.query;
  if (tags.length + sheets.length > 0) return chosenFollows(connection, search);
  let [rarest, fewest] = [null as RawBuilder<unknown> | null, Number.POSITIVE_INFINITY];
  for (const { words, isPrefix } of search.query.terms) {
    for (const [at, word] of words.entries()) {
      const leads = leadsOf(search, { word, isPrefix: isPrefix && at === words.length - 1 });
      const count = await countOf(connection, leads);
      if (count !== null && count < fewest) [rarest, fewest] = [leads.follows, count];
      if (fewest === 0) return rarest;
    }
  }
  return rarest;
}

interface Leads {
  readonly texts: RawBuilder<unknown>;
  readonly titles: RawBuilder<unknown>;
  readonly follows: RawBuilder<unknown>;
  /** More of either lead nowhere. */
  readonly most: number;
}

function leadsOf(
  { owner, limits }: Search,
  { word, isPrefix }: { readonly word: string; readonly isPrefix: boolean },
): Leads {
  const isWord = isPrefix ? sql`w.word >= ${word} AND w.word < ${word + LAST}` : sql`w.word = ${word}`;
  const texts = sql`FROM search_words w WHERE ${isWord}`;
  const titles = sql`FROM search_titles w WHERE w.person_id = ${owner} AND ${isWord}`;
  return {
    ...{ texts, titles, most: limits.leads },
    follows: sql`SELECT s.follow_id FROM search_follows s WHERE s.person_id = ${owner}
      AND s.text_number IN (SELECT w.text_number ${texts}) UNION SELECT w.follow_id ${titles}`,
  };
}

/** Null where there are too many. */
async function countOf({ db }: Connection, { texts, titles, most }: Leads): Promise<number | null> {
  const upTo = (rows: RawBuilder<unknown>) =>
    sql`(SELECT count(*) FROM (SELECT 1 ${rows} LIMIT ${most + 1}) AS counted)`;
  const { rows } = await sql<{ texts: number; titles: number }>`
    SELECT ${upTo(texts)} AS texts, ${upTo(titles)} AS titles`.execute(db);
  const [inTexts, inTitles] = [Number(rows[0]?.texts), Number(rows[0]?.titles)];
  return inTexts > most || inTitles > most ? null : inTexts + inTitles;
}

/** Those with all the tags and on one of the sheets. */
async function chosenFollows(connection: Connection, search: Search): Promise<RawBuilder<unknown>> {
  const { tags, sheets } = search.query;
  const wanted = tags.map(normalTag);
  const hasAll = (has: readonly string[]) => wanted.every((tag) => has.includes(tag));
  const tagged = tags.length > 0 ? await followsTagged(connection, search.owner, hasAll) : null;
  const placed = sheets.length > 0 ? await followsOnSheets(connection, search.owner, sheets) : null;
  const follows = tagged && placed ? new Set([...tagged].filter((id) => placed.has(id))) : (tagged ?? placed)!;
  return sql`SELECT s.follow_id FROM search_follows s WHERE ${connection.oneOf("s.follow_id", [...follows])}`;
}

/** Those with one of the tags that must not be there. */
async function leftOutOf(connection: Connection, { owner, query }: Search): Promise<RawBuilder<boolean> | null> {
  if (query.withoutTags.length === 0) return null;
  const unwanted = query.withoutTags.map(normalTag);
  const follows = await followsTagged(connection, owner, (has) => unwanted.some((tag) => has.includes(tag)));
  return connection.oneOf("f.follow_id", [...follows]);
}

/** Of a person's follows those whose tags are such. */
async function followsTagged(
  { db }: Connection,
  owner: PersonId,
  isSuch: (tags: readonly string[]) => boolean,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom("follows")
    .select(["id", "tags"])
    .where("person_id", "=", owner)
    .where("tags", "<>", "[]")
    .execute();
  return new Set(rows.filter((row) => isSuch(fromJson<readonly string[]>(row.tags))).map(({ id }) => id));
}

/** On a sheet of theirs that is asked for. */
async function followsOnSheets(
  { db }: Connection,
  owner: PersonId,
  asked: readonly AskedSheet[],
): Promise<Set<string>> {
  const sheets = await db
    .selectFrom("sheets")
    .select(["id", "title"])
    .where("person_id", "=", owner)
    .where("deleted_at", "is", null)
    .execute();
  const ids = sheets.filter(({ title }) => isNamed(title, asked)).map(({ id }) => id);
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("tile_follows")
    .innerJoin("tiles", "tiles.id", "tile_follows.tile_id")
    .select("tile_follows.follow_id")
    .where("tiles.sheet_id", "in", ids)
    .execute();
  return new Set(rows.map(({ follow_id }) => follow_id));
}
