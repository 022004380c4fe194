/** A follow knows how its page was laid out where it was picked, so that its tile can be as the block was there. */
import type { Migration } from "./migration.ts";

export const pickedLayouts: Migration = {
  name: "picked-layouts",
  async up({ db }) {
    await db.schema.alterTable("follows").addColumn("layout", "text").execute();
  },
};
