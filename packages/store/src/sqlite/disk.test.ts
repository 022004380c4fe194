import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addPerson, followSomething, NOON } from "../conformance/samples.ts";
import { packBody } from "../contract/body.ts";
import type { Store } from "../contract/store.ts";
import { lockInstance } from "./instance-lock.ts";
import { STORE_FILE } from "./open-file.ts";
import { openSqlite } from "./open-sqlite.ts";

let root = "";
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "tessera-disk-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const bigBody = () => packBody(randomBytes(256 * 1024));

/** Writes until the disk refuses, and returns why. */
async function fill(store: Store): Promise<unknown> {
  for (let count = 0; count < 10_000; count++) {
    try {
      await store.bodies.put(bigBody(), NOON);
    } catch (failure) {
      return failure;
    }
  }
  return null;
}

async function expectSound(store: Store): Promise<void> {
  expect((await store.upkeep.examine({ now: 0, repair: false })).findings).toEqual([]);
}

const PLACES = [
  { place: "in place", writesInThread: false },
  { place: "in a thread", writesInThread: true },
];

test.each(PLACES)(
  "a full store that writes $place says so, loses nothing, and goes on when there is room",
  async (mode) => {
    const directory = join(root, `limited ${mode.place}`);
    const store = await openSqlite({ directory, now: NOON, maxPages: 2_000, ...mode });
    const ada = await addPerson(store);
    const { view } = await followSomething(store, ada);
    expect(await fill(store)).toMatchObject({ name: "StoreFailure", code: "full", retry: "later" });
    expect(await store.follows.find(ada.id, view.follow.id)).toEqual(view);
    await expect(store.bodies.put(bigBody(), NOON)).rejects.toMatchObject({ code: "full" });
    await expect(store.atOnce((records) => records.bodies.put(bigBody(), NOON))).rejects.toMatchObject({
      code: "full",
    });
    await expectSound(store);
    await store.close();
    const roomy = await openSqlite({ directory, now: NOON });
    await expectSound(roomy);
    await roomy.bodies.put(bigBody(), NOON);
    expect(await roomy.follows.find(ada.id, view.follow.id)).toEqual(view);
    await roomy.close();
  },
);

/** A small disk of its own, where this machine lets us have one. */
function mountSmallDisk(): string | null {
  const place = join(root, "small-disk");
  mkdirSync(place);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=8m", "tmpfs", place], { stdio: "ignore" });
    return place;
  } catch {
    return null;
  }
}

test("a disk that is really full, then read-only, gives clear failures and no damage", async (context) => {
  const disk = mountSmallDisk();
  if (!disk) return context.skip("this machine does not let the test mount a disk");
  try {
    const store = await openSqlite({ directory: disk, now: NOON });
    const ada = await addPerson(store);
    const { view } = await followSomething(store, ada);
    expect(await fill(store)).toMatchObject({ name: "StoreFailure", code: "full" });
    await expect(store.upkeep.backUp(join(disk, "backups", "copy.sqlite"))).rejects.toMatchObject({ code: "full" });
    expect(existsSync(join(disk, "backups", "copy.sqlite.part"))).toBe(false);
    expect(await store.follows.find(ada.id, view.follow.id)).toEqual(view);
    await expectSound(store);
    await store.close();
    execFileSync("mount", ["-o", "remount,ro", disk]);
    await expect(openSqlite({ directory: disk, now: NOON })).rejects.toMatchObject({ name: "StoreFailure" });
    execFileSync("mount", ["-o", "remount,rw", disk]);
    const again = await openSqlite({ directory: disk, now: NOON });
    expect(await again.follows.find(ada.id, view.follow.id)).toEqual(view);
    await again.close();
  } finally {
    execFileSync("umount", ["-l", disk]);
  }
});

test("a directory that cannot be written or made is named in the failure", async (context) => {
  writeFileSync(join(root, "file"), "");
  const opening = openSqlite({ directory: join(root, "file", "store"), now: NOON });
  await expect(opening).rejects.toMatchObject({ code: "cannot-open" });
  await expect(opening).rejects.toThrow(`the directory ${join(root, "file", "store")} cannot be used: ENOTDIR`);
  const taken = join(root, "taken");
  mkdirSync(join(taken, "serve.lock"), { recursive: true });
  expect(() => lockInstance(taken)).toThrow(`the directory ${taken} cannot be used: check that it is writable`);
  if (process.getuid?.() === 0) return context.skip("root may write everywhere");
  const directory = join(root, "read-only");
  mkdirSync(directory);
  chmodSync(directory, 0o555);
  await expect(openSqlite({ directory, now: NOON })).rejects.toMatchObject({ name: "StoreFailure" });
});

test("a file that is no store is refused and left alone", async () => {
  const directory = join(root, "foreign");
  mkdirSync(directory);
  writeFileSync(join(directory, STORE_FILE), "not a database at all, but long enough to look at".repeat(100));
  await expect(openSqlite({ directory, now: NOON })).rejects.toMatchObject({ code: "damaged" });
});

test("a store of a newer program is refused", async () => {
  const directory = join(root, "newer");
  const store = await openSqlite({ directory, now: NOON });
  await store.close();
  const { default: Sqlite } = await import("better-sqlite3");
  const raw = new Sqlite(join(directory, STORE_FILE));
  raw.exec("INSERT INTO schema_history VALUES (99, 'future', 0)");
  raw.close();
  await expect(openSqlite({ directory, now: NOON })).rejects.toMatchObject({ code: "too-new" });
});

test("one process at a time runs the schedule, and a backup is a whole store", async () => {
  const directory = join(root, "locked");
  const store = await openSqlite({ directory, now: NOON });
  const unlock = lockInstance(directory);
  expect(() => lockInstance(directory)).toThrowError(expect.objectContaining({ code: "busy" }));
  unlock();
  lockInstance(directory)();
  const ada = await addPerson(store);
  const { view } = await followSomething(store, ada);
  await store.upkeep.backUp(join(root, "copy", STORE_FILE));
  await store.close();
  const copy = await openSqlite({ directory: join(root, "copy"), now: NOON });
  expect(await copy.follows.find(ada.id, view.follow.id)).toEqual(view);
  await expectSound(copy);
  await copy.close();
});

test("a backup by one process comes to its end while another writes all the time", async () => {
  const directory = join(root, "written");
  const [server, command] = [await openSqlite({ directory, now: NOON }), await openSqlite({ directory, now: NOON })];
  for (let count = 0; count < 40; count++) await server.bodies.put(bigBody(), NOON);
  let isOver = false;
  const writing = (async () => {
    // between any two steps of the copy, as a busy server would
    for (; !isOver; await new Promise<void>((resolve) => setImmediate(resolve))) await addPerson(server);
  })();
  await command.upkeep.backUp(join(root, "copy-of-written", STORE_FILE));
  isOver = true;
  await writing;
  await Promise.all([server.close(), command.close()]);
  const copy = await openSqlite({ directory: join(root, "copy-of-written"), now: NOON });
  await expectSound(copy);
  await copy.close();
});
