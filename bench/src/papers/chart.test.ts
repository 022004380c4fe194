import { expect, test } from "vitest";
import { barChart, lineChart, scatterChart } from "./chart.ts";

const series = [
  { name: "published", points: [{ x: 1, y: 0.5 }], published: true },
  {
    name: "reproduced",
    points: [
      { x: 1, y: 0.5 },
      { x: 2, y: 0.75 },
    ],
  },
];
const labels = { title: "Rates", xLabel: "nodes", yLabel: "share", series };

test("charts are SVG files that stand alone and name what they show", () => {
  const bars = [{ group: "a", name: "x", value: 0.25 }];
  for (const svg of [lineChart(labels), scatterChart(labels), barChart({ title: "Rates", yLabel: "share", bars })]) {
    expect(svg).toMatch(/^<svg [^>]*xmlns=/);
    expect(svg).toContain("<title>Rates</title>");
    expect(svg.trimEnd()).toMatch(/<\/svg>$/);
  }
  expect(lineChart(labels)).toContain("reproduced");
});

test("the same data give the same text", () => {
  expect(lineChart(labels)).toBe(lineChart(labels));
});
