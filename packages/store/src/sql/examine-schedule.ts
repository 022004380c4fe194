/** The schedule: everything that is followed is due at some time, and no claim outlives whoever held it. */

import type { Case } from "./case.ts";
import type { Connection } from "./connection.ts";
import { NO_LEASE } from "./lease.ts";

export async function examineSchedule(connection: Connection, now: number): Promise<readonly Case[]> {
  return [...(await forgottenPages(connection, now)), ...(await stuckClaims(connection, now))];
}

/** Followed pages that no schedule will ever come back to. */
async function forgottenPages({ db }: Connection, now: number): Promise<readonly Case[]> {
  const rows = await db
    .selectFrom("pages")
    .select("id")
    .where("due_at", "is", null)
    .where("lease_token", "is", null)
    .where((is) =>
      is.or([
        is.exists(
          is
            .selectFrom("follows")
            .select("follows.id")
            .whereRef("follows.page_id", "=", "pages.id")
            .where("paused_at", "is", null)
            .where("deleted_at", "is", null),
        ),
        is.exists(
          is
            .selectFrom("catalogue_pages")
            .select("catalogue_pages.id")
            .whereRef("catalogue_pages.page_id", "=", "pages.id"),
        ),
      ]),
    )
    .execute();
  return rows.map(({ id }) => ({
    finding: {
      kind: "stale-pointer",
      table: "pages",
      id,
      detail: "is followed but never due",
      isRepairable: true,
    },
    repair: async (inside) => {
      await inside.db.updateTable("pages").set({ due_at: now }).where("id", "=", id).execute();
    },
  }));
}

async function stuckClaims({ db }: Connection, now: number): Promise<readonly Case[]> {
  const cases: Case[] = [];
  for (const table of ["pages", "deliveries", "wishes"] as const) {
    const rows = await db.selectFrom(table).select("id").where("lease_until", "<=", now).execute();
    for (const { id } of rows) {
      cases.push({
        finding: { kind: "stuck-claim", table, id, detail: "its claim ran out unrecorded", isRepairable: true },
        repair: async (inside) => {
          await inside.db
            .updateTable(table)
            .set(NO_LEASE)
            .where("id", "=", id)
            .where("lease_until", "<=", now)
            .execute();
        },
      });
    }
  }
  return cases;
}
