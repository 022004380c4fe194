/**
 * Finding what one's own follows say. Follows are looked through in the order in which they changed, latest first, and never
 * more of them than one search may: a word that few texts have leads to them, any other is found among the first.
 */
import type { ObservationId, PersonId, Sheet, SheetId } from "@tessera/model";
import { asksSomething, excerptOf, excludesItself, marksIn, type SearchQuery } from "@tessera/model/search";
import type {
  FoundMoment,
  SearchHit,
  SearchLimits,
  SearchOptions,
  SearchRecords,
  SearchResult,
} from "../contract/search-records.ts";
import { batches, type Connection } from "./connection.ts";
import { viewsOf } from "./follow-views.ts";
import { fromJson } from "./rows.ts";
import { type Candidate, candidatesFor, type Place, type Search } from "./search-candidates.ts";
import { catchUp } from "./search-index.ts";
import { type Answer, answersOf, firstLineAt, linesAt, type SearchedText, unpackText } from "./searched-text.ts";
import type { Row } from "./tables.ts";

/** Through common words one comes sooner to a page of hits than by way of all texts that have them. Histories are longer. */
const LIMITS: Readonly<Record<SearchOptions["in"], SearchLimits>> = {
  current: { leads: 500, steps: [250, 3_750], texts: 250 },
  history: { leads: 500, steps: [250, 1_250], texts: 250 },
};
const TEXTS_AT_A_TIME = 25;
const MAX_MOMENTS_SHOWN = 3;
const MAX_LINES_SHOWN = 3;

export function searchRecords(connection: Connection): SearchRecords {
  return {
    find: (owner, query, options) =>
      find(connection, { owner, query, options, limits: options.limits ?? LIMITS[options.in] }),
    tags: (owner) => countTags(connection, owner),
    catchUp: (limit) => catchUp(connection, limit),
  };
}

async function find(connection: Connection, search: Search): Promise<SearchResult> {
  const isBehind = (await connection.db.selectFrom("search_due").select("id").limit(1).execute()).length > 0;
  // every text would have to be looked at to find that none answers
  if (!asksSomething(search.query) || excludesItself(search.query)) return { hits: [], next: null, isBehind };
  const { found, next } = await lookThrough(connection, search);
  return { hits: await hitsOf(connection, search, found.flatMap(readable)), next, isBehind };
}

interface Found {
  readonly row: Row<"follows">;
  readonly text: Row<"search_texts">;
  readonly answers: readonly Answer[];
}

async function lookThrough(
  connection: Connection,
  search: Search,
): Promise<{ readonly found: readonly Found[]; readonly next: string | null }> {
  const found: Found[] = [];
  let read = 0;
  let upTo: Place | null = null;
  for await (const { some, end } of candidatesFor(connection, search)) {
    for (const few of batches(some, TEXTS_AT_A_TIME)) {
      const answers = await answersAmong(connection, search, few);
      for (const candidate of few) {
        const answered = answers.get(candidate.follow_id);
        if (answered) found.push(answered);
        read += 1;
        const isEnough = found.length === search.options.limit || read >= search.limits.texts;
        if (isEnough) return { found, next: cursorOf(candidate) };
      }
    }
    upTo = end;
  }
  return { found, next: upTo && cursorOf(upTo) };
}

/** By follow; those that are deleted, or have another block by now, are missing. */
async function answersAmong(
  { db }: Connection,
  { owner, query, options }: Search,
  candidates: readonly Candidate[],
): Promise<ReadonlyMap<string, Found>> {
  const numbers = [...new Set(candidates.map(({ text_number }) => text_number))];
  const rows = await db.selectFrom("search_texts").selectAll().where("number", "in", numbers).execute();
  const texts = new Map(rows.map((row) => [row.number, row]));
  const answered = new Map<string, Omit<Found, "row">>();
  for (const { follow_id, text_number, title } of candidates) {
    const text = texts.get(text_number);
    const answers = text ? answersOf(text, query, { title, isCurrentOnly: options.in === "current" }) : [];
    if (text && answers.length > 0) answered.set(follow_id, { text, answers });
  }
  if (answered.size === 0) return new Map();
  const follows = await db
    .selectFrom("follows")
    .selectAll()
    .where("id", "in", [...answered.keys()])
    .where("person_id", "=", owner)
    .where("deleted_at", "is", null)
    .execute();
  return new Map(
    follows.flatMap((row): [string, Found][] => {
      const answer = answered.get(row.id)!;
      return answer.text.block_id === row.block_id ? [[row.id, { ...answer, row }]] : [];
    }),
  );
}

function cursorOf({ at, follow_id }: Place): string {
  return `${at}.${follow_id}`;
}

