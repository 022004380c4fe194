/** A sheet of many tiles on loopback: when what is in view is painted, and whether it scrolls without a halt. */
import { paintedMs, type TraceEvent } from "./paint-trace.ts";
import type { PlainBrowser, PlainPage, PlainVisit } from "./plain-browser.ts";
import { type ExpectedSheet, expectWhole } from "./sheet-faults.ts";

export interface Scrolling {
  /** Between two frames, in the middle and of the slowest twentieth. */
  readonly frameMs: number;
  readonly slowFrameMs: number;
  /** Share of frames that came later than three would have. */
  readonly lateShare: number;
}

export interface ManyTiles {
  /** From the start of the navigation until the last tile in view has painted something of its block or of its own. */
  readonly paintedMs: number;
  /** Tiles that were in view, and had to be painted. */
  readonly inView: number;
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

interface InView {
  readonly tiles: number;
  /** Addresses of the frames, each of which paints by itself. */
  readonly frames: readonly string[];
  /** When the tiles without a frame had been painted with what they show; 0 where there is none. */
  readonly ownMs: number;
}

export interface MeasuredSheet {
  readonly url: string;
  /** Null for a page that is no sheet of ours. */
  readonly expected: ExpectedSheet | null;
}

/** Throws where a tile shows nothing, or not what it should. */
export async function measureManyTiles(
  browser: PlainBrowser,
  { url, expected }: MeasuredSheet,
  visit: PlainVisit,
): Promise<ManyTiles> {
  const page = await browser.visit(visit);
  try {
    const { done, events } = await browser.traced(CATEGORIES, async () => {
      await page.go(url);
      const inView = (await page.evaluate(LOADED)) as InView;
      const mark = { name: MARK, atMs: (await page.evaluate(`performance.mark("${MARK}").startTime`)) as number };
      const atOnce = await scrolled(page);
      await page.evaluate(COMPLETE);
      return { inView, mark, atOnce };
    });
    const painted = paintedMs(events as readonly TraceEvent[], done.mark, done.inView.frames);
    const later = await scrolled(page);
    if (expected) await expectWhole(page, expected);
    return {
      paintedMs: Math.round(Math.max(painted, done.inView.ownMs)),
      inView: done.inView.tiles,
      atOnce: done.atOnce,
      later,
    };
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

/** A place for a tile, on the sheet and on the bare page; what is in it once a tile without a frame shows something. */
const PLACE = ".grid-stack-item, body > article";
const OWN = "[data-item], [data-place], [role=combobox], tbody th, .read > *, [data-heading]";

/** All tiles in view, once the browser has their frames whole and the others show something: looked for once a frame. */
const LOADED = `new Promise((loaded) => {
  let ownMs = 0;
  const look = () => {
    const places = [...document.querySelectorAll("${PLACE}")].filter((place) => {
      const box = place.getBoundingClientRect();
      return box.bottom > 0 && box.top < innerHeight;
    });
    const own = places.filter((place) => place.querySelector("${OWN}"));
    // the frame after the one in which the last of them came has been painted
    const isOwnPainted = own.length === painted;
    if (!isOwnPainted) ownMs = 0;
    else if (own.length > 0) ownMs ||= performance.now();
    painted = own.length;
    const frames = places.flatMap((place) => [...place.querySelectorAll("iframe")]);
    const entries = performance.getEntriesByType("resource").filter(({ initiatorType }) => initiatorType === "iframe");
    const known = new Set(entries.map(({ name }) => name));
    const isWhole = places.every((place) => own.includes(place) || place.querySelector("iframe, .text"));
    if (frames.length > 0 && isWhole && isOwnPainted && frames.every((frame) => known.has(frame.src)))
      loaded({ tiles: places.length, frames: frames.map((frame) => frame.src), ownMs });
    else requestAnimationFrame(look);
  };
  let painted = 0;
  look();
})`;

/** Every tile is there, and for a second no frame has come that was not there: those below load by and by. */
const COMPLETE = `new Promise((complete) => {
  let before = -1;
  const look = () => {
    const places = [...document.querySelectorAll("${PLACE}")];
    const frames = document.querySelectorAll("article iframe[src]").length;
    const isWhole = places.every((place) => place.matches("article") || place.querySelector("[data-tile]"));
    if (isWhole && frames === before) complete();
    else setTimeout(look, 1000);
    before = frames;
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
