/** `npm run demo:visit [-- --minutes 10 --think 8]`: starts the demo and sits in front of it; exit code 1 where a person would complain. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDemo } from "@tessera/demo";
import { chromium } from "playwright-core";
import { launchOptions } from "../../scripts/browser-path.ts";
import { visitDemo } from "./demo-visitor.ts";
import { logInTo } from "./visitor.ts";

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, think: { type: "string", default: "8" } },
});
const data = mkdtempSync(join(tmpdir(), "tessera-visit-"));
const demo = await openDemo({ data, port: 0, firstSitePort: 0, password: "sits-in-front-of-it" });
const browser = await chromium.launch(launchOptions());
try {
  const page = await browser.newPage({ viewport: { width: 1_400, height: 1_100 }, locale: "en-GB" });
  await logInTo(page, demo.url, demo.owner);
  const startMs = Date.now();
  const since = (): string => `${Math.round((Date.now() - startMs) / 1_000)} s`.padStart(6);
  const { answers, failures, wrong } = await visitDemo(page, {
    sheetUrl: page.url(),
    isOver: () => Date.now() - startMs > Number(values.minutes) * 60_000,
    thinkMs: Number(values.think) * 1_000,
    say: (line) => console.log(`${since()}  ${line}`),
  });
  const lost = answers.filter(({ hasStuck }) => !hasStuck).length;
  console.log(
    `${answers.length} answers, ${lost} of them did not stick; ${failures.length} failures shown; wrong: ${wrong.join(", ") || "none"}`,
  );
  process.exitCode = lost + failures.length + wrong.length > 0 ? 1 : 0;
} finally {
  await browser.close();
  await demo.stop();
  rmSync(data, { recursive: true, force: true });
}
