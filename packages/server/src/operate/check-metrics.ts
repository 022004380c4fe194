/** What an operator watches of checks, in whichever process they are done. */
import { Counter, Histogram, type Registry } from "prom-client";

import type { CheckOutcome } from "../check/check-page.ts";

export interface CheckFacts {
  readonly outcome: CheckOutcome;
  readonly lagMs: number;
  readonly tookMs: number;
}

const LAG_SECONDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300];
const CHECK_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export class CheckMetrics {
  readonly #checks: Histogram<"outcome">;
  readonly #lags: Histogram;
  readonly #lostLayouts: Counter;

  constructor(registry: Registry) {
    const registers = [registry];
    this.#checks = new Histogram({
      name: "tessera_check_seconds",
      help: "Checks of pages by what became of them",
      labelNames: ["outcome"],
      buckets: CHECK_SECONDS,
      registers,
    });
    this.#lags = new Histogram({
      name: "tessera_check_lag_seconds",
      help: "By how much checks began later than they were due",
      buckets: LAG_SECONDS,
      registers,
    });
    this.#lostLayouts = new Counter({
      name: "tessera_layouts_lost_total",
      help: "Rendered pages whose boxes did not fit their tree, so that blocks were traced without them",
      registers,
    });
  }

  readonly observe = ({ outcome, lagMs, tookMs }: CheckFacts): void => {
    this.#checks.observe({ outcome: outcome.kind }, tookMs / 1_000);
    if (outcome.kind === "checked" && outcome.isLayoutLost) this.#lostLayouts.inc();
    this.#lags.observe(Math.max(0, lagMs) / 1_000);
  };
}
