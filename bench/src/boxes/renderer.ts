/** A Chromium that lays out HTML with scripts and network off and tells where everything stands. */
import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";
import type { Snapshot } from "./align-boxes.ts";

const VIEWPORT = { width: 1280, height: 1024 };
const CHROMIUM = process.env.TESSERA_BROWSER || "/usr/bin/chromium";
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // nothing leaves: no name is looked up, and so what a page loads fails before it is asked for
  "--host-resolver-rules=MAP * ~NOTFOUND",
];
const ADDRESS = "http://page.invalid/";
const TIMEOUT_MS = 30_000;
/** Pages that one browser renders before it is replaced, so that what it leaks stays small. */
const PAGES_PER_BROWSER = 400;

export class Renderer {
  #browser: Browser | null = null;
  #rendered = 0;
  /** Tabs that have nothing to do: a new one costs more than most pages. */
  #idle: Tab[] = [];

  /** Starts the browser, and again after some hundred pages; call it while no page is being rendered. */
  async refresh(): Promise<void> {
    if (this.#browser?.isConnected() && this.#rendered < PAGES_PER_BROWSER) return;
    await this.close();
    this.#browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
    this.#rendered = 0;
  }

  /** The layout of the page, or null where Chromium gave up on it. */
  async snapshotOf(html: Buffer): Promise<Snapshot | null> {
    if (!this.#browser) throw new RangeError("the renderer is not started");
    this.#rendered++;
    const tab = this.#idle.pop() ?? (await openTab(this.#browser));
    try {
      const snapshot = await tab.render(html);
      this.#idle.push(tab);
      return snapshot;
    } catch (error) {
      if (!this.#browser.isConnected()) throw error;
      await tab.page.context().close();
      return null;
    }
  }

  /** Of the browser, such as `141.0.7390.37`. */
  get version(): string {
    if (!this.#browser) throw new RangeError("the renderer is not started");
    return this.#browser.version();
  }

  async close(): Promise<void> {
    this.#idle = [];
    await this.#browser?.close();
    this.#browser = null;
  }
}

interface Tab {
  readonly page: Page;
  render(html: Buffer): Promise<Snapshot>;
}

async function openTab(browser: Browser): Promise<Tab> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const serve = await serving(devtools);
  return {
    page,
    async render(html) {
      serve(html);
      await page.goto(ADDRESS, { waitUntil: "load", timeout: TIMEOUT_MS });
      return withTimeout(devtools.send("DOMSnapshot.captureSnapshot", { computedStyles: [] }));
    },
  };
}

/**
 * Gives the page, and "no content" to one that sends itself elsewhere, which leaves it as it is, where a refusal would put
 * an error page in its place. Scripts are forbidden by policy and not by the browser's switch: that
 * would also make the parser read `noscript` as markup, and the tree would be another one than the engine's.
 */
async function serving(devtools: CDPSession): Promise<(html: Buffer) => void> {
  let body = "";
  const headers = [
    { name: "content-type", value: "text/html; charset=utf-8" },
    { name: "content-security-policy", value: "script-src 'none'" },
  ];
  devtools.on("Fetch.requestPaused", ({ requestId, request }) => {
    const isPage = body !== "" && request.url === ADDRESS;
    const answer = isPage ? { responseCode: 200, responseHeaders: headers, body } : { responseCode: 204 };
    if (isPage) body = "";
    // a page that was left meanwhile wants no answer
    devtools.send("Fetch.fulfillRequest", { requestId, ...answer }).catch(() => undefined);
  });
  await devtools.send("Fetch.enable", { patterns: [{ urlPattern: "*", resourceType: "Document" }] });
  return (html) => {
    body = html.toString("base64");
  };
}

async function withTimeout<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the layout took too long")), TIMEOUT_MS);
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
