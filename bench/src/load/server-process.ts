/** The server under load, as its own process: how fast it starts, what it measures of itself, how much memory it takes. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { processorSeconds, threadSeconds } from "../processor-time.ts";

const START = fileURLToPath(import.meta.resolve("@tessera/server/start"));
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** What `npm start` runs. */
export const BUILT = join(ROOT, "dist/tessera/program/start.js");
const STOP_MS = 20_000;

/** The flags and variables that `npm start` gives to Node. */
function startedWith(): { readonly flags: readonly string[]; readonly variables: Readonly<Record<string, string>> } {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const words = String(scripts.start).split(" ");
  const assigned = words.flatMap((word) => (/^[A-Z_]+=/.test(word) ? [word.split("=", 2)] : []));
  return { flags: words.filter((word) => word.startsWith("--")), variables: Object.fromEntries(assigned) };
}

export interface LoadedServer {
  readonly url: string;
  /** From the call of the process to the first answer. */
  readonly startMs: number;
  /** Memory now and at its highest, in bytes. */
  memory(): { readonly now: number; readonly most: number };
  /** Seconds of processor time so far. */
  processorSeconds(): number;
  /** The same by the names of the threads. */
  threadSeconds(): ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** Where a profile of the processor's time is written when it stops; none unless told. */
  readonly profile?: string | undefined;
  /** The program to start, such as that of another checkout; this one from its sources unless told. */
  readonly program?: string | undefined;
}

/** Builds the program where its sources have changed, as `npm start` does. */
export function build(): void {
  execFileSync(process.execPath, [join(ROOT, "scripts/build.ts")], { stdio: "inherit" });
}

export async function startServer(
  directory: string,
  settings: Readonly<Record<string, string>>,
  { profile, program = START }: ServerOptions = {},
): Promise<LoadedServer> {
  const { flags, variables } = startedWith();
  const startedAt = performance.now();
  const profiling = profile === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${profile}`];
  const child = spawn(process.execPath, [...flags, ...profiling, program], {
    env: {
      PATH: process.env.PATH,
      ...variables,
      TESSERA_DATA: directory,
      TESSERA_PORT: "0",
      TESSERA_BROWSER: "off",
      TESSERA_LOG_LEVEL: "error",
      ...settings,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const dead = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = await addressOf(child);
  await fetch(new URL("/readyz", url));
  const startMs = performance.now() - startedAt;
  return {
    url,
    startMs,
    memory: () => memoryOf(livingPid(child)),
    processorSeconds: () => processorSeconds(livingPid(child)),
    threadSeconds: () => threadSeconds(livingPid(child)),
    async stop() {
      child.kill("SIGTERM");
      // a server that is held by something does not even hear that it is to end
      const givingUp = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
      await dead;
      clearTimeout(givingUp);
    },
  };
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (stdout) {
    for await (const line of createInterface({ input: stdout })) {
      const [, url] = /running at (\S+)/.exec(line) ?? [];
      if (!url) continue;
      // a server whose output nobody reads would stand still once the pipe is full
      stdout.resume();
      return url;
    }
  }
  throw new Error("the server did not start");
}

function livingPid({ pid = 0, exitCode, signalCode }: ChildProcess): number {
  if (exitCode === null && signalCode === null) return pid;
  throw new Error(`the server ended by itself, by ${signalCode ?? `the code ${exitCode}`}`);
}

function memoryOf(pid: number): { readonly now: number; readonly most: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kibibytes = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  return { now: kibibytes("VmRSS") * 1024, most: kibibytes("VmHWM") * 1024 };
}
