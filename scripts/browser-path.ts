/** Where the Chromium for the tests is, as `scripts/get-browser.ts` noted it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const NOTE = fileURLToPath(new URL("../.cache/browser.json", import.meta.url));

/** Quiet, offline, and without the sandbox that Chromium refuses to root. */
const BROWSER_ARGUMENTS: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The executable. Throws where `npm run browser` has not looked for one yet. */
export function browserPath(): string {
  const path = notedBrowser();
  if (path === null) throw new Error("no browser is known: `node scripts/get-browser.ts` finds or fetches one");
  return path;
}

/** What Playwright's `chromium.launch` needs to start a Chromium. */
export function launchOptions(executablePath: string = browserPath()): { executablePath: string; args: string[] } {
  return { executablePath, args: [...BROWSER_ARGUMENTS] };
}

/** The noted executable, or null where there is no note or it points to nothing. */
export function notedBrowser(): string | null {
  if (!existsSync(NOTE)) return null;
  const { path } = JSON.parse(readFileSync(NOTE, "utf8")) as { path: string };
  return existsSync(path) ? path : null;
}

export function noteBrowser(path: string): void {
  mkdirSync(dirname(NOTE), { recursive: true });
  writeFileSync(NOTE, `${JSON.stringify({ path })}\n`);
}
