/** How much is stored. */
import { sql } from "kysely";
import type { Connection } from "./connection.ts";

const COUNTED = [
  "people",
  "pages",
  "captures",
  "blocks",
  "follows",
  "observations",
  "sheets",
  "tiles",
  "channels",
  "deliveries",
  "wishes",
  "corrections",
  "bodies",
] as const;

export async function countRecords({ db }: Connection): Promise<Readonly<Record<string, number>>> {
  const counts: Record<string, number> = {};
  for (const table of COUNTED) {
    const row = await db.selectFrom(table).select(sql<number>`count(*)`.as("count")).executeTakeFirst();
    counts[table] = Number(row?.count ?? 0);
  }
  return counts;
}
