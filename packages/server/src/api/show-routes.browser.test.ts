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

const TALL = `<!doctype html><title>Tall</title><style>html{max-width:900px;margin:0 auto}body{margin:0}
  #app{height:50vh;width:10vmin;border-left:10vmax solid red}@media(min-width:1500px){#app{background:rgb(1, 2, 3)}}</style>
  <div id=app>words</div><script>document.title = "Drawn"</script>`;

test("as on its page, a block is what it was in the window in which its page was rendered", async () => {
  setPage("/tall", TALL);
  const source = { url: `${world.origin}/tall`, respectRobots: false, fetcher: "browser" };
  const viewport = { width: 1_920, height: 1_080, isPhone: false };
  const wish = { kind: "css", selector: "#app" };
  const { id, ...started } = (await world.post("/api/v1/follows", { source: { ...source, viewport }, wish })).json();
  // of a root that is narrower than its window
  expect(started.latest.verdict.laidOut).toEqual({ viewport: [1_920, 1_080], width: 300, height: 540 });
  const content = (await world.get(`/api/v1/follows/${id}/tile/content?look=page`)).json();
  expect(content).toMatchObject({ look: "page", layout: { viewport: [1_920, 1_080], width: 300, height: 540 } });
  const tab = await openTab();
  // as high as a tile is, which is not how high the window was
  await tab.setViewportSize({ width: 1_920, height: 400 });
  await tab.goto(`${ours}/api/v1/follows/${id}/tile?look=page`);
  const [width, height, ground] = await tab.locator("[data-tessera-framed]").evaluate((block) => {
    const box = block.getBoundingClientRect();
    return [box.width, box.height, getComputedStyle(block).backgroundColor] as const;
  });
  expect([Math.round(width), Math.round(height), ground]).toEqual([300, 540, "rgb(1, 2, 3)"]);
});

test("a block with a chart that no picture was to be had of is pictured itself, without being asked for", async () => {
  const canvas = "<canvas width=20 height=20></canvas>";
  setPage(
    "/charts",
    `<!doctype html><title>Charts</title>${canvas.repeat(60)}<section id=app><h2>Sales</h2>${canvas}</section><script>
      for (const canvas of document.querySelectorAll("canvas")) canvas.getContext("2d").fillRect(0, 0, 9, 9);
    </script>`,
  );
  const { id } = await follow("/charts");
  await world.post(`/api/v1/follows/${id}/check`, {});
  await expect
    .poll(async () => (await world.get(`/api/v1/follows/${id}`)).json().latest, { timeout: 60_000 })
    .toMatchObject({ excerpt: "Sales", hasPicture: true, verdict: { laidOut: { isLegible: false } } });
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

test("the picker's page says of which blocks nothing can be seen in it", async () => {
  const page = await openTab();
  const path = `/shop-${++shops}`;
  setPage(
    path,
    `<!doctype html><title>Shop</title><style>.off{display:none}.away{position:absolute;left:-9999px}.flat>*{float:left}.clear,.late{opacity:0}.late{animation:in 1s 9s}@keyframes in{to{opacity:1}}
    .drawer{position:fixed;inset:0 0 0 auto;width:300px;transform:translateX(100%)}</style>
    <div class=late><p>Comes in by and by</p></div><div class=clear><p>What opens by a press</p></div><aside class=drawer><div><p>What waits beside the page</p></div></aside>
    <nav class=off><ul><li>Boats<li>Lamps</ul></nav><div role=dialog style="visibility:hidden"><p>Accept?</p></div>
    <p class=away>Skip to the offers</p><section class=flat><p>An offer</p></section><p><img src=/none.png loading=lazy></p>
    <details><summary>More</summary><p>Opening hours</p></details><ul class=slides><li class=off>One<li>Two</ul>`,
  );
  const { capture } = (await world.open(path)).json();
  await page.route(`${ours}/picker`, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<script>addEventListener("message", (event) => { window.heard = event.data })</script>
        <iframe sandbox="allow-scripts" width=800 height=600 src="${capture.pageUrl}"></iframe>`,
    }),
  );
  await page.goto(`${ours}/picker`);
  await page.waitForFunction("window.heard?.kind === 'ready'");
  const frame = page.frames().find((each) => each.url().includes(capture.id));
  const numberOf = async (selector: string) =>
    Number(await frame?.locator(selector).first().getAttribute("data-tessera-node"));
  const [nav, dialog, away, late, clear, drawer, flat, image, hours, slide] = await Promise.all(
    [
      "nav",
      "[role=dialog]",
      ".away",
      ".late",
      ".clear p",
      ".drawer",
      ".flat",
      "p:has(img)",
      "details p",
      ".slides li",
    ].map(numberOf),
  );
  const nodes = [nav, dialog, away, late, clear, drawer, flat, image, hours, slide];
  const blocks = [...nodes.map((node) => ({ node, isMany: false })), { node: slide, isMany: true }];
  await page.evaluate((asked) => {
    const [shown] = Array.from(document.querySelectorAll("iframe"));
    shown?.contentWindow?.postMessage({ kind: "find-hidden", blocks: asked }, "*");
  }, blocks);
  await page.waitForFunction("window.heard?.kind === 'hidden'");
  // of several alike one may be seen while this one is not
  expect(await page.evaluate("window.heard.nodes")).toEqual([nav, dialog, away, clear, drawer, hours, slide]);
});
