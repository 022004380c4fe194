import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseQuery } from "@tessera/model/search";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { addPerson, aSheet, aTile, DAY, followSomething, MINUTE, NOON } from "./conformance/samples.ts";
import type { Store } from "./contract/store.ts";
import { moveStore } from "./move-store.ts";
import { openPostgres } from "./postgres/open-postgres.ts";
import { type TestDatabase, testServer } from "./postgres/test-server.fixture.ts";
import { STORE_FILE } from "./sqlite/open-file.ts";
import { openSqlite } from "./sqlite/open-sqlite.ts";

const server = await testServer();

describe.skipIf(!server)("an instance moves", () => {
  const root = mkdtempSync(join(tmpdir(), "tessera-move-"));
  const original = join(root, "original");

  beforeAll(async () => {
    const store = await openSqlite({ directory: original, now: NOON });
    await fill(store);
    await store.close();
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  async function emptyDatabase(): Promise<TestDatabase> {
    const database = await server!.createDatabase();
    onTestFinished(() => database.drop());
    return database;
  }

  async function fill(store: Store): Promise<void> {
    for (let person = 0; person < 3; person++) {
      const ada = await addPerson(store, { displayName: `Ada\0${person} \ud83d\ude00` });
      const { view, page } = await followSomething(store, ada);
      const sheet = aSheet(ada);
      await store.sheets.add(sheet);
      await store.tiles.add(ada.id, aTile(sheet, view.follow));
      await store.checks.claimPage(page.id, { now: NOON, leaseMs: MINUTE, holder: "server:1" });
    }
    await store.settings.change({ undoMs: DAY });
    for (let entry = 0; entry < 450; entry++) await store.settings.secret(`secret-${entry}`, () => `${entry}`);
  }

  test("to PostgreSQL and back, and is the same, sound and free", async () => {
    const database = await emptyDatabase();
    const { rows } = await moveStore({ from: original, to: database.url, now: NOON });
    expect(rows).toMatchObject({ people: 3, follows: 3, tiles: 3, bodies: 6, secrets: 451 });
    const store = await openPostgres({ url: database.url, now: NOON });
    expect((await store.upkeep.examine({ now: NOON, repair: false })).findings).toEqual([]);
    expect((await store.settings.read()).undoMs).toBe(DAY);
    const claims = await store.checks.claim({ now: NOON + MINUTE, limit: 9, leaseMs: MINUTE, holder: "server:2" });
    expect(claims).toHaveLength(3);
    await store.checks.release(claims);
    // nothing of the index is copied: it is built from what has arrived
    expect(await store.search.catchUp(9)).toEqual({ blocks: 3, isBehind: false });
    const [person] = (await store.people.list({ limit: 1 })).items;
    const found = await store.search.find(person!.id, parseQuery("first"), { in: "current", limit: 9 });
    expect(found.hits).toHaveLength(1);
    await store.close();

    const back = join(root, "back");
    await moveStore({ from: database.url, to: back, now: NOON });
    const embedded = await openSqlite({ directory: back, now: NOON });
    expect((await embedded.upkeep.facts()).counts).toMatchObject({ people: 3, follows: 3, observations: 3, bodies: 6 });
    expect((await embedded.upkeep.examine({ now: NOON, repair: false })).findings).toEqual([]);
    await embedded.close();
  });

  test("goes on where it was interrupted, and starts in no other instance", async () => {
    const target = join(root, "interrupted");
    const stopAt = (table: string) => (progress: { readonly table: string }) => {
      if (progress.table === table) throw new Error("pulled the plug");
    };
    const move = (onProgress?: ReturnType<typeof stopAt>) =>
      moveStore({ from: original, to: target, now: NOON, ...(onProgress && { onProgress }) });
    await expect(move(stopAt("captures"))).rejects.toThrow("plug");
    await expect(move(stopAt("follows"))).rejects.toThrow("plug");
    const other = join(root, "other");
    const store = await openSqlite({ directory: other, now: NOON });
    await addPerson(store);
    await store.close();
    await expect(moveStore({ from: other, to: target, now: NOON })).rejects.toMatchObject({ code: "cannot-open" });
    await expect(moveStore({ from: original, to: other, now: NOON })).rejects.toMatchObject({ code: "cannot-open" });
    expect((await move()).rows).toMatchObject({ people: 3, observations: 3 });
    await expect(move()).rejects.toMatchObject({ code: "cannot-open" });
    const whole = await openSqlite({ directory: target, now: NOON });
    expect((await whole.upkeep.examine({ now: NOON, repair: false })).findings).toEqual([]);
    await whole.close();
  });

  test("is not said to have moved where a row of the copy differs", async () => {
    const target = join(root, "tampered");
    const tamper = (progress: { readonly table: string }) => {
      if (progress.table !== "audit") return;
      const file = new Sqlite(join(target, STORE_FILE));
      file.exec("UPDATE follows SET title = 'other' WHERE id = (SELECT min(id) FROM follows)");
      file.close();
    };
    await expect(moveStore({ from: original, to: target, now: NOON, onProgress: tamper })).rejects.toMatchObject({
      code: "damaged",
    });
  });

  test("is backed up from PostgreSQL into one file that can be started from, while it is used", async () => {
    const database = await emptyDatabase();
    await moveStore({ from: original, to: database.url, now: NOON });
    const store = await openPostgres({ url: database.url, now: NOON });
    const folder = join(root, "restored");
    await store.upkeep.backUp(join(folder, STORE_FILE));
    await addPerson(store);
    const restored = await openSqlite({ directory: folder, now: NOON });
    expect((await restored.upkeep.facts()).counts).toMatchObject({ people: 3, follows: 3 });
    expect((await restored.upkeep.examine({ now: NOON, repair: false })).findings).toEqual([]);
    await restored.close();
    await store.close();
  });
});
