/**
 * The alert of [following-dynamic-blocks] section 5.2.3, for which the paper has no figures: how well does a large change
 * of the patterns tell that the newest sample is another block? Of pages without layout, as most captures are.
 */
import { pathOf } from "@tessera/engine";
import type { AdaptivePatternMemory } from "@tessera/engine/papers";
import { blockChange, type PlacedBlock } from "@tessera/engine/shown";
import type { LabelledCase } from "../../data/cases.ts";
import { PageCache } from "../../data/page-cache.ts";
import { foldOf } from "../../train/files.ts";
import { type Part, part } from "../experiment.ts";
import { blockIn, followCase, isRightIn } from "./follow-case.ts";
import { comparedMethods, heedingMethod } from "./methods.ts";
import { type Accuracy, accuracyOf, bySet } from "./outcomes.ts";

export const MEASURES = ["model", "block", "weights"] as const;
/** What the adaptive model lost, what the block itself lost since the last capture, and how far the weights went. */
export type Measure = (typeof MEASURES)[number];

/** The changes of one sample, in the order of the measures, and whether it was the block. */
type AlertSample = readonly [model: number, block: number, weights: number, isRight: boolean];

interface AlertFinding {
  readonly site: string;
  /** Up to the first wrong sample of each block: that is the one to notice. */
  readonly samples: readonly AlertSample[];
}

export interface AlertQuality {
  readonly threshold: number;
  readonly alerts: number;
  /** Share of the alerts whose sample was wrong, and of the wrong samples that gave an alert. */
  readonly precision: number;
  readonly recall: number;
}

export interface AlertResult {
  readonly samples: number;
  readonly wrong: number;
  readonly measures: Readonly<Record<Measure, MeasuredAlert>>;
}

interface MeasuredAlert {
  readonly thresholds: readonly AlertQuality[];
  /** The threshold of the highest F1, and what it is worth where it is chosen without the site that it is used on. */
  readonly chosen: number;
  readonly held: Omit<AlertQuality, "threshold">;
  /** Probability that a wrong sample changes more than a right one. */
  readonly areaUnderCurve: number;
}

const THRESHOLDS = Array.from({ length: 19 }, (_, step) => (step + 1) / 20);
const FOLDS = 5;

export function alertPart(name: string): Part {
  return part<readonly AlertFinding[], AlertResult>({
    name,
    revision: 1,
    examine(history) {
      const pages = new PageCache();
      return history.cases.map((labelled) => ({ site: labelled.site, samples: samplesOf(labelled, pages) }));
    },
    conclude: (findings) => alertResult(findings.flat()),
  });
}

/** By set: what becomes of APM where it does not learn from the samples that it is warned of. */
export type HeedingResult = Readonly<Record<string, Accuracy | null>>;

export function heedingPart(name: string): Part {
  return part<readonly { readonly set: string; readonly marks: string }[], HeedingResult>({
    name,
    revision: 1,
    // where blocks change most
    select: (history) => history.cases[0]!.kind === "homepage",
    examine(history) {
      const pages = new PageCache();
      const { tracer } = heedingMethod();
      return history.cases.map((labelled) => ({
        set: labelled.set,
        marks: followCase({ labelled, pages, tracer }),
      }));
    },
    conclude: (findings) =>
      Object.fromEntries(
        [...bySet(findings.flat())].map(([set, group]) => [set, accuracyOf(group.map(({ marks }) => marks))]),
      ),
  });
}

/** APM follows the block as in section 6, each answer being the next sample. */
function samplesOf(labelled: LabelledCase, pages: PageCache): AlertSample[] {
  const { tracer } = comparedMethods().find(({ label }) => label === "APM")!;
  const [first, ...later] = labelled.versions;
  const firstPage = pages.treeOf(labelled, first!);
  let latest: PlacedBlock = { page: firstPage, node: blockIn(firstPage, first!) };
  let memory = tracer.learn(latest.page, latest.node);
  const samples: AlertSample[] = [];
  for (const version of later) {
    const page = pages.treeOf(labelled, version);
    const best = tracer.trace(memory, page).candidates[0];
    if (!best) continue;
    const sample = { page, node: best.node };
    memory = tracer.adapt(memory, page, best.node, "tracer");
    const change = (memory as AdaptivePatternMemory).change!;
    const isRight = version.path !== null && isRightIn(version, pathOf(page, best.node));
    samples.push([change.patterns, blockChange(latest, sample), change.weights, isRight]);
    if (!isRight) break;
    latest = sample;
  }
  return samples;
}

/** @internal */
export function alertResult(findings: readonly AlertFinding[]): AlertResult {
  const samples = findings.flatMap((one) => one.samples);
  const measures = MEASURES.map((measure, at): [Measure, MeasuredAlert] => {
    const values = findings.flatMap(({ site, samples: own }) =>
      own.map((sample) => ({ value: sample[at] as number, isRight: sample[3], fold: foldOf(site, FOLDS) })),
    );
    return [
      measure,
      {
        thresholds: THRESHOLDS.map((threshold) => qualityAt(values, threshold)),
        chosen: bestThreshold(values),
        held: heldOut(values),
        areaUnderCurve: areaUnderCurve(values),
      },
    ];
  });
  return {
    samples: samples.length,
    wrong: samples.filter(([, , , isRight]) => !isRight).length,
    measures: Object.fromEntries(measures) as AlertResult["measures"],
  };
}

interface Value {
  readonly value: number;
  readonly isRight: boolean;
}

function qualityAt(values: readonly Value[], threshold: number): AlertQuality {
  const alerts = values.filter(({ value }) => value >= threshold);
  const wrong = values.filter(({ isRight }) => !isRight).length;
  const good = alerts.filter(({ isRight }) => !isRight).length;
  return {
    threshold,
    alerts: alerts.length,
    precision: good / Math.max(1, alerts.length),
    recall: good / Math.max(1, wrong),
  };
}

function bestThreshold(values: readonly Value[]): number {
  const f1 = (threshold: number): number => {
    const { precision, recall } = qualityAt(values, threshold);
    return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  };
  return THRESHOLDS.reduce((best, threshold) => (f1(threshold) > f1(best) ? threshold : best));
}

/** Each fifth of the sites with the threshold that the others would have chosen. */
function heldOut(values: readonly (Value & { readonly fold: number })[]): Omit<AlertQuality, "threshold"> {
  const judged = Array.from({ length: FOLDS }, (_, fold) => {
    const threshold = bestThreshold(values.filter((one) => one.fold !== fold));
    // an alert above or at its threshold becomes a 1, so that all folds can be counted together
    return values
      .filter((one) => one.fold === fold)
      .map(({ value, isRight }) => ({ value: value >= threshold ? 1 : 0, isRight }));
  });
  const { threshold: _, ...quality } = qualityAt(judged.flat(), 1);
  return quality;
}

/** By ranks: the mean rank of the wrong samples among all, ties sharing theirs. */
function areaUnderCurve(samples: readonly Value[]): number {
  const sorted = samples.toSorted((a, b) => a.value - b.value);
  let rankSum = 0;
  let wrong = 0;
  for (let start = 0; start < sorted.length; ) {
    let stop = start;
    while (stop < sorted.length && sorted[stop]!.value === sorted[start]!.value) stop++;
    const tied = sorted.slice(start, stop).filter(({ isRight }) => !isRight).length;
    rankSum += tied * ((start + stop + 1) / 2);
    wrong += tied;
    start = stop;
  }
  const right = sorted.length - wrong;
  return wrong === 0 || right === 0 ? 0.5 : (rankSum - (wrong * (wrong + 1)) / 2) / (wrong * right);
}
