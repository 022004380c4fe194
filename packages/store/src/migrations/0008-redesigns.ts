/** Pages and observations say when the page was redesigned: its captures do not stay that long. */
import type { Migration } from "./migration.ts";

export const redesigns: Migration = {
  name: "redesigns",
  async up({ db }) {
    for (const table of ["pages", "observations"]) {
      await db.schema.alterTable(table).addColumn("redesign", "text").execute();
    }
  },
};
