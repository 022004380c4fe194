/** Records of an archive, written as they are in one transaction. */
import { createHash } from "node:crypto";
import type { Page } from "@tessera/model";
import type { Insertable } from "kysely";
import type { ArchivedRecords, ArchiveRecords } from "../contract/page-records.ts";
import { addBlock } from "./blocks.ts";
import { type PlacedBodies, putBody, withPlacedBodies } from "./bodies.ts";
import { channelRow } from "./channels.ts";
import { batches, type Connection } from "./connection.ts";
import { correctionRow } from "./corrections.ts";
import { changedEvent, followRow } from "./follow-views.ts";

import { observationRow } from "./observations.ts";
import { captureRow, isForOwnBrowser, pageRow } from "./pages.ts";
import { sheetRow } from "./sheets.ts";
import type { NewRow, Tables } from "./tables.ts";
import { insertTiles } from "./tiles.ts";

/** Rows of a statement: few enough for the parameters of either dialect. */
const ROWS_A_STATEMENT = 50;

export function archiveRecords(connection: Connection): ArchiveRecords {
  return {
    async taken(kind, ids) {
      const taken = new Set<string>();
      for (const some of batches(ids)) {
        const rows = await connection.db.selectFrom(kind).select("id").where("id", "in", some).execute();
        for (const { id } of rows) taken.add(id);
      }
      return taken;
    },
    restore: (records, now) =>
      withPlacedBodies(connection, records.bodies, (inside, placed) => restore(inside, records, { now, placed })),
  };
}

async function restore(
  connection: Connection,
  records: ArchivedRecords,
  { now, placed }: { readonly now: number; readonly placed: PlacedBodies },
): Promise<void> {
  for (const body of records.bodies) await putBody(connection, body, { now, placed });
  await insert(connection, "pages", { records: records.pages, row: archivedPageRow });
  await insert(connection, "captures", { records: records.captures, row: captureRow });
  // a block of the archive is its person's own: nobody joins it, as nobody joins one that was taught
  for (const block of records.blocks) await addBlock(connection, block, `archive ${block.id}`);
  await insert(connection, "observations", { records: records.observations, row: observationRow });
  await insert(connection, "channels", { records: records.channels, row: channelRow });
  await insert(connection, "follows", { records: records.follows, row: followRow });
  await insert(connection, "corrections", { records: records.corrections, row: correctionRow });
  await insert(connection, "sheets", { records: records.sheets, row: sheetRow });
  await insertTiles(connection, records.tiles);
  for (const { id, personId } of records.follows) connection.announce(changedEvent({ id, person_id: personId }, now));
}

/** Rows are made when their statement comes: an archive has many, and others are served between two statements. */
async function insert<Table extends keyof Tables, Record>(
  { db }: Connection,
  table: Table,
  { records, row }: { readonly records: readonly Record[]; readonly row: (record: Record) => NewRow<Table> },
): Promise<void> {
  for (const some of batches(records, ROWS_A_STATEMENT)) {
    // NewRow is the insertable row of the table; the library cannot see that through a type parameter
    await db
      .insertInto(table)
      .values(some.map(row) as unknown as Insertable<Tables[Table]>[])
      .execute();
  }
}

function archivedPageRow(page: Page): NewRow<"pages"> {
  // never the key of a source: what is captured for others from now on is another page
  const key = createHash("sha256").update(`archive ${page.id}`).digest("hex");
  return { ...pageRow(page), source_key: key, turn: page.privateTo, own_browser: isForOwnBrowser(page.source) };
}
