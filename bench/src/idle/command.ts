/** `bench idle`: how soon a server that follows nothing answers, and what it takes of memory; built, and from its sources. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
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

interface Idle {
  readonly startMs: number;
  readonly mebibytes: number;
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
      `${middle(({ mebibytes }) => mebibytes).toFixed(0)} MiB`,
      `${middle(({ processorSeconds }) => processorSeconds).toFixed(2)} s`,
    ];
    console.log(`| ${name} | ${cells.join(" | ")} |`);
  }
}

async function measure(program: string, waitMs: number): Promise<Idle> {
  const directory = mkdtempSync(join(tmpdir(), "tessera-idle-"));
  const server = await startServer(directory, {}, { program });
  try {
    await sleep(waitMs);
    const mebibytes = server.memory().now / 1024 ** 2;
    return { startMs: server.startMs, mebibytes, processorSeconds: server.processorSeconds() };
  } finally {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

function count(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new UsageError(`not a whole number above 0: ${text}`);
  return Number(text);
}
