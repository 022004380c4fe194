/** The browser as a fetcher: a few tabs for all captures, within a budget of memory, back on its feet after any crash. */
import { type BrowserStep, type CaptureFailureCode, waitsOf } from "@tessera/model";
import { type Guard, type HttpClient, Semaphore } from "@tessera/network";
import { grantAt } from "@tessera/network/allow-list";
import { CaptureFailure } from "@tessera/network/failure";
import type { PageReaderFor } from "../reading/page-reader.ts";
import { BrowserProcesses } from "./browser-processes.ts";
import type { TabCapture } from "./capture-in-tab.ts";
import { findChromium } from "./chromium-flags.ts";
import { type ConsentLibrary, ConsentWatch, loadConsentLibrary } from "./consent.ts";
import { Ending } from "./ending.ts";
import { LivePage } from "./live-page.ts";
import { asCaptureFailure, OpenCapture } from "./open-capture.ts";
import { PageWatch } from "./page-watch.ts";
import type { BrowserCaptureOptions, RenderedCapture } from "./rendered-capture.ts";
import type { Tab, TabOptions } from "./tab.ts";

/** A browser that somebody else has started, with where it is spoken to. */
export interface RemoteBrowser {
  /** `ws://`, `wss://`, or `http://` of its DevTools. */
  readonly endpoint: string;
  /** This machine as that browser knows it: every request of a page comes here, where the guard is. */
  readonly proxyHost: string;
}

export interface CaptureBrowserOptions {
  readonly httpClient: HttpClient;
  /** Reads what the browser shows of foreign pages. */
  readonly readerFor: PageReaderFor;
  /** A browser that runs elsewhere, instead of any on this machine. */
  readonly remote?: RemoteBrowser;
  /** By default the first Chromium found on this machine. */
  readonly executablePath?: string;
  readonly sandbox?: boolean;
  /** Whether pages may draw with WebGL; unless told, where Chromium has its sandbox. */
  readonly webgl?: boolean;
  /** For Chromium, besides ours. */
  readonly extraFlags?: readonly string[];
  /** Captures at the same time. */
  readonly tabs?: number;
  /** Captures after which a browser is replaced. */
  readonly capturesPerBrowser?: number;
  /** Above this a browser is replaced as soon as it has nothing to do. */
  readonly softMemoryBytes?: number;
  /** Above this the largest page dies at once. */
  readonly hardMemoryBytes?: number;
  readonly maxBytesPerCapture?: number;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly locale?: string;
}

const MIB = 1024 * 1024;
const TABS = 2;
const CAPTURES_PER_TAB = 25;
/** To find a browser that opens a tab. */
const MAX_ATTEMPTS = 2;
const TIMEOUT_MS = 45_000;
/** More for each step that is taken before. */
const STEP_MS = 2_000;
/** Whoever has claimed the page for a capture has it for five minutes, in which it is read as well. */
const LONGEST_MS = 4 * 60_000;
const VIEWPORT = { width: 1280, height: 900 };

/** Nothing of the page was run, or nothing that outlives being wiped. */
const HARMLESS: ReadonlySet<CaptureFailureCode> = new Set([
  "bad-url",
  "forbidden-address",
  "dns",
  "refused",
  "tls",
  "not-html",
  "status",
  "blocked",
]);

interface Opening {
  readonly url: URL;
  readonly options: BrowserCaptureOptions;
  readonly ending: Ending;
}

/** What is done in a tab that was opened for it; what it gives has the tab until it is closed. */
type UseTab<T> = (
  open: TabCapture & { readonly tab: Tab; readonly close: (hasFailed: boolean) => Promise<void> },
) => Promise<T>;

/** A tab and who listens in it. */
interface Seat {
  readonly tab: Tab;
  readonly consent: ConsentWatch;
}

export class CaptureBrowser {
  readonly #options: CaptureBrowserOptions;
  readonly #guard: Guard;
  readonly #processes: BrowserProcesses;
  readonly #tabs: Semaphore;
  readonly #idle: Seat[] = [];
  #library: ConsentLibrary | null = null;

