/** A Chromium that lays out HTML with scripts and network off and tells where everything stands. */
import { type Browser, chromium, type Page } from "playwright-core";
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
  // nothing leaves: not even a name is looked up
  "--host-resolver-rules=MAP * ~NOTFOUND",
];
const ADDRESS = "http://page.invalid/";
const TIMEOUT_MS = 30_000;
/** Pages that one browser renders before it is replaced, so that what it leaks stays small. */
const PAGES_PER_BROWSER = 400;

export class Renderer {
  #browser: Browser | null = null;
  #rendered = 0;

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
    const context = await this.#browser.newContext({ viewport: VIEWPORT });
    try {
      const page = await context.newPage();
      await serve(page, html);
      await page.goto(ADDRESS, { waitUntil: "load", timeout: TIMEOUT_MS });
      const devtools = await context.newCDPSession(page);
      return await withTimeout(devtools.send("DOMSnapshot.captureSnapshot", { computedStyles: [] }));
    } catch (error) {
      if (!this.#browser.isConnected()) throw error;
      return null;
    } finally {
      await context.close();
    }
  }

  async close(): Promise<void> {
    await this.#browser?.close();
    this.#browser = null;
  }
}

/**
 * Gives the page and refuses everything else; a page that sends itself elsewhere gets "no content", which leaves it as
 * it is, where a refusal would put an error page in its place. Scripts are forbidden by policy and not by the browser's switch: that
 * would also make the parser read `noscript` as markup, and the tree would be another one than the engine's.
 */
async function serve(page: Page, html: Buffer): Promise<void> {
  const headers = { "content-security-policy": "script-src 'none'" };
  await page.route("**/*", (route) => {
    const request = route.request();
    if (request.url() === ADDRESS) {
      return route.fulfill({ status: 200, contentType: "text/html; charset=utf-8", headers, body: html });
    }
    return request.isNavigationRequest() ? route.fulfill({ status: 204 }) : route.abort();
  });
}

async function withTimeout<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, null);
  });
  try {
    return await Promise.race([answer, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
