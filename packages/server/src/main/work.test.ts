import { openPostgres } from "@tessera/store";
import { type TestDatabase, testServer } from "@tessera/store/test-server";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "../config/read-config.ts";
import { work } from "./work.ts";

const server = await testServer();

test("a worker without a database is a mistake in the configuration", async () => {
  await expect(work({ config: await readConfig({}), logger: pino({ level: "silent" }) })).rejects.toThrow(
    /TESSERA_DATABASE/,
  );
});

describe.skipIf(!server)("a worker", () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await server!.createDatabase();
  });
  afterEach(() => database.drop());

  const start = async (settings: Record<string, string>) =>
    work({
      config: await readConfig({ TESSERA_DATABASE: database.url, TESSERA_BROWSER: "off", ...settings }),
      logger: pino({ level: "silent" }),
      renewMs: 50,
    });

  test("can be watched, and ends when it is asked to", async () => {
    const worker = await start({ TESSERA_POOL: "plain", TESSERA_METRICS_PORT: "0" });
    expect(worker.pools).toEqual(["plain"]);
    const metrics = await (await fetch(`${worker.watchUrl}/metrics`)).text();
    expect(metrics).toContain('tessera_worker_checks{pool="plain"} 0');
    await worker.stop();
    await worker.stop();
    expect(await worker.ended).toBe("asked");
  });

  test("ends by itself when a newer program has changed the schema, and is not started again", async () => {
    const worker = await start({ TESSERA_POOL: "all" });
    expect(worker).toMatchObject({ pools: ["plain", "browser"], watchUrl: null });
    const store = await openPostgres({ url: database.url, now: Date.now() });
    const { schemaVersion } = await store.upkeep.pulse();
    await store.close();
    await database.execute(`INSERT INTO schema_history VALUES (${schemaVersion + 1}, 'of-tomorrow', 0)`);
    expect(await worker.ended).toBe("outdated");
    await expect(start({})).rejects.toMatchObject({ code: "too-new" });
  });
});
