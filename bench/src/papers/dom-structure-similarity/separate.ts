/** Sums similarities up: means by page as in the paper's Table 1, and how well a threshold separates redesigns. */
import { SIMILAR_FROM } from "@tessera/engine/papers";
import { MAX_LAYERS, type PageSequence, type RocByLayers, type RocPoint, type SimilarityResult } from "./result.ts";

/** Pages shown one by one, as the paper shows eight sites; those with most versions. */
const SHOWN_PAGES = 8;
/** Depths at which redesigns are told from updates. */
const ROC_LAYERS = [4, 8, 15];

/** Mean similarity of consecutive versions at D = 1 to 15: eight homepages, then both sets as a whole. */
export function tableByLayers(findings: readonly PageSequence[]): SimilarityResult["byLayers"] {
  const shown = findings
    .filter((one) => one.set === "homepages")
    .toSorted((a, b) => b.steps.length - a.steps.length || (a.page < b.page ? -1 : 1))
    .slice(0, SHOWN_PAGES);
  const sets = [...Map.groupBy(findings, (one) => one.set)];
  return [
    ...shown.map((one) => rowOf(one.page, [one])),
    ...sets.map(([set, group]) => rowOf(`all ${set} (${group.length} pages)`, group)),
  ];
}

function rowOf(page: string, group: readonly PageSequence[]): SimilarityResult["byLayers"][number] {
  const steps = group.flatMap((one) => one.steps);
  const means = Array.from({ length: MAX_LAYERS }, (_, index) => mean(steps.map((step) => step.byLayers[index]!)));
  return { page, steps: steps.length, means: means.map((value) => Math.round(value * 1000) / 1000) };
}

/** The separation of labelled redesigns from updates at several depths. */
export function rocOf(findings: readonly PageSequence[]): RocByLayers[] {
  const steps = findings.flatMap((one) => one.steps).filter((step) => step.isLabelled);
  return ROC_LAYERS.map((layers) => {
    const redesigns = steps.filter((step) => step.isRedesign).map((step) => step.byLayers[layers - 1]!);
    const updates = steps.filter((step) => !step.isRedesign).map((step) => step.byLayers[layers - 1]!);
    const pointAt = (threshold: number): RocPoint => ({
      threshold,
      caught: share(redesigns, (value) => value <= threshold),
      falseAlarms: share(updates, (value) => value <= threshold),
    });
    const curve = Array.from({ length: 101 }, (_, hundredth) => pointAt(hundredth / 100));
    const best = curve.reduce((top, point) =>
      point.caught - point.falseAlarms > top.caught - top.falseAlarms ? point : top,
    );
    return { layers, area: areaUnder(redesigns, updates), best, atPaperThreshold: pointAt(SIMILAR_FROM), curve };
  });
}

/** The chance that a redesign is less similar than an update, ties counting half. */
function areaUnder(redesigns: readonly number[], updates: readonly number[]): number {
  let wins = 0;
  for (const a of redesigns) for (const b of updates) wins += a < b ? 1 : a === b ? 0.5 : 0;
  return redesigns.length * updates.length === 0 ? 0 : wins / (redesigns.length * updates.length);
}

function share(values: readonly number[], holds: (value: number) => boolean): number {
  return values.length === 0 ? 0 : values.filter(holds).length / values.length;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
