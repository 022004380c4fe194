/** Captures know where they came as feeds, and each person what they have read of one. */
import { sql } from "kysely";
import type { Migration } from "./migration.ts";

export const feeds: Migration = {
  name: "feeds",
  async up({ db, dialect }) {
    const integer = dialect === "sqlite" ? "INTEGER" : "BIGINT";
    const options = dialect === "sqlite" ? "STRICT" : "";
    await db.schema.alterTable("captures").addColumn("feed", "text").execute();
    await sql
      .raw(
        `CREATE TABLE read_items (
          follow_id TEXT NOT NULL REFERENCES follows (id) ON DELETE CASCADE, item TEXT NOT NULL,
          read_at ${integer} NOT NULL, PRIMARY KEY (follow_id, item)
        ) ${options}`,
      )
      .execute(db);
  },
};
