/** Where the learned weights are kept. */
import { hashString } from "@tessera/engine";

/** The weights that the engine ships. */
export const SHIPPED_WEIGHTS: URL = new URL(
  "../../../packages/engine/src/tracer/fused/weights.data.ts",
  import.meta.url,
);

/** For every fold of the training's sites, the weights learned without it. */
export const FOLD_WEIGHTS: URL = new URL("../../fused/fold-weights.json", import.meta.url);

export const FOLDS = 5;

/** The fold of a site: every page of a site is in the same one. */
export function foldOf(site: string, folds: number): number {
  return hashString(site) % folds;
}
