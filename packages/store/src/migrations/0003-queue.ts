/** What a fleet needs to know: which pages wait in the queue, and when each host may be visited again. */
import { sql } from "kysely";
import type { Migration, MigrationContext } from "./migration.ts";

export const queue: Migration = {
  name: "queue",
  async up({ db, dialect }: MigrationContext): Promise<void> {
    const [integer, options] = dialect === "sqlite" ? ["INTEGER", "STRICT"] : ["BIGINT", ""];
    const statements = [
      `ALTER TABLE pages ADD COLUMN queued_at ${integer}`,
      "CREATE INDEX pages_queued ON pages (queued_at) WHERE queued_at IS NOT NULL",
      `CREATE TABLE hosts (host TEXT PRIMARY KEY, lease_token TEXT, free_at ${integer} NOT NULL) ${options}`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
