import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSqlite, packBody } from "@tessera/store";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answered, type ApiClient, apiClient, logIn } from "./api-client.fixture.ts";
import { type ServerPlace, type ServerProcess, START, startServerProcess } from "./server-process.fixture.ts";

const PASSWORD = "correct horse battery";
const NOBODY = 65_534;
const LONG_AGO = 0;

let root = "";
const started: ServerProcess[] = [];
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "tessera-disk-"));
  // another user comes through here
  chmodSync(root, 0o755);
});
afterAll(async () => {
  // where a test failed, its server is still there
  await Promise.all(started.map((server) => server.kill()));
  rmSync(root, { recursive: true, force: true });
});

interface Running {
  readonly server: ServerProcess;
  readonly client: ApiClient;
  /** Sheets that were acknowledged. */
  readonly sheets: string[];
}

function place(name: string, settings: ServerPlace["settings"] = {}): ServerPlace {
  return { folder: join(root, name), privateHosts: [], password: PASSWORD, settings };
}

async function run(where: ServerPlace): Promise<Running> {
  const server = startServerProcess(where);
  started.push(server);
  const url = await server.url;
  if (url === null) throw new Error(`the server did not start: ${server.errors()}`);
  return { server, client: apiClient(url, await logIn(url, PASSWORD)), sheets: [] };
}

async function addSheet({ client, sheets }: Running): Promise<Answered> {
  const answer = await client.ask("POST", "/api/v1/sheets", { title: "one more" });
  if (!answer) throw new Error("the server died");
  if (answer.status === 201) sheets.push((answer.json as { id: string }).id);
  return answer;
}

/** A little may still fit in between what is there. */
async function untilRefused(running: Running): Promise<Answered> {
  for (;;) {
    const answer = await addSheet(running);
    if (answer.status !== 201) return answer;
  }
}

async function statusOf({ client }: Running, path: string): Promise<number | undefined> {
  return (await client.ask("GET", path))?.status;
}

/** Those who ask whether it is ready within two seconds share one answer. */
async function untilReady(running: Running, isReady: boolean): Promise<void> {
  const answered = async () => (await statusOf(running, "/readyz")) === 200;
  await expect.poll(answered, { interval: 100, timeout: 120_000 }).toBe(isReady);
}

/** The server refuses to write with this code, says that it is not ready, and still shows what it has. */
async function expectReadingOnly(running: Running, code: "store-full" | "store-unwritable"): Promise<void> {
  const refused = await untilRefused(running);
  await untilReady(running, false);
  expect(refused.json).toMatchObject({ type: `urn:tessera:problem:${code}`, code, status: refused.status });
  expect(refused.status).toBe(code === "store-full" ? 507 : 503);
  const reads = ["/healthz", "/api/v1/me", "/api/v1/follows", `/api/v1/sheets/${running.sheets[0]}`];
  expect(await Promise.all(reads.map((path) => statusOf(running, path)))).toEqual([200, 200, 200, 200]);
}

async function expectWorkingAgain(running: Running): Promise<void> {
  await untilReady(running, true);
  expect((await addSheet(running)).status).toBe(201);
}

/** Ends the server and finds all that it acknowledged, and nothing else. */
async function expectSound({ folder }: ServerPlace, { server, client, sheets }: Running): Promise<void> {
  await client.close();
  expect(await server.stop()).toBe(0);
  const store = await openSqlite({ directory: join(folder, "data"), now: Date.now() });
  const [owner] = (await store.people.list({ limit: 1 })).items;
  expect((await store.upkeep.examine({ now: Date.now(), repair: false })).findings).toEqual([]);
  expect((await store.sheets.list(owner!.id)).map(({ id }) => id).sort()).toEqual([...sheets].sort());
  await store.close();
}

/** Writes what nobody needs into the store until not even a little more fits in; returns the way to take it out. */
async function fillStore({ folder }: ServerPlace, maxPages: number): Promise<() => Promise<void>> {
  const directory = join(folder, "data");
  const store = await openSqlite({ directory, now: Date.now(), maxPages });
  for (let bytes = 512 * 1024; bytes >= 2; bytes /= 8) {
    for (let isFull = false; !isFull; ) {
      isFull = await store.bodies.put(packBody(randomBytes(bytes)), LONG_AGO).then(
        () => false,
        (failure: unknown) => (failure as { code: string }).code === "full",
      );
    }
  }
  await store.close();
  return async () => {
    const roomy = await openSqlite({ directory, now: Date.now() });
    while ((await roomy.upkeep.sweep(Date.now())).isPartial);
    await roomy.close();
  };
}

