/** `bench fleet`: what a fleet of real worker processes on one PostgreSQL gets done, by the number of workers. */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { findBinaries, TestCluster } from "@tessera/store/test-cluster";
import { Client } from "pg";
import { UsageError } from "../usage-error.ts";
import { fillDatabase } from "./fill-database.ts";

interface Run {
  readonly url: string;
  readonly client: Client;
  readonly workers: number;
  readonly checks: number;
  /** Over how long the checks become due; 0 for all at once. */
  readonly seconds: number;
}

const LONGEST_MS = 10 * 60_000;
const PROGRAMS = { server: "start.ts", worker: "start-worker.ts" } as const;

/**
 * `--workers 1,2 --checks 2000 --kind changed`: checks a second for each number of workers, all due at once.
 * `--workers 2 --checks 30000 --pages 100000 --seconds 30 --kind unchanged`: lag where they become due evenly.
 */
export async function run(args: string[]): Promise<void> {
  const options = {
    workers: { type: "string", default: "1,2" },
    checks: { type: "string", default: "2000" },
    pages: { type: "string" },
    seconds: { type: "string", default: "0" },
    kind: { type: "string", default: "changed" },
  } as const;
  const { values } = parseArgs({ args, options });
  const kind = values.kind === "changed" || values.kind === "unchanged" ? values.kind : null;
  const binaries = findBinaries();
  if (!kind) throw new UsageError("--kind is changed or unchanged");
  if (!binaries) throw new UsageError("no PostgreSQL was found on this machine");
  const checks = Number(values.checks);
  const folder = mkdtempSync(join(tmpdir(), "tessera-fleet-"));
  const cluster = new TestCluster(binaries, folder, { isDurable: true });
  const site = await startSite();
  const url = await cluster.start();
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await fillDatabase({ url, client, port: site.port, pages: Number(values.pages ?? checks), kind });
    for (const workers of values.workers.split(",").map(Number)) {
      report(workers, await measure({ url, client, workers, checks, seconds: Number(values.seconds) }));
    }
  } finally {
    await client.end();
    site.stop();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Measured {
  readonly checksASecond: number;
  readonly lag50Ms: number;
  readonly lag95Ms: number;
}

function report(workers: number, { checksASecond, lag50Ms, lag95Ms }: Measured): void {
  const lag = `lag p50 ${Math.round(lag50Ms)} ms, p95 ${Math.round(lag95Ms)} ms`;
  console.log(`${workers} workers: ${checksASecond.toFixed(1)} checks/s, ${lag}`);
}

async function measure({ url, client, workers, checks, seconds }: Run): Promise<Measured> {
  const processes = [await start("server", url)];
  for (let worker = 0; worker < workers; worker++) processes.push(await start("worker", url));
  try {
    const begun = Date.now();
    await client.query("DROP TABLE IF EXISTS bench_due");
    await client.query(
      `CREATE TABLE bench_due AS SELECT id, ${begun} + (row_number() OVER () * ${seconds * 1_000}::bigint / ${checks}) AS due_at
       FROM (SELECT id FROM pages ORDER BY random() LIMIT ${checks}) AS chosen`,
    );
    await client.query("UPDATE pages SET due_at = bench_due.due_at FROM bench_due WHERE pages.id = bench_due.id");
    const done = `FROM pages JOIN bench_due USING (id) WHERE last_checked_at >= ${begun}`;
    for (const deadline = begun + LONGEST_MS; Date.now() < deadline; await sleep(500)) {
      const { rows } = await client.query(`SELECT count(*)::int AS count ${done}`);
      if (rows[0].count >= checks) break;
    }
    const { rows } = await client.query(
      `SELECT count(*)::int AS count, max(last_checked_at)::float8 AS last,
         percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY last_checked_at - bench_due.due_at) AS lag ${done}`,
    );
    const [{ count, last, lag }] = rows;
    return { checksASecond: (count / (last - begun)) * 1_000, lag50Ms: lag[0], lag95Ms: lag[1] };
  } finally {
    await Promise.all(processes.map(end));
  }
}

async function start(program: keyof typeof PROGRAMS, url: string): Promise<ChildProcess> {
  const file = fileURLToPath(new URL(`../../../packages/server/src/${PROGRAMS[program]}`, import.meta.url));
  const child = spawn(process.execPath, [file], {
    env: {
      PATH: process.env.PATH,
      TESSERA_DATABASE: url,
      TESSERA_PORT: "0",
      TESSERA_POOL: "plain",
      TESSERA_CONCURRENCY: "200",
      TESSERA_LOG_LEVEL: "error",
      TESSERA_PRIVATE_HOSTS: "127.0.0.0/8",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(createInterface({ input: child.stdout }), "line");
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
}

async function startSite(): Promise<{ readonly port: number; stop(): void }> {
  const child = fork(fileURLToPath(new URL("./site.ts", import.meta.url)));
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return { port, stop: () => child.kill() };
}
