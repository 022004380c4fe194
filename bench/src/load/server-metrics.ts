/** What the server says of itself at `/metrics`: checks so far, and how late they were. */

export interface ServerMetrics {
  readonly checks: number;
  /** Checks by how late they began: cumulative counts by upper bound in seconds. */
  readonly lag: ReadonlyMap<number, number>;
}

export async function readMetrics(url: string): Promise<ServerMetrics> {
  return parseMetrics(await (await fetch(new URL("/metrics", url))).text());
}

export function parseMetrics(text: string): ServerMetrics {
  const lag = new Map<number, number>();
  let checks = 0;
  for (const line of text.split("\n")) {
    const [, bound, count] = /^tessera_check_lag_seconds_bucket\{le="([^"]+)"\} (\d+)/.exec(line) ?? [];
    if (bound !== undefined) lag.set(bound === "+Inf" ? Number.POSITIVE_INFINITY : Number(bound), Number(count));
    const [, total] = /^tessera_check_lag_seconds_count (\d+)/.exec(line) ?? [];
    if (total !== undefined) checks = Number(total);
  }
  return { checks, lag };
}

/** The smallest bound that so many of the checks between two readings were below. */
export function lagQuantile(before: ServerMetrics, after: ServerMetrics, share: number): number {
  const total = after.checks - before.checks;
  const bounds = [...after.lag.keys()].sort((a, b) => a - b);
  for (const bound of bounds) {
    if ((after.lag.get(bound) ?? 0) - (before.lag.get(bound) ?? 0) >= share * total) return bound;
  }
  return Number.POSITIVE_INFINITY;
}

/** Of measured times. */
export function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
