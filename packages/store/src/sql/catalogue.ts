/** The pages that the owner offers to everyone. */
import { CataloguePage, type CataloguePageId } from "@tessera/model";
import type { CatalogueEntry, CataloguePatch, CatalogueRecords } from "../contract/instance-records.ts";
import type { Changed, ChangeOptions } from "../contract/listing.ts";
import { type Connection, inTransaction } from "./connection.ts";
import { mapping } from "./mapping.ts";
import { bringPageForward, findPage } from "./pages.ts";
import { changedOr } from "./rows.ts";
import type { Row } from "./tables.ts";

const entries = mapping(CataloguePage);
export const catalogueOf = entries.recordOf;

export function catalogueRecords(connection: Connection): CatalogueRecords {
  const { db } = connection;
  return {
    offer: (entry, dueAt) => inTransaction(connection, (inside) => offer(inside, entry, dueAt)),
    async list() {
      const rows = await db.selectFrom("catalogue_pages").selectAll().orderBy("id").execute();
      const offered = await Promise.all(rows.map((row) => withPage(connection, row)));
      return offered.filter((entry) => entry !== null);
    },
    async find(id) {
      const row = await db.selectFrom("catalogue_pages").selectAll().where("id", "=", id).executeTakeFirst();
      return row ? withPage(connection, row) : null;
    },
    change: (id, patch, options) => changeEntry(connection, id, { patch, options }),
    async withdraw(id) {
      const { numDeletedRows } = await db.deleteFrom("catalogue_pages").where("id", "=", id).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

async function offer(connection: Connection, entry: CataloguePage, dueAt: number): Promise<boolean> {
  const page = await findPage(connection, entry.pageId);
  if (!page || page.privateTo !== null) return false;
  const { numInsertedOrUpdatedRows } = await connection.db
    .insertInto("catalogue_pages")
    .values(entries.rowOf(entry))
    .onConflict((conflict) => conflict.column("page_id").doNothing())
    .executeTakeFirst();
  if ((numInsertedOrUpdatedRows ?? 0n) === 0n) return false;
  await bringPageForward(connection, entry.pageId, dueAt);
  return true;
}

async function changeEntry(
  connection: Connection,
  id: CataloguePageId,
  { patch, options }: { readonly patch: CataloguePatch; readonly options: ChangeOptions },
): Promise<Changed<CataloguePage>> {
  const { db } = connection;
  let update = db
    .updateTable("catalogue_pages")
    .set((row) => ({
      ...entries.columnsOf(patch),
      version: row("version", "+", 1),
    }))
    .where("id", "=", id);
  if (options.ifVersion !== undefined) update = update.where("version", "=", options.ifVersion);
  const updated = await update.returningAll().executeTakeFirst();
  if (updated) {
    if (patch.schedule !== undefined) await bringPageForward(connection, updated.page_id, options.now);
    return changedOr(catalogueOf(updated), null);
  }
  const current = await db.selectFrom("catalogue_pages").selectAll().where("id", "=", id).executeTakeFirst();
  return changedOr(null, current ? catalogueOf(current) : null);
}

async function withPage(connection: Connection, row: Row<"catalogue_pages">): Promise<CatalogueEntry | null> {
  const page = await findPage(connection, row.page_id);
  return page && { entry: catalogueOf(row), page };
}
