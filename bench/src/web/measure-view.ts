/** One view of the app loaded cold in a throttled browser: its timings, as the browser itself reports them. */
import type { BrowserContext, Page } from "playwright-core";
import type { Device, Timings } from "./lighthouse-score.ts";

interface Throttle {
  readonly roundTripMs: number;
  readonly bitsPerSecond: number;
  readonly cpuSlowdown: number;
}

/** As Lighthouse throttles: a slow 4G network and a processor four times slower; or a fast network and none. */
const THROTTLES: Readonly<Record<Device, Throttle>> = {
  mobile: { roundTripMs: 150, bitsPerSecond: 1_638_400, cpuSlowdown: 4 },
  desktop: { roundTripMs: 40, bitsPerSecond: 10_240_000, cpuSlowdown: 1 },
};

/** Nothing more happens on the page once nothing has happened for so long. */
const QUIET_MS = 2_000;
const LONG_TASK_MS = 50;

interface Observed {
  readonly fcp: number;
  readonly lcp: number;
  readonly shift: number;
  readonly tasks: readonly { readonly start: number; readonly duration: number }[];
}

async function throttle(page: Page, { roundTripMs, bitsPerSecond, cpuSlowdown }: Throttle): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const throughput = bitsPerSecond / 8;
  await session.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: roundTripMs,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
}

/** Goes to the address in a new page, waits until `isReady` and then until all is quiet. */
export async function measureView(
  context: BrowserContext,
  url: string,
  { device, isReady }: { readonly device: Device; readonly isReady: (page: Page) => Promise<unknown> },
): Promise<Timings> {
  const page = await context.newPage();
  try {
    await page.addInitScript(OBSERVE);
    await throttle(page, THROTTLES[device]);
    await page.goto(url, { waitUntil: "load" });
    await isReady(page);
    await page.waitForTimeout(QUIET_MS);
    const { fcp, lcp, shift, tasks } = (await page.evaluate("globalThis.observed")) as Observed;
    const blocking = tasks.filter(({ start }) => start >= fcp).map(({ duration }) => duration - LONG_TASK_MS);
    return {
      firstContentfulPaintMs: Math.round(fcp),
      largestContentfulPaintMs: Math.round(lcp),
      totalBlockingMs: Math.round(blocking.reduce((sum, ms) => sum + Math.max(0, ms), 0)),
      layoutShift: Math.round(shift * 1_000) / 1_000,
    };
  } finally {
    await page.close();
  }
}

/** In the page, before anything else runs there. Layout shift is that of the worst window of five seconds. */
const OBSERVE = `
  const seen = (globalThis.observed = { fcp: 0, lcp: 0, shift: 0, tasks: [] });
  const watch = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch("paint", (entry) => { if (entry.name === "first-contentful-paint") seen.fcp = entry.startTime; });
  watch("largest-contentful-paint", (entry) => { seen.lcp = entry.startTime; });
  watch("longtask", (entry) => seen.tasks.push({ start: entry.startTime, duration: entry.duration }));
  let session = { value: 0, start: 0, last: 0 };
  watch("layout-shift", (entry) => {
    if (entry.hadRecentInput) return;
    const isSame = entry.startTime - session.last < 1000 && entry.startTime - session.start < 5000;
    session = isSame
      ? { ...session, value: session.value + entry.value, last: entry.startTime }
      : { value: entry.value, start: entry.startTime, last: entry.startTime };
    seen.shift = Math.max(seen.shift, session.value);
  });
`;
