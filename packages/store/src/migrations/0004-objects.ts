/** Bodies outside the database: where each of them is. */
import { sql } from "kysely";
import type { Migration, MigrationContext } from "./migration.ts";

export const objects: Migration = {
  name: "objects",
  async up({ db }: MigrationContext): Promise<void> {
    await sql.raw("ALTER TABLE bodies ADD COLUMN object_key TEXT").execute(db);
  },
};
