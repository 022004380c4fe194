/** Captures say whether they were an update of the page or a redesign. */
import type { Migration } from "./migration.ts";

export const pageChange: Migration = {
  name: "page-change",
  async up({ db }) {
    await db.schema.alterTable("captures").addColumn("change", "text").execute();
  },
};
