/** What a trace of Chromium says about frames: when each of them painted something for the first time. */

interface TraceEvent {
  readonly name: string;
  /** Microseconds. */
  readonly ts: number;
  readonly args: { readonly frame?: string; readonly data?: { readonly documentLoaderURL?: string } };
}

export interface PaintTrace {
  readonly traceEvents: readonly TraceEvent[];
}

/**
 * From the navigation to `url` until the last of `frames` has painted, in milliseconds. Every frame counts, whichever
 * process it lives in. Throws a RangeError where one has not painted at all.
 */
export function paintedMs({ traceEvents }: PaintTrace, url: string, frames: readonly string[]): number {
  const starts = traceEvents.filter(({ name }) => name === "navigationStart");
  const addressOf = new Map(starts.map(({ args }) => [args.frame, args.data?.documentLoaderURL ?? ""]));
  const begun = starts.find(({ args }) => args.data?.documentLoaderURL === url)?.ts;
  const painted = new Map<string, number>();
  for (const { name, ts, args } of traceEvents) {
    const address = addressOf.get(args?.frame);
    if (name === "firstContentfulPaint" && address !== undefined && !painted.has(address)) painted.set(address, ts);
  }
  const missing = frames.find((frame) => !painted.has(frame));
  if (begun === undefined || missing !== undefined) throw new RangeError(`never painted: ${missing ?? url}`);
  return (Math.max(...frames.map((frame) => painted.get(frame) ?? 0)) - begun) / 1_000;
}
