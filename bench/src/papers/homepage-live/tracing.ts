/** [homepage-live] section 7.2: the four methods on every labelled block, each version right or not. */
import { type Calibration, decide, type Memory, nodeAt, pathOf, type Tracer } from "@tessera/engine";
import { directPath, fixedSubtree, literalTagString, sharedTreeEdit, tagString } from "@tessera/engine/papers";
import type { LabelledCase } from "../../data/cases.ts";
import type { History } from "../../data/history.ts";
import type { PageCache } from "../../data/page-cache.ts";
import { RIGHT, rightIn, WRONG } from "./rates.ts";
import { type MappedCase, METHODS, type Method, type Mode, type TracedCase } from "./result.ts";

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
      right: { pair: rightBy("pair", { labelled, pages }), follow: rightBy("follow", { labelled, pages }) },
    };
  });
}

/** The two methods that map pages, with every single outcome. */
export function mapHistory(history: History, pages: PageCache): MappedCase[] {
  return history.cases.map((labelled) => ({
    case: labelled.id,
    marks: {
      TED: marksOf("tree-edit-shared", "follow", { labelled, pages }),
      FSBT: marksOf("fixed-subtree", "follow", { labelled, pages }),
      pairFSBT: marksOf("fixed-subtree", "pair", { labelled, pages }),
    },
  }));
}

function rightBy(mode: Mode, traced: Traced): Record<Method, number> {
  const counts = METHODS.map((method) => [method, rightIn(marksOf(method, mode, traced))]);
  return Object.fromEntries(counts) as Record<Method, number>;
}

interface Traced {
  readonly labelled: LabelledCase;
  readonly pages: PageCache;
}

/** Forced top-1: the best candidate counts whatever the confidence; a block that is gone is right where there is none. */
function marksOf(method: Method, mode: Mode, { labelled, pages }: Traced): string {
  const tracer = TRACERS[method];
  const [first, ...later] = labelled.versions;
  const firstPage = pages.treeOf(labelled, first!);
  let memory: Memory = tracer.learn(firstPage, nodeAt(firstPage, first!.path!)!);
  let marks = "";
  for (const version of later) {
    const page = pages.treeOf(labelled, version);
    const verdict = decide(tracer.trace(memory, page), NEVER_ASK);
    const best = verdict.candidates[0];
    const path = best ? pathOf(page, best.node) : null;
    marks += (version.path === null ? verdict.kind === "gone" : isLabel(version, path)) ? RIGHT : WRONG;
    if (mode === "follow" && verdict.kind === "found") memory = tracer.adapt(memory, page, verdict.node, "tracer");
  }
  return marks;
}

function isLabel(version: LabelledCase["versions"][number], path: string | null): boolean {
  return path !== null && (path === version.path || (version.equiv ?? []).includes(path));
}
