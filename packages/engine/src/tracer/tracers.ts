/** The catalogue of tracers, by name. */
import { adaptivePattern } from "./adaptive-pattern.ts";
import { combinedPattern } from "./combined-pattern.ts";
import { directPath } from "./direct-path.ts";
import { editDistance } from "./edit-distance.ts";
import { fixedSubtree } from "./fixed-subtree.ts";
import { fragment, fragmentTable } from "./fragment.ts";
import { fusedWith } from "./fused/fused.ts";
import { WEIGHTS } from "./fused/weights.data.ts";
import { historyTree } from "./history-tree.ts";
import { areaOnly, contentOnly, contextOnly, pathOnly } from "./single-pattern.ts";
import { tagString } from "./tag-string.ts";
import { textLens } from "./text-lens.ts";
import type { Tracer } from "./tracer.ts";
import { sharedTreeEdit, treeEdit } from "./tree-edit.ts";

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
