/** Marks of what was read belong to the person who reads: of a shared feed each person has their own. */
import { sql } from "kysely";
import type { Migration } from "./migration.ts";

export const readers: Migration = {
  name: "readers",
  async up({ db, dialect }) {
    const integer = dialect === "sqlite" ? "INTEGER" : "BIGINT";
    const options = dialect === "sqlite" ? "STRICT" : "";
    const statements = [
      "ALTER TABLE read_items RENAME TO read_items_before",
      `CREATE TABLE read_items (
        person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        follow_id TEXT NOT NULL REFERENCES follows (id) ON DELETE CASCADE,
        item TEXT NOT NULL, is_read ${integer} NOT NULL, read_at ${integer} NOT NULL,
        PRIMARY KEY (person_id, follow_id, item)
      ) ${options}`,
      `INSERT INTO read_items (person_id, follow_id, item, is_read, read_at)
        SELECT follows.person_id, follow_id, item, 1, read_at
        FROM read_items_before INNER JOIN follows ON follows.id = read_items_before.follow_id`,
      "DROP TABLE read_items_before",
      "CREATE INDEX read_items_follow ON read_items (follow_id)",
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
