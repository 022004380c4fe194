/** Pages and captures. */
import { createHash } from "node:crypto";
import {
  Capture,
  type FetcherDecision,
  isOnesOwn,
  newId,
  Page,
  PageId,
  type PageSource,
  type PersonId,
} from "@tessera/model";
import { sql } from "kysely";
import type { CaptureRecords, EnsureOptions, PageRecords } from "../contract/page-records.ts";
import { batches, type Connection, inTransaction } from "./connection.ts";
import { mapping } from "./mapping.ts";
import { fromJson, listing, toJson } from "./rows.ts";
import type { NewRow } from "./tables.ts";

export const { rowOf: pageRow, recordOf: pageOf } = mapping(Page);
export const { rowOf: captureRow, recordOf: captureOf } = mapping(Capture);

export function pageRecords(connection: Connection): PageRecords {
  const { db } = connection;
  return {
    ensure: (source, asker, now, options = {}) =>
      inTransaction(connection, (inside) => ensurePage(inside, source, { asker, now, ...options })),
    async find(owner, id) {
      return (await mayRead(connection, owner, id)) ? findPage(connection, id) : null;
    },
    async list(owner, slice) {
      let query = db
        .selectFrom("pages")
        .selectAll()
        .where("id", "in", (from) =>
          from.selectFrom("follows").select("page_id").where("person_id", "=", owner).where("deleted_at", "is", null),
        )
        .orderBy("id")
        .limit(slice.limit + 1);
      if (slice.after) query = query.where("id", ">", slice.after);
      return listing(await query.execute(), slice.limit, { item: pageOf, cursor: (row) => row.id });
    },
    findForCheck: (id) => findPage(connection, id),
    bringForward: (id, dueAt) => bringPageForward(connection, id, dueAt),
    keepToOwner: (isOwners) => keepToOwner(connection, isOwners),
    markOfPrivateHosts: (isPrivate) => markOfPrivateHosts(connection, isPrivate),
  };
}

export function captureRecords(connection: Connection): CaptureRecords {
  const { db } = connection;
  return {
    async find(owner, id) {
      const capture = await findCapture(connection, id);
      return capture && (await mayRead(connection, owner, capture.pageId)) ? capture : null;
    },
    async of(owner, page, slice) {
      if (!(await mayRead(connection, owner, page))) return { items: [], next: null };
      let query = db.selectFrom("captures").selectAll().where("page_id", "=", page);
      if (slice.after) query = query.where("id", "<", slice.after);
      const rows = await query
        .orderBy("id", "desc")
        .limit(slice.limit + 1)
        .execute();
      return listing(rows, slice.limit, { item: captureOf, cursor: (row) => row.id });
    },
    async *forReplay(page) {
      const rows = await db.selectFrom("captures").select("id").where("page_id", "=", page).orderBy("at").execute();
      for (const { id } of rows) {
        const capture = await findCapture(connection, id);
        if (capture) yield capture;
      }
    },
  };
}

export async function ensurePage(
  { db }: Connection,
  source: PageSource,
  { asker, now, ...options }: EnsureOptions & { readonly asker: PersonId; readonly now: number },
): Promise<Page> {
  const privateTo = options.isPrivate || isOnesOwn(source) ? asker : null;
  const key = sourceKey(source, privateTo);
  const fetcher: FetcherDecision =
    source.fetcher === "auto"
      ? { fetcher: "http", reason: "first-try", decidedAt: now, probeAt: null }
      : { fetcher: source.fetcher, reason: "asked", decidedAt: now, probeAt: null };
  const row: NewRow<"pages"> = {
    id: newId(PageId, now),
    source_key: key,
    source: toJson(source),
    host: new URL(source.url).host,
    private_to: privateTo,
    title: "",
    fetcher: toJson(fetcher),
    created_at: now,
    failures: 0,
    turn: asker,
    own_browser: isForOwnBrowser(source),
  };
  await db
    .insertInto("pages")
    .values(row)
    .onConflict((conflict) => conflict.column("source_key").doNothing())
    .execute();
  const page = await db.selectFrom("pages").selectAll().where("source_key", "=", key).executeTakeFirstOrThrow();
  await db
    .insertInto("page_readers")
    .values({ page_id: page.id, person_id: asker, opened_at: now })
    .onConflict((conflict) => conflict.columns(["page_id", "person_id"]).doUpdateSet({ opened_at: now }))
    .execute();
  return pageOf(page);
}

/** As the column has it: the schedule leaves such a page to its person's browsers. */
export function isForOwnBrowser({ fetcher }: PageSource): number {
  return fetcher === "own-browser" ? 1 : 0;
}

