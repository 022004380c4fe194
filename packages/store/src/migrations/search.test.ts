import { parseQuery } from "@tessera/model/search";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { addPerson, followSomething, NOON } from "../conformance/samples.ts";
import type { Store } from "../contract/store.ts";
import { search } from "./0020-search.ts";
import { describeMigration } from "./both-stores.fixture.ts";

describeMigration(({ open, connect, dialect }) => {
  const find = async (store: Store, person: Awaited<ReturnType<typeof addPerson>>) =>
    (await store.search.find(person.id, parseQuery("first"), { in: "current", limit: 9 })).hits.length;

  test("what was stored before there was an index is found once it has caught up, a part at a time", async () => {
    const before = await open();
    const ada = await addPerson(before);
    for (let page = 0; page < 3; page++) await followSomething(before, ada);
    await before.close();
    const db = connect();
    for (const table of ["due", "titles", "follows", "words", "now", "texts"]) {
      await sql`DROP TABLE ${sql.table(`search_${table}`)}`.execute(db);
    }
    for (const table of ["observations", "follows"]) {
      if (dialect === "postgres") await sql.raw(`DROP FUNCTION ${table}_search CASCADE`).execute(db);
      else
        for (const on of ["insert", "delete", "update"])
          await sql.raw(`DROP TRIGGER ${table}_search_${on}`).execute(db);
    }
    await sql`DROP INDEX follows_tagged`.execute(db);
    await sql`ALTER TABLE follows DROP COLUMN tags`.execute(db);
    await db.transaction().execute((inside) => search.up({ db: inside, dialect }));
    await db.destroy();

    const after = await open();
    expect(await find(after, ada)).toBe(0);
    expect(await after.search.catchUp(2)).toEqual({ blocks: 2, isBehind: true });
    expect(await find(after, ada)).toBe(2);
    expect(await after.search.catchUp(2)).toEqual({ blocks: 1, isBehind: false });
    expect(await find(after, ada)).toBe(3);
    await after.close();
  });

  test("the doctor finds an index that is not what the history says, and has it indexed again", async () => {
    const store = await open();
    const ada = await addPerson(store);
    const followed = await followSomething(store, ada);
    await store.search.catchUp(100);
    const block = followed.view.block.id;
    const examine = async (repair = false) =>
      (await store.upkeep.examine({ now: NOON, repair })).findings.map(({ kind, id }) => `${kind} ${id}`);
    const damages = [
      sql`DELETE FROM search_words WHERE word = 'first'`,
      sql`UPDATE search_texts SET packed = ${Buffer.from("nonsense")} WHERE block_id = ${block}`,
      sql`UPDATE search_texts SET words = 'nonsense' WHERE block_id = ${block}`,
      sql`UPDATE search_now SET words = ' nonsense '`,
      sql`DELETE FROM search_now`,
      sql`DELETE FROM search_follows WHERE follow_id = ${followed.view.follow.id}`,
      sql`DELETE FROM search_texts WHERE block_id = ${block}`,
    ];
    for (const damage of damages) {
      expect(await examine()).toEqual([]);
      const db = connect();
      await damage.execute(db);
      await db.destroy();
      expect(await examine(true)).toContain(`stale-index ${block}`);
      await store.search.catchUp(100);
      expect(await find(store, ada)).toBe(1);
    }
    await store.close();
  });
});