test("a store at its limit is only read, says so, and is written again when there is room", async () => {
  const where = place("limited", { TESSERA_MOST_STORE_MEBIBYTES: "16" });
  const running = await run(where);
  await addSheet(running);
  const makeRoom = await fillStore(where, 16 * 256);
  await expectReadingOnly(running, "store-full");
  await makeRoom();
  await expectWorkingAgain(running);
  await expectSound(where, running);
}, 300_000);

function mountSmallDisk(at: string): boolean {
  mkdirSync(at, { recursive: true });
  return spawnSync("mount", ["-t", "tmpfs", "-o", "size=16m", "tmpfs", at]).status === 0;
}

test("a disk that is really full is only read, and written again when there is room", async (context) => {
  const where = place("small-disk");
  const data = join(where.folder, "data");
  if (!mountSmallDisk(data)) return context.skip("this machine does not let the test mount a disk");
  try {
    const running = await run(where);
    await addSheet(running);
    const filler = join(data, "filler");
    expect(() => writeFileSync(filler, randomBytes(32 * 1024 * 1024))).toThrowError(/ENOSPC/);
    await expectReadingOnly(running, "store-full");
    rmSync(filler);
    await expectWorkingAgain(running);
    await expectSound(where, running);
  } finally {
    execFileSync("umount", ["-l", data]);
  }
}, 300_000);

/** From now on the kernel refuses what the process writes to files, or no longer does. */
function refuseWrites(pid: number, isRefused: boolean): boolean {
  const limit = isRefused ? "0:unlimited" : "unlimited:unlimited";
  return spawnSync("prlimit", ["--pid", String(pid), `--fsize=${limit}`]).status === 0;
}

test("a disk that refuses writes while the server runs is only read until it takes them again", async (context) => {
  const where = place("refusing");
  const running = await run(where);
  await addSheet(running);
  const isRefusing = refuseWrites(running.server.pid, true);
  if (isRefusing) {
    await expectReadingOnly(running, "store-unwritable");
    refuseWrites(running.server.pid, false);
    await expectWorkingAgain(running);
  }
  await expectSound(where, running);
  if (!isRefusing) context.skip("this machine has no prlimit");
}, 300_000);

/** Permissions do not hold root back: the server is then started as nobody, where nobody can read the program. */
function userWithoutRights(): number | null | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const probe = `require("node:fs").accessSync(${JSON.stringify(START)})`;
  return spawnSync(process.execPath, ["-e", probe], { uid: NOBODY }).status === 0 ? NOBODY : null;
}

test("on a directory that may not be written the server does not start, says why, and harms nothing", async (context) => {
  const uid = userWithoutRights();
  if (uid === null) return context.skip("only root can read the program here, and root may write everywhere");
  const where = place("read-only");
  const running = await run(where);
  await addSheet(running);
  await expectSound(where, running);
  const data = join(where.folder, "data");
  const files = readdirSync(data, { withFileTypes: true }).filter((entry) => entry.isFile());
  const allow = (fileMode: number, folderMode: number): void => {
    for (const { name } of files) chmodSync(join(data, name), fileMode);
    chmodSync(data, folderMode);
    chmodSync(where.folder, 0o755);
  };
  allow(0o444, 0o555);
  const refused = startServerProcess({ ...where, ...(uid === undefined ? {} : { uid }) });
  expect(await refused.url).toBeNull();
  expect(await refused.stop()).toBe(1);
  expect(refused.errors()).toMatch(/read-only|cannot be opened|cannot be used/);
  expect(refused.errors()).not.toMatch(/^ {4}at /m);
  allow(0o600, 0o700);
  const again = { ...(await run(where)), sheets: running.sheets };
  await expectWorkingAgain(again);
  await expectSound(where, again);
}, 300_000);
