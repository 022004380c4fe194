/** Sheets shared with people, and links besides frames. */
import { sql } from "kysely";
import type { Migration } from "./migration.ts";

export const sharing: Migration = {
  name: "sharing",
  async up({ db, dialect }) {
    const integer = dialect === "sqlite" ? "INTEGER" : "BIGINT";
    const options = dialect === "sqlite" ? "STRICT" : "";
    const statements = [
      `CREATE TABLE shares (
        sheet_id TEXT NOT NULL REFERENCES sheets (id) ON DELETE CASCADE,
        person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        role TEXT NOT NULL, created_at ${integer} NOT NULL,
        PRIMARY KEY (sheet_id, person_id)
      ) ${options}`,
      "CREATE INDEX shares_person ON shares (person_id)",
      `CREATE TABLE shared_seen (
        person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        follow_id TEXT NOT NULL REFERENCES follows (id) ON DELETE CASCADE,
        observation_id TEXT NOT NULL,
        PRIMARY KEY (person_id, follow_id)
      ) ${options}`,
      "CREATE INDEX shared_seen_follow ON shared_seen (follow_id)",
      `CREATE TABLE taken_off (
        sheet_id TEXT NOT NULL REFERENCES sheets (id) ON DELETE CASCADE,
        follow_id TEXT NOT NULL REFERENCES follows (id) ON DELETE CASCADE,
        at ${integer} NOT NULL,
        PRIMARY KEY (sheet_id, follow_id)
      ) ${options}`,
      "CREATE INDEX taken_off_follow ON taken_off (follow_id)",
      "ALTER TABLE gadgets ADD COLUMN face TEXT NOT NULL DEFAULT 'frame'",
      "ALTER TABLE gadgets ADD COLUMN wall TEXT",
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
