/** The tracers as the bench runs them: the learned one never with weights that have seen the site. */
import { existsSync, readFileSync } from "node:fs";
import type { Tracer } from "@tessera/engine";
import { fusedWith, type Thresholds, type Weights } from "@tessera/engine/fused-training";
import { ALL_TRACERS, anyTracerNamed } from "@tessera/engine/papers";
import { FOLD_WEIGHTS, foldOf } from "../train/files.ts";
import { UsageError } from "../usage-error.ts";

/** The names given, or all tracers; a name that is none is an error that lists them. */
export function tracerNames(list: string | undefined): string[] {
  const known = ALL_TRACERS.map((tracer) => tracer.name);
  const names = list ? list.split(",") : known;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new UsageError(`no such tracer: ${unknown}; one of ${known.join(", ")}`);
  return names;
}

/** Gives the tracer to run on a site; sites of the training get the weights of the fold that was learned without them. */
export class BenchTracers {
  readonly #folds: { folds: number; sites: ReadonlySet<string>; tracers: readonly Tracer[] } | null;

  /** What is given takes the place of the learned threshold on the sites of the training. */
  constructor(given: Partial<Thresholds> = {}) {
    if (!existsSync(FOLD_WEIGHTS)) {
      this.#folds = null;
      return;
    }
    const file: { folds: number; sites: string[]; weights: Weights[] } = JSON.parse(readFileSync(FOLD_WEIGHTS, "utf8"));
    const tracers = file.weights.map((weights) => {
      const thresholds = { ...weights.thresholds, ...given };
      return fusedWith({ ...weights, thresholds }) as unknown as Tracer;
    });
    this.#folds = { folds: file.folds, sites: new Set(file.sites), tracers };
  }

  get(name: string, site: string): Tracer {
    const tracer = anyTracerNamed(name);
    if (!tracer) throw new RangeError(`no tracer ${name}`);
    if (name !== "fused" || !this.#folds?.sites.has(site)) return tracer;
    return this.#folds.tracers[foldOf(site, this.#folds.folds)]!;
  }
}
