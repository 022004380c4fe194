/** `bench fleet`: what a fleet of real worker processes on one PostgreSQL gets done, by the number of workers. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findBinaries, TestCluster } from "@tessera/store/test-cluster";
import { Client } from "pg";
import { UsageError } from "../usage-error.ts";
import { fillDatabase } from "./fill-database.ts";
import { type Measured, measure } from "./measure.ts";
import { startSite } from "./processes.ts";
import type { SiteLog } from "./site.ts";

/** The bars: what a machine of two cores must do. */
const BARS = { checksASecond: 1_000, lagSeconds: 5, secondWorker: 1.7 } as const;

/** Checks that wait for the network need many places, those that wait for a thread few. */
const CONCURRENCY = { unchanged: 400, changed: 32 } as const;

/**
 * `--workers 1,2 --checks 2000 --kind changed --pin`: checks a second for each number of workers, all due at once, each
 * worker on a core of its own. `--items 2000` makes pages of 6,000 elements, which keep workers busy and not the database.
 * `--workers 2 --checks 30000 --pages 100000 --seconds 30 --kind unchanged`: lag where they become due evenly.
 */
export async function run(args: string[]): Promise<void> {
  const options = {
    workers: { type: "string", default: "1,2" },
    checks: { type: "string", default: "2000" },
    pages: { type: "string" },
    seconds: { type: "string", default: "0" },
    kind: { type: "string", default: "changed" },
    pin: { type: "boolean", default: false },
    items: { type: "string", default: "500" },
  } as const;
  const { values } = parseArgs({ args, options });
  const kind = values.kind === "changed" || values.kind === "unchanged" ? values.kind : null;
  const binaries = findBinaries();
  if (!kind) throw new UsageError("--kind is changed or unchanged");
  if (!binaries) throw new UsageError("no PostgreSQL was found on this machine");
  const checks = Number(values.checks);
  const folder = mkdtempSync(join(tmpdir(), "tessera-fleet-"));
  const cluster = new TestCluster(binaries, folder, { isDurable: true });
  const site = await startSite(Number(values.items));
  const url = await cluster.start();
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await fillDatabase({ url, client, port: site.port, pages: Number(values.pages ?? checks), kind });
    const postgres = cluster.pid;
    const measured: Measured[] = [];
    for (const workers of values.workers.split(",").map(Number)) {
      const seconds = Number(values.seconds);
      const isPinned = values.pin;
      const concurrency = CONCURRENCY[kind];
      const one = await measure({ url, client, site, postgres, workers, checks, seconds, isPinned, concurrency });
      report(workers, one);
      measured.push(one);
    }
    compare(measured, kind);
    reportLog(await site.log());
  } finally {
    await client.end();
    await site.end();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(workers: number, { checksASecond, lag50Ms, lag95Ms, processorMs, loadAverage }: Measured): void {
  const lag = `lag p50 ${Math.round(lag50Ms)} ms, p95 ${Math.round(lag95Ms)} ms`;
  const processor = Object.entries(processorMs).map(([who, ms]) => `${who} ${ms.toFixed(2)} ms`);
  console.log(`${workers} workers: ${checksASecond.toFixed(1)} checks/s, ${lag}`);
  console.log(`  processor a check: ${processor.join(", ")}; load average ${loadAverage.toFixed(1)}`);
}

/** Beside the bars of the issue. */
function compare([first, second]: readonly Measured[], kind: "changed" | "unchanged"): void {
  if (first && second) {
    const ratio = second.checksASecond / first.checksASecond;
    console.log(
      `the second run did ${ratio.toFixed(2)} times the first's checks (bar for two workers: ${BARS.secondWorker})`,
    );
  }
  if (kind === "unchanged") console.log(`bars: ${BARS.checksASecond} checks/s, lag p95 ${BARS.lagSeconds} s`);
}

function reportLog({ visits, mostOfAHost, mostOfAPage }: SiteLog): void {
  console.log(`the site's log: ${visits} visits; at once at most ${mostOfAPage} of a page, ${mostOfAHost} of a host`);
  if (mostOfAHost > 1 || mostOfAPage > 1) process.exitCode = 1;
}
