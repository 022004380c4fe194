/** `npm run screenshots`: the README's pictures, of the demo that runs at the address and with the password given. */
import { chromium } from "playwright-core";
import { notedBrowser } from "./browser-path.ts";

const OUT = new URL("../docs/screenshots/", import.meta.url).pathname;
const [url = "http://127.0.0.1:8420", password = "", source = "http://127.0.0.1:8431/"] = process.argv.slice(2);

const executablePath = notedBrowser();
if (!executablePath || !password) {
  console.error("Start `npm run demo`, then: npm run screenshots -- URL PASSWORD [SITE]");
  process.exit(2);
}
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 1_280, height: 800 } });
await page.goto(url);
await page.getByLabel("Name").fill("demo");
await page.getByLabel("Password").fill(password);
await page.getByRole("button", { name: "Log in" }).click();
await page.waitForURL(/\/sheets\//);
await page.locator("article iframe").first().waitFor();
await page.waitForLoadState("networkidle").catch(() => null);
await page.waitForTimeout(2_000);
await page.screenshot({ path: `${OUT}sheet.png` });
await page.goto(`${url}/pick?url=${encodeURIComponent(source)}`);
await page.locator('iframe[data-ready="true"]').waitFor();
const frame = page.frameLocator('iframe[data-ready="true"]');
await frame.locator("h2").nth(1).hover();
await page.mouse.wheel(0, -120);
await page.waitForTimeout(1_000);
await page.screenshot({ path: `${OUT}picker.png` });
await browser.close();
