/** `npm run screenshots`: the README's pictures, of the demo that runs at the address and with the password given. */
import { chromium, type Page } from "playwright-core";
import { notedBrowser } from "./browser-path.ts";

const OUT = new URL("../docs/screenshots/", import.meta.url).pathname;
const WIDE = { width: 1_280, height: 1_040 };
const PHONE = { width: 390, height: 844 };
/** Long enough for frames that are already loaded to be painted. */
const PAINT_MS = 700;

const [url = "http://127.0.0.1:8420", password = "", source = "http://127.0.0.1:8431/"] = process.argv.slice(2);
const executablePath = notedBrowser();
if (!executablePath || !password) {
  console.error("Start `npm run demo`, then: npm run screenshots -- URL PASSWORD [SITE]");
  process.exit(2);
}
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: WIDE, locale: "en-GB" });
await logIn(page);
const sheet = page.url();
await shootSheet(page, "sheet");
await page.emulateMedia({ colorScheme: "dark" });
await shootSheet(page, "sheet-dark");
await page.emulateMedia({ colorScheme: "light" });
await page.setViewportSize(PHONE);
await shootSheet(page, "phone");
await page.setViewportSize(WIDE);
await shootPicker(page);
await shootHistory(page, "River level");
await browser.close();

async function logIn(as: Page): Promise<void> {
  await as.goto(url);
  await as.getByLabel("Login name").fill("demo");
  await as.getByLabel("Password").fill(password);
  await as.getByRole("button", { name: "Log in" }).click();
  await as.waitForURL(/\/sheets\//);
}

async function shootSheet(of: Page, name: string): Promise<void> {
  await of.goto(sheet);
  await of.locator("article iframe").first().waitFor();
  await shoot(of, name);
}

async function shootPicker(of: Page): Promise<void> {
  await of.goto(`${url}/pick?url=${encodeURIComponent(source)}`);
  await of.getByRole("button", { name: "Open this page" }).click();
  await of.locator('iframe[data-ready="true"]').waitFor();
  await of.frameLocator('iframe[data-ready="true"]').locator("h2").nth(1).hover();
  await of.mouse.wheel(0, -120);
  await shoot(of, "picker");
}

async function shootHistory(of: Page, title: string): Promise<void> {
  await of.goto(sheet);
  await of.getByRole("link", { name: `History of ${title}` }).click();
  await of.getByRole("main").getByRole("heading").first().waitFor();
  await shoot(of, "history");
}

async function shoot(of: Page, name: string): Promise<void> {
  await Promise.all(of.frames().map((frame) => frame.waitForLoadState("load")));
  await of.waitForTimeout(PAINT_MS);
  await of.screenshot({ path: `${OUT}${name}.png` });
}
