/** The tables and plots of the page `dom-structure-similarity.md`. */
import { lineChart } from "../chart.ts";
import type { Presentation, Results } from "../experiment.ts";
import { markdownTable, percent, twoDigits } from "../table.ts";
import { MAX_LAYERS, type SimilarityResult } from "./result.ts";

interface Published {
  readonly table1: readonly { readonly site: string; readonly similarity: readonly number[] }[];
}

export function present(results: Results, published: unknown): Presentation {
  const { byLayers, roc, steps } = results.similarity as SimilarityResult;
  const { table1 } = published as Published;
  const depths = Array.from({ length: MAX_LAYERS }, (_, index) => index + 1);
  const columns = [{ title: "D =" }, ...depths.map((depth) => ({ title: String(depth), format: twoDigits }))];
  return {
    tables: {
      coverage: `${results.histories} page histories of the labelled data.`,
      published: markdownTable(
        columns,
        table1.map((row) => [row.site, ...row.similarity]),
      ),
      reproduced: markdownTable(
        columns,
        byLayers.map((row) => [row.page, ...row.means]),
      ),
      steps: `${steps.all} steps in all; ${steps.redesigns} labelled redesigns on ${steps.pages} pages.`,
      separation: separationTable(roc),
    },
    plots: { "by-depth": depthPlot(byLayers, table1), roc: rocPlot(roc) },
  };
}

function separationTable(roc: SimilarityResult["roc"]): string {
  const columns = [
    { title: "D" },
    { title: "area under the curve", format: twoDigits },
    { title: "redesigns caught at Q = 0.8", format: percent },
    { title: "updates called redesigns", format: percent },
    { title: "best Q", format: twoDigits },
    { title: "redesigns caught", format: percent },
    { title: "updates called redesigns", format: percent },
  ];
  const rows = roc.map(({ layers, area, atPaperThreshold, best }) => [
    String(layers),
    area,
    atPaperThreshold.caught,
    atPaperThreshold.falseAlarms,
    best.threshold,
    best.caught,
    best.falseAlarms,
  ]);
  return markdownTable(columns, rows);
}

/** The paper's figure 3: mean similarity against D. */
function depthPlot(byLayers: SimilarityResult["byLayers"], table1: Published["table1"]): string {
  const line = (name: string, values: readonly number[], isPublished: boolean) => ({
    name,
    points: values.map((y, index) => ({ x: index + 1, y })),
    published: isPublished,
  });
  const mean = Array.from(
    { length: MAX_LAYERS },
    (_, index) => table1.reduce((sum, row) => sum + row.similarity[index]!, 0) / table1.length,
  );
  const sets = byLayers.filter((row) => row.page.startsWith("all "));
  return lineChart({
    title: "Mean similarity against the depth D",
    xLabel: "D",
    yLabel: "similarity",
    yDomain: [0.6, 1],
    series: [
      line("paper, 8 sites", mean, true),
      ...sets.map((row) => line(row.page.replace(/ \(.*/, ""), row.means, false)),
    ],
  });
}

function rocPlot(roc: SimilarityResult["roc"]): string {
  return lineChart({
    title: "Telling redesigns from updates",
    xLabel: "share of the updates called redesigns",
    yLabel: "share of the redesigns caught",
    xDomain: [0, 1],
    yDomain: [0, 1],
    series: roc.map(({ layers, curve }) => ({
      name: `D = ${layers}`,
      points: curve.map(({ falseAlarms, caught }) => ({ x: falseAlarms, y: caught })),
    })),
  });
}
