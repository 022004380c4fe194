/** A sheet of many tiles on loopback: when what is in view is painted, and whether it scrolls without a halt. */
import type { BrowserContext, Page } from "playwright-core";

export interface ManyTiles {
  /** From the start of the navigation to the last frame in view that has its document. */
  readonly paintedMs: number;
  /** Between two frames while the sheet scrolls, in the middle and of the slowest twentieth. */
  readonly frameMs: number;
  readonly slowFrameMs: number;
  /** Share of frames that came later than three would have. */
  readonly lateShare: number;
}

const LATE_MS = 50;
const SCROLL_STEPS = 90;

export async function measureManyTiles(context: BrowserContext, url: string): Promise<ManyTiles> {
  const page = await context.newPage();
  try {
    await page.goto(url, { waitUntil: "commit" });
    const paintedMs = await paintedAt(page);
    const gaps = (await page.evaluate(`(${SCROLL})(${SCROLL_STEPS})`)) as readonly number[];
    const sorted = [...gaps].sort((a, b) => a - b);
    const at = (share: number): number => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
    return {
      paintedMs: Math.round(paintedMs),
      frameMs: at(0.5),
      slowFrameMs: at(0.95),
      lateShare: gaps.filter((gap) => gap > LATE_MS).length / Math.max(1, gaps.length),
    };
  } finally {
    await page.close();
  }
}

/** In time since the navigation began; polled in the page, so that the measuring adds no way to and fro. */
async function paintedAt(page: Page): Promise<number> {
  return (await page.evaluate(PAINTED)) as number;
}

/** Documents of frames are counted by the browser as it has them whole, whoever they belong to. */
const PAINTED = `new Promise((painted) => {
  const paintedAt = () => {
  const tiles = [...document.querySelectorAll("article iframe")].filter((frame) => {
    const box = frame.getBoundingClientRect();
    return box.bottom > 0 && box.top < innerHeight;
  });
  if (document.querySelectorAll("article").length === 0 || tiles.length === 0) return 0;
  const loaded = performance.getEntriesByType("resource").filter(({ initiatorType }) => initiatorType === "iframe");
  const urls = new Set(loaded.map(({ name }) => name));
  return tiles.every((frame) => urls.has(frame.src)) ? performance.now() : 0;
  };
  const look = () => {
    const at = paintedAt();
    if (at > 0) painted(at);
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
  return gaps.slice(1);
}`;
