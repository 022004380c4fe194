/** The tables and plots of the page `page-fragmentation.md`. */
import { avoidedShare } from "@tessera/engine";
import { barChart, lineChart } from "../chart.ts";
import type { Presentation, Results } from "../experiment.ts";
import { renderingsText } from "../rendering.ts";
import { type Cell, markdownTable, percent } from "../table.ts";
import {
  type Identifier,
  MODE_NAMES,
  type ModeName,
  type ProposalFinding,
  type TrainingFinding,
  type TransferFinding,
  type UpdateFinding,
} from "./result.ts";

interface Published {
  readonly avoided: number;
  readonly fetches: number;
  readonly componentsPerPortal: readonly [number, number];
  readonly fetchesThatDiffer: Readonly<Record<string, number>>;
  readonly abcNews: { readonly components: number; readonly weak: number; readonly empty: number };
}

export function present(results: Results, published: unknown): Presentation {
  const training = results.training as readonly TrainingFinding[];
  const transfer = results.transfer as readonly TransferFinding[];
  const paper = published as Published;
  const proposals = ["proposals", "offered-grains"].flatMap((name) => results[name] as readonly ProposalFinding[]);
  return {
    tables: {
      components: componentsTable(training, paper),
      steadiness: MODE_NAMES.map((mode) => `${shareOf(steadiness(training, mode))} by ${mode}`).join(", "),
      identifiers: identifiersTable(training, paper),
      transfer: transferTable(transfer, paper),
      updates: updatesTable({
        tables: results["updates-by-tables"] as readonly UpdateFinding[],
        sections: results["updates-by-sections"] as readonly UpdateFinding[],
      }),
      proposals: proposalsTable(proposals),
      renderings: renderingsText(results),
    },
    numbers: proposalNumbers(proposals),
    plots: {
      "figure-5": componentsChart(training),
      "figure-6": identifiersChart(training),
      "figure-7": transferChart(transfer),
    },
  };
}

/** Pages that the mode has something to say about. */
function fragmented(training: readonly TrainingFinding[], mode: ModeName): TrainingFinding[] {
  return training.filter((one) => one.modes[mode].counts.some((count) => count > 1));
}

function componentsTable(training: readonly TrainingFinding[], paper: Published): string {
  const differing = Object.values(paper.fetchesThatDiffer).reduce((sum, count) => sum + count, 0);
  const fetches = Object.keys(paper.fetchesThatDiffer).length * paper.fetches;
  const spreadThere = paper.componentsPerPortal.join(" to ");
  const published: Cell[] = ["published", 3, spreadThere, 1 - differing / fetches, null, null];
  const rows = MODE_NAMES.map((mode): Cell[] => {
    const pages = fragmented(training, mode);
    const counts = pages.map((one) => median(one.modes[mode].counts));
    const captures = pages.reduce((sum, one) => sum + one.modes[mode].counts.length, 0);
    const rejected = pages.reduce((sum, one) => sum + one.modes[mode].rejected, 0);
    const whole = pages.filter((one) => one.modes[mode].rejected === 0).length;
    const spread =
      pages.length === 0 ? "–" : `${quantile(counts, 0.25)} to ${quantile(counts, 0.75)} (median ${median(counts)})`;
    const usual = steadiness(training, mode);
    return [`by ${mode}`, pages.length, spread, usual, 1 - rejected / captures, whole / pages.length];
  });
  const titles = ["captures with the usual number", "with the usual components", "pages that never differ"];
  const shares = titles.map((title) => ({ title, format: percent }));
  const columns = [{ title: "" }, { title: "pages" }, { title: "components" }, ...shares];
  return markdownTable(columns, [published, ...rows]);
}

/** Share of the captures with the number of components that most captures of their page have. */
function steadiness(training: readonly TrainingFinding[], mode: ModeName): number | null {
  const counts = fragmented(training, mode).map((one) => one.modes[mode].counts);
  return counts.length === 0 ? null : counts.reduce((sum, one) => sum + usualCount(one), 0) / counts.flat().length;
}

