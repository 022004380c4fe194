/** [homepage-live] section 7.2: the four methods on every labelled block, each version right or not. */
import { type Calibration, decide, type Memory, nodeAt, pathOf, type Tracer } from "@tessera/engine";
import { directPath, fixedSubtree, literalTagString, sharedTreeEdit, tagString } from "@tessera/engine/papers";
import type { LabelledCase } from "../../data/cases.ts";
import type { History } from "../../data/history.ts";
import type { PageCache } from "../../data/page-cache.ts";
import { METHODS, type Method, type Mode, type TracedCase } from "./result.ts";

const TRACERS = {
  "direct-path": directPath,
  "tag-string": tagString,
  "tag-string-literal": literalTagString,
  "tree-edit-shared": sharedTreeEdit,
  "fixed-subtree": fixedSubtree,
} as unknown as Readonly<Record<Method, Tracer>>;

/** The papers' methods never ask: a candidate that was mapped, or fits better than not, is the block; otherwise it is gone. */
const NEVER_ASK: Calibration = { bias: -4, score: 8, margin: 0, foundFrom: 0.5, goneBelow: 0.5 };

export function traceHistory(history: History, pages: PageCache): TracedCase[] {
  return history.cases.map((labelled) => {
    const [first, ...later] = labelled.versions;
    const there = later.filter((version) => version.path !== null);
    return {
      case: labelled.id,
      kind: labelled.kind,
      page: history.name,
      nodes: pages.treeOf(labelled, first!).size,
      moved: there.length === 0 ? 0 : there.filter((version) => version.path !== first!.path).length / there.length,
      versions: later.length,
      right: { pair: rightBy("pair", labelled, pages), follow: rightBy("follow", labelled, pages) },
    };
  });
}

function rightBy(mode: Mode, labelled: LabelledCase, pages: PageCache): Record<Method, number> {
  return Object.fromEntries(
    METHODS.map((method) => [method, countRight(TRACERS[method], mode, { labelled, pages })]),
  ) as Record<Method, number>;
}

interface Traced {
  readonly labelled: LabelledCase;
  readonly pages: PageCache;
}

/** Forced top-1: the best candidate counts whatever the confidence; a block that is gone is right where there is none. */
function countRight(tracer: Tracer, mode: Mode, { labelled, pages }: Traced): number {
  const [first, ...later] = labelled.versions;
  const firstPage = pages.treeOf(labelled, first!);
  let memory: Memory = tracer.learn(firstPage, nodeAt(firstPage, first!.path!)!);
  let right = 0;
  for (const version of later) {
    const page = pages.treeOf(labelled, version);
    const verdict = decide(tracer.trace(memory, page), NEVER_ASK);
    const best = verdict.candidates[0];
    const path = best ? pathOf(page, best.node) : null;
    if (version.path === null ? verdict.kind === "gone" : isLabel(version, path)) right++;
    if (mode === "follow" && verdict.kind === "found") memory = tracer.adapt(memory, page, verdict.node, "tracer");
  }
  return right;
}

function isLabel(version: LabelledCase["versions"][number], path: string | null): boolean {
  return path !== null && (path === version.path || (version.equiv ?? []).includes(path));
}
