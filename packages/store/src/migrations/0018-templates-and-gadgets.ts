/** One block on many pages, and blocks that are shown on other sites. */
import { sql } from "kysely";
import type { Migration } from "./migration.ts";

export const templatesAndGadgets: Migration = {
  name: "templates-and-gadgets",
  async up({ db, dialect }) {
    const integer = dialect === "sqlite" ? "INTEGER" : "BIGINT";
    const options = dialect === "sqlite" ? "STRICT" : "";
    const statements = [
      `CREATE TABLE templates (
        id TEXT PRIMARY KEY, person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        follow_id TEXT NOT NULL REFERENCES follows (id) ON DELETE CASCADE, target TEXT NOT NULL,
        created_at ${integer} NOT NULL
      ) ${options}`,
      "CREATE INDEX templates_person ON templates (person_id)",
      "CREATE INDEX templates_follow ON templates (follow_id)",
      `CREATE TABLE template_pages (
        template_id TEXT NOT NULL REFERENCES templates (id) ON DELETE CASCADE, url TEXT NOT NULL,
        position ${integer} NOT NULL, state TEXT NOT NULL, outcome TEXT NOT NULL,
        follow_id TEXT REFERENCES follows (id) ON DELETE SET NULL,
        PRIMARY KEY (template_id, url)
      ) ${options}`,
      "CREATE INDEX template_pages_follow ON template_pages (follow_id)",
      "ALTER TABLE wishes ADD COLUMN template_id TEXT REFERENCES templates (id) ON DELETE CASCADE",
      "CREATE INDEX wishes_template ON wishes (template_id)",
      `CREATE TABLE gadgets (
        id TEXT PRIMARY KEY, person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        follow_id TEXT REFERENCES follows (id) ON DELETE CASCADE, sheet_id TEXT REFERENCES sheets (id) ON DELETE CASCADE,
        options TEXT NOT NULL, created_at ${integer} NOT NULL, expires_at ${integer}, last_shown_at ${integer}
      ) ${options}`,
      "CREATE INDEX gadgets_person ON gadgets (person_id)",
      "CREATE INDEX gadgets_follow ON gadgets (follow_id)",
      "CREATE INDEX gadgets_sheet ON gadgets (sheet_id)",
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
