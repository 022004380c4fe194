/** Memories are packed: ten times smaller, and nothing but a worker thread reads them anyway. */
import { sql } from "kysely";
import { packMemory } from "../contract/packed-memory.ts";
import { batches } from "../sql/connection.ts";
import type { Migration } from "./migration.ts";

interface PlainMemory {
  readonly block_id: string;
  readonly memory: string;
  readonly dynamics: string;
}

/** Rows of some ten kilobytes each. */
const ROWS_A_BATCH = 200;

export const packedMemories: Migration = {
  name: "packed-memories",
  async up({ db, dialect }) {
    const [bytes, options] = dialect === "sqlite" ? ["BLOB", "STRICT"] : ["BYTEA", ""];
    await sql`ALTER TABLE memories RENAME TO plain_memories`.execute(db);
    await sql
      .raw(
        `CREATE TABLE memories (
          block_id TEXT PRIMARY KEY REFERENCES blocks (id) ON DELETE CASCADE, packed ${bytes} NOT NULL
        ) ${options}`,
      )
      .execute(db);
    const { rows: all } = await sql<{ block_id: string }>`SELECT block_id FROM plain_memories`.execute(db);
    for (const some of batches(
      all.map(({ block_id }) => block_id),
      ROWS_A_BATCH,
    )) {
      const { rows } =
        await sql<PlainMemory>`SELECT * FROM plain_memories WHERE block_id IN (${sql.join(some)})`.execute(db);
      await db.insertInto("memories").values(rows.map(packed)).execute();
    }
    await sql`DROP TABLE plain_memories`.execute(db);
  },
};

/** Written anew, because what others have put there may have line breaks in it. */
function packed({ block_id, memory, dynamics }: PlainMemory): { block_id: string; packed: Uint8Array } {
  const compact = (json: string): string => JSON.stringify(JSON.parse(json));
  return { block_id, packed: packMemory({ memory: compact(memory), dynamics: compact(dynamics) }) };
}
