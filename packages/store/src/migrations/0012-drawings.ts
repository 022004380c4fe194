/** Captures keep pictures of what is drawn on their pages and in no markup: canvases, films, frames. */
import { countReferences } from "./0001-first.ts";
import type { Migration } from "./migration.ts";

export const drawings: Migration = {
  name: "drawings",
  async up(context) {
    await context.db.schema
      .alterTable("captures")
      .addColumn("drawings", "text", (column) => column.references("bodies.hash"))
      .execute();
    await countReferences(context, "captures", ["drawings"]);
  },
};
