/** Where a Chromium is on this machine. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Names on the search path, and where macOS keeps applications. */
const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "microsoft-edge"];
const APPLICATIONS = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The one that TESSERA_BROWSER names, or else the first that is installed; null where there is none or it says `off`. */
export function findChromium(environment: Readonly<Record<string, string | undefined>> = process.env): string | null {
  const named = environment.TESSERA_BROWSER;
  if (named === "off") return null;
  if (named && named !== "auto") return named;
  const folders = (environment.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const candidates = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...APPLICATIONS];
  return candidates.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
