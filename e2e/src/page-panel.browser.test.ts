import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { faults } from "./faults.ts";
import { openScene } from "./scene.ts";
import { openPicker, PATIENCE_MS, says } from "./visitor.ts";
import { browserPath, openWorld, type World } from "./world.ts";

const SECRET = "correct-horse-battery-9";
const HTML = { "content-type": "text/html; charset=utf-8" };
/** Whoever runs a script of the page asks for `/reached/` and says where: in a tab, or in a document of ours. */
const reach = (how: string): string => `fetch(\`${base}/reached/${how}-\${location.protocol}\`, { mode: "no-cors" })`;
const DAY_CSS = "h1{color:rgb(1, 2, 3)}";
const FLAG = `<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect width="30" height="20" fill="#147"/></svg>`;
const BAR = `<header style="background:#147;color:#fff;padding:16px"><h1>Boat club</h1></header>`;

let world: World;
let server: Server;
let proxy: Server;
let base: string;
const asked: string[] = [];
const reached = new Set<string>();
/** Ports from which requests came to the club, and those that the proxy of the operator opened to it. */
const comingFrom = new Set<number>();
const tunnelled = new Set<number>();

/** A page that harms whoever shows it as it is. */
function dayPage(): string {
  return `<!doctype html><title>Open day</title><link rel=stylesheet href=/day.css><script>${reach("script")}</script>
    <body onload='${reach("load")}'><h1>Open day</h1><img src=/flag.svg alt=Flag><img src=x: alt="" onerror='${reach("error")}'>
    <button onclick='${reach("press")}'>Come</button>`;
}

/** A club that shows its members the boats, after a login, and the rest of the list on request. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const isMember = /session=member/.test(request.headers.cookie ?? "");
  const path = new URL(request.url ?? "/", "http://localhost").pathname;
  asked.push(JSON.stringify([request.url, request.headers]));
  comingFrom.add(request.socket.remotePort ?? 0);
  if (path.startsWith("/reached/")) reached.add(path);
  if (path === "/day.css") response.writeHead(200, { "content-type": "text/css" }).end(DAY_CSS);
  else if (path === "/flag.svg") response.writeHead(200, { "content-type": "image/svg+xml" }).end(FLAG);
  else if (path === "/day") response.writeHead(200, HTML).end(dayPage());
  else if (path === "/login" && request.method === "POST") {
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

/** A proxy as operators have them: it opens tunnels to wherever it is asked to. */
function openProxy(): Server {
  return createServer().on("connect", (request, socket) => {
    const { hostname, port } = new URL(`http://${request.url}`);
    const onward = connect(Number(port), hostname, () => {
      tunnelled.add(onward.localPort ?? 0);
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      onward.pipe(socket).pipe(onward);
    });
    onward.on("error", () => socket.destroy());
    socket.on("error", () => onward.destroy());
  });
}

const portOf = (listening: Server): number => (listening.address() as AddressInfo).port;

beforeAll(async () => {
  proxy = openProxy().listen(0, "127.0.0.1");
  server = createServer(answer).listen(0, "127.0.0.1");
  await Promise.all([once(proxy, "listening"), once(server, "listening")]);
  world = await openWorld({
    settings: {
      ...{ TESSERA_LOG_LEVEL: "debug", TESSERA_BROWSER: browserPath() },
      TESSERA_PROXIES: `de=http://127.0.0.1:${portOf(proxy)}`,
    },
  });
  base = `http://127.0.0.1:${portOf(server)}`;
  await world.allow(base);
});
afterAll(async () => {
  await world.stop();
  for (const each of [server, proxy]) each.close().closeAllConnections();
});

/** With the keyboard alone, as all of it can be done. */
async function press(page: Page, name: string): Promise<void> {
  const button = page.getByRole("button", { name, exact: true });
  await expect.poll(() => button.isEnabled(), { timeout: PATIENCE_MS }).toBe(true);
  await button.focus();
  await page.keyboard.press("Enter");
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).focus();
  await page.keyboard.type(text);
}

async function unfold(page: Page, name: string): Promise<void> {
  await page.locator("summary", { hasText: name }).focus();
  await page.keyboard.press("Enter");
}

type Scheme = "light" | "dark";

/** In the light and in the dark, without doing anything twice; a state that has no colours of its own in one of them. */
async function expectAccessible(page: Page, schemes: readonly Scheme[] = ["light", "dark"]): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    expect(await faults(page), colorScheme).toEqual([]);
  }
}

