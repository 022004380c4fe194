/** One run of a fleet: so many checks become due, and the database says when they were done. */
import { availableParallelism, loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { familySeconds } from "../processor-time.ts";
import { type FleetProcess, type Site, startProgram } from "./processes.ts";

export interface FleetRun {
  readonly url: string;
  readonly client: Client;
  readonly site: Site;
  readonly postgres: number;
  readonly workers: number;
  readonly checks: number;
  /** Over how long the checks become due; 0 for all at once. */
  readonly seconds: number;
  /** Every worker has a core of its own and no other, as if it was a machine. */
  readonly isPinned: boolean;
  /** Pages that a worker checks at once. */
  readonly concurrency: number;
}

export interface Measured {
  readonly checksASecond: number;
  readonly lag50Ms: number;
  readonly lag95Ms: number;
  /** Milliseconds of processor time a check, by who took it. */
  readonly processorMs: Readonly<Record<"workers" | "server" | "postgres" | "site", number>>;
  readonly loadAverage: number;
}

const LONGEST_MS = 10 * 60_000;
/** Writing when so many pages are due takes a while, which must not count as lag. */
const LEAD_MS = 8_000;
/** A worker is ready before its threads have loaded what they run. */
const WARM_UP_MS = 3_000;

export async function measure(run: FleetRun): Promise<Measured> {
  const { url, isPinned, concurrency } = run;
  const program = { url, concurrency, sitePort: run.site.port };
  const server = await startProgram("server", { ...program, core: null });
  const workers: FleetProcess[] = [];
  for (let worker = 0; worker < run.workers; worker++) {
    const core = isPinned ? worker % availableParallelism() : null;
    workers.push(await startProgram("worker", { ...program, core }));
  }
  const seconds = () => ({
    workers: workers.reduce((sum, worker) => sum + worker.processorSeconds(), 0),
    server: server.processorSeconds(),
    postgres: familySeconds(run.postgres),
    site: run.site.processorSeconds(),
  });
  try {
    await sleep(WARM_UP_MS);
    await chooseDue(run);
    const before = seconds();
    const { visits } = await run.site.log();
    const begun = Date.now() + (run.seconds > 0 ? LEAD_MS : 0);
    await makeDue(run, begun);
    const times = await waitUntilDone(run, begun, visits);
    const after = seconds();
    const per = (who: keyof typeof before) => ((after[who] - before[who]) * 1_000) / run.checks;
    return {
      ...times,
      processorMs: { workers: per("workers"), server: per("server"), postgres: per("postgres"), site: per("site") },
      loadAverage: loadavg()[0] ?? 0,
    };
  } finally {
    await Promise.all([server, ...workers].map((each) => each.end()));
  }
}

async function chooseDue({ client, checks, seconds }: FleetRun): Promise<void> {
  await client.query("DROP TABLE IF EXISTS bench_due");
  await client.query(
    `CREATE TABLE bench_due AS SELECT id, row_number() OVER () * ${seconds * 1_000}::bigint / ${checks} AS after_ms
     FROM (SELECT id FROM pages ORDER BY random() LIMIT ${checks}) AS chosen`,
  );
  await client.query("ALTER TABLE bench_due ADD PRIMARY KEY (id)");
}

async function makeDue({ client }: FleetRun, begun: number): Promise<void> {
  await client.query(
    `UPDATE pages SET due_at = ${begun} + after_ms, last_checked_at = NULL FROM bench_due WHERE pages.id = bench_due.id`,
  );
}

/** Asks the site, which costs nothing, until all have been there, and only then the database. */
async function waitUntilDone({ client, checks, site }: FleetRun, begun: number, visitsBefore: number) {
  const done = `FROM bench_due JOIN pages USING (id) WHERE last_checked_at >= ${begun}`;
  for (const deadline = begun + LONGEST_MS; Date.now() < deadline; await sleep(500)) {
    if ((await site.log()).visits - visitsBefore < checks) continue;
    const { rows } = await client.query(`SELECT count(*)::int AS count ${done}`);
    if (rows[0].count >= checks) break;
  }
  const { rows } = await client.query(
    `SELECT count(*)::int AS count, max(last_checked_at)::float8 AS last,
       percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY last_checked_at - ${begun} - after_ms) AS lag ${done}`,
  );
  const [{ count, last, lag }] = rows;
  return { checksASecond: (count / (last - begun)) * 1_000, lag50Ms: lag[0], lag95Ms: lag[1] };
}
