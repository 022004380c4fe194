/** Starts the program as its own process, as an operator would, and speaks to it as a person would: over HTTP. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface TesseraOptions {
  readonly data: string;
  /** 0 takes any that is free. */
  readonly port: number;
  readonly ownerName: string;
  /** Without it the first start prints a link by which to become the owner. */
  readonly ownerPassword?: string;
  /** Addresses of sites on loopback, which no instance may capture unless it is told so. */
  readonly sites?: readonly string[];
  /** The file to start, such as that of a build; the sources unless told. */
  readonly program?: string;
  /** Settings of the server besides, by the name of their variable. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface RunningTessera {
  readonly url: string;
  readonly setUpUrl: string | null;
  /** All that it has logged so far. */
  log(): string;
  stop(): Promise<void>;
}

const START = fileURLToPath(new URL("../../packages/server/src/start.ts", import.meta.url));
const RUNNING = /^Tessera is running at (\S+)/;
const SET_UP = /^Open this link once to become its owner: (\S+)/;
/** Ends the program when whoever started it is gone, however it went; its threads are told the same and must not mind. */
const END_TOGETHER = `data:text/javascript,${encodeURIComponent(`
  import { isMainThread } from "node:worker_threads";
  if (isMainThread) process.stdin.on("end", () => process.kill(process.pid, "SIGTERM")).resume().unref();
`)}`;

/** Resolves when it answers; throws with what it said where it does not start. */
export async function startTessera(options: TesseraOptions): Promise<RunningTessera> {
  const child = spawn(process.execPath, ["--import", END_TOGETHER, options.program ?? START], {
    env: environmentFor(options),
    // the first is held open as long as this process lives, and nothing is ever said there
    stdio: ["pipe", "pipe", "pipe"],
  });
  const complaints: string[] = [];
  child.stderr.on("data", (chunk) => complaints.push(String(chunk)));
  const stop = () => stopChild(child);
  let url: string | null = null;
  for await (const line of createInterface({ input: child.stdout })) {
    url ??= RUNNING.exec(line)?.[1] ?? null;
    const setUpUrl = SET_UP.exec(line)?.[1] ?? null;
    if (url && (setUpUrl || options.ownerPassword)) {
      child.stdout.resume();
      return { url, setUpUrl, log: () => complaints.join(""), stop };
    }
  }
  await stop();
  throw new Error(`Tessera did not start: ${complaints.join("").trim()}`);
}

/** Nothing of this process's own settings reaches the program. */
function environmentFor(options: TesseraOptions): NodeJS.ProcessEnv {
  const { data, port, ownerName, ownerPassword, sites = [], settings } = options;
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("TESSERA_") && !/proxy$/i.test(name));
  return {
    ...Object.fromEntries(own),
    TESSERA_DATA: data,
    TESSERA_PORT: String(port),
    TESSERA_OWNER_NAME: ownerName,
    ...(ownerPassword ? { TESSERA_OWNER_PASSWORD: ownerPassword } : {}),
    TESSERA_PRIVATE_HOSTS: sites.map((url) => `everybody@${new URL(url).host}`).join(","),
    TESSERA_LOG_LEVEL: "error",
    ...settings,
  };
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