/** Logs in by doing it once in the open page, and presses for more. */
async function recordLogin(page: Page): Promise<void> {
  await unfold(page, "Steps before it is captured");
  await press(page, "Show the steps in the page");
  await press(page, "Fill in the secret Password");
  await type(page, "The secret itself", SECRET);
  await page.getByLabel("then press Enter").focus();
  await page.keyboard.press("Space");
  await expectAccessible(page, ["dark"]);
  await press(page, "Fill in");
  await press(page, "Press More boats");
  await says(page.locator("dialog"), "Steps recorded: 2");
  await press(page, "Done");
}

test("a login is shown once, tried, and done at every check, through a proxy and with a secret that is nowhere to be read", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  const said: string[] = [];
  page.on("response", async (reply) => {
    if (/\/api\//.test(reply.url())) said.push(await reply.text().catch(() => ""));
  });
  await openPicker(page, world.tessera.url, `${base}/`);
  const dialog = page.locator("dialog");
  await press(page, "Steps, login, screen …");
  await unfold(page, "Cookies and headers");
  await unfold(page, "Screen, language, consent");
  await expectAccessible(page);
  await page.getByLabel("Through the proxy").selectOption("de");
  comingFrom.clear();
  await recordLogin(page);
  await says(dialog, "Type the secret “password” into");
  await says(dialog, "Press “More boats”");
  await press(page, "Try it now");
  await dialog.getByAltText("The page in the end").waitFor();
  await says(dialog, "200");
  await unfold(page, "After step 2");
  await dialog.getByAltText("After step 2").waitFor();
  await expectAccessible(page, ["light"]);
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
  expect(comingFrom.size).toBeGreaterThan(0);
  expect([...comingFrom].filter((port) => !tunnelled.has(port))).toEqual([]);

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
  await press(page, "Delete step 2");
  await press(page, "Save");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(async () => (await robin.follows())[0]?.value, { timeout: PATIENCE_MS }).not.toContain("Clara");

  await expectRightToLeft(robin);
  await page.goto(`${world.tessera.url}/settings/pages`);
  await says(page.locator("main"), "· steps");
  await press(page, "Remove the secret password");
  await says(page.locator("main"), "No secrets are stored.");
}, 300_000);

test("a page that no browser renders is shown beside the settings as it came, and nothing of it runs", async () => {
  const robin = await openScene(world);
  const { page } = robin;
  const source = { url: `${base}/day`, fetcher: "http" };
  await robin.api.ask("POST", "/follows", { source, wish: { kind: "css", selector: "h1" } });
  await page.goto(`${world.tessera.url}/settings/pages`);
  await press(page, "Change how Open day is opened");
  await press(page, "Try it now");
  const shown = page.frameLocator('iframe[title="The page that came, without its scripts"]');
  await says(shown.locator("h1"), "Open day");
  const colour = () => shown.locator("h1").evaluate((at) => getComputedStyle(at).color);
  await expect.poll(colour, { timeout: PATIENCE_MS }).toBe("rgb(1, 2, 3)");
  const flag = () => shown.getByAltText("Flag").evaluate((at) => (at as HTMLImageElement).naturalWidth);
  await expect.poll(flag, { timeout: PATIENCE_MS }).toBe(30);
  await shown.getByRole("button", { name: "Come" }).click();
  await expectAccessible(page);
  await unfold(page, "The HTML that came");
  await says(page.locator("dialog pre"), "<h1>Open day</h1>");
  // as it is, it reaches out in all these ways: when it has, the one beside the settings would have, too
  const tab = await robin.context.newPage();
  await tab.goto(source.url);
  await tab.getByRole("button", { name: "Come" }).click();
  const ways = ["script", "load", "error", "press"].map((how) => `/reached/${how}-http:`);
  await expect.poll(() => [...reached].sort(), { timeout: PATIENCE_MS }).toEqual(ways.toSorted());
}, 300_000);

/** The same panel in Arabic: from right to left, with nothing beside its window, and left again with one key. */
async function expectRightToLeft({ page, api }: Awaited<ReturnType<typeof openScene>>): Promise<void> {
  await api.ask("PATCH", "/me", { locale: "ar" });
  await page.goto(`${world.tessera.url}/settings/pages`);
  await page
    .getByRole("main")
    .getByRole("button", { name: /^غيّر كيف تُفتح/ })
    .first()
    .click();
  const dialog = page.locator("dialog");
  for (const summary of await dialog.locator("summary").all()) await summary.click();
  expect(await dialog.evaluate((at) => getComputedStyle(at).direction)).toBe("rtl");
  expect(await dialog.evaluate((at) => at.scrollWidth - at.clientWidth)).toBeLessThanOrEqual(0);
  await expectAccessible(page, ["light"]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await api.ask("PATCH", "/me", { locale: "en" });
}
