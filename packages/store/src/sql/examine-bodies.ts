/** Bodies: each is what its hash says, is there when something refers to it, and is counted right. */
import { sql } from "kysely";
import { unpackBody } from "../contract/body.ts";
import { StoreFailure } from "../contract/store-failure.ts";
import { bodyOf } from "./bodies.ts";
import type { Connection } from "./connection.ts";
import type { Case } from "./rows.ts";
import type { Row } from "./tables.ts";

/** What a process may still be about to name. */
const FRESH_MS = 3_600_000;

/** As they are made in bodies.ts: what else is in the bucket is somebody else's. */
const OUR_KEY = /^[0-9a-f]{2}\/([0-9a-f]{64})\/[0-9a-f-]{36}$/;

/** All columns that name a body; the triggers of the schema count the same ones. */
const REFERENCES = [
  ["captures", "html"],
  ["captures", "layout"],
  ["captures", "picture"],
  ["captures", "images"],
  ["captures", "drawings"],
  ["observations", "content"],
  ["observations", "diff"],
  ["observations", "picture"],
  ["sheets", "picture"],
] as const;

const BODIES_A_BATCH = 100;

export async function examineBodies(connection: Connection): Promise<readonly Case[]> {
  return [...(await wrongCounts(connection)), ...(await missing(connection)), ...(await damaged(connection))];
}

async function wrongCounts({ db }: Connection): Promise<readonly Case[]> {
  const named = REFERENCES.map(
    ([table, column]) => `select ${column} as hash from ${table} where ${column} is not null`,
  );
  const counted = sql.raw(`(select hash, count(*) as refs from (${named.join(" union all ")}) as named group by hash)`);
  const { rows } = await sql<{ hash: string; kept: number; real: number }>`
    select bodies.hash, bodies.refs as kept, coalesce(counted.refs, 0) as real
    from bodies left join ${counted} as counted on counted.hash = bodies.hash
    where bodies.refs <> coalesce(counted.refs, 0)`.execute(db);
  return rows.map(({ hash, kept, real }) => ({
    finding: {
      kind: "wrong-count",
      table: "bodies",
      id: hash,
      detail: `counts ${kept} references, has ${real}`,
      isRepairable: true,
    },
    repair: async (inside) => {
      await inside.db
        .updateTable("bodies")
        .set({ refs: Number(real) })
        .where("hash", "=", hash)
        .execute();
    },
  }));
}

/** References to a body that is not there: a diff can be made again from the contents, the rest is lost. */
async function missing({ db }: Connection): Promise<readonly Case[]> {
  const cases: Case[] = [];
  for (const [table, column] of REFERENCES) {
    const { rows } = await sql<{ id: string; hash: string }>`
      select id, ${sql.ref(column)} as hash from ${sql.table(table)}
      where ${sql.ref(column)} is not null and ${sql.ref(column)} not in (select hash from bodies)`.execute(db);
    for (const { id, hash } of rows) {
      cases.push({
        finding: {
          kind: "missing-body",
          table,
          id,
          detail: `its ${column} ${hash} is not stored`,
          isRepairable: column === "diff",
        },
        repair: column === "diff" ? (inside) => forgetDiff(inside, hash) : null,
      });
    }
  }
  return cases;
}

async function damaged(connection: Connection): Promise<readonly Case[]> {
  const cases: Case[] = [];
  for (let after = ""; ; ) {
    const rows = await connection.db
      .selectFrom("bodies")
      .selectAll()
      .where("hash", ">", after)
      .orderBy("hash")
      .limit(BODIES_A_BATCH)
      .execute();
    for (const row of rows) {
      if (await isSound(connection, row)) continue;
      const isDiffOnly = await namedOnlyAsDiff(connection, row.hash);
      cases.push({
        finding: {
          kind: "damaged-body",
          table: "bodies",
          id: row.hash,
          detail: "its bytes are not what its hash says",
          isRepairable: isDiffOnly,
        },
        repair: isDiffOnly ? (inside) => forgetDiff(inside, row.hash) : null,
      });
    }
    const last = rows.at(-1);
    if (!last || rows.length < BODIES_A_BATCH) return cases;
    after = last.hash;
  }
}

async function isSound(connection: Connection, row: Row<"bodies">): Promise<boolean> {
  const body = await bodyOf(connection, row);
  if (!body) return false;
  try {
    unpackBody(body);
    return true;
  } catch (failure) {
    if (failure instanceof StoreFailure) return false;
    throw failure;
  }
}

async function namedOnlyAsDiff({ db }: Connection, hash: string): Promise<boolean> {
  for (const [table, column] of REFERENCES) {
    if (column === "diff") continue;
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${hash} limit 1`.execute(
      db,
    );
    if (rows.length > 0) return false;
  }
  return true;
}

async function forgetDiff({ db }: Connection, hash: string): Promise<void> {
  await db.updateTable("observations").set({ diff: null }).where("diff", "=", hash).execute();
  await db.deleteFrom("bodies").where("hash", "=", hash).where("refs", "=", 0).execute();
}

export async function examineObjects(connection: Connection, now: number): Promise<readonly Case[]> {
  const { objects, db } = connection;
  if (!objects) return [];
  const cases: Case[] = [];
  for await (const { key, changedAt } of objects.list()) {
    const [, hash] = OUR_KEY.exec(key) ?? [];
    if (!hash || changedAt > now - FRESH_MS) continue;
    const row = await db.selectFrom("bodies").select("object_key").where("hash", "=", hash).executeTakeFirst();
    if (row?.object_key !== key) cases.push(orphan(key));
  }
  return cases;
}

function orphan(key: string): Case {
  return {
    finding: {
      kind: "orphaned-object",
      table: "bodies",
      id: key,
      detail: "is in the object store, and nothing names it",
      isRepairable: true,
    },
    repair: async ({ objects }) => objects?.remove(key),
  };
}
