/** `bench capture`: captures a second from a loopback server in another process, on the threads of this one. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { onBothCores } from "../data/on-both-cores.ts";
import { Progress } from "../progress.ts";
import { UsageError } from "../usage-error.ts";
import type { LoadFigures, LoadOptions } from "./load.ts";

const USAGE = "bench capture [--scale N] [--threads N] [--hosts N] [--json FILE]";

/** `bar`: captures a second that have to be reached on a machine with two cores. */
const RUNS = [
  { name: "unchanged (304)", path: "/unchanged", captures: 10_000, bar: 1_000 },
  { name: "changed, into trees", path: "/changed", captures: 1_000, bar: 150 },
  { name: "changed and gzipped, into trees", path: "/changed-gzip", captures: 1_000, bar: null },
] as const;

interface RunReport {
  readonly name: string;
  readonly captures: number;
  readonly trees: number;
  readonly capturesPerSecond: number;
  readonly bar: number | null;
  /** Of the threads that capture: what a capture costs however busy the machine is. */
  readonly cpuMsPerCapture: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

export async function run(args: string[]): Promise<void> {
  const options = readOptions(args);
  const site = fork(new URL("./site-process.ts", import.meta.url), { stdio: "inherit" });
  try {
    const [{ port, pageBytes }] = (await once(site, "message")) as [{ port: number; pageBytes: number }];
    const reports: RunReport[] = [];
    for (const one of RUNS) reports.push(await measure(one, port, options));
    console.log(`${options.threads} threads, ${options.hosts} hosts each, pages of ${pageBytes} bytes\n`);
    console.log(tableOf(reports));
    if (options.json)
      writeFileSync(options.json, `${JSON.stringify({ pageBytes, ...options, runs: reports }, null, 2)}\n`);
  } finally {
    site.disconnect();
  }
}

interface Options {
  /** Times the usual number of captures. */
  readonly scale: number;
  readonly threads: number;
  readonly hosts: number;
  readonly json: string | undefined;
}

async function measure(line: (typeof RUNS)[number], port: number, options: Options): Promise<RunReport> {
  const { scale, threads, hosts } = options;
  const { name, path, bar } = line;
  const job: LoadOptions = { port, path, hosts, captures: Math.ceil((line.captures * scale) / threads) };
  const figures = await onBothCores<LoadOptions, LoadFigures>({
    module: new URL("./load-worker.ts", import.meta.url),
    workerData: null,
    jobs: Array.from({ length: threads }, () => job),
    progress: new Progress(name, threads),
    cores: threads,
  });
  const latencies = figures.flatMap((one) => one.latenciesMs).sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? 0;
  return {
    name,
    bar,
    captures: latencies.length,
    trees: figures.reduce((sum, one) => sum + one.trees, 0),
    capturesPerSecond: figures.reduce((sum, one) => sum + (one.latenciesMs.length / one.tookMs) * 1_000, 0),
    cpuMsPerCapture: figures.reduce((sum, one) => sum + one.cpuMs, 0) / latencies.length,
    p50Ms: at(0.5),
    p95Ms: at(0.95),
  };
}

function tableOf(reports: readonly RunReport[]): string {
  const rows = reports.map(({ name, capturesPerSecond, bar, cpuMsPerCapture, p50Ms, p95Ms }) => [
    name,
    capturesPerSecond.toFixed(0),
    bar === null ? "" : String(bar),
    cpuMsPerCapture.toFixed(2),
    (1_000 / cpuMsPerCapture).toFixed(0),
    p50Ms.toFixed(1),
    p95Ms.toFixed(1),
  ]);
  const all = [["", "captures/s", "bar", "CPU ms each", "a core/s", "p50 ms", "p95 ms"], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all
    .map((row) =>
      row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join("  "),
    )
    .join("\n");
}

function readOptions(args: string[]): Options {
  const number = (text: string, name: string) => {
    const value = Number(text);
    if (!(Number.isFinite(value) && value > 0)) throw new UsageError(`--${name} is a number above 0. ${USAGE}`);
    return value;
  };
  try {
    const text = { type: "string" } as const;
    const options = {
      scale: { ...text, default: "1" },
      threads: { ...text, default: String(availableParallelism()) },
      hosts: { ...text, default: "16" },
      json: text,
    };
    const { values } = parseArgs({ args, options, strict: true });
    return {
      scale: number(values.scale, "scale"),
      threads: number(values.threads, "threads"),
      hosts: number(values.hosts, "hosts"),
      json: values.json,
    };
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    throw new UsageError(`${(cause as Error).message} ${USAGE}`, { cause });
  }
}
