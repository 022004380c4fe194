/**
 * People take turns. The checks of a page are somebody's who follows it: of those, somebody who follows little, so that
 * whoever follows very much keeps nobody waiting, whatever they follow together.
 */
import type { PersonId } from "@tessera/model";
import type { Connection } from "./connection.ts";

/** Something that waits for its turn, the longest waiting first. */
export interface Candidate {
  readonly turn: string | null;
}

export interface TurnOptions<C> {
  readonly limit: number;
  /** How many each has under way or before these. */
  readonly before: ReadonlyMap<string | null, number>;
  /** At most this many of one person, those before included. */
  readonly perPerson?: number | undefined;
  /** Asked before one is chosen: false where it cannot be, for another reason. */
  readonly take?: (candidate: C) => boolean;
}

/** Remembers who was served last, as long as the process lives. */
export class Turns {
  readonly #servedAt = new Map<string | null, number>();
  #count = 0;

  /**
   * The next ones, whoever has fewest before them first, each with its place among those of its person. Of people who have
   * equally many it is the one who was served longest ago: by how long they wait, whoever is far behind would always come
   * first.
   */
  next<C extends Candidate>(
    candidates: readonly C[],
    { limit, before, perPerson = Number.POSITIVE_INFINITY, take = () => true }: TurnOptions<C>,
  ): readonly { readonly candidate: C; readonly place: number }[] {
    const queues = [...Map.groupBy(candidates, ({ turn }) => turn)].map(([turn, own]) => ({
      turn,
      count: before.get(turn) ?? 0,
      // the last one is the next
      own: own.toReversed(),
    }));
    const chosen: { candidate: C; place: number }[] = [];
    while (chosen.length < limit) {
      const open = queues.filter(({ own, count }) => own.length > 0 && count < perPerson);
      if (open.length === 0) break;
      const next = open.reduce((a, b) =>
        (b.count - a.count || this.#served(b.turn) - this.#served(a.turn)) < 0 ? b : a,
      );
      const candidate = next.own.pop();
      if (!candidate || !take(candidate)) continue;
      next.count++;
      this.#servedAt.set(next.turn, ++this.#count);
      chosen.push({ candidate, place: next.count });
    }
    return chosen;
  }

  #served(turn: string | null): number {
    return this.#servedAt.get(turn) ?? 0;
  }
}

export function countBy<T, K>(items: readonly T[], key: (item: T) => K): Map<K, number> {
  const counts = new Map<K, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
}

/** More rounds would mean that this many people each have more waiting than others can look past. */
const ROUNDS = 4;

/**
 * The longest waiting, and where somebody has very many, those of others behind them: `read` gives up to `most` of whom
 * it is not told to leave out.
 */
export async function pastTheMany<C extends Candidate>(
  most: number,
  read: (except: readonly string[]) => Promise<readonly C[]>,
): Promise<readonly C[]> {
  const found: C[] = [];
  const except = new Set<string>();
  for (let round = 0; round < ROUNDS; round++) {
    const some = await read([...except]);
    found.push(...some);
    if (some.length < most) break;
    const known = except.size;
    for (const [turn, own] of Map.groupBy(found, (candidate) => candidate.turn)) {
      if (own.length > most / ROUNDS) except.add(turn ?? "");
    }
    if (except.size === known) break;
  }
  return found;
}

/** Somebody has begun to follow something on the page. */
export async function giveTurn(connection: Connection, page: string, person: PersonId): Promise<void> {
  const row = await connection.db.selectFrom("pages").select("turn").where("id", "=", page).executeTakeFirst();
  if (!row || row.turn === person) return;
  if (row.turn !== null && (await isFollower(connection, page, row.turn))) {
    const [others, own] = [await countFollows(connection, row.turn), await countFollows(connection, person)];
    if (others <= own) return;
  }
  await setTurn(connection, page, person);
}

/** Of very many who follow a page, any of these will do. */
const CANDIDATES = 20;

/** Somebody no longer follows anything there, perhaps: their turn goes to another who does. */
export async function passTurn(connection: Connection, page: string, person: PersonId): Promise<void> {
  const { db } = connection;
  const row = await db.selectFrom("pages").select("turn").where("id", "=", page).executeTakeFirst();
  if (row?.turn !== person || (await isFollower(connection, page, person))) return;
  const rows = await db
    .selectFrom("follows")
    .select("person_id")
    .distinct()
    .where("page_id", "=", page)
    .where("deleted_at", "is", null)
    .limit(CANDIDATES)
    .execute();
  const counts = new Map<string, number>();
  for (const { person_id } of rows) counts.set(person_id, await countFollows(connection, person_id));
  const [next] = [...counts].sort(([, one], [, other]) => one - other);
  if (next) await setTurn(connection, page, next[0]);
}

async function isFollower({ db }: Connection, page: string, person: string): Promise<boolean> {
  const row = await db
    .selectFrom("follows")
    .select("id")
    .where("page_id", "=", page)
    .where("person_id", "=", person)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

async function countFollows({ db }: Connection, person: string): Promise<number> {
  const row = await db
    .selectFrom("follows")
    .select((from) => from.fn.countAll<number>().as("count"))
    .where("person_id", "=", person)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

async function setTurn({ db }: Connection, page: string, person: string): Promise<void> {
  await db.updateTable("pages").set({ turn: person }).where("id", "=", page).execute();
}
