import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openScene } from "./scene.ts";
import { openPicker, PATIENCE_MS, says } from "./visitor.ts";
import { browserPath, openWorld, type World } from "./world.ts";

const SECRET = "correct-horse-battery-9";
const HTML = { "content-type": "text/html; charset=utf-8" };
const BAR = `<header style="background:#147;color:#fff;padding:16px"><h1>Boat club</h1></header>`;

let world: World;
let server: Server;
let base: string;
const asked: string[] = [];

/** A club that shows its members the boats, after a login, and the rest of the list on request. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const isMember = /session=member/.test(request.headers.cookie ?? "");
  const path = new URL(request.url ?? "/", "http://localhost").pathname;
  asked.push(JSON.stringify([request.url, request.headers]));
  if (path === "/login" && request.method === "POST") {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", () => {
      const isRight = new URLSearchParams(body).get("pw") === SECRET;
      response
        .writeHead(303, isRight ? { location: "/", "set-cookie": "session=member" } : { location: "/login" })
        .end();
    });
  } else if (path === "/login") {
    response.writeHead(200, HTML).end(`<!doctype html><title>Log in</title>${BAR}<form method=post style="padding:16px">
      <p><label>Name <input name=user></label></p><p><label>Password <input type=password name=pw></label></p><button>Log in</button></form>`);
  } else if (isMember) {
    response
      .writeHead(200, HTML)
      .end(`<!doctype html><title>Boats</title>${BAR}<main style="padding:16px"><h2>Boats</h2><ul id=boats><li>Anna</ul>
      <button onclick="document.getElementById('boats').insertAdjacentHTML('beforeend','<li>Berta<li>Clara')">More boats</button></main>`);
  } else {
    response.writeHead(303, { location: "/login" }).end();
  }
}

beforeAll(async () => {
  world = await openWorld({
    settings: { TESSERA_LOG_LEVEL: "debug", TESSERA_BROWSER: browserPath(), TESSERA_PROXIES: "de=http://127.0.0.1:9" },
  });
  server = createServer(answer).listen(0, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await world.allow(base);
});
afterAll(async () => {
  await world.stop();
  server.close().closeAllConnections();
});

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Logs in by doing it once in the open page, and presses for more. */
async function recordLogin(page: Page): Promise<void> {
  await page.getByText("Steps before it is captured").click();
  await press(page, "Show the steps in the page");
  await press(page, "Fill in Name");
  await page.getByLabel("Text", { exact: true }).fill("robin");
  await press(page, "Fill in");
  await press(page, "Fill in the secret Password");
  await page.getByLabel("The secret itself").fill(SECRET);
  await page.getByLabel("then press Enter").check();
  await press(page, "Fill in");
  await press(page, "Press More boats");
  await says(page.locator("dialog"), "Steps recorded: 3");
  await press(page, "Done");
}

test("a login is shown once, tried, and done at every check with a secret that is nowhere to be read", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  const said: string[] = [];
  page.on("response", async (reply) => {
    if (/\/api\//.test(reply.url())) said.push(await reply.text().catch(() => ""));
  });
  await openPicker(page, world.tessera.url, `${base}/`);
  await press(page, "Steps, login, screen …");
  await recordLogin(page);
  const dialog = page.locator("dialog");
  await says(dialog, "Type “robin” into “Name”");
  await says(dialog, "Type the secret “password” into");
  await says(dialog, "Press “More boats”");
  await press(page, "Try it now");
  await dialog.getByAltText("The page in the end").waitFor();
  await says(dialog, "200");
  await dialog.getByText("After step 3").click();
  await dialog.getByAltText("After step 3").waitFor();
  await press(page, "Open it like this");
  const frame = page.frameLocator('iframe[data-ready="true"]');
  await says(frame.locator("body"), "Clara");
  await frame.locator("#boats li").first().hover();
  await press(page, "Larger");
  await press(page, "Take this block");
  await press(page, "Put it on the sheet");
  await expect
    .poll(async () => (await robin.follows()).map(({ value }) => value), { timeout: PATIENCE_MS })
    .toEqual([expect.stringContaining("Clara")]);

  const exported = JSON.stringify(await robin.api.ask("GET", "/export.json?captures=all"));
  expect(exported).toContain('"secret":"password"');
  const files = readdirSync(world.data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const stored = files.map((entry) => readFileSync(join(entry.parentPath, entry.name)));
  expect(stored.length).toBeGreaterThan(1);
  expect(stored.some((bytes) => bytes.includes(SECRET))).toBe(false);
  for (const text of [exported, ...said, await page.content(), world.tessera.log(), ...asked])
    expect(text).not.toContain(SECRET);

  await robin.toSheet();
  await page.getByRole("button", { name: /^Menu for/ }).click();
  await page.getByRole("menuitem", { name: "All settings of the page" }).click();
  await dialog.getByRole("button", { name: "Delete step 3" }).click();
  await press(page, "Try it now");
  await says(dialog, "found");
  await press(page, "Save");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(async () => (await robin.follows())[0]?.value, { timeout: PATIENCE_MS }).not.toContain("Clara");

  await page.goto(`${world.tessera.url}/settings/pages`);
  await says(page.locator("main"), "· steps");
  await press(page, "Remove the secret password");
  await says(page.locator("main"), "No secrets are stored.");
}, 300_000);
