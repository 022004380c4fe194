/** `bench load`: many follows on one process, against a loopback site that changes, while people look. */
import { mkdtempSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { run as runFleet } from "../fleet/command.ts";
import { UsageError } from "../usage-error.ts";
import { type Asked, askForAWhile } from "./clients.ts";
import { fillStore } from "./fill-store.ts";
import { BLOCKS_A_PAGE, LOADED_PAGES } from "./loaded-page.ts";
import { lagQuantile, quantile, readMetrics, type ServerMetrics } from "./server-metrics.ts";
import { BUILT, build, type LoadedServer, startServer } from "./server-process.ts";
import { startSite } from "./site.ts";

const PASSWORD = "correct horse battery";
const MIB = 1024 * 1024;
/** The bars: what a small machine must do. */
const BARS = { startSeconds: 1.5, memoryMebibytes: 450, answerMs: 20, lagSeconds: 0.5 } as const;
/** Checks that were due while the server started are caught up with before anything is measured. */
const WARM_UP_MS = 15_000;
const PAUSE_MS = 50;

/**
 * `--pages 2000 --rate 50 --seconds 60 --workers 1 [--profile FOLDER]`: prints the figures beside the bars. A list, such
 * as `--workers 1,2`, compares so many worker processes of a fleet instead, as `bench fleet` does.
 */
export async function run(args: string[]): Promise<void> {
  const options = {
    pages: { type: "string" },
    rate: { type: "string" },
    seconds: { type: "string" },
    workers: { type: "string" },
    profile: { type: "string" },
  } as const;
  const { values } = parseArgs({ args, options });
  if (values.workers?.includes(",")) return runFleet(["--workers", values.workers, "--pin", "--items", "2000"]);
  const [pages, rate] = [count(values.pages, 2_000), count(values.rate, 50)];
  const [seconds, workers] = [count(values.seconds, 60), count(values.workers, 1)];
  const folder = mkdtempSync(join(tmpdir(), "tessera-load-"));
  build();
  const site = await startSite(new URL("./site-process.ts", import.meta.url));
  try {
    const intervalMs = Math.round((pages / rate) * 1_000);
    const filling = { ...LOADED_PAGES, directory: folder, pages, port: site.port, intervalMs, password: PASSWORD };
    const follows = await fillStore(filling);
    console.log(
      `${follows.length} follows (${BLOCKS_A_PAGE} a page) over ${pages} pages, each every ${intervalMs / 1_000} s`,
    );
    const hosts = `everybody@127.0.0.0/8:${site.port}`;
    const settings = { TESSERA_PRIVATE_HOSTS: hosts, TESSERA_WORKERS: String(workers) };
    const server = await startServer(folder, settings, { profile: values.profile, program: BUILT });
    try {
      await measure(server, { follows, seconds, rate });
    } finally {
      await server.stop();
    }
  } finally {
    site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(
  server: LoadedServer,
  { follows, seconds, rate }: { readonly follows: readonly string[]; readonly seconds: number; readonly rate: number },
): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, WARM_UP_MS));
  const before = await readMetrics(server.url);
  const startedAt = performance.now();
  const processorBefore = server.processorSeconds();
  const durationMs = seconds * 1_000;
  const asked = await askForAWhile({ url: server.url, password: PASSWORD, follows, durationMs, pauseMs: PAUSE_MS });
  const after = await readMetrics(server.url);
  const took = (performance.now() - startedAt) / 1_000;
  const processor = (server.processorSeconds() - processorBefore) / took;
  report(server, { asked, before, after, took, rate });
  const perCheck = (processor * took * 1_000) / Math.max(1, after.checks - before.checks);
  console.log(
    `processor: ${processor.toFixed(2)} cores busy by the server, ${perCheck.toFixed(1)} ms a check, requests included`,
  );
  console.log(
    `the machine: ${cpus().length} cores, load average ${loadavg()[0]?.toFixed(1)}; above its cores, times say little`,
  );
}

interface Measured {
  readonly asked: Asked;
  readonly before: ServerMetrics;
  readonly after: ServerMetrics;
  readonly took: number;
  readonly rate: number;
}

function report(server: LoadedServer, { asked, before, after, took, rate }: Measured): void {
  const checks = (after.checks - before.checks) / took;
  const lag = lagQuantile(before, after, 0.95);
  const memory = server.memory();
  const rows: readonly (readonly [string, string, string, boolean])[] = [
    row("start, s", server.startMs / 1_000, BARS.startSeconds),
    row("memory at its highest, MiB", memory.most / MIB, BARS.memoryMebibytes),
    row("list, p95, ms", quantile(asked.list, 0.95), BARS.answerMs),
    row("show, p95, ms", quantile(asked.show, 0.95), BARS.answerMs),
    ["schedule lag, p95, s", `at most ${lag}`, `at most ${BARS.lagSeconds}`, lag <= BARS.lagSeconds],
    ["checks a second", checks.toFixed(1), `${rate} asked for`, checks >= rate * 0.95],
  ];
  console.log("| what | measured | bar | met |\n|---|---|---|---|");
  for (const [what, measured, bar, isMet] of rows)
    console.log(`| ${what} | ${measured} | ${bar} | ${isMet ? "yes" : "no"} |`);
  const middle = `list ${quantile(asked.list, 0.5).toFixed(1)} ms, show ${quantile(asked.show, 0.5).toFixed(1)} ms`;
  console.log(
    `medians: ${middle}; ${asked.list.length + asked.show.length} requests; memory now ${Math.round(memory.now / MIB)} MiB`,
  );
}

function row(what: string, value: number, bar: number): readonly [string, string, string, boolean] {
  return [what, value.toFixed(1), `< ${bar}`, value < bar];
}

function count(text: string | undefined, usual: number): number {
  const value = Number(text ?? usual);
  if (!Number.isInteger(value) || value < 1) throw new UsageError(`not a whole number above 0: ${text}`);
  return value;
}
