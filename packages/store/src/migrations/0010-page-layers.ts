/** Captures keep the outline of the page, so that the next check compares with it and parses one page instead of two. */
import type { Migration } from "./migration.ts";

export const pageLayers: Migration = {
  name: "page-layers",
  async up({ db }) {
    await db.schema.alterTable("captures").addColumn("layers", "text").execute();
  },
};
