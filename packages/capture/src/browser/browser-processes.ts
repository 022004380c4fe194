/** The browsers that run: one that takes captures, at times one more that is finishing its last; within limits of memory. */
import { CaptureFailure } from "@tessera/network/failure";
import { Chromium } from "./chromium.ts";

export interface BrowserLimits {
  /** Where one runs that is to be used instead of starting any. */
  readonly endpoint?: string | undefined;
  readonly executablePath: () => string;
  readonly sandbox?: boolean;
  readonly webgl?: boolean;
  readonly extraFlags: readonly string[];
  readonly capturesPerBrowser: number;
  readonly softMemoryBytes: number;
  readonly hardMemoryBytes: number;
}

interface Running {
  readonly chromium: Chromium;
  active: number;
  captures: number;
  isRetired: boolean;
}

/** A page can fill about a gigabyte in this time; the hard limit leaves room for that. */
const WATCH_EVERY_MS = 200;
const MAX_ATTEMPTS = 3;

export class BrowserProcesses {
  readonly #limits: BrowserLimits;
  readonly #running = new Set<Running>();
  /** The one that takes captures, or is being started for them. */
  #current: Promise<Running> | null = null;
  #watch: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(limits: BrowserLimits) {
    this.#limits = limits;
  }

  /** A living browser for one capture; `leave` it afterwards. */
  async enter(): Promise<Chromium> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      // a browser that is started now would be ended by nobody, and keep this process alive
      if (this.#isStopped) throw new CaptureFailure("crashed", { message: "the browser was stopped", retry: "soon" });
      this.#current ??= this.#start();
      const current = this.#current;
      const running = await current;
      if (!running.isRetired && !running.chromium.isGone) {
        running.active++;
        this.#watch ??= setInterval(() => this.#checkMemory(), WATCH_EVERY_MS).unref();
        return running.chromium;
      }
      // Several captures may find it gone; the first of them makes room for a new one.
      if (this.#current === current) this.#current = null;
    }
    throw new CaptureFailure("crashed", { message: "the browser dies as soon as it is started", retry: "later" });
  }

  async leave(chromium: Chromium): Promise<void> {
    const running = this.#runningOf(chromium);
    if (running) {
      running.active--;
      running.captures++;
      const { capturesPerBrowser, softMemoryBytes } = this.#limits;
      const isFull = running.captures >= capturesPerBrowser || chromium.residentBytes() > softMemoryBytes;
      if (isFull) running.isRetired = true;
      if (running.isRetired && running.active === 0) {
        this.#running.delete(running);
        await chromium.close();
      }
    }
    if (this.#watch && [...this.#running].every(({ active }) => active === 0)) {
      clearInterval(this.#watch);
      this.#watch = null;
    }
  }

  /** It gets no more captures, and ends with those that it has. */
  retire(chromium: Chromium): void {
    const running = this.#runningOf(chromium);
    if (running) running.isRetired = true;
  }

  isRetired(chromium: Chromium): boolean {
    return chromium.isGone || (this.#runningOf(chromium)?.isRetired ?? true);
  }

  groups(): number[] {
    return [...this.#running].flatMap(({ chromium }) => chromium.group ?? []);
  }

  residentBytes(): number {
    return [...this.#running].reduce((sum, { chromium }) => sum + chromium.residentBytes(), 0);
  }

  /** For good. Idempotent. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const starting = this.#current;
    this.#current = null;
    await starting?.catch(() => {});
    if (this.#watch) clearInterval(this.#watch);
    this.#watch = null;
    const all = [...this.#running];
    this.#running.clear();
    await Promise.all(all.map(({ chromium }) => chromium.close()));
  }

  #start(): Promise<Running> {
    const { endpoint, executablePath, sandbox, webgl, extraFlags } = this.#limits;
    const starting = (async () => {
      const chromium = endpoint
        ? await Chromium.connect(endpoint)
        : await Chromium.start({
            executablePath: executablePath(),
            extraFlags,
            ...(sandbox === undefined ? {} : { sandbox }),
            ...(webgl === undefined ? {} : { webgl }),
          });
      const running: Running = { chromium, active: 0, captures: 0, isRetired: false };
      this.#running.add(running);
      chromium.browser.on("disconnected", () => this.#running.delete(running));
      return running;
    })();
    // A failed start is told to those who waited for it; whoever comes next tries again.
    starting.catch(() => {
      if (this.#current === starting) this.#current = null;
    });
    return starting;
  }

  /** One page that eats memory dies alone; if that is not enough, the whole browser does. */
  #checkMemory(): void {
    for (const { chromium } of this.#running) {
      if (chromium.residentBytes() <= this.#limits.hardMemoryBytes) continue;
      if (!chromium.killLargestRenderer()) chromium.kill();
    }
  }

  #runningOf(chromium: Chromium): Running | undefined {
    return [...this.#running].find((running) => running.chromium === chromium);
  }
}
