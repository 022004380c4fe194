/** Pages that wait for their person's own browser, pictures that come with such captures, and codes for pairing. */
import { sql } from "kysely";
import { countReferences } from "./0001-first.ts";
import type { Migration } from "./migration.ts";

export const ownBrowsers: Migration = {
  name: "own-browsers",
  async up(context) {
    const { db, dialect } = context;
    const integer = dialect === "sqlite" ? "INTEGER" : "BIGINT";
    const options = dialect === "sqlite" ? "STRICT" : "";
    const statements = [
      `ALTER TABLE pages ADD COLUMN own_browser ${integer} NOT NULL DEFAULT 0`,
      "CREATE INDEX pages_own_browser ON pages (private_to, due_at) WHERE own_browser = 1",
      "ALTER TABLE captures ADD COLUMN images TEXT REFERENCES bodies (hash)",
      `CREATE TABLE pairings (
        person_id TEXT PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE, code_hash TEXT NOT NULL UNIQUE,
        created_at ${integer} NOT NULL, expires_at ${integer} NOT NULL
      ) ${options}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
    await countReferences(context, "captures", ["images"]);
  },
};
