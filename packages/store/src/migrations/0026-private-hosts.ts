/** Captures know whether they were made with a grant for a private host; of those from before, nobody knows: NULL. */
import type { Migration } from "./migration.ts";

export const privateHosts: Migration = {
  name: "private-hosts",
  async up({ db, dialect }) {
    const integer = dialect === "sqlite" ? "integer" : "bigint";
    await db.schema.alterTable("captures").addColumn("is_of_private_host", integer).execute();
  },
};
