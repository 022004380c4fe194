import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPostgres } from "@tessera/store";
import { type TestDatabase, testServer } from "@tessera/store/test-server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EXIT } from "../command/verb.ts";
import { type Ran, tesseraWith } from "../tessera.fixture.ts";

const server = await testServer();

describe.skipIf(!server)("on a PostgreSQL", () => {
  let root: string;
  let database: TestDatabase;
  const run = (environment: Record<string, string>, ...args: string[]): Promise<Ran> =>
    tesseraWith({ environment: { TESSERA_BROWSER: "off", TESSERA_DATA: join(root, "data"), ...environment } }, ...args);
  const fleet = () => ({ TESSERA_DATABASE: database.url });

  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), "tessera-cli-fleet-"));
    database = await server!.createDatabase();
    expect((await run({}, "user", "add", "ada")).exitCode).toBe(EXIT.ok);
  });
  afterEach(async () => {
    await database.drop();
    rmSync(root, { recursive: true, force: true });
  });

  test("an instance is moved there, examined, backed up and moved back", async () => {
    expect((await run({}, "migrate")).exitCode).toBe(EXIT.usage);
    const moved = await run({}, "migrate", "--to", database.url);
    expect([moved.exitCode, moved.error]).toEqual([EXIT.ok, ""]);
    expect(moved.out).toMatch(/records moved and verified/);
    expect((await run({}, "migrate", "--to", database.url)).exitCode).toBe(EXIT.unavailable);
    expect((await run(fleet(), "user", "list", "--json")).json()).toMatchObject([{ name: "ada", role: "owner" }]);
    expect((await run(fleet(), "doctor")).exitCode).toBe(EXIT.ok);
    const copy = join(root, "copy", "tessera.sqlite");
    expect((await run(fleet(), "backup", copy)).exitCode).toBe(EXIT.ok);
    expect((await run({ TESSERA_DATA: join(root, "copy") }, "user", "list", "--json")).json()).toHaveLength(1);
    const back = await run({}, "migrate", "--from", database.url, "--to", join(root, "back"), "--json");
    expect(back.exitCode).toBe(EXIT.ok);
    expect(back.json()).toMatchObject([{ rows: { people: 1 } }]);
  });

  test("a worker works until it is asked to end, and the queue says what waits", async () => {
    expect((await run({}, "work")).exitCode).toBe(EXIT.usage);
    const end = new AbortController();
    const lines: string[] = [];
    const worker = tesseraWith(
      {
        environment: { TESSERA_BROWSER: "off", ...fleet() },
        interrupted: end.signal,
        out: (line) => {
          lines.push(line);
          end.abort();
        },
      },
      "work",
      "--pool",
      "plain",
    );
    expect((await worker).exitCode).toBe(EXIT.ok);
    expect(lines).toEqual(["Tessera works (plain)"]);
    const queue = await run(fleet(), "queue", "--json");
    expect(queue.json()).toMatchObject([
      { pools: { plain: { waiting: 0 }, browser: { waiting: 0 } }, deadLetters: [] },
    ]);
    expect((await run(fleet(), "queue", "retry", "00000000-0000-4000-8000-000000000000")).exitCode).toBe(EXIT.input);
    expect((await run({}, "queue")).exitCode).toBe(EXIT.usage);
    const store = await openPostgres({ url: database.url, now: Date.now() });
    expect(await store.queue.depth()).toBe(0);
    await store.close();
  });
});
