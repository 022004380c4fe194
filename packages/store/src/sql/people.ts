/** People. */
import { Person, type PersonId } from "@tessera/model";
import type { Changed, ChangeOptions, Listing, Slice } from "../contract/listing.ts";
import type { PeopleRecords, PersonPatch } from "../contract/people-records.ts";
import { type Connection, inTransaction } from "./connection.ts";
import { dropEverythingOf } from "./drop.ts";
import { mapping } from "./mapping.ts";
import { changedOr, listing } from "./rows.ts";

const people = mapping(Person);
export const personOf = people.recordOf;

export function peopleRecords(connection: Connection): PeopleRecords {
  const { db } = connection;
  return {
    count: () => countPeople(connection),
    add: (person, passwordHash) => addPerson(connection, person, passwordHash),
    addFirst: (person, passwordHash) =>
      inTransaction(connection, async (inside) => {
        await inside.lock(inside.db, "first person");
        return (await countPeople(inside)) > 0 ? false : addPerson(inside, person, passwordHash);
      }),
    async find(id: PersonId): Promise<Person | null> {
      const row = await db.selectFrom("people").selectAll().where("id", "=", id).executeTakeFirst();
      return row ? personOf(row) : null;
    },
    async list(slice: Slice): Promise<Listing<Person>> {
      let query = db
        .selectFrom("people")
        .selectAll()
        .orderBy("id")
        .limit(slice.limit + 1);
      if (slice.after) query = query.where("id", ">", slice.after);
      return listing(await query.execute(), slice.limit, { item: personOf, cursor: (row) => row.id });
    },
    async credentialsOf(name: string) {
      const row = await db.selectFrom("people").selectAll().where("name", "=", name).executeTakeFirst();
      return row ? { person: personOf(row), passwordHash: row.password_hash } : null;
    },
    change: (id, patch, options) => changePerson(connection, id, { patch, options }),
    setPassword: (id, passwordHash, { revokeTokensAt } = {}) =>
      inTransaction(connection, async (inside) => {
        const { numUpdatedRows } = await inside.db
          .updateTable("people")
          .set({ password_hash: passwordHash })
          .where("id", "=", id)
          .executeTakeFirst();
        await inside.db.deleteFrom("sessions").where("person_id", "=", id).execute();
        if (revokeTokensAt !== undefined) {
          const open = inside.db.updateTable("tokens").where("person_id", "=", id).where("revoked_at", "is", null);
          await open.set({ revoked_at: revokeTokensAt }).execute();
        }
        return numUpdatedRows > 0n;
      }),
    remove: (id) => inTransaction(connection, (inside) => dropEverythingOf(inside, id)),
  };
}

/** False where the name is taken. */
export async function addPerson(connection: Connection, person: Person, passwordHash: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await connection.db
    .insertInto("people")
    .values({ ...people.rowOf(person), password_hash: passwordHash })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

async function countPeople({ db }: Connection): Promise<number> {
  const row = await db
    .selectFrom("people")
    .select((from) => from.fn.countAll<number>().as("count"))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

async function changePerson(
  { db }: Connection,
  id: PersonId,
  { patch, options }: { readonly patch: PersonPatch; readonly options: ChangeOptions },
): Promise<Changed<Person>> {
  let update = db
    .updateTable("people")
    .set((row) => ({
      ...people.columnsOf(patch),
      version: row("version", "+", 1),
    }))
    .where("id", "=", id);
  if (options.ifVersion !== undefined) update = update.where("version", "=", options.ifVersion);
  const updated = await update.returningAll().executeTakeFirst();
  if (updated) return changedOr(personOf(updated), null);
  const current = await db.selectFrom("people").selectAll().where("id", "=", id).executeTakeFirst();
  return changedOr(null, current ? personOf(current) : null);
}
