/** A sheet of many tiles on loopback: when what is in view is painted, and whether it scrolls without a halt. */
import { paintedMs, type TraceEvent } from "./paint-trace.ts";
import type { PlainBrowser, PlainPage, PlainVisit } from "./plain-browser.ts";

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
/** Where the clock of the page meets that of the trace. */
const MARK = "tessera-loaded";
/** The start of navigations, and of each frame its first paint: few enough events to cost nothing. */
const CATEGORIES = ["loading", "blink.user_timing"];

export async function measureManyTiles(browser: PlainBrowser, url: string, visit: PlainVisit): Promise<ManyTiles> {
  const page = await browser.visit(visit);
  try {
    const { done, events } = await browser.traced(CATEGORIES, async () => {
      await page.go(url);
      const inView = (await page.evaluate(LOADED)) as readonly string[];
      const mark = { name: MARK, atMs: (await page.evaluate(`performance.mark("${MARK}").startTime`)) as number };
      const atOnce = await scrolled(page);
      await page.evaluate(COMPLETE);
      return { inView, mark, atOnce };
    });
    const painted = paintedMs(events as readonly TraceEvent[], done.mark, done.inView);
    return { paintedMs: Math.round(painted), atOnce: done.atOnce, later: await scrolled(page) };
  } finally {
    await page.close();
  }
}

async function scrolled(page: PlainPage): Promise<Scrolling> {
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

/** Every tile has its frame, and has had the time to paint it. */
const COMPLETE = `new Promise((complete) => {
  const look = () => {
    const count = (selector) => document.querySelectorAll(selector).length;
    setTimeout(count("article") === count("article iframe[src]") ? complete : look, 1000);
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
