import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Follow, openScene } from "./scene.ts";
import { openPicker, PATIENCE_MS, says, tile, tileContent } from "./visitor.ts";
import { browserPath, openWorld, type World } from "./world.ts";

const ABOUT = "<p>The harbour is open from April to October, and the quay is free to walk on.</p>".repeat(4);
/** The boats are only there once the script has run. */
const HARBOUR = `<!doctype html><title>Harbour</title><h1>Harbour</h1>${ABOUT}
<section id="boats" style="min-height: 160px"></section><p>Quay 4</p>
<script>document.getElementById("boats").innerHTML = "<h2>Boats</h2><p>12 boats are in</p>";</script>`;
/** Drawn, and in no markup. */
const DRAWN = `<!doctype html><title>Tides</title><h1>Tides</h1>${ABOUT}<div id="tides"><canvas width="300" height="120"></canvas></div>
<script>const c = document.querySelector("canvas").getContext("2d"); c.fillStyle = "#0a5"; c.fillRect(20, 20, 200, 80);</script>`;
/** Laid out by a browser, with one part that is there and clear as glass. */
const part = (tag: string, name: string) =>
  `<${tag}><h2>${name}</h2>${`<p>What there is to say of ${name} today is said in this line.</p>`.repeat(60)}</${tag}>`;
const GLASS = `<!doctype html><title>Glass</title><style>aside { opacity: 0 }</style><body><script>document.body.innerHTML =
  ${JSON.stringify(part("main", "Boats") + part("aside", "Ghost ships") + part("footer", "Tides"))};</script>`;
const PLAIN = `<!doctype html><title>Plain</title><h1>Plain</h1>${ABOUT}<p>No script here.</p>`;

let world: World;
let server: Server;
let base: string;
const asked: string[] = [];
const pages: Readonly<Record<string, string>> = { "/": HARBOUR, "/tides": DRAWN, "/glass": GLASS, "/plain": PLAIN };
beforeAll(async () => {
  world = await openWorld({ settings: { TESSERA_BROWSER: browserPath() } });
  server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    asked.push(path);
    const html = pages[path];
    response.writeHead(html ? 200 : 404, { "content-type": "text/html" }).end(html);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await world.allow(base);
});
afterAll(async () => {
  await world.stop();
  server.close().closeAllConnections();
});

interface Opened {
  readonly capture: { readonly id: string; readonly fetcher: string };
  readonly scripts: string;
}

test("a page with script-made parts is shown at once, and then as a browser shows it, in the same view", async () => {
  const robin = await openScene(world);
  const frame = await openPicker(robin.page, world.tessera.url, `${base}/?first`);
  await says(robin.page.locator("main"), "this is the page as a browser shows it");
  await says(frame.locator("body"), "12 boats are in");
  await robin.page.getByRole("button", { name: "Open it again" }).waitFor();
});

test("a page without scripts is fetched once and never rendered", async () => {
  const robin = await openScene(world);
  asked.length = 0;
  await openPicker(robin.page, world.tessera.url, `${base}/plain`);
  await robin.page.getByText("Something missing?").waitFor();
  expect(asked.filter((path) => path === "/plain")).toEqual(["/plain"]);
});

test("a block that was picked blank in the raw page is rendered by itself, and a person can ask for it", async () => {
  const robin = await openScene(world);
  const follow = async (source: object, title: string, x: number): Promise<string> => {
    const opened = await robin.api.ask<Opened>("POST", "/pages", { source });
    expect(opened.capture.fetcher).toBe("http");
    const wish = { kind: "css", selector: "#boats" };
    const body = { source, captureId: opened.capture.id, wish, title };
    const { id } = await robin.api.ask<Follow>("POST", "/follows", body);
    const place = { x, y: 0, width: 6, height: 4 };
    await robin.api.ask("POST", `/sheets/${robin.sheetId}/tiles`, { followId: id, place });
    return id;
  };
  await follow({ url: `${base}/?auto` }, "By itself", 0);
  await follow({ url: `${base}/?raw`, fetcher: "http" }, "By hand", 6);
  await robin.toSheet();
  await says(tileContent(robin.page, "By itself"), "12 boats are in");
  const blank = tile(robin.page, "By hand");
  await says(blank, "Nothing to see here without a browser.");
  expect(await blank.locator(".dot").count()).toBe(0);
  await blank.getByRole("button", { name: "Open it in a browser" }).click();
  await says(tileContent(robin.page, "By hand"), "12 boats are in");
});

test("what is clear as glass in a rendered page is not offered", async () => {
  const robin = await openScene(world);
  await openPicker(robin.page, world.tessera.url, `${base}/glass`);
  await says(robin.page.locator("main"), "this is the page as a browser shows it");
  await robin.page.getByRole("button", { name: "Blocks of the page" }).click();
  const offered = robin.page.getByRole("region", { name: "Blocks of the page" }).getByRole("listitem");
  const those = ["Boats", "Tides"].map((name) => expect.stringContaining(name));
  await expect.poll(() => offered.allTextContents(), { timeout: PATIENCE_MS }).toEqual(those);
});

test("what a script draws is shown as a picture of it", async () => {
  const robin = await openScene(world);
  const source = { url: `${base}/tides` };
  const wish = { kind: "css", selector: "#tides" };
  const { id } = await robin.api.ask<Follow>("POST", "/follows", { source, wish, title: "Tides" });
  const place = { x: 0, y: 0, width: 6, height: 4 };
  await robin.api.ask("POST", `/sheets/${robin.sheetId}/tiles`, { followId: id, place });
  await robin.toSheet();
  const canvas = tileContent(robin.page, "Tides").locator("canvas");
  const ground = () => canvas.evaluate((drawn) => getComputedStyle(drawn).backgroundImage);
  await expect.poll(ground, { timeout: PATIENCE_MS }).toContain("/assets/");
});
