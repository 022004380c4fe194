/** Captures know what their pages loaded besides: images, styles, fonts and scripts, where a browser rendered them. */
import type { Migration } from "./migration.ts";

export const loadedBytes: Migration = {
  name: "loaded-bytes",
  async up({ db }) {
    await db.schema.alterTable("captures").addColumn("loaded", "text").execute();
  },
};
