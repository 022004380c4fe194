/** Finds a Chromium for the tests, fetches one where there is none, and notes where it is. */
import { chromium } from "playwright-core";
import { findBrowser } from "./browser/find-browser.ts";
import { SOURCES } from "./browser/sources.ts";
import { launchOptions, noteBrowser, notedBrowser } from "./browser-path.ts";

const START_TIMEOUT_MS = 60_000;

async function starts(path: string): Promise<boolean> {
  try {
    const browser = await chromium.launch({ ...launchOptions(path), timeout: START_TIMEOUT_MS });
    await browser.close();
    return true;
  } catch {
    return false;
  }
}

const noted = { name: "noted before", find: async () => [notedBrowser()].filter((path) => path !== null) };
const result = await findBrowser(process.env.TESSERA_BROWSER ? SOURCES : [noted, ...SOURCES], starts);
if (result.kind === "found") {
  noteBrowser(result.path);
  console.log(`browser: using a Chromium ${result.source}: ${result.path}`);
} else {
  for (const line of result.tried) console.error(`browser: ${line}`);
  console.error("browser: no Chromium could be found or fetched; set TESSERA_BROWSER to the path of one");
  process.exitCode = 1;
}
