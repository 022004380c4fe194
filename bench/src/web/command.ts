/** `bench web`: the web app as Lighthouse would judge it, and a sheet of many tiles, in a real browser on loopback. */
import { execFileSync } from "node:child_process";
import { loadavg } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { UsageError } from "../usage-error.ts";
import { bareTilesOf, serveBareFrames } from "./bare-frames.ts";
import { barsOf, middleOf, type Points, tableOf, verdictOf } from "./bars.ts";
import { bestPractices } from "./best-practices.ts";
import { CHROMIUM, FLAGS, type FurnishedWorld, furnishWorld } from "./furnished-world.ts";
import { type Device, performanceScore, type Timings } from "./lighthouse-score.ts";
import { type ManyTiles, type MeasuredSheet, measureManyTiles, type Scrolling } from "./many-tiles.ts";
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

/**
 * `--tiles 50 --runs 3`: of several runs the middle one counts, as with Lighthouse. A missed bar is a failure. With `--by-selector`
 * the blocks of the sheet are followed as by the command line, so that nobody knows how large they are on their pages.
 */
export async function run(args: string[]): Promise<void> {
  const options = {
    tiles: { type: "string" },
    runs: { type: "string" },
    "by-selector": { type: "boolean", default: false },
  } as const;
  const { values } = parseArgs({ args, options });
  const tiles = count(values.tiles, 50);
  const runs = count(values.runs, 3);
  execFileSync(process.execPath, [BUILD], { stdio: "inherit" });
  const world = await furnishWorld(tiles, values["by-selector"]);
  try {
    const paintedMs = await reportManyTiles(world, { tiles, runs });
    const kindsRatios = await reportKinds(world, runs);
    const bars = barsOf({ tiles, paintedMs, kindsRatios, points: await reportViews(world, runs) });
    console.log(
      `\n${tableOf(
        ["bar", "is", "wanted"],
        bars.map(({ name, is, wanted }) => [name, is, wanted]),
      )}`,
    );
    const loads = loadavg().map((load) => load.toFixed(1));
    console.log(`\nload of the machine: ${loads.join(", ")}\n${verdictOf(bars)}`);
    if (bars.some(({ isKept }) => !isKept)) process.exitCode = 1;
  } finally {
    await world.stop();
  }
}

/** Gives when those in view were painted. */
async function reportManyTiles(world: FurnishedWorld, { tiles, runs }: { tiles: number; runs: number }) {
  const reader = await world.visit();
  const bare = await serveBareFrames(await bareTilesOf(reader.request, world.url, world.sheetId), world.url);
  await reader.close();
  try {
    const sheets = {
      "the same frames on a bare page": { url: bare.url, expected: null },
      "the sheet": { url: `${world.url}/sheets/${world.sheetId}`, expected: { tiles, isAsOnPage: false } },
    };
    const [, sheet = []] = await reportByTurns(world, { title: `${tiles} tiles`, runs, sheets });
    return middleOf(sheet);
  } finally {
    await bare.stop();
  }
}

/** Whether a sheet of all kinds opens as fast as one of as many blocks: in each round, how many times as long it took. */
async function reportKinds({ url, kinds, ...world }: FurnishedWorld, runs: number): Promise<readonly number[]> {
  const expected = { tiles: kinds.tiles, isAsOnPage: true };
  const sheets = {
    "blocks alone": { url: `${url}/sheets/${kinds.blocks}`, expected },
    "all kinds of tiles": { url: `${url}/sheets/${kinds.allKinds}`, expected },
  };
  const [blocks = [], allKinds = []] = await reportByTurns(world, { title: `${kinds.tiles} tiles`, runs, sheets });
  const ratios = allKinds.map((paintedMs, round) => paintedMs / (blocks[round] ?? 0));
  const rounds = ratios.map((ratio) => ratio.toFixed(2)).join(", ");
  console.log(`\nall kinds to blocks alone, in view painted: ${middleOf(ratios).toFixed(2)} (rounds: ${rounds})`);
  return ratios;
}

interface Turns {
  readonly title: string;
  readonly runs: number;
  readonly sheets: Readonly<Record<string, MeasuredSheet>>;
}

const SCROLLED = ["frame ms", "slowest twentieth", "late %"];

