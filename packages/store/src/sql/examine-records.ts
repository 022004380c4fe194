/** Records: each still fits its schema, and each pointer that is kept for speed points where the data says. */
import {
  Block,
  Capture,
  CataloguePage,
  Correction,
  Delivery,
  Follow,
  Observation,
  Page,
  PendingFollow,
  Person,
  StoredChannel,
} from "@tessera/model";
import { sql } from "kysely";
import type { z } from "zod";
import { blockFactsOf } from "./blocks.ts";
import { catalogueOf } from "./catalogue.ts";
import { channelOf } from "./channels.ts";
import type { Connection } from "./connection.ts";
import { correctionOf } from "./corrections.ts";
import { deliveryOf } from "./deliveries.ts";
import { followOf } from "./follow-views.ts";
import { observationOf } from "./observations.ts";
import { captureOf, pageOf } from "./pages.ts";
import { wishOf } from "./pending-follows.ts";
import { personOf } from "./people.ts";
import { type Case, NO_LEASE } from "./rows.ts";
import type { Row, Tables } from "./tables.ts";

const ROWS_A_BATCH = 500;

export async function examineRecords(connection: Connection): Promise<readonly Case[]> {
  return [
    ...(await invalid(connection, "people", { schema: Person, read: personOf })),
    ...(await invalid(connection, "pages", { schema: Page, read: pageOf })),
    ...(await invalid(connection, "captures", { schema: Capture, read: captureOf })),
    ...(await invalid(connection, "blocks", {
      schema: Block.omit({ memory: true, dynamics: true, shelved: true }),
      read: blockFactsOf,
    })),
    ...(await invalid(connection, "observations", { schema: Observation, read: observationOf })),
    ...(await invalid(connection, "follows", { schema: Follow, read: followOf })),
    ...(await invalid(connection, "corrections", { schema: Correction, read: correctionOf })),
    ...(await invalid(connection, "channels", { schema: StoredChannel, read: channelOf })),
    ...(await invalid(connection, "deliveries", { schema: Delivery, read: deliveryOf })),
    ...(await invalid(connection, "wishes", { schema: PendingFollow, read: wishOf })),
    ...(await invalid(connection, "catalogue_pages", { schema: CataloguePage, read: catalogueOf })),
    ...(await stalePointers(connection)),
  ];
}

type TableWithId = { [Table in keyof Tables]: Tables[Table] extends { id: string } ? Table : never }[keyof Tables];

interface Reading<Table extends TableWithId> {
  readonly schema: z.ZodType;
  readonly read: (row: Row<Table>) => unknown;
}

async function invalid<Table extends TableWithId>(
  { db }: Connection,
  table: Table,
  reading: Reading<Table>,
): Promise<readonly Case[]> {
  const cases: Case[] = [];
  for (let after = ""; ; ) {
    const { rows } = await sql<Row<Table> & { readonly id: string }>`
      select * from ${sql.table(table)} where id > ${after} order by id limit ${ROWS_A_BATCH}`.execute(db);
    for (const row of rows) {
      const detail = faultOf(row, reading);
      if (!detail) continue;
      cases.push({ finding: { kind: "invalid-record", table, id: row.id, detail, isRepairable: false }, repair: null });
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_A_BATCH) return cases;
    after = last.id;
  }
}

/** What is wrong with a row, or null. */
function faultOf<Table extends TableWithId>(row: Row<Table>, { schema, read }: Reading<Table>): string | null {
  try {
    const result = schema.safeParse(read(row));
    return result.success
      ? null
      : result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`).join("; ");
  } catch (cause) {
    return `cannot be read: ${String(cause)}`;
  }
}

/** Where the pointers of blocks and pages must lead, in the data's own words; of two at one instant, either will do. */
const POINTERS = [
  {
    table: "blocks",
    column: "latest_observation_id",
    truth: `(select id from observations where block_id = blocks.id
             order by at desc, (id = latest_observation_id) desc, id desc limit 1)`,
  },
  {
    table: "blocks",
    column: "latest_found_id",
    truth: `(select id from observations where block_id = blocks.id and content is not null
             order by at desc, (id = latest_found_id) desc, id desc limit 1)`,
  },
  {
    table: "pages",
    column: "latest_capture_id",
    truth: `(select id from captures where page_id = pages.id
             order by at desc, (id = latest_capture_id) desc, id desc limit 1)`,
  },
] as const;

async function stalePointers({ db }: Connection): Promise<readonly Case[]> {
  const cases: Case[] = [];
  for (const { table, column, truth } of POINTERS) {
    const { rows } = await sql<{ id: string; kept: string | null; real: string | null }>`
      select id, ${sql.ref(column)} as kept, ${sql.raw(truth)} as real from ${sql.table(table)}`.execute(db);
    for (const { id, kept, real } of rows) {
      if (kept === real) continue;
      const detail = `${column} is ${kept}, should be ${real}`;
      cases.push({
        finding: { kind: "stale-pointer", table, id, detail, isRepairable: true },
        repair: async (inside) => {
          await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${real} where id = ${id}`.execute(inside.db);
        },
      });
    }
  }
  return cases;
}

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
