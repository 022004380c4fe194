/** `bench web`: the web app as Lighthouse would judge it, and a sheet of many tiles, in a real browser on loopback. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { UsageError } from "../usage-error.ts";
import { bareTilesOf, serveBareFrames } from "./bare-frames.ts";
import { bestPractices } from "./best-practices.ts";
import { CHROMIUM, FLAGS, type FurnishedWorld, furnishWorld } from "./furnished-world.ts";
import { type Device, performanceScore, type Timings } from "./lighthouse-score.ts";
import { type ManyTiles, measureManyTiles, type Scrolling } from "./many-tiles.ts";
import { measureView } from "./measure-view.ts";
import { PlainBrowser } from "./plain-browser.ts";

interface View {
  readonly name: string;
  readonly path: string;
  readonly isReady: (page: Page) => Promise<unknown>;
}

const BUILD = fileURLToPath(new URL("../../../scripts/build.ts", import.meta.url));
const SIZES: Readonly<Record<Device, { readonly width: number; readonly height: number }>> = {
  desktop: { width: 1_350, height: 940 },
  mobile: { width: 412, height: 823 },
};

/** `--tiles 50 --runs 3`: of several runs the middle one counts, as with Lighthouse. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { tiles: { type: "string" }, runs: { type: "string" } } });
  const tiles = count(values.tiles, 50);
  const runs = count(values.runs, 3);
  execFileSync(process.execPath, [BUILD], { stdio: "inherit" });
  const world = await furnishWorld(tiles);
  try {
    await reportManyTiles(world, { tiles, runs });
    console.log("\nview | device | performance | FCP ms | LCP ms | TBT ms | CLS | accessibility | best practices");
    for (const view of viewsOf(world)) await reportView(world, view, runs);
  } finally {
    await world.stop();
  }
}

async function reportManyTiles(world: FurnishedWorld, { tiles, runs }: { tiles: number; runs: number }) {
  const reader = await world.visit();
  const bare = await serveBareFrames(await bareTilesOf(reader.request, world.url, world.sheetId), world.url);
  await reader.close();
  const browser = await PlainBrowser.start(CHROMIUM, FLAGS);
  const [sheet, frames]: [ManyTiles[], ManyTiles[]] = [[], []];
  try {
    // by turns, so that whatever else the machine does falls on both
    for (let index = 0; index < runs; index++) {
      for (const [all, url] of [
        [frames, bare.url] as const,
        [sheet, `${world.url}/sheets/${world.sheetId}`] as const,
      ]) {
        all.push(await measureManyTiles(browser, url, { ...SIZES.desktop, cookies: world.cookies }));
      }
    }
  } finally {
    await browser.stop();
    await bare.stop();
  }
  console.log(
    `${tiles} tiles on loopback | in view painted ms | scrolled at once: frame ms | slowest twentieth | late % | scrolled later: frame ms | slowest twentieth | late %`,
  );
  console.log(["the sheet", ...middleOf(sheet)].join(" | "));
  console.log(["the same frames on a bare page", ...middleOf(frames)].join(" | "));
}

/** Every figure from the middle of its own runs. */
function middleOf(all: readonly ManyTiles[]): readonly number[] {
  const rows = all.map(({ paintedMs, atOnce, later }) => [paintedMs, ...figuresOf(atOnce), ...figuresOf(later)]);
  return (rows[0] ?? []).map(
    (_, column) => rows.map((row) => row[column] ?? 0).sort((a, b) => a - b)[rows.length >> 1] ?? 0,
  );
}

function figuresOf({ frameMs, slowFrameMs, lateShare }: Scrolling): readonly number[] {
  return [frameMs, slowFrameMs, percent(lateShare)];
}

async function reportView(world: FurnishedWorld, view: View, runs: number): Promise<void> {
  for (const device of ["desktop", "mobile"] as const) {
    const timings: Timings[] = [];
    for (let index = 0; index < runs; index++) {
      const context = await world.visit({ viewport: SIZES[device], isMobile: device === "mobile" });
      timings.push(await measureView(context, world.url + view.path, { device, isReady: view.isReady }));
      await context.close();
    }
    const middle = timings.sort((a, b) => a.largestContentfulPaintMs - b.largestContentfulPaintMs)[runs >> 1]!;
    const { access, practices } = await judge(world, view, device);
    const score = performanceScore(middle, device);
    const { firstContentfulPaintMs: fcp, largestContentfulPaintMs: lcp, totalBlockingMs, layoutShift } = middle;
    const line = [view.name, device, score, fcp, lcp, totalBlockingMs, layoutShift, access.score, practices.score];
    console.log(line.join(" | "));
    for (const fault of [...access.faults, ...practices.faults]) console.log(`  ${fault}`);
  }
}

interface Judged {
  readonly score: number;
  readonly faults: readonly string[];
}

/** Shares of rules that are kept; without a fault 100. */
async function judge(
  world: FurnishedWorld,
  { path, isReady }: View,
  device: Device,
): Promise<{ readonly access: Judged; readonly practices: Judged }> {
  const context = await world.visit({ viewport: SIZES[device], isMobile: device === "mobile" });
  const page = await context.newPage();
  const practices = await bestPractices(page, world.url + path, isReady);
  await page.evaluate(axe.source);
  const { passes, violations } = (await page.evaluate(
    "axe.run({ exclude: [['iframe']] }, { iframes: false })",
  )) as Readonly<Record<"passes" | "violations", readonly { readonly id: string }[]>>;
  await context.close();
  const wrong = practices.filter(({ fault }) => fault !== null);
  return {
    access: { score: share(passes.length, violations.length), faults: violations.map(({ id }) => id) },
    practices: {
      score: share(practices.length - wrong.length, wrong.length),
      faults: wrong.map(({ name, fault }) => `${name}: ${fault}`),
    },
  };
}

function viewsOf({ sheetId, followId, siteUrl }: FurnishedWorld): readonly View[] {
  const heading = (page: Page) => page.getByRole("main").getByRole("heading").first().waitFor();
  return [
    { name: "sheet", path: `/sheets/${sheetId}`, isReady: (page) => page.locator("article iframe").first().waitFor() },
    {
      name: "picker",
      path: `/pick?url=${encodeURIComponent(siteUrl)}`,
      isReady: async (page) => {
        await page.getByRole("button", { name: "Open this page" }).click();
        await page.locator('iframe[data-ready="true"]').waitFor();
      },
    },
    { name: "history", path: `/follows/${followId}/history`, isReady: heading },
    { name: "settings", path: "/settings", isReady: heading },
  ];
}

function share(right: number, wrong: number): number {
  return Math.floor((100 * right) / Math.max(1, right + wrong));
}

function percent(part: number): number {
  return Math.round(part * 1_000) / 10;
}

function count(text: string | undefined, usual: number): number {
  const value = text === undefined ? usual : Number(text);
  if (!Number.isInteger(value) || value < 1) throw new UsageError(`not a count: ${text}`);
  return value;
}
