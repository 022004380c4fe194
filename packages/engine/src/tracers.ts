/** The catalogue of tracers, by name. */
import { adaptivePattern } from "./tracer/adaptive-pattern.ts";
import { combinedPattern } from "./tracer/combined-pattern.ts";
import { directPath } from "./tracer/direct-path.ts";
import { editDistance } from "./tracer/edit-distance.ts";
import { fixedSubtree } from "./tracer/fixed-subtree.ts";
import { fragment, fragmentTable } from "./tracer/fragment.ts";
import { fusedWith } from "./tracer/fused/fused.ts";
import { WEIGHTS } from "./tracer/fused/weights.data.ts";
import { historyTree } from "./tracer/history-tree.ts";
import { areaOnly, contentOnly, contextOnly, pathOnly } from "./tracer/single-pattern.ts";
import { tagString } from "./tracer/tag-string.ts";
import { textLens } from "./tracer/text-lens.ts";
import type { Tracer } from "./tracer/tracer.ts";
import { sharedTreeEdit, treeEdit } from "./tracer/tree-edit.ts";

/** The tracer that follows use unless a bench or a replay says otherwise. */
export const DEFAULT_TRACER = "fused";

// a tracer reads only memories that it wrote, so the catalogue may forget which memory belongs to which
export const TRACERS: readonly Tracer[] = [
  fusedWith(WEIGHTS),
  directPath,
  tagString,
  treeEdit,
  sharedTreeEdit,
  fixedSubtree,
  areaOnly,
  pathOnly,
  contentOnly,
  contextOnly,
  textLens,
  editDistance,
  combinedPattern,
  adaptivePattern,
  historyTree,
  fragment,
  fragmentTable,
] as unknown as readonly Tracer[];

export function tracerNamed(name: string): Tracer | null {
  return TRACERS.find((tracer) => tracer.name === name) ?? null;
}
