import { expect, test } from "vitest";
import { lagQuantile, parseMetrics, quantile } from "./server-metrics.ts";

const page = (counts: readonly number[]): string =>
  `# HELP x\n${["0.1", "1", "+Inf"]
    .map((bound, at) => `tessera_check_lag_seconds_bucket{le="${bound}"} ${counts[at]}`)
    .join("\n")}\ntessera_check_lag_seconds_sum 3\ntessera_check_lag_seconds_count ${counts[2]}\n`;

test("the lag is that of the checks between two readings", () => {
  const before = parseMetrics(page([0, 0, 10]));
  const after = parseMetrics(page([90, 100, 110]));
  expect(after.checks - before.checks).toBe(100);
  expect(lagQuantile(before, after, 0.9)).toBe(0.1);
  expect(lagQuantile(before, after, 0.95)).toBe(1);
});

test("quantiles are measured values", () => {
  expect(quantile([3, 1, 2], 0.5)).toBe(2);
  expect(quantile([3, 1, 2], 0.95)).toBe(3);
  expect(quantile([], 0.5)).toBeNaN();
});
