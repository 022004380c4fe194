/** One block on many pages: the order and its account. */
import { type PersonId, Template, type TemplateId, type TemplatePage } from "@tessera/model";
import { MAX_TEMPLATES, type TemplateRecords, type TemplateView } from "../contract/template-records.ts";
import { batches, type Connection, inTransaction } from "./connection.ts";
import { mapping } from "./mapping.ts";
import { pendingFollowRecords } from "./pending-follows.ts";
import { fromJson, toJson } from "./rows.ts";
import type { NewRow, Row } from "./tables.ts";

const templates = mapping(Template);

/** Few enough for the parameters of either dialect. */
const ROWS_A_STATEMENT = 50;

export function templateRecords(connection: Connection): TemplateRecords {
  const { db } = connection;
  const viewsOf = async (rows: readonly Row<"templates">[]): Promise<readonly TemplateView[]> => {
    const ids = rows.map(({ id }) => id);
    const pages =
      ids.length === 0
        ? []
        : await db
            .selectFrom("template_pages")
            .selectAll()
            .where("template_id", "in", ids)
            .orderBy("position")
            .execute();
    const of = Map.groupBy(pages, ({ template_id }) => template_id);
    return rows.map((row) => ({ template: templates.recordOf(row), pages: (of.get(row.id) ?? []).map(pageOf) }));
  };
  const of = (owner: PersonId) => db.selectFrom("templates").selectAll().where("person_id", "=", owner);
  return {
    add: ({ template, pages }, waiting) =>
      inTransaction(connection, async (inside) => {
        await inside.db.insertInto("templates").values(templates.rowOf(template)).execute();
        const rows = pages.map((page, position) => ({ ...pageRow(template.id, page), position }));
        for (const some of batches(rows, ROWS_A_STATEMENT)) {
          await inside.db.insertInto("template_pages").values(some).execute();
        }
        await pendingFollowRecords(inside).add(waiting);
        await forgetOldest(inside, template.personId);
      }),
    async find(owner, id) {
      return (await viewsOf(await of(owner).where("id", "=", id).execute()))[0] ?? null;
    },
    list: async (owner) => viewsOf(await of(owner).orderBy("id", "desc").execute()),
    settle: (id, pages, now) => inTransaction(connection, (inside) => settle(inside, { id, pages, now })),
    async remove(owner, id) {
      const { numDeletedRows } = await db
        .deleteFrom("templates")
        .where("id", "=", id)
        .where("person_id", "=", owner)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
}

/** Accounts that nobody reads any more; those of which something waits stay. */
async function forgetOldest({ db }: Connection, owner: PersonId): Promise<void> {
  const rows = await db
    .selectFrom("templates")
    .select("id")
    .where("person_id", "=", owner)
    .where((is) =>
      is.not(is.exists(is.selectFrom("wishes").select("wishes.id").whereRef("template_id", "=", "templates.id"))),
    )
    .orderBy("id", "desc")
    .offset(MAX_TEMPLATES)
    .limit(1_000)
    .execute();
  for (const { id } of rows) await db.deleteFrom("templates").where("id", "=", id).execute();
}

interface Settled {
  readonly id: TemplateId;
  readonly pages: readonly TemplatePage[];
  readonly now: number;
}

async function settle(connection: Connection, { id, pages, now }: Settled): Promise<Template | null> {
  const { db } = connection;
  const row = await db.selectFrom("templates").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) return null;
  for (const page of pages) {
    const { template_id: _, url, ...outcome } = pageRow(id, page);
    await db.updateTable("template_pages").set(outcome).where("template_id", "=", id).where("url", "=", url).execute();
  }
  const template = templates.recordOf(row);
  connection.announce({ kind: "template-changed", personId: template.personId, templateId: id, at: now });
  return template;
}

function pageRow(template: TemplateId, page: TemplatePage): Omit<NewRow<"template_pages">, "position"> {
  const { url, state, followId, similarity, failure, error } = page;
  return { template_id: template, url, state, follow_id: followId, outcome: toJson({ similarity, failure, error }) };
}

function pageOf(row: Row<"template_pages">): TemplatePage {
  return {
    // what was settled before it was kept
    failure: null,
    ...fromJson<Pick<TemplatePage, "similarity" | "error"> & Partial<Pick<TemplatePage, "failure">>>(row.outcome),
    url: row.url as TemplatePage["url"],
    state: row.state as TemplatePage["state"],
    followId: row.follow_id as TemplatePage["followId"],
  };
}
