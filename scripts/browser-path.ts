/** Where the Chromiums for the tests are, as `scripts/get-browser.ts` noted it. */
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

interface Note {
  readonly path: string;
  /** One with windows and extensions, which the first one may be without. */
  readonly whole?: string | null;
}

/** The noted executable, or null where there is no note or it points to nothing. */
export function notedBrowser(): string | null {
  return pathOf("path");
}

/** The same of one with windows and extensions. */
export function notedWholeBrowser(): string | null {
  return pathOf("whole");
}

function pathOf(name: keyof Note): string | null {
  if (!existsSync(NOTE)) return null;
  const path = (JSON.parse(readFileSync(NOTE, "utf8")) as Note)[name];
  return path && existsSync(path) ? path : null;
}

export function noteBrowsers(note: Note): void {
  mkdirSync(dirname(NOTE), { recursive: true });
  writeFileSync(NOTE, `${JSON.stringify(note)}\n`);
}
