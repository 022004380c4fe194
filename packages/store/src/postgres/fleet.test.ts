import type { LiveEvent } from "@tessera/model";
import { Client } from "pg";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { aChange } from "../conformance/checks.ts";
import {
  addPerson,
  aSheet,
  aSource,
  claimNow,
  followSomething,
  HOLDER,
  MINUTE,
  NOON,
  unique,
} from "../conformance/samples.ts";
import type { Store } from "../contract/store.ts";
import { checkVersion, openPostgres } from "./open-postgres.ts";
import { testServer } from "./test-server.fixture.ts";

const server = await testServer();
const database = await server?.createDatabase();
const opened: Store[] = [];

async function open(): Promise<Store> {
  const store = await openPostgres({ url: database!.url, now: NOON, connections: 4 });
  opened.push(store);
  return store;
}

describe.skipIf(!database)("several processes on one PostgreSQL", () => {
  afterAll(async () => {
    await Promise.all(opened.map((store) => store.close()));
    await database?.drop();
  });

  test("start at once on an empty database: one of them makes the schema", async () => {
    const empty = await server!.createDatabase();
    onTestFinished(() => empty.drop());
    const openEmpty = () => openPostgres({ url: empty.url, now: NOON, connections: 4 });
    const stores = await Promise.all([openEmpty(), openEmpty(), openEmpty()]);
    onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
    const facts = await Promise.all(stores.map((store) => store.upkeep.facts()));
    expect(new Set(facts.map(({ schemaVersion }) => schemaVersion)).size).toBe(1);
    expect(facts[0]).toMatchObject({ dialect: "postgres", counts: { people: 0 } });
  });

  test("never claim the same page, nor two of one host", async () => {
    const [one, two, three] = [await open(), await open(), await open()];
    const ada = await addPerson(one);
    for (let host = 0; host < 6; host++) {
      const source = (path: string) => ({ source: aSource(`https://fleet${host}.example/${path}`) });
      await followSomething(one, ada, source("a"));
      await followSomething(one, ada, source("b"));
    }
    const request = { ...HOLDER, now: NOON + MINUTE, limit: 4 };
    const claims = (await Promise.all([one, two, three].map((store) => store.checks.claim(request)))).flat();
    const ours = claims.filter(({ host }) => host.startsWith("fleet"));
    expect(new Set(ours.map(({ host }) => host)).size).toBe(ours.length);
    expect(ours.length).toBe(6);
  });

  test("a change that comes while the one before it is marked as seen stays news", async () => {
    const store = await open();
    const ada = await addPerson(store);
    const lamp = await followSomething(store, ada);
    const change = async (minute: number) => {
      const now = NOON + minute * MINUTE;
      const claim = await claimNow(store, lamp.page, now);
      expect(await store.checks.record(claim, aChange(lamp, unique("text"), now).check)).toBe(true);
    };
    await change(1);
    const { id } = lamp.view.follow;
    const marks = new Client({ connectionString: database!.url });
    await marks.connect();
    onTestFinished(() => marks.end());
    await marks.query("BEGIN");
    await marks.query(
      `UPDATE follows SET seen_observation_id = (SELECT latest_observation_id FROM blocks b WHERE b.id = block_id) WHERE id = $1`,
      [id],
    );
    let isOver = false;
    const changing = change(2).finally(() => (isOver = true));
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect
      .poll(async () => isOver || (await marks.query(waiting)).rowCount === 1, { timeout: 30_000 })
      .toBe(true);
    await marks.query("COMMIT");
    await changing;
    expect(await store.changes.countUnseen(ada.id, 10)).toBe(1);
  });

  test("hear each other's events", async () => {
    const [one, two] = [await open(), await open()];
    const ada = await addPerson(one);
    const heard: LiveEvent[] = [];
    const stop = two.listen((event) => event.personId === ada.id && heard.push(event));
    const sheet = aSheet(ada);
    await one.sheets.add(sheet);
    await expect
      .poll(() => heard, { timeout: 30_000 })
      .toEqual([{ kind: "sheet-changed", personId: ada.id, sheetId: sheet.id, at: sheet.createdAt }]);
    stop();
  });

  test("only one becomes the owner, and settings are changed one after the other", async () => {
    const empty = await server!.createDatabase();
    const [one, two] = [
      await openPostgres({ url: empty.url, now: NOON }),
      await openPostgres({ url: empty.url, now: NOON }),
    ];
    const person = { ...(await addPerson(await open())), name: unique("owner") };
    const other = { ...(await addPerson(await open())), name: unique("owner") };
    const added = await Promise.all([one.people.addFirst(person, "hash"), two.people.addFirst(other, "hash")]);
    expect(added.sort()).toEqual([false, true]);
    await Promise.all([one.settings.change({ undoMs: 1 }), two.settings.change({ instanceName: "Ours" })]);
    expect(await one.settings.read()).toMatchObject({ undoMs: 1, instanceName: "Ours" });
    await Promise.all([one.close(), two.close()]);
    await empty.drop();
  });

  test("text that PostgreSQL cannot hold is made harmless instead of failing the check for ever", async () => {
    const store = await open();
    const ada = await addPerson(store, { displayName: "A\0da" });
    expect((await store.people.find(ada.id))?.displayName).toBe("A\ufffdda");
  });

  test("a server that is not there is said to be, with a code", async () => {
    await expect(openPostgres({ url: "postgres://nobody@127.0.0.1:1/none", now: NOON })).rejects.toMatchObject({
      code: "unavailable",
      retry: "soon",
    });
    await expect(openPostgres({ url: "mysql://localhost/", now: NOON })).rejects.toMatchObject({ code: "cannot-open" });
  });

  test("says what is wrong with the address: the user, the database, the version, a newer schema", async () => {
    const other = (change: (url: URL) => void): string => {
      const url = new URL(database!.url);
      change(url);
      return url.href;
    };
    const opened = (url: string) => openPostgres({ url, now: NOON });
    const nobody = other((url) => {
      url.username = "nobody-knows-me";
    });
    await expect(opened(nobody)).rejects.toMatchObject({
      code: "cannot-open",
      message: expect.stringContaining("user or password"),
    });
    const nowhere = other((url) => {
      url.pathname = "/there-is-none";
    });
    await expect(opened(nowhere)).rejects.toMatchObject({
      code: "cannot-open",
      message: expect.stringContaining("no such database"),
    });
    expect(() => checkVersion(14)).toThrow(/PostgreSQL 14 is too old: 15 or newer/);
    checkVersion(15);
    const newer = await server!.createDatabase();
    const store = await opened(newer.url);
    const { schemaVersion } = await store.upkeep.pulse();
    await store.close();
    await newer.execute(`INSERT INTO schema_history VALUES (${schemaVersion + 1}, 'of-tomorrow', 0)`);
    await expect(opened(newer.url)).rejects.toMatchObject({ code: "too-new" });
    await newer.drop();
  });

  test("the time by which processes agree is the server's", async () => {
    const { now, schemaVersion } = await (await open()).upkeep.pulse();
    expect(Math.abs(now - Date.now())).toBeLessThan(MINUTE);
    expect(schemaVersion).toBe((await (await open()).upkeep.facts()).schemaVersion);
  });
});