async function keepToOwner(connection: Connection, isOwners: (url: URL) => boolean): Promise<number> {
  let kept = 0;
  for await (const { id, source } of sharedPagesAt(connection, isOwners)) {
    if (await inTransaction(connection, (inside) => keepPageToOwner(inside, id, source))) kept++;
  }
  return kept;
}

async function markOfPrivateHosts(connection: Connection, isPrivate: (url: URL) => boolean): Promise<void> {
  for await (const { id } of sharedPagesAt(connection, isPrivate)) {
    await connection.db
      .updateTable("captures")
      .set({ is_of_private_host: 1 })
      .where("page_id", "=", id)
      .where("is_of_private_host", "is", null)
      .execute();
  }
}

/** Pages at such URLs that are nobody's alone. */
async function* sharedPagesAt({ db }: Connection, isWanted: (url: URL) => boolean) {
  const hosts = await db.selectFrom("pages").select("host").distinct().where("private_to", "is", null).execute();
  // the host of a row says its port, unless that is the usual one of its scheme
  const wanted = hosts
    .map(({ host }) => host)
    .filter((host) => ["http", "https"].some((scheme) => isWanted(new URL(`${scheme}://${host}/`))));
  for (const some of batches(wanted)) {
    const rows = await db
      .selectFrom("pages")
      .select(["id", "source"])
      .where("host", "in", some)
      .where("private_to", "is", null)
      .execute();
    for (const { id, source: text } of rows) {
      const source = fromJson<PageSource>(text);
      if (isWanted(new URL(source.url))) yield { id, source };
    }
  }
}

async function keepPageToOwner({ db }: Connection, id: string, source: PageSource): Promise<boolean> {
  const offered = await db.selectFrom("catalogue_pages").select("id").where("page_id", "=", id).executeTakeFirst();
  const people = await db
    .selectFrom("follows")
    .innerJoin("people", "people.id", "follows.person_id")
    .select(["people.id", "people.role"])
    .distinct()
    .where("follows.page_id", "=", id)
    .execute();
  const [owner, ...others] = people;
  if (offered || owner?.role !== "owner" || others.length > 0) return false;
  const key = sourceKey(source, owner.id as PersonId);
  const own = await db.selectFrom("pages").select("id").where("source_key", "=", key).executeTakeFirst();
  if (own) return false;
  const { numUpdatedRows } = await db
    .updateTable("pages")
    .set({ private_to: owner.id, source_key: key })
    .where("id", "=", id)
    .where("private_to", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Of pages from before there were more settings it is what it was. */
function sourceKey(source: PageSource, privateTo: PersonId | null): string {
  const { url, fetcher, steps, keepCookies, respectRobots, lean, ...more } = source;
  const said = Object.entries(more).filter(([, value]) => value !== undefined);
  const canonical = JSON.stringify([
    url,
    fetcher,
    steps,
    keepCookies,
    respectRobots,
    lean,
    privateTo,
    ...said.sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);
  return createHash("sha256").update(canonical).digest("hex");
}

export async function findPage({ db }: Connection, id: string): Promise<Page | null> {
  const row = await db.selectFrom("pages").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? pageOf(row) : null;
}

export async function findCapture({ db }: Connection, id: string): Promise<Capture | null> {
  const row = await db.selectFrom("captures").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? captureOf(row) : null;
}

/** True where the person follows something on the page, has opened it, or finds it in the catalogue. */
async function mayRead({ db }: Connection, person: PersonId, page: PageId): Promise<boolean> {
  const row = await db
    .selectFrom("pages")
    .select("id")
    .where("id", "=", page)
    .where((is) => is.or([is("private_to", "is", null), is("private_to", "=", person)]))
    .where((is) =>
      is.or([
        is.exists(
          is
            .selectFrom("follows")
            .select("follows.id")
            .whereRef("page_id", "=", "pages.id")
            .where("person_id", "=", person),
        ),
        is.exists(
          is
            .selectFrom("page_readers")
            .select("page_id")
            .whereRef("page_id", "=", "pages.id")
            .where("person_id", "=", person),
        ),
        is.exists(is.selectFrom("catalogue_pages").select("catalogue_pages.id").whereRef("page_id", "=", "pages.id")),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Brings the next check forward, never back. While one is under way, the wish is kept for when it ends. */
export async function bringPageForward({ db }: Connection, id: string, dueAt: number): Promise<void> {
  await db
    .updateTable("pages")
    .set({
      due_at: sql<number>`case when due_at is null or due_at > ${dueAt} then ${dueAt} else due_at end`,
      asked_at: sql<number | null>`case when lease_token is null then null
        when asked_at is null or asked_at > ${dueAt} then ${dueAt} else asked_at end`,
    })
    .where("id", "=", id)
    .execute();
}
