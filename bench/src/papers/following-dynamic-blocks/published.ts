/** The figures of [following-dynamic-blocks] as printed, from `bench/papers/following-dynamic-blocks/published.json`. */
import type { Grade } from "./change-table.ts";
import type { Accuracy } from "./outcomes.ts";

/** The paper's two sets: 178 blocks of busy pages every two hours, 3,168 random blocks every eight hours. */
export const PUBLISHED_SETS = ["Data1", "Data2"] as const;
type BySet<Value> = Readonly<Record<(typeof PUBLISHED_SETS)[number], Value>>;

export interface Published {
  readonly recall: Readonly<Record<string, BySet<Accuracy>>>;
  readonly accuracy: Readonly<Record<string, BySet<Accuracy>>>;
  readonly change: BySet<{
    readonly changed: number;
    readonly path: number;
    readonly place: number;
    readonly text: number;
    readonly grades: Readonly<Record<Grade, number>>;
    readonly accuracy: Readonly<Record<string, Readonly<Record<Grade, number>>>>;
  }>;
  readonly feedback: readonly BySet<Accuracy>[];
  /** Data2 only. */
  readonly combinations: Readonly<Record<string, { readonly CPM: Accuracy; readonly APM: Accuracy }>>;
  readonly rivalry: BySet<{
    readonly improvedVersions: number;
    readonly impairedVersions: number;
    readonly improvedBlocks: number;
    readonly impairedBlocks: number;
  }>;
}
