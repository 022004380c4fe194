/** A browser context with one page in it and a door of its own: where one capture happens at a time. */
import { randomUUID } from "node:crypto";
import { BrowserProxy, type Dial, type RemoteDoor } from "@tessera/network";
import { CaptureFailure } from "@tessera/network/failure";
import { callInPage, type InPageModule, watchPage } from "@tessera/page";
import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core";
import type { Chromium } from "./chromium.ts";
import { FilmGate } from "./film-gate.ts";

export interface TabOptions {
  readonly dial: Dial;
  /** Where the browser is on another machine. */
  readonly remote?: RemoteDoor | undefined;
  readonly userAgent: string;
  readonly maxBytes: number;
  readonly viewport: { readonly width: number; readonly height: number; readonly isPhone?: boolean };
  readonly locale: string;
}

const WORLD = "tessera";

/** Chromium's flag against datagrams is young; an older one is at least not offered the means. */
const WITHOUT_DATAGRAMS = `for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport"]) {
  try { delete window[name]; } catch {}
}`;

/** The guard lets nothing through to it, and nobody listens there should the browser go by itself; Chromium knows no port 9. */
const FORBIDDEN = "http://127.0.0.3:8/";
const OPEN_TIMEOUT_MS = 20_000;
const PROOF_TIMEOUT_MS = 10_000;
const WIPE_TIMEOUT_MS = 3_000;
const CLOSE_TIMEOUT_MS = 3_000;

export class Tab {
  readonly chromium: Chromium;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly session: CDPSession;
  readonly world: IsolatedWorld;
  readonly films: FilmGate;
  readonly browserProxy: BrowserProxy;
  /** The event by which our watcher in a page is asked; no page knows its name. */
  readonly question: string;
  /** Captures made in it so far. */
  captures = 0;
  /** Called when the page has asked for more bytes than a capture may have. */
  onOverBudget: () => void = () => {};

  /** In a browser that hangs nothing opens, and nothing says so: it is ended. */
  static async open(chromium: Chromium, options: TabOptions): Promise<Tab> {
    const giveUp = setTimeout(() => chromium.kill(), OPEN_TIMEOUT_MS);
    try {
      return await Tab.#open(chromium, options);
    } finally {
      clearTimeout(giveUp);
    }
  }

