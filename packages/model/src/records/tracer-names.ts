/** How a block is found again, as a person chooses it. Without schemas, so that the web app can have it cheaply. */
import type { BlockPick } from "./block.ts";
import type { VerdictRecord } from "./verdict.ts";

/** All that the engine has, the rivals out of the papers included. */
export const TRACER_NAMES = [
  "fused",
  "direct-path",
  "tag-string",
  "tree-edit",
  "tree-edit-shared",
  "fixed-subtree",
  "area",
  "path-pattern",
  "content",
  "context",
  "text-lens",
  "edit-distance",
  "combined-pattern",
  "adaptive-pattern",
  "by-place",
  "by-path",
  "by-content",
  "by-context",
  "history-tree",
  "fragment",
  "fragment-table",
] as const;
export type TracerName = (typeof TRACER_NAMES)[number];

/** What a follow is followed by where its person says nothing. */
export const AUTOMATIC: TracerName = "fused";

/** The choices that are explained to everybody, and the tracer of each. */
export const LENSES = {
  automatic: AUTOMATIC,
  place: "by-place",
  path: "by-path",
  content: "by-content",
  context: "by-context",
} as const satisfies Readonly<Record<string, TracerName>>;
export type Lens = keyof typeof LENSES;
export const LENS_NAMES = Object.keys(LENSES) as readonly Lens[];

export function tracerOf({ tracer }: Pick<BlockPick, "tracer">): TracerName {
  return tracer ?? AUTOMATIC;
}

/** The lens of a tracer; null where it is one for those who know. */
export function lensOf(tracer: string): Lens | null {
  return LENS_NAMES.find((lens) => LENSES[lens] === tracer) ?? null;
}

/** Who found the block: a tracer by name, or a person who pointed at it; null where it was not found. */
export function foundBy(verdict: VerdictRecord): string | null {
  if (verdict.kind !== "found") return null;
  // a tracer has candidates, and is never quite sure
  const isPointed = verdict.candidates.length === 0 && verdict.confidence === 1;
  return isPointed ? "person" : (verdict.tracer ?? AUTOMATIC);
}
