import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { Kysely } from "kysely";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aQuestion } from "../conformance/checks.ts";
import { addPerson, claimNow, followSomething, MINUTE, NOON } from "../conformance/samples.ts";
import type { Store } from "../contract/store.ts";
import { openPostgres } from "../postgres/open-postgres.ts";
import { postgresDialect } from "../postgres/postgres-dialect.ts";
import { type TestDatabase, testServer } from "../postgres/test-server.fixture.ts";
import type { DialectName } from "../sql/connection.ts";
import type { Tables } from "../sql/tables.ts";
import { STORE_FILE } from "../sqlite/open-file.ts";
import { openSqlite } from "../sqlite/open-sqlite.ts";
import { sqliteDialect } from "../sqlite/sqlite-dialect.ts";
import { candidatesOfCapture } from "./0006-candidates-of-capture.ts";

const server = await testServer();

interface Instance {
  open(): Promise<Store>;
  /** The same, behind its back. */
  connect(): Kysely<Tables>;
  readonly dialect: DialectName;
}

describe("on SQLite", () => {
  const directory = mkdtempSync(join(tmpdir(), "tessera-candidates-"));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  describeMigration({
    open: () => openSqlite({ directory, now: NOON }),
    connect: () => new Kysely({ dialect: sqliteDialect(new Sqlite(join(directory, STORE_FILE))) }),
    dialect: "sqlite",
  });
});

describe.skipIf(!server)("on PostgreSQL", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await server!.createDatabase();
  });
  afterAll(() => database.drop());
  describeMigration({
    open: () => openPostgres({ url: database.url, now: NOON }),
    connect: () => new Kysely({ dialect: postgresDialect(new Pool({ connectionString: database.url })) }),
    dialect: "postgres",
  });
});

function describeMigration({ open, connect, dialect }: Instance): void {
  /** A follow in doubt whose page has changed once more since, as the version before recorded it. */
  async function inDoubt(store: Store) {
    const ada = await addPerson(store);
    const followed = await followSomething(store, ada);
    const read = async (from: Store) => (await from.follows.find(ada.id, followed.view.follow.id))!.latest!;
    for (const now of [NOON + MINUTE, NOON + 2 * MINUTE]) {
      const latest = now === NOON + MINUTE ? null : await read(store);
      const { check } = aQuestion(followed, latest, now);
      await store.checks.record(await claimNow(store, followed.page, now), check);
    }
    return { first: followed.capture.id, latest: await read(store), read };
  }

  test("a doubt that went on names the capture of its candidates, or has none where that was swept", async () => {
    const before = await open();
    const kept = await inDoubt(before);
    const swept = await inDoubt(before);
    await before.close();
    const db = connect();
    for (const { first, latest } of [kept, swept]) {
      await db.updateTable("observations").set({ capture_id: first }).where("id", "=", latest.id).execute();
    }
    await db.deleteFrom("captures").where("id", "=", swept.latest.captureId).execute();
    await db.transaction().execute((inside) => candidatesOfCapture.up({ db: inside, dialect }));
    await db.destroy();
    const after = await open();
    expect(await kept.read(after)).toEqual(kept.latest);
    const verdict = { kind: "unsure", confidence: 0.5, candidates: [] };
    expect(await swept.read(after)).toEqual({ ...swept.latest, captureId: swept.first, verdict });
    await after.close();
  });
}
