/** Block accuracy by size and complexity of the block, [following-dynamic-blocks] section 6.6 and figure 6. */
import { comparedMethods } from "./methods.ts";
import { accuracyOn, type BlockOutcome } from "./outcomes.ts";

export interface ByBin {
  /** Values below this and not below the bin before; null for the last bin, which has no end. */
  readonly below: number | null;
  readonly blocks: number;
  /** Block accuracy by label of the method. */
  readonly accuracy: Readonly<Record<string, number | null>>;
}

/** Square pixels; the paper speaks of blocks above 100,000 and below 50,000 (3.2). */
const PIXEL_BINS = [5_000, 20_000, 50_000, 100_000, 300_000, 1_000_000];
const ELEMENT_BINS = [1, 5, 10, 20, 50, 100, 300];

export function byPixels(outcomes: readonly BlockOutcome[]): ByBin[] {
  return binned(outcomes, PIXEL_BINS, ({ facts }) => facts.pixels);
}

export function byElements(outcomes: readonly BlockOutcome[]): ByBin[] {
  return binned(outcomes, ELEMENT_BINS, ({ facts }) => facts.elements);
}

function binned(
  outcomes: readonly BlockOutcome[],
  borders: readonly number[],
  measure: (outcome: BlockOutcome) => number | null,
): ByBin[] {
  return [...borders, null].map((below, at) => {
    const from = at === 0 ? Number.NEGATIVE_INFINITY : borders[at - 1]!;
    const group = outcomes.filter((outcome) => {
      const value = measure(outcome);
      return value !== null && value >= from && (below === null || value < below);
    });
    const accuracy = comparedMethods().map(({ label }) => [label, accuracyOn(group, label)?.block ?? null]);
    return { below, blocks: group.length, accuracy: Object.fromEntries(accuracy) };
  });
}
