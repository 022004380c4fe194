/** Draws charts as SVG text without a browser: Observable Plot over a light DOM. */
import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** One named line or cloud of points. */
export interface Series {
  readonly name: string;
  readonly points: readonly Point[];
  /** Drawn dashed: what the paper published, beside what was measured. */
  readonly published?: boolean;
}

export interface ChartOptions {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly series: readonly Series[];
  /** Range of the vertical axis where the data should not choose it. */
  readonly yDomain?: readonly [number, number];
  readonly xDomain?: readonly [number, number];
  /** Names in place of the numbers 0, 1, 2 and so on of the horizontal axis. */
  readonly xNames?: readonly string[];
}

const WIDTH = 720;
const HEIGHT = 400;
/** Room at the right for the names of the lines, because a legend would be HTML beside the SVG. */
const LABEL_MARGIN = 140;
/** Lines of text that would stand closer than this share of the height are moved apart. */
const LABEL_GAP = 0.045;

/** Lines through the points of each series, named at their right end. */
export function lineChart(options: ChartOptions): string {
  const rows = rowsOf(options);
  return svgOf({
    ...frameOf(options, LABEL_MARGIN),
    marks: [
      Plot.ruleY([options.yDomain?.[0] ?? 0], { strokeOpacity: 0.3 }),
      Plot.line(rows, {
        x: "x",
        y: "y",
        z: "name",
        stroke: "name",
        strokeWidth: 2,
        strokeDasharray: "4,3",
        filter: "published",
      }),
      Plot.line(rows, {
        x: "x",
        y: "y",
        z: "name",
        stroke: "name",
        strokeWidth: 2,
        filter: (row: Row) => !row.published,
      }),
      Plot.dot(rows, { x: "x", y: "y", fill: "name", r: 2.5 }),
      Plot.text(labelsOf(options), { x: "x", y: "y", text: "name", fill: "name", dx: 6, textAnchor: "start" }),
    ],
  });
}

/** One point a page or case, coloured by series; the names stand above the chart. */
export function scatterChart(options: ChartOptions): string {
  const names = options.series.map((series) => series.name);
  return svgOf({
    ...frameOf(options, 40),
    color: { domain: names, scheme: "observable10" },
    marks: [
      Plot.dot(rowsOf(options), { x: "x", y: "y", stroke: "name", fill: "name", fillOpacity: 0.3, r: 3 }),
      ...names.map((name, rank) =>
        Plot.text([name], { frameAnchor: "top-right", text: String, fill: String, dy: rank * 14 }),
      ),
    ],
  });
}

export interface Bar {
  readonly group: string;
  readonly name: string;
  readonly value: number;
}

/** Bars side by side in groups, each with its value above it. */
export function barChart(options: { title: string; yLabel: string; bars: readonly Bar[] }): string {
  const names = [...new Set(options.bars.map((bar) => bar.name))];
  return svgOf({
    title: options.title,
    width: WIDTH,
    height: HEIGHT,
    marginBottom: 50,
    color: { domain: names, scheme: "observable10" },
    x: { axis: null, domain: names },
    fx: { label: null, domain: [...new Set(options.bars.map((bar) => bar.group))] },
    y: { label: options.yLabel, grid: true },
    marks: [
      Plot.ruleY([0]),
      Plot.barY(options.bars, { fx: "group", x: "name", y: "value", fill: "name" }),
      Plot.text(options.bars, {
        fx: "group",
        x: "name",
        y: "value",
        text: (bar: Bar) => `${bar.name}\n${formatNumber(bar.value)}`,
        dy: -12,
        fontSize: 9,
      }),
    ],
  });
}

/** Any Plot specification as the text of a file that stands alone. */
function svgOf(options: Plot.PlotOptions & { title?: string }): string {
  const { document } = parseHTML("<!doctype html><html><body></body></html>");
  const { title, ...rest } = options;
  const svg = Plot.plot({
    ...rest,
    document,
  } as Plot.PlotOptions) as unknown as SvgElement;
  svg.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  // the page around it may be dark, and the drawing uses the colour of its text
  svg.setAttribute("style", "background: white; color: #1b1e23;");
  if (title) {
    const name = document.createElement("title") as unknown as SvgElement;
    name.textContent = title;
    svg.prepend(name);
  }
  return `${shortened(svg.outerHTML)}\n`;
}

interface SvgElement {
  textContent: string | null;
  readonly outerHTML: string;
  setAttribute(name: string, value: string): void;
  prepend(child: SvgElement): void;
}

interface Row extends Point {
  readonly name: string;
  readonly published: boolean;
}

function rowsOf(options: ChartOptions): Row[] {
  return options.series.flatMap((series) =>
    series.points.map((point) => ({ ...point, name: series.name, published: series.published === true })),
  );
}

function frameOf(options: ChartOptions, marginRight: number): Plot.PlotOptions & { title: string } {
  return {
    title: options.title,
    width: WIDTH,
    height: HEIGHT,
    marginRight,
    marginLeft: 50,
    x: {
      label: options.xLabel,
      ...(options.xDomain ? { domain: [...options.xDomain] } : {}),
      ...(options.xNames ? { ticks: options.xNames.length, tickFormat: (x: number) => options.xNames?.[x] ?? "" } : {}),
    },
    y: { label: options.yLabel, grid: true, ...(options.yDomain ? { domain: [...options.yDomain] } : {}) },
    color: { domain: options.series.map((series) => series.name), scheme: "observable10" },
  };
}

/** The last point of each series, moved apart from below where two lines end together. */
function labelsOf(options: ChartOptions): Row[] {
  const ends = options.series.flatMap((series) => {
    const last = series.points.at(-1);
    return last ? [{ ...last, name: series.name, published: series.published === true }] : [];
  });
  const values = rowsOf(options).map((row) => row.y);
  const [low, high] = options.yDomain ?? [Math.min(0, ...values), Math.max(...values)];
  const gap = (high - low) * LABEL_GAP;
  ends.sort((a, b) => a.y - b.y);
  let floor = Number.NEGATIVE_INFINITY;
  return ends.map((end) => {
    const y = Math.max(end.y, floor);
    floor = y + gap;
    return { ...end, y };
  });
}

function formatNumber(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** Coordinates to a hundredth of a pixel: a smaller file and the same picture. */
function shortened(svg: string): string {
  return svg.replace(/-?\d+\.\d{3,}/g, (number) => String(Number(Number(number).toFixed(2))));
}
