/** The catalogue of all tracers, by name: that of the product and its rivals out of the papers. */
import { fused } from "../tracer/fused/fused.ts";
import type { Tracer } from "../tracer/tracer.ts";
import { adaptivePattern } from "./dynamic-blocks/adaptive-pattern.ts";
import { areaOnly, combinedPattern, contentOnly, contextOnly, pathOnly } from "./dynamic-blocks/combined-pattern.ts";
import { editDistance } from "./dynamic-blocks/edit-distance.ts";
import { byContent, byContext, byPath, byPlace } from "./dynamic-blocks/lenses.ts";
import { textLens } from "./dynamic-blocks/text-lens.ts";
import { fragment, fragmentTable } from "./fragmentation/fragment.ts";
import { directPath } from "./homepage-live/direct-path.ts";
import { fixedSubtree } from "./homepage-live/fixed-subtree.ts";
import { tagString } from "./homepage-live/tag-string.ts";
import { sharedTreeEdit, treeEdit } from "./homepage-live/tree-edit.ts";
import { historyTree } from "./merged-history/history-tree.ts";
import { teachable } from "./teachable.ts";

// a tracer reads only memories that it wrote, so the catalogue may forget which memory belongs to which
export const ALL_TRACERS: readonly Tracer[] = [
  fused,
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
  byPlace,
  byPath,
  byContent,
  byContext,
  historyTree,
  fragment,
  fragmentTable,
] as unknown as readonly Tracer[];

export function anyTracerNamed(name: string): Tracer | null {
  return ALL_TRACERS.find((tracer) => tracer.name === name) ?? null;
}

/** The same as a person's follow needs it; that of the product is as it is. */
export function liveTracerNamed(name: string): Tracer | null {
  const tracer = anyTracerNamed(name);
  if (!tracer || name === fused.name) return tracer;
  return teachable(tracer) as unknown as Tracer;
}
