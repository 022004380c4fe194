/** Objects that no body names: left behind by a process that died between writing one and naming it. */
import type { Case } from "./case.ts";
import type { Connection } from "./connection.ts";

/** What a process may still be about to name. */
const FRESH_MS = 3_600_000;
/** As they are made in objects/placed-bodies.ts: what else is in the bucket is somebody else's. */
const OUR_KEY = /^[0-9a-f]{2}\/([0-9a-f]{64})\/[0-9a-f-]{36}$/;

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
