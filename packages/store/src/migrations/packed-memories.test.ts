import { sql } from "kysely";
import { expect, test } from "vitest";
import { addPerson, followSomething } from "../conformance/samples.ts";
import { packedMemories } from "./0011-packed-memories.ts";
import { describeMigration } from "./both-stores.fixture.ts";

describeMigration(({ open, connect, dialect }) => {
  test("what is remembered of blocks is the same after it is packed, however it was written", async () => {
    const before = await open();
    const { view } = await followSomething(before, await addPerson(before));
    const known = (await before.checks.block(view.block.id))!;
    await before.close();
    const db = connect();
    await sql`DROP TABLE memories`.execute(db);
    await sql`CREATE TABLE memories (block_id TEXT PRIMARY KEY, memory TEXT NOT NULL, dynamics TEXT NOT NULL)`.execute(
      db,
    );
    const [memory, dynamics] = [JSON.stringify(known.memory, null, 2), JSON.stringify({ of: ["a\nclock"] }, null, 2)];
    await sql`INSERT INTO memories VALUES (${known.id}, ${memory}, ${dynamics})`.execute(db);
    await db.transaction().execute((inside) => packedMemories.up({ db: inside, dialect }));
    await db.destroy();
    const after = await open();
    expect(await after.checks.block(known.id)).toEqual({ ...known, dynamics: { of: ["a\nclock"] } });
    await after.close();
  });
});