  constructor(options: CaptureBrowserOptions) {
    this.#options = options;
    this.#guard = options.httpClient.guard;
    const tabs = options.tabs ?? TABS;
    // one person never has them all, so that another finds one soon
    this.#tabs = new Semaphore({ permits: tabs, permitsEach: Math.max(1, tabs - 1) });
    this.#processes = new BrowserProcesses({
      endpoint: options.remote?.endpoint,
      executablePath: () => options.executablePath ?? findChromium() ?? noBrowser(),
      ...(options.sandbox === undefined ? {} : { sandbox: options.sandbox }),
      ...(options.webgl === undefined ? {} : { webgl: options.webgl }),
      extraFlags: options.extraFlags ?? [],
      capturesPerBrowser: options.capturesPerBrowser ?? 500,
      softMemoryBytes: options.softMemoryBytes ?? 1_200 * MIB,
      hardMemoryBytes: options.hardMemoryBytes ?? 2_000 * MIB,
    });
  }

  /** The capture alone. */
  async capture(url: URL, options: BrowserCaptureOptions = {}): Promise<RenderedCapture> {
    await using open = await this.open(url, options);
    return open.capture;
  }

  /**
   * The capture, with the page still open for pictures of it. Throws a CaptureFailure where there is no page; the next
   * capture finds a working browser in any case.
   */
  open(url: URL, options: BrowserCaptureOptions = {}): Promise<OpenCapture> {
    return this.#inTab(url, options, async ({ tab, watch, close, ...capture }) => {
      const { captureInTab } = await import("./capture-in-tab.ts");
      const captured = await captureInTab(tab, { ...capture, watch });
      return new OpenCapture(captured, { tab, hiding: options.visitor?.hiding, watch, close });
    });
  }

  /** The page open in a tab of its own, for a person who does one thing after the other in it. */
  openLive(url: URL, options: BrowserCaptureOptions = {}): Promise<LivePage> {
    return this.#inTab(url, options, async ({ tab, close, ...capture }) => {
      const { openInTab } = await import("./capture-in-tab.ts");
      const { settle } = await openInTab(tab, capture);
      return new LivePage({ tab, watch: capture.watch, visitor: options.visitor ?? {}, settle, close });
    });
  }

  async #inTab<T>(url: URL, options: BrowserCaptureOptions, use: UseTab<T>): Promise<T> {
    const grant = grantAt(url, options.grant);
    this.#guard.checkUrl(url, grant);
    const { holder, inBackground, signal } = options;
    await using ending = new Ending();
    ending.defer(await this.#tabs.acquire({ holder, inBackground, signal }));
    try {
      return await this.#openNow({ url, options: { ...options, grant }, ending }, use);
    } catch (error) {
      throw asCaptureFailure(error);
    }
  }

  /** Whether a capture waits until another one leaves its tab. */
  get isAwaited(): boolean {
    return this.#tabs.waiting > 0;
  }

  /** Resident memory of all browsers, now. */
  residentBytes(): number {
    return this.#processes.residentBytes();
  }

  /** The process groups of the browsers that run, for whoever watches over the machine. */
  processGroups(): number[] {
    return this.#processes.groups();
  }

  /** Ends every browser for good; captures under way fail, and so do those that come later. Idempotent. */
  async stop(): Promise<void> {
    const browserProxies = this.#idle.splice(0).map(({ tab }) => tab.browserProxy.stop());
    await Promise.all([this.#processes.stop(), ...browserProxies]);
  }

  /** What has to be undone is put on `ending`, which is the open capture's once there is one. */
  async #openNow<T>({ url, options, ending }: Opening, use: UseTab<T>): Promise<T> {
    const { tab, consent } = await this.#enter(options);
    ending.defer(() => this.#leave(tab.chromium));
    let isClean = false;
    ending.defer(() => this.#leaveSeat({ tab, consent }, isClean && !isOnesOwn(options)));
    const watch = new PageWatch(tab, { keepsFiles: options.keepsFiles, hiding: options.visitor?.hiding });
    ending.defer(() => watch.stop());
    ending.defer(this.#startClock(watch, options));
    try {
      const reader = this.#options.readerFor(options.inBackground ? undefined : options.holder);
      let owned: AsyncDisposable | null = null;
      const close = async (hasFailed: boolean): Promise<void> => {
        isClean = !watch.isTouched && !hasFailed;
        await owned?.[Symbol.asyncDispose]();
      };
      const opened = await use({ url, options, tab, watch, consent, reader, close });
      owned = ending.move();
      return opened;
    } catch (error) {
      isClean = !watch.isTouched && error instanceof CaptureFailure && HARMLESS.has(error.code);
      throw error;
    }
  }

  /** A seat in a living browser: one that has died may not have told so yet, and one that opens no tab is of no use. */
  async #enter(options: BrowserCaptureOptions): Promise<Seat> {
    for (let attempt = 1; ; attempt++) {
      const chromium = await this.#processes.enter();
      try {
        return await this.#takeSeat(chromium, options);
      } catch (error) {
        if (!(error instanceof CaptureFailure)) this.#processes.retire(chromium);
        await this.#leave(chromium);
        if (error instanceof CaptureFailure || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  async #leave(chromium: Tab["chromium"]): Promise<void> {
    await this.#processes.leave(chromium);
    await this.#leaveRetired();
  }

  /** A tab with kept cookies or a private host is never one that another page has used. */
  async #takeSeat(chromium: Tab["chromium"], options: BrowserCaptureOptions): Promise<Seat> {
    const used = this.#idle.findIndex(({ tab }) => tab.chromium === chromium);
    if (used >= 0 && !isOnesOwn(options)) return this.#idle.splice(used, 1)[0]!;
    // with its proxy, which a server without a browser never needs
    const { Tab } = await import("./tab.ts");
    const tab = await Tab.open(chromium, this.#tabOptions(chromium.browser.version(), options));
    this.#library ??= await loadConsentLibrary();
    const consent = new ConsentWatch(tab.session, this.#library);
    await consent.start();
    return { tab, consent };
  }

  async #leaveSeat(seat: Seat, isReusable: boolean): Promise<void> {
    const { tab } = seat;
    tab.captures++;
    const isKept =
      isReusable && tab.captures < CAPTURES_PER_TAB && !this.#processes.isRetired(tab.chromium) && (await tab.wipe());
    if (isKept) this.#idle.push(seat);
    else await tab.close();
  }

  /** No capture comes back to a seat in a browser that has gone or takes no more: its proxy would listen for ever. */
  async #leaveRetired(): Promise<void> {
    const retired = this.#idle.filter(({ tab }) => this.#processes.isRetired(tab.chromium));
    for (const seat of retired) this.#idle.splice(this.#idle.indexOf(seat), 1);
    await Promise.all(retired.map(({ tab }) => tab.browserProxy.stop()));
  }

  #tabOptions(version: string, { visitor = {}, dial }: BrowserCaptureOptions): TabOptions {
    const { httpClient, remote, maxBytesPerCapture, viewport, locale } = this.#options;
    const major = version.split(".")[0];
    const [system, kind] = visitor.viewport?.isPhone
      ? ["Linux; Android 10; K", "Mobile Safari/537.36"]
      : ["X11; Linux x86_64", "Safari/537.36"];
    return {
      dial: dial ?? httpClient.dial,
      remote: remote && { host: remote.proxyHost, browserAt: hostnameOf(remote.endpoint) },
      maxBytes: maxBytesPerCapture ?? 64 * MIB,
      viewport: visitor.viewport ?? viewport ?? VIEWPORT,
      locale: visitor.language ?? locale ?? "en-US",
      // What sites look for in order to send the page that this browser can show, and then who it really is.
      userAgent:
        visitor.userAgent ??
        `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 ${kind} ${httpClient.userAgent}`,
    };
  }

  /** Ends the capture when its time is over or nobody wants it any more. Returns what stops the clock. */
  #startClock(watch: PageWatch, { steps = [], timeoutMs = timeFor(steps), signal }: BrowserCaptureOptions): () => void {
    const end = (cause?: unknown) => {
      watch.fail(new CaptureFailure("timeout", { message: "the page took too long in the browser", cause }));
    };
    const timer = setTimeout(end, timeoutMs);
    const onAbort = () => end(signal?.reason);
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted) onAbort();
    return () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
  }
}

/** How long a capture may take in which these steps are taken: what they wait for is no time that the page took. @internal */
export function timeFor(steps: readonly BrowserStep[]): number {
  return Math.min(TIMEOUT_MS + waitsOf(steps) + STEP_MS * steps.length, LONGEST_MS);
}

/** What this capture may do or know, no other may; and a tab is made for one kind of visitor. */
function isOnesOwn({ cookies, grant, visitor, dial, steps = [] }: BrowserCaptureOptions): boolean {
  return cookies !== undefined || grant != null || visitor !== undefined || dial !== undefined || steps.length > 0;
}

function hostnameOf(endpoint: string): string {
  return new URL(endpoint).hostname.replace(/^\[|\]$/g, "");
}

function noBrowser(): never {
  throw new CaptureFailure("crashed", {
    message: "no Chromium is installed; TESSERA_BROWSER can name one",
    retry: "later",
  });
}
