/** Tiles have places of their own on narrower screens, sheets a picture behind them, and people a look for new ones. */
import { sql } from "kysely";
import { countReferences } from "./0001-first.ts";
import type { Migration } from "./migration.ts";

export const arranging: Migration = {
  name: "arranging",
  async up(context) {
    const statements = [
      "ALTER TABLE tiles ADD COLUMN screens TEXT",
      "ALTER TABLE sheets ADD COLUMN picture TEXT REFERENCES bodies (hash)",
      "ALTER TABLE people ADD COLUMN sheet_style TEXT",
    ];
    for (const statement of statements) await sql.raw(statement).execute(context.db);
    await countReferences(context, "sheets", ["picture"]);
  },
};
