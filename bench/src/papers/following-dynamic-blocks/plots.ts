/** The figures of [following-dynamic-blocks]: accuracy over time (4), time (5), block size and complexity (6). */
import { barChart, lineChart, type Series } from "../chart.ts";
import type { AccuracyResult } from "./accuracy.ts";
import type { ByBin } from "./block-sizes.ts";
import { comparedMethods } from "./methods.ts";
import type { Reproduced } from "./present.ts";

export function plotsOf({ accuracy, accuracyPlain, time }: Reproduced): Record<string, string> {
  return {
    "versions-over-time": overTimeChart(accuracy, "version", "Version accuracy over time, with layout"),
    "blocks-over-time": overTimeChart(accuracy, "block", "Block accuracy over time, with layout"),
    "blocks-over-time-plain": overTimeChart(accuracyPlain, "block", "Block accuracy over time, without layout"),
    time: barChart({
      title: "Time to track a block in a version",
      yLabel: "ms, mean",
      bars: Object.entries(time).flatMap(([name, bySet]) =>
        Object.entries(bySet).map(([group, { mean }]) => ({ group, name, value: mean })),
      ),
    }),
    "block-size": binChart(accuracy.byPixels, "Block accuracy by visual size", "pixels of the block, below"),
    "block-complexity": binChart(accuracy.byElements, "Block accuracy by complexity", "elements in the block, below"),
  };
}

/** The set with the longest histories: the one whose versions are days and weeks apart. */
function overTimeChart(result: AccuracyResult, level: "version" | "block", title: string): string {
  const longest = Object.values(result.overTime).sort(
    (a, b) => (b.APM?.version.length ?? 0) - (a.APM?.version.length ?? 0),
  )[0];
  const series: Series[] = comparedMethods().map(({ label }) => ({
    name: label,
    points: (longest?.[label]?.[level] ?? []).map((y, step) => ({ x: step + 1, y })),
  }));
  return lineChart({ title, xLabel: "later version", yLabel: `${level} accuracy`, series, yDomain: [0, 1] });
}

/** Bins at equal distances, each named by its upper border; the last one has none. */
function binChart(bins: readonly ByBin[], title: string, xLabel: string): string {
  const names = bins.map(({ below }) => (below === null ? "more" : below.toLocaleString("en")));
  const series: Series[] = comparedMethods().map(({ label }) => ({
    name: label,
    points: bins.flatMap(({ accuracy }, x) => {
      const y = accuracy[label];
      return y === null || y === undefined ? [] : [{ x, y }];
    }),
  }));
  return lineChart({ title, xLabel, xNames: names, yLabel: "block accuracy", series, yDomain: [0, 1] });
}
