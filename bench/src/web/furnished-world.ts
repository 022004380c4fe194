/** What the measurements of the web app stand on: demo sites, the built program with many tiles, a browser. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ApiClient, HandClock, logIn, serveSites, startTessera } from "@tessera/demo";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";
import type { PlainCookie } from "./plain-browser.ts";

export interface FurnishedWorld {
  readonly url: string;
  readonly sheetId: string;
  readonly followId: string;
  readonly siteUrl: string;
  /** Of somebody who is logged in. */
  readonly cookies: readonly PlainCookie[];
  /** A browser that has never been here, of somebody who is logged in. */
  readonly visit: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  stop(): Promise<void>;
}

const OWNER = { name: "bench", password: "a-long-enough-password" };
export const CHROMIUM = process.env.TESSERA_BROWSER || "/usr/bin/chromium";
export const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"];

/** Blocks of the first design of each site. */
const BLOCKS = [
  { site: "news", selector: "#latest-news" },
  { site: "scores", selector: "#scoreboard" },
  { site: "shop", selector: "#buy" },
  { site: "notices", selector: "#notices" },
  { site: "scores", selector: "#weather" },
  { site: "news", selector: "#markets" },
  { site: "news", selector: "#most-read" },
  { site: "shop", selector: "#related" },
] as const;
const TILE = { width: 3, height: 4 } as const;
const COLUMNS = 12;

export async function furnishWorld(tiles: number): Promise<FurnishedWorld> {
  const data = mkdtempSync(join(tmpdir(), "tessera-bench-web-"));
  const sites = await serveSites(new HandClock());
  const tessera = await startTessera({
    data,
    port: 0,
    ownerName: OWNER.name,
    ownerPassword: OWNER.password,
    sites: Object.values(sites.urls),
    settings: { TESSERA_BROWSER: "off" },
  });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
  const api = await logIn(tessera.url, OWNER.name, OWNER.password);
  const { sheetId, followId } = await putTiles(api, sites.urls, tiles);
  const cookies = await cookiesOf(browser, tessera.url);
  return {
    url: tessera.url,
    sheetId,
    followId,
    siteUrl: sites.urls.news ?? "",
    cookies,
    visit: async (options = {}) => {
      const context = await browser.newContext({ locale: "en-GB", ...options });
      await context.addCookies(cookies);
      return context;
    },
    stop: async () => {
      await browser.close();
      await tessera.stop();
      await sites.close();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function putTiles({ ask }: ApiClient, urls: Readonly<Record<string, string>>, tiles: number) {
  const sheets = await ask<readonly { readonly id: string }[]>("GET", "/sheets");
  const sheet = sheets[0] ?? (await ask<{ readonly id: string }>("POST", "/sheets", { title: "Bench" }));
  let followId = "";
  const perRow = COLUMNS / TILE.width;
  for (let index = 0; index < tiles; index++) {
    const { site, selector } = BLOCKS[index % BLOCKS.length]!;
    const follow = await ask<{ readonly id: string }>("POST", "/follows", {
      source: { url: urls[site] },
      wish: { kind: "css", selector },
      title: `Block ${index + 1}`,
      schedule: { kind: "every", intervalMs: 86_400_000 },
    });
    followId ||= follow.id;
    const place = { ...TILE, x: (index % perRow) * TILE.width, y: Math.floor(index / perRow) * TILE.height };
    await ask("POST", `/sheets/${sheet.id}/tiles`, { followId: follow.id, place });
  }
  return { sheetId: sheet.id, followId };
}

async function cookiesOf(browser: Browser, url: string) {
  const context = await browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByLabel("Login name").fill(OWNER.name);
  await page.getByLabel("Password").fill(OWNER.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL(/\/sheets\//);
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}
