/** A real Chromium with the built extension in it, and what a person does with it. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium, type Frame, type Page, type Worker } from "playwright-core";
import { notedWholeBrowser } from "../../scripts/browser-path.ts";
import { PATIENCE_MS } from "./visitor.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BUILT = join(ROOT, "dist/extension/chromium");

export interface ExtensionOptions {
  /** The language of the browser. */
  readonly language?: string;
  readonly colorScheme?: "light" | "dark";
}

export class ExtensionBrowser {
  readonly context: BrowserContext;
  readonly #worker: Worker;
  readonly #folder: string;

  private constructor(context: BrowserContext, worker: Worker, folder: string) {
    this.context = context;
    this.#worker = worker;
    this.#folder = folder;
  }

  static async open({ language = "en-GB", colorScheme = "light" }: ExtensionOptions = {}): Promise<ExtensionBrowser> {
    execFileSync(process.execPath, [join(ROOT, "scripts/extension.ts")], { cwd: ROOT, stdio: "inherit" });
    const folder = mkdtempSync(join(tmpdir(), "tessera-extension-"));
    const extension = join(folder, "extension");
    cpSync(BUILT, extension, { recursive: true });
    allowLoopback(join(extension, "manifest.json"));
    const context = await chromium.launchPersistentContext(join(folder, "profile"), {
      executablePath: notedWholeBrowser()!,
      // the old headless mode knows no extensions
      headless: false,
      viewport: { width: 1_200, height: 800 },
      locale: language,
      colorScheme,
      // what the browser itself speaks
      env: { ...process.env, LANGUAGE: language.replace("-", "_") },
      args: [
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        `--lang=${language}`,
        `--disable-extensions-except=${extension}`,
        `--load-extension=${extension}`,
      ],
    });
    context.setDefaultTimeout(PATIENCE_MS);
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    const opened = new ExtensionBrowser(context, worker, folder);
    // after it is installed it shows its options, in place of the first empty tab
    const isShown = (page: Page) => page.url().endsWith("options.html");
    while (!context.pages().some(isShown)) await setTimeout(100);
    return opened;
  }

  /** A page of the extension itself. */
  async openOwn(name: "options" | "popup" | "new-tab"): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(this.#worker.url().replace("background.js", `pages/${name}.html`));
    return page;
  }

  /** As the menu of the toolbar button does it: no program can press what is outside of pages. */
  async pickOn(page: Page): Promise<Frame> {
    const own = await this.openOwn("popup");
    await page.bringToFront();
    await own.evaluate(async (url) => {
      const [tab] = (await chrome.tabs.query({})).filter((each) => each.url === url);
      await chrome.runtime.sendMessage({ kind: "pick", tabId: tab?.id ?? -1 });
    }, page.url());
    await own.close();
    await page.bringToFront();
    const isPicker = (frame: Frame) => frame.url().endsWith("/pages/picker.html");
    const frame = page.frames().find(isPicker) ?? (await page.waitForEvent("framenavigated", isPicker));
    await frame.getByRole("navigation").waitFor();
    return frame;
  }

  /** Looks at what is due, without waiting for the alarm. */
  async look(): Promise<void> {
    const own = await this.openOwn("popup");
    await own.evaluate(() => chrome.runtime.sendMessage({ kind: "look" }));
    await own.close();
  }

  /** What the button shows. */
  badge(): Promise<string> {
    return this.#worker.evaluate(() => chrome.action.getBadgeText({}));
  }

  async alarms(): Promise<number> {
    return (await this.#worker.evaluate(() => chrome.alarms.getAll())).length;
  }

  async close(): Promise<void> {
    await this.context.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Whether a site may be visited is asked by the browser itself, and no program can answer: here loopback is allowed. */
function allowLoopback(path: string): void {
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  manifest.host_permissions = ["http://127.0.0.1/*", "http://localhost/*"];
  manifest.permissions.push("tabs");
  writeFileSync(path, JSON.stringify(manifest));
}
