/** Runs tracers over one labelled case and writes down what they said of every later version. */
import {
  type DomTree,
  decide,
  followStep,
  followTogether,
  KEPT_CANDIDATES,
  type Memory,
  nodeAt,
  pathOf,
  type Tracer,
  type Verdict,
} from "@tessera/engine";
import type { LabelledCase, LabelledVersion } from "../data/cases.ts";
import type { PageCache } from "../data/page-cache.ts";
import { agreementWithLabel, SAME_CONTENT } from "./content.ts";

/** `answered` is `follow` with a person who answers every question, `together` with all labelled blocks of a page at once. */
export const MODES = ["follow", "pair", "answered", "together"] as const;
export type Mode = (typeof MODES)[number];

/** One line of `--predictions`: what a tracer said of one later version of one case. */
export interface Prediction {
  readonly case: string;
  readonly tracer: string;
  readonly file: string;
  readonly verdict: "found" | "unsure" | "gone";
  /** Path of the best candidate, whatever the verdict; null where there is none. */
  readonly path: string | null;
  readonly confidence: number;
  /** Paths of the best candidates, best first. */
  readonly candidates: readonly string[];
  /** Time of the trace, the page already parsed. */
  readonly ms: number;
  /** How far the content of the best candidate agrees with the label's (F1); null where one of them is not there. */
  readonly agreement: number | null;
  /** The best candidate holds what the labelled element holds: it is that one, or agrees with it well enough. */
  readonly sameContent: boolean;
}

interface Step {
  readonly verdict: Verdict;
  readonly memory: Memory;
}

/** Traces the block through the later versions: one by one with adaption, or each from the first version alone, or with answers. */
export function predict(
  labelled: LabelledCase,
  tracer: Tracer,
  mode: Mode,
  pages: Pick<PageCache, "treeOf">,
): Prediction[] {
  const [first, ...later] = labelled.versions;
  const firstPage = pages.treeOf(labelled, first!);
  const block = nodeAt(firstPage, first!.path!);
  if (block === null) throw new RangeError(`${labelled.id}: the first path does not resolve`);
  let memory = tracer.learn(firstPage, block, { intent: labelled.intent ?? "auto" });
  return later.map((version) => {
    const page = pages.treeOf(labelled, version);
    const startedAt = performance.now();
    const step = traceOnce(tracer, memory, page, mode);
    const ms = performance.now() - startedAt;
    memory = mode === "answered" ? answered(tracer, step, page, version) : step.memory;
    return predictionOf({ labelled, tracer, version, page }, step, ms);
  });
}

/** Where and by whom something was said. */
interface Look {
  readonly labelled: LabelledCase;
  readonly tracer: Tracer;
  readonly version: LabelledVersion;
  readonly page: DomTree;
}

function predictionOf({ labelled, tracer, version, page }: Look, { verdict }: Step, ms: number): Prediction {
  return {
    case: labelled.id,
    tracer: tracer.name,
    file: version.file,
    ...described(verdict, page),
    ms: rounded(ms),
    ...compared(verdict, page, version),
  };
}

/** Follows all cases of a page at once, as the product does: those with the same attributes masked share its trees. */
export function predictTogether(
  cases: readonly LabelledCase[],
  tracer: Tracer,
  pages: Pick<PageCache, "treeOf">,
): Prediction[] {
  const predictions: Prediction[] = [];
  for (const group of Map.groupBy(cases, ({ mask }) => mask.join()).values()) {
    const memories = new Map<LabelledCase, Memory>();
    for (const file of new Set(group.flatMap(({ versions }) => versions.map((version) => version.file)).sort())) {
      const looks = group.flatMap((labelled) => {
        const version = labelled.versions.find((one) => one.file === file);
        return version ? [{ labelled, tracer, version, page: pages.treeOf(labelled, version) }] : [];
      });
      predictions.push(...lookTogether(looks, memories));
    }
  }
  return predictions;
}

/** One page for all its blocks; those that were not seen before are pointed at. */
function lookTogether(looks: readonly Look[], memories: Map<LabelledCase, Memory>): Prediction[] {
  const known = looks.filter(({ labelled }) => memories.has(labelled));
  const [first] = known;
  for (const { labelled, tracer, version, page } of looks) {
    if (memories.has(labelled)) continue;
    memories.set(labelled, tracer.learn(page, nodeAt(page, version.path!)!, { intent: labelled.intent ?? "auto" }));
  }
  if (!first) return [];
  const startedAt = performance.now();
  const before = known.map(({ labelled }) => memories.get(labelled)!);
  const steps = followTogether(first.tracer, before, first.page);
  const ms = (performance.now() - startedAt) / known.length;
  return known.map((look, at) => {
    memories.set(look.labelled, steps[at]!.memory);
    return predictionOf(look, steps[at]!, ms);
  });
}

/** What the tracer knows after an unsure verdict was answered with the label, or with "it is gone". */
function answered(tracer: Tracer, { verdict, memory }: Step, page: DomTree, { path }: LabelledVersion): Memory {
  if (verdict.kind !== "unsure") return memory;
  const node = path === null ? null : nodeAt(page, path);
  if (node === null) return tracer.miss?.(memory, page) ?? memory;
  return tracer.adapt(memory, page, node, "person");
}

function traceOnce(tracer: Tracer, memory: Memory, page: DomTree, mode: Mode): Step {
  if (mode !== "pair") return followStep(tracer, memory, page);
  return { verdict: decide(tracer.trace(memory, page), tracer.calibration), memory };
}

/** A wall in front of the page says that the block is not on this page: `gone` in the figures. */
function described(
  verdict: Verdict,
  page: DomTree,
): Pick<Prediction, "verdict" | "path" | "confidence" | "candidates"> {
  const candidates = verdict.candidates.slice(0, KEPT_CANDIDATES).map((candidate) => pathOf(page, candidate.node));
  return {
    verdict: verdict.kind === "blocked" ? "gone" : verdict.kind,
    path: candidates[0] ?? null,
    confidence: verdict.kind === "blocked" ? 0 : rounded(verdict.confidence),
    candidates,
  };
}

function compared(
  { candidates }: Verdict,
  page: DomTree,
  version: LabelledVersion,
): Pick<Prediction, "agreement" | "sameContent"> {
  const agreement = agreementWithLabel(page, version, candidates[0]?.node);
  return {
    agreement: agreement === null ? null : rounded(agreement),
    sameContent: agreement !== null && agreement >= SAME_CONTENT,
  };
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
