/** Wishes: follows that wait for the first look at their page. */
import { sql } from "kysely";
import type { Migration, MigrationContext } from "./migration.ts";

export const wishes: Migration = {
  name: "wishes",
  async up({ db, dialect }: MigrationContext): Promise<void> {
    const [integer, options] = dialect === "sqlite" ? ["INTEGER", "STRICT"] : ["BIGINT", ""];
    await sql
      .raw(
        `CREATE TABLE wishes (
          id TEXT PRIMARY KEY, person_id TEXT NOT NULL REFERENCES people (id) ON DELETE CASCADE, wanted TEXT NOT NULL,
          attempts ${integer} NOT NULL, due_at ${integer}, error TEXT, created_at ${integer} NOT NULL,
          lease_token TEXT, lease_until ${integer}, lease_holder TEXT
        ) ${options}`,
      )
      .execute(db);
    await sql.raw("CREATE INDEX wishes_person ON wishes (person_id, id)").execute(db);
    await sql.raw("CREATE INDEX wishes_due ON wishes (due_at) WHERE due_at IS NOT NULL").execute(db);
  },
};
