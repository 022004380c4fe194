/** `bench idle`: how soon a server that follows nothing answers, and what it takes of memory; built, and from its sources. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startServer } from "../load/server-process.ts";
import { UsageError } from "../usage-error.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const PROGRAMS = {
  built: join(ROOT, "dist/tessera/program/start.js"),
  "from source": join(ROOT, "packages/server/src/start.ts"),
} as const;

/** Of the built program. */
const MAX_START_SECONDS = 1.5;
const MAX_MEGABYTES = 130;

interface Idle {
  readonly startMs: number;
  readonly bytes: number;
  readonly processorSeconds: number;
}

/** `--runs 3 --wait 60`: of several runs the middle one counts; memory is that of so many seconds after the start. */
export async function run(args: string[]): Promise<void> {
  const options = { runs: { type: "string", default: "3" }, wait: { type: "string", default: "60" } } as const;
  const { values } = parseArgs({ args, options });
  const [runs, waitMs] = [count(values.runs), 1_000 * count(values.wait)];
  execFileSync(process.execPath, [join(ROOT, "scripts/build.ts")], { stdio: "inherit" });
  console.log("| program | first answer | memory when idle | processor until then |\n|---|--:|--:|--:|");
  for (const [name, program] of Object.entries(PROGRAMS)) {
    const measured: Idle[] = [];
    for (let at = 0; at < runs; at++) measured.push(await measure(program, waitMs));
    const middle = (of: (idle: Idle) => number): number => measured.map(of).sort((a, b) => a - b)[runs >> 1]!;
    const cells = [
      `${(middle(({ startMs }) => startMs) / 1_000).toFixed(2)} s`,
      memoryOf(middle(({ bytes }) => bytes)),
      `${middle(({ processorSeconds }) => processorSeconds).toFixed(2)} s`,
    ];
    console.log(`| ${name} | ${cells.join(" | ")} |`);
  }
  console.log(`| bar of the built one | ${MAX_START_SECONDS} s | ${memoryOf(MAX_MEGABYTES * 1e6)} | |`);
  console.log(
    `\nLoad of the machine over the last 1, 5 and 15 minutes: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(", ")}`,
  );
}

async function measure(program: string, waitMs: number): Promise<Idle> {
  const directory = mkdtempSync(join(tmpdir(), "tessera-idle-"));
  const server = await startServer(directory, {}, { program });
  try {
    await sleep(waitMs);
    return { startMs: server.startMs, bytes: server.memory().now, processorSeconds: server.processorSeconds() };
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

function memoryOf(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB (${(bytes / 1024 ** 2).toFixed(0)} MiB)`;
}

function count(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new UsageError(`not a whole number above 0: ${text}`);
  return Number(text);
}
