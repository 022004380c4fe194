/** The tables and plots of the page `homepage-live.md`. */
import { scatterChart } from "../chart.ts";
import type { Presentation, Results } from "../experiment.ts";
import { type Cell, type Column, markdownTable, percent, twoDigits } from "../table.ts";
import { mean } from "./evolution.ts";
import { countOf, type Rates, ratesOf } from "./rates.ts";
import {
  COST_METHODS,
  type Cost,
  type CostMethod,
  type Evolution,
  type MappedCase,
  METHODS,
  type Method,
  type Mode,
  type TracedCase,
} from "./result.ts";

interface Published {
  readonly table1: readonly Table1Row[];
  readonly table4: Readonly<Record<string, { readonly CTR: number | null; readonly CCR: number | null }>>;
  readonly table5: {
    readonly msTED: number;
    readonly msFSBT: number;
    readonly kilobytesTED: number;
    readonly kilobytesFSBT: number;
  };
}

interface Table1Row {
  readonly item: string;
  readonly average: number;
  /** The column "distribution": upper bound, and the share of the pages below it and not below the one before. */
  readonly below: readonly (readonly [bound: number | null, share: number])[];
}

const PAPER_NAME: Readonly<Record<Method, string>> = {
  "direct-path": "DPF",
  "tag-string": "TSM, relative",
  "tag-string-literal": "TSM to the letter",
  "tree-edit-shared": "TED",
  "fixed-subtree": "FSBT",
};

export function present(results: Results, published: unknown): Presentation {
  const evolution = results.evolution as readonly Evolution[];
  const traced = results.tracing as readonly TracedCase[];
  const steps = results["cost-step"] as readonly Cost[];
  const costs = results.cost as readonly Cost[];
  const paper = published as Published;
  return {
    tables: {
      coverage: `${results.histories} page histories of the labelled data.`,
      evolution: evolutionTable(evolution, paper),
      distribution: distributionTable(evolution, paper),
      accuracy: accuracyTable(traced, paper),
      "accuracy-by-length": lengthTable(results.mapping as readonly MappedCase[], paper),
      "accuracy-by-kind": kindTable(traced),
      "cost-step": costTable(steps, paper),
      cost: costTable(costs, paper),
      sizes: sizesTable(steps),
      exact: exactTable(costs),
    },
    numbers: {
      settled: `${steps.filter(({ isSettled }) => isSettled).length} of these ${steps.length} page pairs`,
      ...correctRates(traced, results.mapping as readonly MappedCase[]),
      ...fsbtAgainstTed(traced, results.mapping as readonly MappedCase[]),
      ...savings("step", steps),
      ...sharedSavings(steps),
      ...savings("last", costs),
      "last-peak": wholePercent(peakOf(costs, "FSBT") / peakOf(costs, "TED")),
      "last-peak-short": wholePercent(peakOf(costs, "FSBT, the tracer's rule") / peakOf(costs, "TED")),
    },
    plots: {
      "figure-9": correctness(traced, {
        title: "Correct rate of FSBT and the size of the page",
        xLabel: "nodes",
        by: "nodes",
      }),
      "figure-10": correctness(traced, {
        title: "Correct rate of FSBT and how often the block changes its place",
        xLabel: "share of the versions with the block at another path",
        by: "moved",
      }),
    },
  };
}

/** The rows of Table 1. */
const MEASURES: readonly ((one: Evolution) => number)[] = [
  ({ nodes }) => nodes,
  ({ structure }) => structure,
  ({ content }) => content,
  ({ accumulatedStructure }) => accumulatedStructure,
  ({ accumulatedContent }) => accumulatedContent,
];

function setsOf(evolution: readonly Evolution[]): [set: string, pages: readonly Evolution[]][] {
  return [...Map.groupBy(evolution, (one) => one.page.split("/")[0]!)];
}

