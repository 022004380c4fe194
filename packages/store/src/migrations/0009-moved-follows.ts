/** A follow that was moved to another page knows the block it had before, so that this can be undone. */
import { sql } from "kysely";
import type { Migration } from "./migration.ts";

export const movedFollows: Migration = {
  name: "moved-follows",
  async up({ db, dialect }) {
    const instant = dialect === "sqlite" ? "integer" : "bigint";
    await db.schema.alterTable("follows").addColumn("moved_from", "text").execute();
    await db.schema.alterTable("follows").addColumn("moved_at", instant).execute();
    await sql.raw("CREATE INDEX follows_moved ON follows (moved_from) WHERE moved_from IS NOT NULL").execute(db);
  },
};