function shareOf(share: number | null): string {
  return share === null ? "nothing" : percent(share);
}

function usualCount(counts: readonly number[]): number {
  return Math.max(0, ...[...Map.groupBy(counts, (count) => count).values()].map((group) => group.length));
}

/** Figure 5: the pages with most captures, one line each. */
function componentsChart(training: readonly TrainingFinding[]): string {
  const shown = training
    .filter((one) => one.page.startsWith("homepages/") && one.modes.sections.counts.length >= 10)
    .toSorted((a, b) => a.page.localeCompare(b.page));
  const step = Math.max(1, Math.floor(shown.length / 6));
  const series = shown
    .filter((_, rank) => rank % step === 0)
    .slice(0, 6)
    .map((one) => ({
      name: one.page.slice("homepages/".length).slice(0, 22),
      points: one.modes.sections.counts.map((y, at) => ({ x: at + 1, y })),
    }));
  return lineChart({
    title: "Figure 5: number of components for 10 captures, by sections",
    xLabel: "capture",
    yLabel: "components",
    series,
  });
}

function identifiersTable(training: readonly TrainingFinding[], paper: Published): string {
  const { components, weak, empty } = paper.abcNews;
  const published: Cell[] = ["published, ABC News", components, weak / components, empty / components, null, null];
  const rows = MODE_NAMES.map((mode): Cell[] => {
    const all = fragmented(training, mode).flatMap((one) => one.modes[mode].identifiers);
    const signed = all.filter((one) => !one.isWeak);
    return [
      `by ${mode}`,
      all.length,
      all.filter((one) => one.isWeak).length / all.length,
      all.filter((one) => sizeOf(one) === 0).length / all.length,
      median(signed.map(sizeOf)),
      signed.reduce((sum, one) => sum + one.images, 0) / signed.reduce((sum, one) => sum + sizeOf(one), 0),
    ];
  });
  return markdownTable(
    [
      { title: "" },
      { title: "components" },
      { title: "weak", format: percent },
      { title: "of which empty", format: percent },
      { title: "terms of an identifier, median" },
      { title: "images among them", format: percent },
    ],
    [published, ...rows],
  );
}

/** Figure 6: words and images of the identifiers of the page with the most components. */
function identifiersChart(training: readonly TrainingFinding[]): string {
  const pages = training.filter((one) => one.page.startsWith("homepages/"));
  const count = (one: TrainingFinding) => one.modes.sections.identifiers.length;
  const page = pages.filter((one) => count(one) <= 25).toSorted((a, b) => count(b) - count(a))[0];
  const bars = (page?.modes.sections.identifiers ?? []).flatMap((one, at) => [
    { group: `${at + 1}`, name: "words", value: one.words },
    { group: `${at + 1}`, name: "images", value: one.images },
  ]);
  return barChart({
    title: `Figure 6: identifier sizes of the components of ${page?.page ?? "no page"}`,
    yLabel: "terms",
    bars,
  });
}

function transferTable(transfer: readonly TransferFinding[], paper: Published): string {
  const published: Cell[] = ["published (CNN, BBC, Yahoo; two components each)", 3, paper.avoided, null, null];
  const sets = [...Map.groupBy(transfer, (one) => one.page.split("/")[0]!)];
  const rows = sets.map(([set, group]): Cell[] => {
    const shares = group.map((one) => avoidedShare([one]));
    return [
      `${set}, the labelled blocks`,
      group.length,
      avoidedShare(group),
      quantile(shares, 0.25),
      quantile(shares, 0.75),
    ];
  });
  return markdownTable(
    [
      { title: "" },
      { title: "pages" },
      { title: "avoided", format: percent },
      { title: "a quarter of the pages avoids at most", format: percent },
      { title: "a quarter at least", format: percent },
    ],
    [published, ...rows],
  );
}

