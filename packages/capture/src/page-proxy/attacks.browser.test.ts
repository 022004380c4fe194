import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ATTACKS, attackPage } from "@tessera/page/attack-corpus";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findChromium } from "../browser/find-chromium.ts";
import { createGuard } from "../guard/guard.ts";
import { WayOut } from "../way-out/way-out.ts";
import { AssetProxy } from "./asset/asset-proxy.ts";
import { contentPolicy } from "./content-policy.ts";
import { renderPickerPage } from "./render-picker-page.ts";
import { renderTile } from "./render-tile.ts";

/** Names of the attacks that reached the attacker. */
const reached = new Set<string>();
/** Pages that are shown, by path; a second entry is the policy that they are served with. */
const shown = new Map<string, { readonly html: string; readonly policy?: string }>();
let attacker: Server;
let ours: Server;
let browser: Browser;
let wayOut: WayOut;
let assets: AssetProxy;
let attackerOrigin = "";
let ourOrigin = "";

beforeAll(async () => {
  attacker = createServer((request, response) => {
    reached.add((request.url ?? "/").split(/[/?#]/)[1] ?? "");
    response.end();
  });
  ours = createServer((request, response) => {
    const page = shown.get(request.url ?? "");
    const headers = { "content-type": "text/html; charset=utf-8" };
    if (!page) response.writeHead(404).end();
    else
      response
        .writeHead(200, page.policy ? { ...headers, "content-security-policy": page.policy } : headers)
        .end(page.html);
  });
  attackerOrigin = await listen(attacker);
  ourOrigin = await listen(ours);
  browser = await chromium.launch({ executablePath: findChromium()!, chromiumSandbox: false, args: ["--disable-gpu"] });
  wayOut = new WayOut({ guard: createGuard() });
  assets = new AssetProxy({
    wayOut,
    key: Buffer.alloc(32, 7),
    prefix: "/assets/",
    cacheFolder: join(tmpdir(), `tessera-attacks-${process.pid}`),
  });
});
afterAll(async () => {
  await browser.close();
  await wayOut.close();
  for (const server of [attacker, ours]) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Shows pages in frames, many at a time, clicks on everything where asked, and says who was reached meanwhile. */
async function show(
  pages: readonly { readonly html: string; readonly policy?: string }[],
  sandbox: string,
  doClick: boolean,
) {
  reached.clear();
  const perDocument = 50;
  for (let start = 0; start < pages.length; start += perDocument) {
    const frames = pages.slice(start, start + perDocument).map((page, index) => {
      const path = `/${start}-${index}-${shown.size}`;
      shown.set(path, page);
      return `<iframe src="${path}" ${sandbox} width=200 height=100></iframe>`;
    });
    const top = `/top-${shown.size}`;
    shown.set(top, { html: `<!doctype html><title>top</title>${frames.join("")}` });
    const tab = await browser.newPage();
    tab.on("dialog", (dialog) => void dialog.dismiss());
    tab.on("popup", (popup) => void popup.close());
    await tab.goto(ourOrigin + top, { waitUntil: "load", timeout: 60_000 }).catch(() => {});
    if (doClick) for (const frame of tab.frames()) await frame.evaluate(CLICK_ALL).catch(() => {});
    await tab.waitForTimeout(1_500);
    expect(new URL(tab.url()).pathname).toBe(top);
    await tab.close();
  }
  return [...reached].filter((name) => ATTACKS.some((attack) => attack.name === name));
}

const CLICK_ALL = `for (const element of document.querySelectorAll("a, button, input, area, label, summary, [onclick], text")) {
  element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}`;

test("the corpus is large, and most of it hits whoever shows it as it is", async () => {
  expect(ATTACKS.length).toBeGreaterThanOrEqual(150);
  const loud = ATTACKS.filter(({ isQuiet }) => !isQuiet);
  const hits = await show(
    loud.map((attack) => ({ html: attackPage(attack, attackerOrigin) })),
    'sandbox="allow-scripts allow-same-origin allow-forms"',
    false,
  );
  const missed = loud.filter(({ name }) => !hits.includes(name));
  expect(missed.length, missed.map(({ html }) => html).join("\n")).toBeLessThanOrEqual(loud.length * 0.15);
  expect(hits.length).toBeGreaterThanOrEqual(120);
});

/** The sanitiser has to hold alone: no policy, no sandbox around it. */
test("nothing of it runs, navigates or asks for anything in the picker's page, even without policy and sandbox", async () => {
  const links = assets.links();
  const pages = ATTACKS.map((attack) => {
    const capture = { html: attackPage(attack, attackerOrigin), finalUrl: `${attackerOrigin}/page` };
    const { html } = renderPickerPage(capture, { links, nonce: "n0", assetSource: "'self'" });
    return { html: html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "") };
  });
  expect(await show(pages, "", true)).toEqual([]);
});

test("nor in a tile, even without policy and sandbox", async () => {
  const pages = await Promise.all(
    ATTACKS.map(async (attack) => {
      const capture = { html: attackPage(attack, attackerOrigin), finalUrl: `${attackerOrigin}/page` };
      const { html, css } = await renderTile(capture, { nodes: [0] }, { assets, tile: attack.name });
      return { html: `<!doctype html><style>${css}</style>${html}` };
    }),
  );
  expect(await show(pages, "", true)).toEqual([]);
});

test("in its frame, under its policy, our own script runs and tells of elements", async () => {
  const capture = { html: "<p>pick <b>me</b></p>", finalUrl: "http://site.test/" };
  const { html, elements } = renderPickerPage(capture, { links: assets.links(), nonce: "abc", assetSource: ourOrigin });
  shown.set("/picker", { html, policy: contentPolicy({ nonce: "abc", assetSource: ourOrigin }) });
  shown.set("/app", {
    html: `<script>said = []; onmessage = (event) => said.push(event.data)</script><iframe sandbox=allow-scripts src=/picker width=400 height=200></iframe>`,
  });
  const tab = await browser.newPage();
  await tab.goto(`${ourOrigin}/app`);
  await expect.poll(() => tab.evaluate("said")).toContainEqual({ kind: "ready", elements });
  await tab.frames()[1]!.locator("b").click();
  const said = (await tab.evaluate("said")) as { kind: string; levels?: { node: number }[] }[];
  const smallest = (kind: string): number | undefined => said.find((one) => one.kind === kind)?.levels?.at(-1)?.node;
  // html 0, head 1, body 2, p 3, its text 4, b 5.
  expect(smallest("press")).toBe(5);
  expect(smallest("hover")).toBe(5);
  await tab.close();
});
