/** A sheet of many tiles on loopback: when what is in view is painted, and whether it scrolls without a halt. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { type PaintTrace, paintedMs } from "./paint-trace.ts";

export interface Scrolling {
  /** Between two frames, in the middle and of the slowest twentieth. */
  readonly frameMs: number;
  readonly slowFrameMs: number;
  /** Share of frames that came later than three would have. */
  readonly lateShare: number;
}

export interface ManyTiles {
  /** From the start of the navigation until the last tile in view has painted something of its block. */
  readonly paintedMs: number;
  /** As soon as what is in view is there, and once every tile is. */
  readonly atOnce: Scrolling;
  readonly later: Scrolling;
}

const LATE_MS = 50;
const SCROLL_STEPS = 90;
const SETTLE_MS = 1_500;
/** The start of navigations, and of each frame its first paint: few enough events to cost nothing. */
const CATEGORIES = ["loading", "blink.user_timing"];

export async function measureManyTiles(browser: Browser, context: BrowserContext, url: string): Promise<ManyTiles> {
  const page = await context.newPage();
  try {
    await browser.startTracing(page, { categories: CATEGORIES });
    await page.goto(url, { waitUntil: "commit" });
    const inView = (await page.evaluate(LOADED)) as readonly string[];
    const atOnce = await scrolled(page);
    await page.waitForFunction(
      "document.querySelectorAll('article').length === document.querySelectorAll('article iframe').length",
    );
    await page.waitForTimeout(SETTLE_MS);
    const trace = JSON.parse((await browser.stopTracing()).toString("utf8")) as PaintTrace;
    const later = await scrolled(page);
    return { paintedMs: Math.round(paintedMs(trace, url, inView)), atOnce, later };
  } finally {
    await page.close();
  }
}

async function scrolled(page: Page): Promise<Scrolling> {
  const gaps = (await page.evaluate(`(${SCROLL})(${SCROLL_STEPS})`)) as readonly number[];
  const sorted = [...gaps].sort((a, b) => a - b);
  const at = (share: number): number => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  return {
    frameMs: at(0.5),
    slowFrameMs: at(0.95),
    lateShare: gaps.filter((gap) => gap > LATE_MS).length / Math.max(1, gaps.length),
  };
}

/** The addresses of all frames in view, once the browser has them whole: looked for in the page, once a frame. */
const LOADED = `new Promise((loaded) => {
  const look = () => {
    const frames = [...document.querySelectorAll("article iframe")].filter((frame) => {
      const box = frame.getBoundingClientRect();
      return box.bottom > 0 && box.top < innerHeight;
    });
    const entries = performance.getEntriesByType("resource").filter(({ initiatorType }) => initiatorType === "iframe");
    const known = new Set(entries.map(({ name }) => name));
    if (frames.length > 0 && frames.every((frame) => known.has(frame.src))) loaded(frames.map((frame) => frame.src));
    else requestAnimationFrame(look);
  };
  look();
})`;

const SCROLL = `async (steps) => {
  const gaps = [];
  let last = performance.now();
  const far = document.documentElement.scrollHeight - innerHeight;
  for (let step = 0; step < steps; step++) {
    scrollTo(0, (far * step) / steps);
    const now = await new Promise(requestAnimationFrame);
    gaps.push(now - last);
    last = now;
  }
  scrollTo(0, 0);
  return gaps.slice(1);
}`;
