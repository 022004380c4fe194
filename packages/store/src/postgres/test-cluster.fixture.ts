/** One PostgreSQL in one folder, reached through a socket there: no port to fight for. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { type Binaries, serverUser } from "./test-binaries.fixture.ts";

export { findBinaries } from "./test-binaries.fixture.ts";

const START_MS = 60_000;

/** A process that is killed loses nothing that the kernel has; only power cuts and honest figures need these on. */
const QUICK = ["fsync=off", "full_page_writes=off"];
const SETTINGS = ["listen_addresses=", "max_connections=200", "shared_buffers=64MB"];

export class TestCluster {
  readonly #binaries: Binaries;
  readonly #folder: string;
  readonly #settings: readonly string[];
  #process: ChildProcess | null = null;

  constructor(binaries: Binaries, folder: string, { isDurable = false }: { readonly isDurable?: boolean } = {}) {
    this.#binaries = binaries;
    this.#folder = folder;
    this.#settings = isDurable ? SETTINGS : [...QUICK, ...SETTINGS];
  }

  /** URL of the server; makes its files the first time. */
  async start(): Promise<string> {
    if (!this.#isMade) this.#make();
    this.#spawn();
    await this.#ready(this.url);
    return this.url;
  }

  #spawn(): void {
    const log = openSync(join(this.#folder, "log"), "a");
    const settings = [...this.#settings, `unix_socket_directories=${this.#folder}`].flatMap((each) => ["-c", each]);
    this.#process = spawn(join(this.#binaries, "postgres"), ["-D", this.#data, ...settings], {
      ...serverUser(),
      cwd: this.#folder,
      stdio: ["ignore", log, log],
      detached: true,
    });
    this.#process.unref();
  }

  get url(): string {
    return `postgres://tessera@${encodeURIComponent(this.#folder)}/postgres`;
  }

  get socket(): string {
    return join(this.#folder, ".s.PGSQL.5432");
  }

  /** Of the process that all others are children of. */
  get pid(): number {
    if (!this.#process?.pid) throw new Error("PostgreSQL is not running");
    return this.#process.pid;
  }

  /** Ends it with this signal and waits: SIGKILL as a crash does, SIGINT as an operator does. */
  async stop(signal: "SIGKILL" | "SIGINT" = "SIGINT"): Promise<void> {
    const running = this.#process;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    running.ref();
    const gone = once(running, "exit");
    running.kill(signal);
    await gone;
    this.#process = null;
  }

  get #data(): string {
    return join(this.#folder, "data");
  }

  get #isMade(): boolean {
    try {
      return readFileSync(join(this.#data, "PG_VERSION"), "utf8") !== "";
    } catch {
      return false;
    }
  }

  #make(): void {
    const { uid, gid } = serverUser();
    mkdirSync(this.#data, { mode: 0o700 });
    if (uid !== undefined && gid !== undefined)
      for (const path of [this.#folder, this.#data]) chownSync(path, uid, gid);
    chmodSync(this.#folder, 0o755);
    const made = spawnSync(
      join(this.#binaries, "initdb"),
      ["-D", this.#data, "-U", "tessera", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"],
      { uid, gid, cwd: this.#folder, encoding: "utf8" },
    );
    if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error}`);
  }

  async #ready(url: string): Promise<void> {
    for (const deadline = Date.now() + START_MS; ; await sleep(100)) {
      const client = new Client({ connectionString: url });
      try {
        await client.connect();
        await client.end();
        return;
      } catch (cause) {
        // the children of a server that was killed end a moment after it, and until then it cannot be started again
        if (this.#process?.exitCode != null) this.#spawn();
        if (Date.now() < deadline) continue;
        const log = readFileSync(join(this.#folder, "log"), "utf8");
        throw new Error(`PostgreSQL did not start:\n${log.slice(-2_000)}`, { cause });
      }
    }
  }
}