/** Measured by turns, so that whatever else the machine does falls on all; gives of each when what is in view was painted, by rounds. */
async function reportByTurns({ cookies }: Pick<FurnishedWorld, "cookies">, { title, runs, sheets }: Turns) {
  const browser = await PlainBrowser.start(CHROMIUM, FLAGS);
  const measured = Object.entries(sheets).map(([name, sheet]) => ({ name, sheet, all: [] as ManyTiles[] }));
  try {
    for (let index = 0; index < runs; index++) {
      for (const { all, sheet } of measured)
        all.push(await measureManyTiles(browser, sheet, { ...SIZES.desktop, cookies }));
    }
  } finally {
    await browser.stop();
  }
  const [first, ...rest] = SCROLLED;
  const head = [title, "in view", "in view painted ms", `at once: ${first}`, ...rest, `later: ${first}`, ...rest];
  console.log(
    `\n${tableOf(
      head,
      measured.map(({ name, all }) => [name, ...middles(all)]),
    )}`,
  );
  return measured.map(({ all }) => all.map(({ paintedMs }) => paintedMs));
}

/** Every figure from the middle of its own runs. */
function middles(all: readonly ManyTiles[]): readonly number[] {
  const rows = all.map(({ inView, paintedMs, atOnce, later }) => {
    return [inView, paintedMs, ...figuresOf(atOnce), ...figuresOf(later)];
  });
  return (rows[0] ?? []).map((_, column) => middleOf(rows.map((row) => row[column] ?? 0)));
}

function figuresOf({ frameMs, slowFrameMs, lateShare }: Scrolling): readonly number[] {
  return [frameMs, slowFrameMs, percent(lateShare)];
}

async function reportViews(world: FurnishedWorld, runs: number): Promise<readonly Points[]> {
  const measured: Measured[] = [];
  for (const view of viewsOf(world)) {
    for (const device of ["desktop", "mobile"] as const) measured.push(await measure(world, { view, device, runs }));
  }
  const head = [
    "view",
    "device",
    "performance",
    "FCP ms",
    "LCP ms",
    "TBT ms",
    "CLS",
    "accessibility",
    "best practices",
  ];
  const rows = measured.map(({ points, timings }) => {
    const { firstContentfulPaintMs: fcp, largestContentfulPaintMs: lcp, totalBlockingMs, layoutShift } = timings;
    const times = [fcp, lcp, totalBlockingMs, layoutShift];
    return [points.view, points.device, points.performance, ...times, points.accessibility, points.practices];
  });
  console.log(`\n${tableOf(head, rows)}`);
  for (const { points, faults } of measured) {
    for (const fault of faults) console.log(`${points.view}, ${points.device}: ${fault}`);
  }
  return measured.map(({ points }) => points);
}

interface Measured {
  readonly points: Points;
  readonly timings: Timings;
  readonly faults: readonly string[];
}

interface Measuring {
  readonly view: View;
  readonly device: Device;
  readonly runs: number;
}

async function measure(world: FurnishedWorld, { view, device, runs }: Measuring): Promise<Measured> {
  const all: Timings[] = [];
  for (let index = 0; index < runs; index++) {
    const context = await world.visit({ viewport: SIZES[device], isMobile: device === "mobile" });
    all.push(await measureView(context, world.url + view.path, { device, isReady: view.isReady }));
    await context.close();
  }
  const timings = all.sort((a, b) => a.largestContentfulPaintMs - b.largestContentfulPaintMs)[runs >> 1]!;
  const { access, practices } = await judge(world, view, device);
  return {
    points: {
      ...{ view: view.name, device, performance: performanceScore(timings, device) },
      ...{ accessibility: access.score, practices: practices.score },
    },
    timings,
    faults: [...access.faults, ...practices.faults],
  };
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

function viewsOf({ sheetId, kinds, followId, siteUrl }: FurnishedWorld): readonly View[] {
  const heading = (page: Page) => page.getByRole("main").getByRole("heading").first().waitFor();
  return [
    { name: "sheet", path: `/sheets/${sheetId}`, isReady: (page) => page.locator("article iframe").first().waitFor() },
    {
      name: "sheet of all kinds",
      path: `/sheets/${kinds.allKinds}`,
      isReady: async (page) => {
        await page.locator("article iframe").first().waitFor();
        await page.locator("[data-heading]").first().waitFor();
      },
    },
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