/** An answer with what is shown of it. */
interface Shown extends Omit<Found, "text"> {
  readonly text: SearchedText;
}

/** Without those that cannot be read: the doctor tells, and has them written anew. */
function readable(found: Found): Shown[] {
  try {
    return [{ ...found, text: unpackText(found.text) }];
  } catch {
    return [];
  }
}

async function hitsOf(connection: Connection, search: Search, found: readonly Shown[]): Promise<readonly SearchHit[]> {
  const views = await viewsOf(
    connection,
    found.map(({ row }) => row),
  );
  const viewOf = new Map(views.map((view) => [view.follow.id as string, view]));
  const sheets = await sheetsOf(
    connection,
    search.owner,
    found.map(({ row }) => row.id),
  );
  const ids = await observationIds(connection, found);
  return found.flatMap((each): SearchHit[] => {
    const view = viewOf.get(each.row.id);
    const shown = each.answers.slice(0, MAX_MOMENTS_SHOWN);
    const moments = shown.flatMap((answer) => foundMoment(search.query, each, { answer, ids }) ?? []);
    if (!view || moments.length === 0) return [];
    return [
      {
        view,
        sheets: sheets.get(each.row.id) ?? [],
        titleMarks: marksIn(view.follow.title, search.query.terms),
        moments,
        more: each.answers.length - shown.length,
      },
    ];
  });
}

/** Null where its observation was swept a moment ago. */
function foundMoment(
  { terms }: SearchQuery,
  { row, text }: Shown,
  { answer, ids }: { readonly answer: Answer; readonly ids: ReadonlyMap<string, string> },
): FoundMoment | null {
  const { at } = text.moments[answer.last]!;
  const observationId = ids.get(`${row.block_id} ${at}`);
  if (observationId === undefined) return null;
  const said = linesAt(text, answer.last, terms).slice(0, MAX_LINES_SHOWN);
  const lines = said.length > 0 ? said : [firstLineAt(text, answer.last)];
  return {
    observationId: observationId as ObservationId,
    at,
    since: text.moments[answer.first]!.at,
    lines: lines.map((line) => excerptOf(line, terms)),
  };
}

/** By block and instant: what the index names by its time. */
async function observationIds({ db }: Connection, found: readonly Shown[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  const wanted = found.flatMap(({ row, text, answers }) =>
    answers.slice(0, MAX_MOMENTS_SHOWN).map(({ last }) => ({ block: row.block_id, at: text.moments[last]!.at })),
  );
  for (const some of batches(wanted, 100)) {
    const rows = await db
      .selectFrom("observations")
      .select(["id", "block_id", "at"])
      .where((is) => is.or(some.map(({ block, at }) => is.and([is("block_id", "=", block), is("at", "=", at)]))))
      .where("content", "is not", null)
      .orderBy("id")
      .execute();
    for (const { id, block_id, at } of rows) ids.set(`${block_id} ${at}`, id);
  }
  return ids;
}

type NamedSheet = Pick<Sheet, "id" | "title">;

/** By follow, in the person's order. */
async function sheetsOf(
  { db }: Connection,
  owner: PersonId,
  follows: readonly string[],
): Promise<ReadonlyMap<string, readonly NamedSheet[]>> {
  if (follows.length === 0) return new Map();
  const rows = await db
    .selectFrom("tile_follows")
    .innerJoin("tiles", "tiles.id", "tile_follows.tile_id")
    .innerJoin("sheets", "sheets.id", "tiles.sheet_id")
    .select(["tile_follows.follow_id", "sheets.id", "sheets.title"])
    .distinct()
    .select("sheets.position")
    .where("tile_follows.follow_id", "in", follows)
    .where("sheets.person_id", "=", owner)
    .where("sheets.deleted_at", "is", null)
    .orderBy("sheets.position")
    .orderBy("sheets.id")
    .execute();
  const named = rows.map((row) => ({ follow: row.follow_id, sheet: { id: row.id as SheetId, title: row.title } }));
  return new Map(
    [...Map.groupBy(named, ({ follow }) => follow)].map(([follow, all]) => [follow, all.map(({ sheet }) => sheet)]),
  );
}

async function countTags({ db }: Connection, owner: PersonId): ReturnType<SearchRecords["tags"]> {
  const rows = await db
    .selectFrom("follows")
    .select("tags")
    .where("person_id", "=", owner)
    .where("tags", "<>", "[]")
    .where("deleted_at", "is", null)
    .execute();
  const counts = new Map<string, number>();
  for (const { tags } of rows)
    for (const tag of fromJson<readonly string[]>(tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts]
    .map(([tag, follows]) => ({ tag, follows }))
    .sort((one, other) => other.follows - one.follows || (one.tag < other.tag ? -1 : 1));
}
