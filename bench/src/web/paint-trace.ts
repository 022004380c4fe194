/** What a trace of Chromium says about frames: when each of them painted something for the first time. */

export interface TraceEvent {
  readonly name: string;
  /** Microseconds. */
  readonly ts: number;
  readonly args: { readonly frame?: string; readonly data?: { readonly documentLoaderURL?: string } };
}

/** A mark of the page in the same trace, and when the page says it was, since its navigation began. */
export interface Mark {
  readonly name: string;
  readonly atMs: number;
}

/**
 * From the start of the navigation until the last of `frames` has painted, in milliseconds. Every frame counts, whichever
 * process it lives in. Throws a RangeError where one has not painted at all.
 */
export function paintedMs(events: readonly TraceEvent[], mark: Mark, frames: readonly string[]): number {
  const marked = events.find(({ name }) => name === mark.name);
  if (!marked) throw new RangeError(`never marked: ${mark.name}`);
  // every frame begins with an empty document that has no address
  const starts = events.filter(({ name, args }) => name === "navigationStart" && args.data?.documentLoaderURL);
  const addressOf = new Map(starts.map(({ args }) => [args.frame, args.data?.documentLoaderURL ?? ""]));
  const painted = new Map<string, number>();
  for (const { name, ts, args } of events) {
    const address = addressOf.get(args?.frame);
    if (name === "firstContentfulPaint" && address !== undefined && !painted.has(address)) painted.set(address, ts);
  }
  const missing = frames.find((frame) => !painted.has(frame));
  if (missing !== undefined) throw new RangeError(`never painted: ${missing}`);
  const last = Math.max(...frames.map((frame) => painted.get(frame) ?? 0));
  return mark.atMs + (last - marked.ts) / 1_000;
}