  static async #open(chromium: Chromium, options: TabOptions): Promise<Tab> {
    const overBudget = { listener: () => {} };
    const browserProxy = new BrowserProxy({
      dial: options.dial,
      remote: options.remote,
      maxBytes: options.maxBytes,
      onOverBudget: () => overBudget.listener(),
    });
    await browserProxy.start();
    try {
      const context = await chromium.browser.newContext(contextOptions(browserProxy, options));
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send("Page.enable");
      await session.send("Network.enable");
      const question = `tessera-${randomUUID()}`;
      const source = `${WITHOUT_DATAGRAMS}\n${callInPage(watchPage, "watchPage", question)};`;
      await session.send("Page.addScriptToEvaluateOnNewDocument", { source });
      await session.send("Network.setBypassServiceWorker", { bypass: true });
      const tab = new Tab({ chromium, context, page, session, browserProxy, question });
      overBudget.listener = () => tab.onOverBudget();
      if (options.remote) await tab.#proveDoor();
      return tab;
    } catch (error) {
      await browserProxy.stop();
      throw error;
    }
  }

  private constructor(parts: Pick<Tab, "chromium" | "context" | "page" | "session" | "browserProxy" | "question">) {
    this.chromium = parts.chromium;
    this.context = parts.context;
    this.page = parts.page;
    this.session = parts.session;
    this.browserProxy = parts.browserProxy;
    this.question = parts.question;
    this.world = new IsolatedWorld(parts.session);
    this.films = new FilmGate(parts.session, this.world);
  }

  /**
   * A browser that somebody else has started may do as it likes: before it is given a page, it must come to our door with
   * an address that nobody may reach.
   */
  async #proveDoor(): Promise<void> {
    await this.page.goto(FORBIDDEN, { timeout: PROOF_TIMEOUT_MS }).catch(() => {});
    const hasCome = this.browserProxy.refusals.some(({ destination }) => FORBIDDEN.includes(destination));
    this.browserProxy.reset();
    if (hasCome) return;
    await this.context.close().catch(() => {});
    const message = `the browser elsewhere does not reach ${this.browserProxy.url}, which all its requests must go through`;
    throw new CaptureFailure("crashed", { message, retry: "later" });
  }

  /** Makes the tab as new for the next visitor. False where that cannot be promised: then it must be closed. */
  async wipe(): Promise<boolean> {
    this.browserProxy.reset();
    const wiping = (async () => {
      const origins = new Set(this.page.frames().map((frame) => originOf(frame.url())));
      for (const securityOrigin of origins) {
        if (securityOrigin === null) continue;
        // What lasts as long as the tab is not among the data of an origin.
        const storageId = { securityOrigin, isLocalStorage: false };
        await this.session.send("DOMStorage.clear", { storageId }).catch(() => {});
      }
      await this.page.goto("about:blank");
      await this.session.send("Runtime.evaluate", { expression: 'window.name = ""' });
      await this.context.clearCookies();
      await this.session.send("Network.clearBrowserCache");
      for (const origin of origins) {
        if (origin) await this.session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
      }
      return this.context.pages().length === 1 && !this.page.isClosed();
    })().catch(() => false);
    const isWiped = await withTimeout(wiping, WIPE_TIMEOUT_MS, false);
    this.browserProxy.reset();
    return isWiped;
  }

  /** A renderer that is caught in a loop does not hear that it should end; then the whole browser goes. */
  async close(): Promise<void> {
    const closing = this.context.close().then(
      () => true,
      () => true,
    );
    if (!(await withTimeout(closing, CLOSE_TIMEOUT_MS, false))) this.chromium.kill();
    await this.browserProxy.stop();
  }
}

function contextOptions(browserProxy: BrowserProxy, options: TabOptions): BrowserContextOptions {
  return {
    proxy: { server: browserProxy.url },
    serviceWorkers: "block",
    acceptDownloads: false,
    permissions: [],
    userAgent: options.userAgent,
    viewport: { width: options.viewport.width, height: options.viewport.height },
    isMobile: options.viewport.isPhone ?? false,
    hasTouch: options.viewport.isPhone ?? false,
    locale: options.locale,
    // Nobody looks: animations end where they should, and the page is the one for a light room.
    reducedMotion: "reduce",
    colorScheme: "light",
  };
}

function originOf(url: string): string | null {
  const origin = URL.canParse(url) ? new URL(url).origin : "null";
  return origin === "null" ? null : origin;
}

async function withTimeout<T>(promise: Promise<T>, timeoutMs: number, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<T>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), timeoutMs);
  });
  const first = await Promise.race([promise, timeout]);
  clearTimeout(timer);
  return first;
}

export class IsolatedWorld {
  readonly #session: CDPSession;

  constructor(session: CDPSession) {
    this.#session = session;
  }

  /** Calls a function of a module in the page that is there now. Fails when the page goes away meanwhile. */
  call<T>(module: InPageModule, name: string, ...values: readonly unknown[]): Promise<T> {
    return this.run(callInPage(module, name, ...values), name);
  }

  /** Evaluates an expression in the same way; `name` is what it is called where it fails. */
  async run<T>(expression: string, name: string): Promise<T> {
    const { frameTree } = await this.#session.send("Page.getFrameTree");
    const { executionContextId } = await this.#session.send("Page.createIsolatedWorld", {
      frameId: frameTree.frame.id,
      worldName: WORLD,
    });
    const { result, exceptionDetails } = await this.#session.send("Runtime.evaluate", {
      expression,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) {
      throw new Error(`${name} threw in the page: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    }
    return result.value as T;
  }
}