function evolutionTable(evolution: readonly Evolution[], { table1 }: Published): string {
  const sets = setsOf(evolution);
  const rows: Cell[][] = table1.map((row, at) => {
    const format = at === 0 ? (value: number) => value.toFixed(0) : percent;
    return [row.item, format(row.average), ...sets.map(([, group]) => format(mean(group.map(MEASURES[at]!))))];
  });
  const gaps = sets.map(([, group]) => {
    const hours = group.flatMap((one) => one.hours ?? []).sort((a, b) => a - b);
    return `${(hours[Math.floor(hours.length / 2)] ?? 0).toFixed(0)} h`;
  });
  rows.push(["time between versions, median", "0.5 h", ...gaps]);
  const columns = [
    { title: "" },
    { title: "published" },
    ...sets.map(([set, group]) => ({ title: `${set} (${group.length})` })),
  ];
  return markdownTable(columns, rows);
}

/** The column "distribution" of Table 1: shares of the pages in the paper's bins. */
function distributionTable(evolution: readonly Evolution[], { table1 }: Published): string {
  const sets = setsOf(evolution);
  const rows = table1.flatMap(({ item, below }, at) =>
    below.map(([bound, share], bin): Cell[] => {
      const from = below[bin - 1]?.[0] ?? 0;
      const isIn = (value: number): boolean => value >= from && value < (bound ?? Number.POSITIVE_INFINITY);
      const shares = sets.map(([, group]) => group.filter((one) => isIn(MEASURES[at]!(one))).length / group.length);
      return [bin === 0 ? item : "", rangeText(from, bound, at === 0), share, ...shares];
    }),
  );
  const shares = ["published", ...sets.map(([set]) => set)].map((title) => ({ title, format: wholePercent }));
  return markdownTable([{ title: "share of the pages" }, { title: "" }, ...shares], rows);
}

function rangeText(from: number, to: number | null, isCount: boolean): string {
  const written = (bound: number): string => (isCount ? String(bound) : wholePercent(bound));
  if (to === null) return `from ${written(from)}`;
  return from === 0 ? `below ${written(to)}` : `${written(from)} to ${written(to)}`;
}

/** CTR and CCR: a dash where there are no such cases. */
function written({ CTR, CCR }: Rates): string {
  return Number.isNaN(CTR) ? "–" : `${twoDigits(CTR)} / ${twoDigits(CCR)}`;
}

/** CTR and CCR of section 7.1. */
function rates(traced: readonly TracedCase[], mode: Mode, method: Method): Rates {
  return ratesOf(traced.map(({ versions, right }) => ({ versions, right: right[mode][method] })));
}

function accuracyTable(traced: readonly TracedCase[], { table4 }: Published): string {
  const columns: Column[] = [
    { title: "method" },
    ...["published CTR", "published CCR", "pair CTR", "pair CCR", "follow CTR", "follow CCR"].map((title) => ({
      title,
      format: twoDigits,
    })),
  ];
  const rows = METHODS.map((method): Cell[] => {
    const pair = rates(traced, "pair", method);
    const follow = rates(traced, "follow", method);
    const there = table4[method];
    return [PAPER_NAME[method], there?.CTR ?? null, there?.CCR ?? null, pair.CTR, pair.CCR, follow.CTR, follow.CCR];
  });
  return markdownTable(columns, rows);
}

/** Later versions of a case; the paper has 100 of each. */
const LENGTHS = [5, 15, 30, 50, 100] as const;

/**
 * A case is right where all its versions are, so that the rate falls with their number: the first so many versions of
 * the cases that have as many.
 */
function lengthTable(mapped: readonly MappedCase[], { table4 }: Published): string {
  const columns = ["tracings a block", "cases", "TED CTR / CCR", "FSBT CTR / CCR", "FSBT from the first version"];
  const published = [table4["tree-edit-shared"], table4["fixed-subtree"]].map((one) => written(one as Rates));
  const row = (name: string, cases: readonly MappedCase[], length?: number): Cell[] => {
    const cut = (marks: string) => countOf(marks.slice(0, length));
    const methods = (["TED", "FSBT", "pairFSBT"] as const).map((method) =>
      written(ratesOf(cases.map(({ marks }) => cut(marks[method])))),
    );
    return [name, cases.length, ...methods];
  };
  const rows = LENGTHS.flatMap((length): Cell[][] => {
    const long = mapped.filter(({ marks }) => marks.FSBT.length >= length);
    return long.length === 0 ? [] : [row(`the first ${length}`, long, length)];
  });
  return markdownTable(
    columns.map((title) => ({ title })),
    [["100, published", 125, ...published, null], row("as many as there are", mapped), ...rows],
  );
}

