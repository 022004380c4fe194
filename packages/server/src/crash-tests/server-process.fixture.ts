/** The server as its own process, as `npm start` runs it, to be killed at any moment. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const START = fileURLToPath(new URL("../start.ts", import.meta.url));

export interface ServerProcess {
  readonly pid: number;
  /** Where it listens, once it does; null where it died before. */
  readonly url: Promise<string | null>;
  /** SIGKILL, and resolves when it is dead. */
  kill(): Promise<void>;
  /** SIGTERM unless told, and resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** What it wrote to standard error. */
  errors(): string;
}

export interface ServerPlace {
  readonly folder: string;
  /** Hosts on loopback that it may visit. */
  readonly privateHosts: readonly string[];
  readonly password: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Runs as this user. */
  readonly uid?: number;
}

export function startServerProcess({ folder, privateHosts, password, settings, uid }: ServerPlace): ServerProcess {
  const child = spawn(process.execPath, [START], {
    ...(uid === undefined ? {} : { uid }),
    // nothing of the test's own environment: settings that are none would be refused
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: join(folder, "compile-cache"),
      TESSERA_DATA: join(folder, "data"),
      TESSERA_PORT: "0",
      TESSERA_LOG_LEVEL: "error",
      TESSERA_BROWSER: "off",
      TESSERA_OWNER_PASSWORD: password,
      TESSERA_PRIVATE_HOSTS: privateHosts.join(","),
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk) => (errors += String(chunk)));
  const dead = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  return {
    pid: child.pid ?? 0,
    url: Promise.race([addressOf(child), dead.then(() => null)]),
    errors: () => errors,
    async kill() {
      child.kill("SIGKILL");
      await dead;
    },
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      return dead;
    },
  };
}

async function addressOf({ stdout }: ChildProcess): Promise<string | null> {
  if (!stdout) return null;
  const lines = createInterface({ input: stdout });
  for await (const line of lines) {
    const [, url] = /running at (\S+)/.exec(line) ?? [];
    // the pipe stays open: a process that cannot write any more would die of that and not of the kill
    if (url) return url;
  }
  return null;
}
