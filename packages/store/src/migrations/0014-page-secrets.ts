/** Secrets that people have stored for pages: sealed, each for one origin. */
import { sql } from "kysely";
import type { Migration, MigrationContext } from "./migration.ts";

export const pageSecrets: Migration = {
  name: "page-secrets",
  async up({ db, dialect }: MigrationContext): Promise<void> {
    const [integer, options] = dialect === "sqlite" ? ["INTEGER", "STRICT"] : ["BIGINT", ""];
    await sql
      .raw(
        `CREATE TABLE page_secrets (
          person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE, origin TEXT NOT NULL, name TEXT NOT NULL,
          sealed TEXT NOT NULL, updated_at ${integer} NOT NULL, PRIMARY KEY (person_id, origin, name)
        ) ${options}`,
      )
      .execute(db);
  },
};
