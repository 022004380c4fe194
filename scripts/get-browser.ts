/** Finds the Chromiums for the tests, fetches them where there are none, and notes where they are. */
import { chromium } from "playwright-core";
import { findBrowser } from "./browser/find-browser.ts";
import { SOURCES, WHOLE_SOURCES } from "./browser/sources.ts";
import { launchOptions, noteBrowsers, notedBrowser, notedWholeBrowser } from "./browser-path.ts";

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

const notedBefore = (path: string | null) => ({
  name: "noted before",
  find: async () => (path === null ? [] : [path]),
});
const isNamed = Boolean(process.env.TESSERA_BROWSER);
const result = await findBrowser(isNamed ? SOURCES : [notedBefore(notedBrowser()), ...SOURCES], starts);
if (result.kind === "found") {
  const whole = await findBrowser([notedBefore(notedWholeBrowser()), ...WHOLE_SOURCES], starts);
  noteBrowsers({ path: result.path, whole: whole.kind === "found" ? whole.path : null });
  console.log(`browser: using a Chromium ${result.source}: ${result.path}`);
  if (whole.kind === "none") console.log("browser: none with extensions; their tests are left out");
} else {
  for (const line of result.tried) console.error(`browser: ${line}`);
  console.error("browser: no Chromium could be found or fetched; set TESSERA_BROWSER to the path of one");
  process.exitCode = 1;
}
