import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LiveEvent } from "@tessera/model";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aChange } from "../conformance/checks.ts";
import { addPerson, aPerson, aSheet, followSomething, NOON } from "../conformance/samples.ts";
import { packBody } from "../contract/body.ts";
import type { Store } from "../contract/store.ts";
import { STORE_FILE } from "./open-file.ts";
import { openSqlite } from "./open-sqlite.ts";

let root = "";
let store: Store;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "tessera-thread-"));
  store = await openSqlite({ directory: join(root, "data"), now: NOON, writesInThread: true });
});
afterAll(async () => {
  await store.close();
  rmSync(root, { recursive: true, force: true });
});

test("whoever reads waits for no transaction under way, and sees it whole once it is acknowledged", async () => {
  const [one, other] = [packBody("one"), packBody("other")];
  await store.atOnce(async (records) => {
    await records.bodies.put(one, NOON);
    expect(await records.bodies.readText(one.hash)).toBe("one");
    expect(await store.bodies.readText(one.hash)).toBeNull();
    await records.bodies.put(other, NOON);
  });
  expect([await store.bodies.readText(one.hash), await store.bodies.readText(other.hash)]).toEqual(["one", "other"]);
});

test("transactions and single writes take turns, and one that fails leaves nothing and holds nobody up", async () => {
  const bodies = Array.from({ length: 20 }, (_, at) => packBody(`body ${at}`));
  const written = await Promise.allSettled(
    bodies.map((body, at) =>
      at % 2 === 0
        ? store.bodies.put(body, NOON)
        : store.atOnce(async (records) => {
            await records.bodies.put(body, NOON);
            if (at % 3 === 0) throw new RangeError("changed my mind");
          }),
    ),
  );
  for (const [at, body] of bodies.entries()) {
    const isFailed = at % 2 === 1 && at % 3 === 0;
    expect(written[at]?.status).toBe(isFailed ? "rejected" : "fulfilled");
    expect(await store.bodies.readText(body.hash)).toBe(isFailed ? null : `body ${at}`);
  }
});

test("a mistake is told by SQLite's own code, in the thread as here", async () => {
  const sheet = aSheet(aPerson());
  await expect(store.sheets.add(sheet)).rejects.toMatchObject({ code: "SQLITE_CONSTRAINT_FOREIGNKEY" });
});

test("checks that end together are written together, and one that cannot be written fails alone", async () => {
  const ada = await addPerson(store);
  const followed = [await followSomething(store, ada), await followSomething(store, ada)];
  const claims = await Promise.all(
    followed.map(({ page }) => store.checks.claimPage(page.id, { now: NOON, leaseMs: 60_000, holder: "test" })),
  );
  const [good, bad] = followed.map((each, at) => ({ claim: claims[at]!, ...aChange(each, `text ${at}`, NOON) }));
  const heard: LiveEvent[] = [];
  const stop = store.listen((event) => heard.push(event));
  const { id: followId, personId } = followed[0]!.view.follow;
  const told = { observationId: good!.record.id, verdict: "found", at: NOON } as const;
  const recorded = await Promise.allSettled([
    store.checks.record(good!.claim, { ...good!.check, events: [{ kind: "observed", personId, followId, ...told }] }),
    // without the body that its capture names
    store.checks.record(bad!.claim, { ...bad!.check, bodies: [] }),
  ]);
  stop();
  expect(recorded[0]).toEqual({ status: "fulfilled", value: true });
  expect(recorded[1]).toMatchObject({ status: "rejected", reason: { code: "SQLITE_CONSTRAINT_FOREIGNKEY" } });
  expect(heard).toHaveLength(1);
  const latest = await Promise.all(followed.map(({ view }) => store.follows.find(ada.id, view.follow.id)));
  expect(latest.map((view) => view?.latest?.excerpt === "text 0")).toEqual([true, false]);
});

test("a backup of a store in use is whole", async () => {
  const writes = Array.from({ length: 50 }, (_, at) => store.bodies.put(packBody(`more ${at}`), NOON));
  await Promise.all([store.upkeep.backUp(join(root, "copy", STORE_FILE)), ...writes]);
  const copy = await openSqlite({ directory: join(root, "copy"), now: NOON });
  expect((await copy.upkeep.examine({ now: 0, repair: false })).findings).toEqual([]);
  await copy.close();
});

test("to close is to wait for what has begun; what comes after is refused", async () => {
  const directory = join(root, "closed");
  const closed = await openSqlite({ directory, now: NOON, writesInThread: true });
  const [first, last] = [packBody("first words"), packBody("last words")];
  let closing: Promise<void> | null = null;
  await closed.atOnce(async (records) => {
    await records.bodies.put(first, NOON);
    closing = closed.close();
    await records.bodies.put(last, NOON);
  });
  await closing;
  await expect(closed.bodies.put(first, NOON)).rejects.toThrow();
  const again = await openSqlite({ directory, now: NOON });
  expect(await again.bodies.readText(last.hash)).toBe("last words");
  await again.close();
});
