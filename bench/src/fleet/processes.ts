/** The processes of the fleet bench: a server, workers and a site, with the processor time that each of them takes. */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { processorSeconds } from "../processor-time.ts";
import type { SiteLog } from "./site.ts";

const PROGRAMS = {
  server: fileURLToPath(import.meta.resolve("@tessera/server/start")),
  worker: fileURLToPath(import.meta.resolve("@tessera/server/start-worker")),
} as const;

export interface FleetProcess {
  /** Seconds of processor time so far. */
  processorSeconds(): number;
  /** Asks it to end, and waits until it has. */
  end(): Promise<void>;
}

export interface ProgramOptions {
  readonly url: string;
  /** The one core that it may use; null for all. */
  readonly core: number | null;
  /** Pages that a worker checks at once. */
  readonly concurrency: number;
  /** Where the site listens on every address of loopback. */
  readonly sitePort: number;
}

/** Starts a program of the fleet and waits until it says that it is ready. */
export async function startProgram(
  program: keyof typeof PROGRAMS,
  { url, core, concurrency, sitePort }: ProgramOptions,
): Promise<FleetProcess> {
  const command = [...(core === null ? [] : ["taskset", "-c", String(core)]), process.execPath, PROGRAMS[program]];
  const child = spawn(command[0]!, command.slice(1), {
    env: {
      PATH: process.env.PATH,
      TESSERA_DATABASE: url,
      TESSERA_PORT: "0",
      TESSERA_POOL: "plain",
      TESSERA_WORKERS: "1",
      TESSERA_CONCURRENCY: String(concurrency),
      TESSERA_LOG_LEVEL: "error",
      TESSERA_PRIVATE_HOSTS: `everybody@127.0.0.0/8:${sitePort}`,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(createInterface({ input: child.stdout }), "line");
  return overseen(child);
}

export interface Site extends FleetProcess {
  readonly port: number;
  log(): Promise<SiteLog>;
}

/** Its pages have so many items of three elements each. */
export async function startSite(items: number): Promise<Site> {
  const child = fork(fileURLToPath(new URL("./site.ts", import.meta.url)), [String(items)]);
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return {
    ...overseen(child),
    port,
    async log() {
      const said = once(child, "message");
      child.send("log");
      const [log] = await said;
      return log as SiteLog;
    },
  };
}

function overseen(child: ChildProcess): FleetProcess {
  return {
    processorSeconds: () => processorSeconds(child.pid ?? 0),
    async end() {
      const gone = once(child, "exit");
      child.kill("SIGTERM");
      await gone;
    },
  };
}
