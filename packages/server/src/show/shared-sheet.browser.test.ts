import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { TileId } from "@tessera/model";
import { sharedSheetScript } from "@tessera/page";
import { chromium } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { launchOptions } from "../../../../scripts/browser-path.ts";
import { sharedPage } from "./shared-page.ts";

const FRAME = 'sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"';

test("a frame that was refused or failed is asked for again, and one that was answered is not", async () => {
  const asked: Record<string, number> = {};
  const script = sharedSheetScript({
    ...{ state: "/state", mark: "m", tiles: {}, seconds: null, everyMs: 100 },
    ...{ awayText: "away", pausedText: "paused" },
  });
  const frames = ["/refused", "/failed", "/fine", "/gone"].map((src) => `<iframe ${FRAME} src="${src}"></iframe>`);
  const page = `<!doctype html><div role="status"></div>${frames.join("")}<script>${script}</script>`;
  const server = createServer(({ url = "" }, response) => {
    asked[url] = (asked[url] ?? 0) + 1;
    const isFirst = asked[url] === 1;
    const status = { "/refused": isFirst ? 429 : 200, "/failed": isFirst ? 503 : 200, "/gone": 404 }[url] ?? 200;
    const isState = url === "/state";
    const type = isState ? "application/json" : "text/html";
    response.writeHead(status, { "content-type": type, "cache-control": "no-store" });
    response.end(url === "/" ? page : isState ? JSON.stringify({ mark: "m", tiles: {} }) : `${status} of ${url}`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const browser = await chromium.launch(launchOptions());
  onTestFinished(async () => {
    await browser.close();
    server.close().closeAllConnections();
  });
  const tab = await browser.newPage();
  await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await expect.poll(() => [asked["/refused"], asked["/failed"]], { timeout: 20_000 }).toEqual([2, 2]);
  for (const path of ["/refused", "/failed"]) {
    const text = () =>
      tab
        .frames()
        .find((frame) => frame.url().endsWith(path))
        ?.textContent("body");
    await expect.poll(text, { timeout: 20_000 }).toBe(`200 of ${path}`);
  }
  const polls = asked["/state"] ?? 0;
  await expect.poll(() => asked["/state"] ?? 0, { timeout: 20_000 }).toBeGreaterThan(polls + 3);
  expect(asked).toMatchObject({ "/refused": 2, "/failed": 2, "/fine": 1, "/gone": 1 });
});

test("a page is loaded again when the program says that it is gone, and not when a proxy does not find it", async () => {
  let [pages, asked] = [0, 0];
  const script = sharedSheetScript({
    ...{ state: "/state", mark: "m", tiles: {}, seconds: null, everyMs: 50 },
    ...{ awayText: "away", pausedText: "paused" },
  });
  const server = createServer(({ url }, response) => {
    const isState = url === "/state";
    if (isState) asked++;
    else if (url === "/") pages++;
    const isOurs = asked > 5;
    const type = isState && isOurs ? "application/problem+json; charset=utf-8" : "text/html";
    response.writeHead(isState ? 404 : 200, { "content-type": type, "cache-control": "no-store" });
    response.end(
      isState ? "{}" : pages > 1 ? "gone" : `<!doctype html><div role="status"></div><script>${script}</script>`,
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const browser = await chromium.launch(launchOptions());
  onTestFinished(async () => {
    await browser.close();
    server.close().closeAllConnections();
  });
  const tab = await browser.newPage();
  await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await tab.getByText("gone").waitFor({ timeout: 60_000 });
  expect(asked).toBeGreaterThan(5);
  expect(pages).toBe(2);
});

test("a wall shows a sheet that is higher than the screen to its end, then the next one from its beginning", async () => {
  const script = sharedSheetScript({
    ...{ state: "/state", mark: "m", tiles: {}, seconds: 1, everyMs: 60_000 },
    ...{ awayText: "away", pausedText: "paused" },
  });
  const sheets = ["<main><p style='height:3000px'>high</p></main>", "<main hidden>low</main>"];
  const browser = await chromium.launch(launchOptions());
  onTestFinished(() => browser.close());
  const tab = await browser.newPage({ viewport: { width: 800, height: 600 }, reducedMotion: "reduce" });
  // the wall turns on meanwhile: what was seen is noted in the page
  const noted = `let end = 0; addEventListener('scroll', () => { end = Math.max(end, scrollY + innerHeight); });
    const tops = []; new MutationObserver(() => tops.push(scrollY)).observe(document.querySelector("main"), { attributeFilter: ["hidden"] });`;
  const scripts = `<script>${noted}</script><script>${script}</script>`;
  await tab.setContent(`<!doctype html><div role="status"></div>${sheets.join("")}${scripts}`);
  const height = await tab.evaluate<number>("document.documentElement.scrollHeight");
  await tab.getByText("low").waitFor({ timeout: 60_000 });
  expect(await tab.evaluate<number>("end")).toBeGreaterThan(height - 3);
  expect(await tab.evaluate("tops[0]")).toBe(0);
});

test("two presses fill a screen that has no keys, also over what a site made, and two more give it back", async () => {
  const shared = sharedPage({
    ...{ wall: { seconds: 60, isLarge: false }, first: 0, locale: "en", direction: "ltr" },
    ...{ live: { state: "/state", nonce: "n" }, words: { away: "away", paused: "paused" } },
    sheets: [
      {
        ...{ title: "Sheet", theme: "system", note: "", picture: null, colours: null },
        tiles: [
          {
            ...{ id: "t" as TileId, title: "Lamp", place: { x: 0, y: 0, width: 12, height: 8 } },
            ...{
              screens: { tablet: null, phone: null },
              own: null,
              aside: null,
              mark: "",
              colours: null,
              closedOn: [],
            },
            sources: ["data:text/html,<h1>made by a site</h1>"],
          },
        ],
      },
    ],
  });
  const browser = await chromium.launch(launchOptions());
  onTestFinished(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 800, height: 600 }, hasTouch: true });
  const tab = await context.newPage();
  await tab.setContent(shared);
  // on a busy machine two presses may be too far apart to belong together
  const isFullAfterTwo = async () => {
    for (const _ of [1, 2]) await tab.touchscreen.tap(400, 300);
    return tab.evaluate("document.fullscreenElement !== null");
  };
  await expect.poll(isFullAfterTwo, { timeout: 20_000 }).toBe(true);
  await expect.poll(isFullAfterTwo, { timeout: 20_000 }).toBe(false);
});