/** Figure 7: sizes of the components of three pages, as shares of the page. */
function transferChart(transfer: readonly TransferFinding[]): string {
  const shown = transfer.filter((one) => one.page.startsWith("homepages/") && one.components.sections.length >= 6);
  const step = Math.max(1, Math.floor(shown.length / 3));
  const series = shown
    .filter((_, rank) => rank % step === 0)
    .slice(0, 3)
    .map((one) => ({
      name: one.page.slice("homepages/".length).slice(0, 22),
      points: one.components.sections.toSorted((a, b) => b - a).map((size, at) => ({ x: at + 1, y: size / one.total })),
    }));
  return lineChart({
    title: "Figure 7: sizes of the components of three pages, largest first",
    xLabel: "component",
    yLabel: "share of the page",
    series,
  });
}

function updatesTable(updates: Readonly<Record<ModeName, readonly UpdateFinding[]>>): string {
  const rows = MODE_NAMES.flatMap((mode) => {
    const all = updates[mode].flatMap((one) => Object.entries(one.ways));
    const total = all.reduce((sum, [, count]) => sum + count.updates, 0);
    return ["unchanged", "signatures", "order", "structure", "closest"].map((way): Cell[] => {
      const counts = all.filter(([name]) => name === way).map(([, count]) => count);
      const labelled = counts.reduce((sum, count) => sum + count.labelled, 0);
      const right = counts.reduce((sum, count) => sum + count.right, 0);
      const share = counts.reduce((sum, count) => sum + count.updates, 0) / total;
      return [`by ${mode}`, way, share, labelled, labelled === 0 ? null : right / labelled];
    });
  });
  return markdownTable(
    [
      { title: "" },
      { title: "components found by" },
      { title: "captures", format: percent },
      { title: "labelled components" },
      { title: "right", format: percent },
    ],
    rows,
  );
}

function proposalsTable(proposals: readonly ProposalFinding[]): string {
  const names = [...new Set(proposals.flatMap((one) => Object.keys(one.proposals)))];
  const sets = [...Map.groupBy(proposals, (one) => one.page.split("/")[0]!)];
  const rows = names.map((name): Cell[] => [
    name,
    ...sets.flatMap(([, group]): Cell[] => {
      const found = group.flatMap((one) => one.proposals[name] ?? []);
      const blocks = found.reduce((sum, one) => sum + one.blocks, 0);
      const share = (of: "near" | "close") => percent(found.reduce((sum, one) => sum + one[of], 0) / blocks);
      return found.length === 0
        ? ["–", "–"]
        : [`${median(found.map((one) => one.fragments))}`, `${share("close")} / ${share("near")}`];
    }),
  ]);
  const columns = [
    { title: "proposal" },
    ...sets.flatMap(([set]) => [
      { title: `${set}: fragments a page, median` },
      { title: "labelled blocks met / nearly" },
    ]),
  ];
  return markdownTable(columns, rows);
}

/** What the reading says of homepages: labelled blocks met and the number of entries, raw and as offered. */
function proposalNumbers(proposals: readonly ProposalFinding[]): Record<string, string> {
  const names = {
    fragments: "sections, normal, of the last capture",
    offered: "as offered of the last capture",
    boxed: "as offered of the last capture, with boxes",
    larger: "as offered of the last capture, larger blocks",
    smaller: "as offered of the last capture, smaller blocks",
  };
  const homepages = proposals.filter((one) => one.page.startsWith("homepages/"));
  const entries = Object.entries(names).flatMap(([key, name]): [string, string][] => {
    const found = homepages.flatMap((one) => one.proposals[name] ?? []);
    const met = found.reduce((sum, { close }) => sum + close, 0) / found.reduce((sum, { blocks }) => sum + blocks, 0);
    const count = median(found.map(({ fragments }) => fragments));
    return [
      [`${key}-met`, found.length === 0 ? "–" : percent(met)],
      [`${key}-count`, found.length === 0 ? "–" : `${count}`],
    ];
  });
  return Object.fromEntries(entries);
}

function sizeOf({ words, images }: Identifier): number {
  return words + images;
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}
