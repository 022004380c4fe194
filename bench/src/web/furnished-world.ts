/** What the measurements of the web app stand on: demo sites, the built program with many tiles, a browser. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ApiClient,
  copyOf,
  DEMO_SITES,
  type DemoSite,
  HandClock,
  logIn,
  serveSites,
  startTessera,
} from "@tessera/demo";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";
import { type KindsSheets, NUMBERS, type PickedBlock, putKindsSheets } from "./kinds-sheets.ts";
import { layoutsOf, type SiteBlock } from "./picked-layouts.ts";
import type { PlainCookie } from "./plain-browser.ts";

export interface FurnishedWorld {
  readonly url: string;
  readonly sheetId: string;
  readonly kinds: KindsSheets;
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

export async function furnishWorld(tiles: number, bySelector = false): Promise<FurnishedWorld> {
  const data = mkdtempSync(join(tmpdir(), "tessera-bench-web-"));
  const sites = await serveSites(new HandClock(), 0, DEMO_SITES.map(withIcon));
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
  const pick = async (blocks: typeof BLOCKS | typeof NUMBERS) => {
    const layouts = await layoutsOf(browser, sites.urls, blocks);
    return blocks.map((block, at) => ({ ...block, layout: layouts[at]! }));
  };
  const blocks = await pick(BLOCKS);
  const { sheetId, followIds } = await putTiles(api, sites.urls, { blocks: bySelector ? BLOCKS : blocks, tiles });
  const kinds = await putKindsSheets(api, sites.urls, { blocks, numbers: await pick(NUMBERS) });
  const cookies = await cookiesOf(browser, tessera.url);
  return {
    url: tessera.url,
    sheetId,
    kinds,
    followId: followIds[0] ?? "",
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

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><circle cx="8" cy="8" r="8" fill="#357"/></svg>`;

/** Browsers and Tessera ask for it there. */
function withIcon(site: DemoSite): DemoSite {
  const answer: DemoSite["answer"] = (path, moment) =>
    path === "/favicon.svg" ? { body: ICON, contentType: "image/svg+xml" } : site.answer(path, moment);
  return { ...site, answer };
}

async function putTiles(
  { ask }: ApiClient,
  urls: Readonly<Record<string, string>>,
  { blocks, tiles }: { readonly blocks: readonly (SiteBlock & Partial<PickedBlock>)[]; readonly tiles: number },
) {
  const sheets = await ask<readonly { readonly id: string }[]>("GET", "/sheets");
  const sheet = sheets[0] ?? (await ask<{ readonly id: string }>("POST", "/sheets", { title: "Bench" }));
  const followIds: string[] = [];
  const perRow = COLUMNS / TILE.width;
  for (let index = 0; index < tiles; index++) {
    const { site, selector, layout } = blocks[index % blocks.length]!;
    const follow = await ask<{ readonly id: string }>("POST", "/follows", {
      // nobody has the same block six times on a sheet
      source: { url: copyOf(urls[site] ?? "", `tile-${index}`) },
      wish: { kind: "css", selector },
      title: `Block ${index + 1}`,
      ...(layout ? { layout } : {}),
      schedule: { kind: "every", intervalMs: 86_400_000 },
    });
    followIds.push(follow.id);
    const place = { ...TILE, x: (index % perRow) * TILE.width, y: Math.floor(index / perRow) * TILE.height };
    await ask("POST", `/sheets/${sheet.id}/tiles`, { followId: follow.id, place });
  }
  return { sheetId: sheet.id, followIds };
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