function kindTable(traced: readonly TracedCase[]): string {
  const columns: Column[] = [
    { title: "kind" },
    { title: "cases" },
    ...METHODS.map((method) => ({ title: `${PAPER_NAME[method]} CTR / CCR` })),
  ];
  const rows = [...Map.groupBy(traced, (one) => one.kind)].map(([kind, group]): Cell[] => {
    const cells = METHODS.map((method) => written(rates(group, "follow", method)));
    return [kind, group.length, ...cells];
  });
  return markdownTable(columns, rows);
}

function costTable(costs: readonly Cost[], { table5 }: Published): string {
  const columns: Column[] = [
    { title: "method" },
    { title: "published ms" },
    { title: "published kB" },
    { title: "ms, mean", format: (value) => value.toFixed(2) },
    { title: "kB, mean", format: (value) => value.toFixed(0) },
    { title: "kB, largest", format: (value) => value.toFixed(0) },
  ];
  const there: Readonly<Record<string, readonly [number, number]>> = {
    TED: [table5.msTED, table5.kilobytesTED],
    FSBT: [table5.msFSBT, table5.kilobytesFSBT],
  };
  const known = COST_METHODS.filter((method) => costs.every(({ ms }) => ms[method] !== undefined));
  const rows = known.map((method): Cell[] => [
    method,
    there[method]?.[0] ?? null,
    there[method]?.[1] ?? null,
    mean(costs.map((one) => one.ms[method])),
    mean(costs.map((one) => one.bytes[method])) / 1024,
    Math.max(...costs.map((one) => one.bytes[method])) / 1024,
  ]);
  return markdownTable(columns, rows);
}

/** What the reading says of the rates: a dash where no history is as long. */
function correctRates(traced: readonly TracedCase[], mapped: readonly MappedCase[]): Record<string, string> {
  const ofFirst = (length: number): string => {
    const long = mapped.filter(({ marks }) => marks.FSBT.length >= length);
    const rate = ratesOf(long.map(({ marks }) => countOf(marks.FSBT.slice(0, length))));
    return long.length === 0 ? "–" : twoDigits(rate.CCR);
  };
  return {
    "dpf-ctr": twoDigits(rates(traced, "pair", "direct-path").CTR),
    "tsm-ctr": twoDigits(rates(traced, "pair", "tag-string").CTR),
    "homepages-ccr": twoDigits(ratesOf(mapped.map(({ marks }) => countOf(marks.FSBT))).CCR),
    "homepages-ccr-5": ofFirst(5),
    "homepages-ccr-15": ofFirst(15),
    "homepages-ccr-30": ofFirst(30),
  };
}

/** Length of history over which the two are compared: the longest that many of our pages have. */
const LONG = 30;
const KINDS = ["homepage", "human-selector", "human-remove", "masked-id"] as const;

/** Both methods over all cases, by kind, and over the first tracings of long histories. */
function fsbtAgainstTed(traced: readonly TracedCase[], mapped: readonly MappedCase[]): Record<string, string> {
  const long = mapped.filter(({ marks }) => marks.FSBT.length >= LONG);
  const methods = { ted: ["tree-edit-shared", "TED"], fsbt: ["fixed-subtree", "FSBT"] } as const;
  const entries = Object.entries(methods).flatMap(([name, [method, label]]) => [
    ...(["pair", "follow"] as const).map((mode) => [`${name}-${mode}`, rates(traced, mode, method)] as const),
    ...KINDS.map((kind) => {
      const group = traced.filter((one) => one.kind === kind);
      return [`${name}-${kind}`, rates(group, "follow", method)] as const;
    }),
    [`${name}-${LONG}`, ratesOf(long.map(({ marks }) => countOf(marks[label].slice(0, LONG))))] as const,
  ]);
  return Object.fromEntries(entries.map(([name, rate]) => [name, written(rate)]));
}

