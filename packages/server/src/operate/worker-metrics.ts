/** What an operator watches of one worker, in Prometheus' format. */
import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { type CheckFacts, CheckMetrics } from "./metrics.ts";

export interface WorkerMetricsParts {
  /** Checks under way, by the kind of worker. */
  readonly underWay: () => Readonly<Record<string, number>>;
  /** Pages that wait for a thread to trace them. */
  readonly waitingLooks: () => number;
}

export class WorkerMetrics {
  readonly #registry = new Registry();
  readonly #checks = new CheckMetrics(this.#registry);
  readonly #failures: Counter;

  constructor({ underWay, waitingLooks }: WorkerMetricsParts) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#failures = new Counter({
      name: "tessera_worker_failures_total",
      help: "Checks that failed and are tried again, and questions to the queue that got no answer",
      registers,
    });
    new Gauge({
      name: "tessera_worker_checks",
      help: "Checks under way in this worker",
      labelNames: ["pool"],
      registers,
      collect() {
        for (const [pool, count] of Object.entries(underWay())) this.set({ pool }, count);
      },
    });
    new Gauge({
      name: "tessera_worker_looks_waiting",
      help: "Captured pages that wait for a thread to trace them",
      registers,
      collect() {
        this.set(waitingLooks());
      },
    });
  }

  readonly check = (facts: CheckFacts): void => this.#checks.observe(facts);

  readonly failure = (): void => this.#failures.inc();

  async text(): Promise<{ readonly contentType: string; readonly body: string }> {
    return { contentType: this.#registry.contentType, body: await this.#registry.metrics() };
  }
}
