/**
 * One running Chromium: started in a process group of its own, measured, and ended for certain; or one that somebody else
 * has started elsewhere, which is only spoken to.
 */
import { CaptureFailure } from "@tessera/network/failure";
import type { Browser } from "playwright-core";
import { canSandbox, chromiumFlags, UNWANTED_DEFAULTS } from "./chromium-flags.ts";
import { type GroupProcess, groupOf, killGroup, killProcess, processesOf, residentBytes } from "./process-group.ts";

export interface ChromiumOptions {
  readonly executablePath: string;
  /** Chromium's own sandbox: on wherever it can be. */
  readonly sandbox?: boolean;
  /** Whether pages may draw with WebGL; unless told, where there is a sandbox. */
  readonly webgl?: boolean;
  readonly extraFlags?: readonly string[];
}

const START_TIMEOUT_MS = 30_000;
const CLOSE_TIMEOUT_MS = 5_000;

export class Chromium {
  readonly browser: Browser;
  /** The number of the process group that all its processes are in; null where it runs elsewhere. */
  readonly group: number | null;
  #isGone = false;

  /** It talks to the browser through a pipe: when this process dies, however it dies, the browser sees it and ends. */
  static async start(options: ChromiumOptions): Promise<Chromium> {
    const { executablePath, sandbox = canSandbox(), webgl = sandbox, extraFlags = [] } = options;
    // 86 MB, for those who have pages that need it
    const { chromium } = await import("playwright-core");
    const browser = await chromium
      .launch({
        executablePath,
        headless: true,
        chromiumSandbox: sandbox,
        args: [...chromiumFlags({ webgl }), ...extraFlags],
        ignoreDefaultArgs: [...UNWANTED_DEFAULTS],
        timeout: START_TIMEOUT_MS,
        // whoever has started us ends it when its captures are done; the driver would end it, and this process, at once
        handleSIGINT: false,
        handleSIGTERM: false,
        handleSIGHUP: false,
      })
      .catch((cause: unknown) => {
        throw new CaptureFailure("crashed", { message: "the browser does not start", retry: "later", cause });
      });
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    const pid = processInfo.find((process) => process.type === "browser")?.id;
    await session.detach();
    if (pid === undefined) throw new CaptureFailure("crashed", { message: "the browser does not say who it is" });
    const group = groupOf(pid);
    if (group === groupOf(process.pid)) {
      await browser.close();
      throw new CaptureFailure("crashed", { message: "the browser has no process group of its own", retry: "later" });
    }
    return new Chromium(browser, group);
  }

  /** One that listens at this address (`--remote-debugging-port`), with contexts of our own in it. */
  static async connect(endpoint: string): Promise<Chromium> {
    const { chromium } = await import("playwright-core");
    const browser = await chromium
      .connectOverCDP(endpoint, { timeout: START_TIMEOUT_MS, isLocal: false })
      .catch((cause: unknown) => {
        const message = `no browser answers at ${new URL(endpoint).host}`;
        throw new CaptureFailure("crashed", { message, retry: "later", cause });
      });
    return new Chromium(browser, null);
  }

  private constructor(browser: Browser, group: number | null) {
    this.browser = browser;
    this.group = group;
    browser.on("disconnected", () => {
      this.#isGone = true;
      // A browser process that died may leave renderers that are too busy to notice.
      this.#killGroup();
    });
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  processes(): GroupProcess[] {
    return this.group === null ? [] : processesOf(this.group);
  }

  residentBytes(): number {
    return residentBytes(this.processes());
  }

  /** Ends the renderer that holds most memory: its page crashes, the others go on. False where there is none to end. */
  killLargestRenderer(): boolean {
    const renderers = this.processes().filter((process) => process.isRenderer);
    const largest = renderers.sort((one, other) => other.ownBytes - one.ownBytes)[0];
    if (largest) killProcess(largest.pid);
    return largest !== undefined;
  }

  /** One that runs elsewhere is left: whoever has started it ends it. */
  kill(): void {
    if (this.group === null) void this.browser.close().catch(() => {});
    else this.#killGroup();
  }

  #killGroup(): void {
    if (this.group !== null) killGroup(this.group);
  }

  /** Asks politely, then does not ask. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.kill(), CLOSE_TIMEOUT_MS);
    await this.browser.close().catch(() => {});
    clearTimeout(timer);
    this.#killGroup();
  }
}