/** What FSBT takes of TED's time and memory, on average: as the paper has it, and by the rule of the tracer. */
function savings(name: string, costs: readonly Cost[]): Record<string, string> {
  const share = (by: "ms" | "bytes", method: CostMethod): string =>
    wholePercent(mean(costs.map((one) => one[by][method])) / mean(costs.map((one) => one[by].TED)));
  return {
    [`${name}-time`]: share("ms", "FSBT"),
    [`${name}-memory`]: share("bytes", "FSBT"),
    [`${name}-time-short`]: share("ms", "FSBT, the tracer's rule"),
    [`${name}-memory-short`]: share("bytes", "FSBT, the tracer's rule"),
  };
}

/** The same with equal subtrees shared by both. */
function sharedSavings(costs: readonly Cost[]): Record<string, string> {
  const share = (by: "ms" | "bytes", method: CostMethod): string =>
    wholePercent(
      mean(costs.map((one) => one[by][method])) / mean(costs.map((one) => one[by]["TED, equal subtrees shared"])),
    );
  return {
    "shared-time": share("ms", "FSBT, equal subtrees shared"),
    "shared-memory": share("bytes", "FSBT, equal subtrees shared"),
    "shared-time-short": share("ms", "FSBT, the tracer's rule, equal subtrees shared"),
    "shared-memory-short": share("bytes", "FSBT, the tracer's rule, equal subtrees shared"),
  };
}

function peakOf(costs: readonly Cost[], method: CostMethod): number {
  return Math.max(...costs.map((one) => one.bytes[method]));
}

function wholePercent(share: number): string {
  return Number.isFinite(share) ? `${Math.round(share * 100)} %` : "–";
}

/** Every so many of the timed pages, from the smallest to the largest. */
const SHOWN_SIZES = 10;

function sizesTable(costs: readonly Cost[]): string {
  const sorted = costs.toSorted((a, b) => a.tree - b.tree);
  const step = Math.max(1, Math.floor(sorted.length / SHOWN_SIZES));
  const columns = ["page", "tree", "block", "fix nodes", "minimum common tree", "reduced tree"].map((title) => ({
    title,
  }));
  const rows = sorted
    .filter((_, rank) => rank % step === 0)
    .map((one): Cell[] => [one.page, one.tree, one.block, one.fixNodes, one.commonTree, one.reducedTree]);
  return markdownTable(columns, rows);
}

function exactTable(costs: readonly Cost[]): string {
  const both = costs.flatMap((one) => one.distance ?? []);
  const same = both.filter((one) => one.paper === one.least).length;
  const excess = mean(both.filter((one) => one.least > 0).map((one) => one.paper / one.least - 1));
  return `${both.length} page pairs: the paper's distance is the least there is in ${same}; on average it is ${percent(excess)} above it.`;
}

interface Axis {
  readonly title: string;
  readonly xLabel: string;
  readonly by: "nodes" | "moved";
}

/** Figures 9 and 10: one point a page, its cases taken together. */
function correctness(traced: readonly TracedCase[], { title, xLabel, by }: Axis): string {
  const pages = [...Map.groupBy(traced, (one) => one.page).values()].filter((group) =>
    group.some((one) => one.versions > 0),
  );
  const points = (rate: "CTR" | "CCR") =>
    pages.map((group) => ({ x: mean(group.map((one) => one[by])), y: rates(group, "follow", "fixed-subtree")[rate] }));
  return scatterChart({
    title,
    xLabel,
    yLabel: "correct rate",
    yDomain: [0, 1],
    series: [
      { name: "CTR", points: points("CTR") },
      { name: "CCR", points: points("CCR") },
    ],
  });
}
