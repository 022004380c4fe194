/** Pages say whose turn their checks are. */
import { sql } from "kysely";
import type { Migration } from "./migration.ts";

export const turns: Migration = {
  name: "turns",
  async up({ db }) {
    await db.schema.alterTable("pages").addColumn("turn", "text").execute();
    await sql`update pages set turn = (
      select min(person_id) from follows where follows.page_id = pages.id and deleted_at is null)`.execute(db);
  },
};
