import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { browserPath, launchOptions } from "../../../../scripts/browser-path.ts";
import { openSiteWorld, type SiteAnswer, type SiteWorld } from "./site-world.fixture.ts";

/** One red pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
  "base64",
);
const made = (
  price: number,
  around = "",
) => `<!doctype html><title>Shop</title><link rel=stylesheet href=/s.css>${around}<div id=app></div>
  <script>document.querySelector("#app").innerHTML =
    "<h1>Shop</h1><p class=price>${price} EUR</p><img src=/i.png width=40 height=40><a href=/story>story</a>"</script>`;
const answers: Record<string, SiteAnswer> = {
  "/s.css": { type: "text/css", body: ".price{color:rgb(1, 2, 3)}" },
  "/i.png": { type: "image/png", body: PNG },
};

let world: SiteWorld;
let browser: Browser;
let ours = "";
let shops = 0;

beforeAll(async () => {
  world = await openSiteWorld(answers, { browser: browserPath() });
  world.assembly.schedule.start();
  ours = await world.app.listen({ host: "127.0.0.1", port: 0 });
  browser = await chromium.launch(launchOptions());
});
afterAll(async () => {
  await browser?.close();
  await world?.assembly.schedule.stop();
  await world?.close();
});

/** A page for one test, that nobody else follows; gives its path. */
function openShop(): string {
  const path = `/shop-${++shops}`;
  setPage(path, made(5));
  return path;
}

function setPage(path: string, body: string): void {
  answers[path] = { type: "text/html; charset=utf-8", body };
}

/** A tab of the person who is logged in. */
async function openTab(): Promise<Page> {
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const [name = "", value = ""] = (world.headers.cookie ?? "").split("=");
  await context.addCookies([{ name, value, url: ours, httpOnly: true, sameSite: "Lax" }]);
  return context.newPage();
}

async function follow(path: string): Promise<{ id: string }> {
  const opened = (await world.open(path)).json();
  expect(opened.capture).toMatchObject({ fetcher: "browser", isRendered: true });
  const started = await world.post("/api/v1/follows", {
    source: { url: `${world.origin}${path}`, respectRobots: false },
    wish: { kind: "css", selector: "#app" },
    captureId: opened.capture.id,
  });
  return started.json();
}

async function expectPicture(url: string): Promise<void> {
  const picture = await world.get(url);
  expect(picture.headers["content-type"]).toBe("image/webp");
  expect(picture.rawPayload.toString("latin1", 8, 12)).toBe("WEBP");
}

test("a page that scripts make is opened in the browser, and a tile that is to be a picture of it gets one at once", async () => {
  const path = openShop();
  const { id } = await follow(path);
  const sheet = (await world.post("/api/v1/sheets", { title: "Pictures" })).json();
  await world.post(`/api/v1/sheets/${sheet.id}/tiles`, { followId: id, style: { way: "picture" } });
  await expect
    .poll(async () => (await world.get(`/api/v1/follows/${id}`)).json().latest, { timeout: 60_000 })
    .toMatchObject({ change: "first", excerpt: expect.stringContaining("5 EUR"), hasPicture: true });
  const first = (await world.get(`/api/v1/follows/${id}`)).json().latest;
  await expectPicture(`/api/v1/follows/${id}/observations/${first.id}/picture`);
  await expectPicture(`/api/v1/captures/${first.captureId}/picture`);
  setPage(path, made(6, "<header>Welcome</header><main>"));
  const checked = await world.post(`/api/v1/follows/${id}/check`, {});
  expect(checked.statusCode).toBeLessThan(300);
  await expect
    .poll(async () => (await world.get(`/api/v1/follows/${id}`)).json().latest, { timeout: 60_000 })
    .toMatchObject({ excerpt: expect.stringContaining("6 EUR"), hasPicture: true });
  const { latest } = (await world.get(`/api/v1/follows/${id}`)).json();
  await expectPicture(`/api/v1/follows/${id}/observations/${latest.id}/picture`);
});

test("in a frame without an origin a tile has its styles and pictures, through us only", async () => {
  const page = await openTab();
  const { id } = await follow(openShop());
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.route(`${ours}/frame`, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="/api/v1/follows/${id}/tile"></iframe>`,
    }),
  );
  await page.goto(`${ours}/frame`);
  const frame = page.frames().find((each) => each.url().includes("/tile"));
  await frame?.waitForSelector("img");
  await expect.poll(() => asked.some((url) => url.startsWith(`${ours}/assets/image`))).toBe(true);
  // without scripts in the frame only the protocol can say what is seen
  const image = await page.frameLocator("iframe").locator("img").screenshot();
  expect(image.length).toBeGreaterThan(100);
  expect(asked.filter((url) => !url.startsWith(ours))).toEqual([]);
});

test("the picker's page speaks to us and reports what the pointer is over", async () => {
  const page = await openTab();
  const { capture } = (await world.open(openShop())).json();
  await page.route(`${ours}/picker`, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<script>addEventListener("message", (event) => { window.heard = event.data })</script>
        <iframe sandbox="allow-scripts" width=800 height=600 src="${capture.pageUrl}"></iframe>`,
    }),
  );
  await page.goto(`${ours}/picker`);
  await page.waitForFunction("window.heard?.kind === 'ready'");
  await page.mouse.move(100, 60);
  await page.mouse.move(102, 62);
  await page.waitForFunction("window.heard?.kind === 'hover'");
});
