/** What an operator watches, in Prometheus' format. */
import { timingSafeEqual } from "node:crypto";
import type { Store } from "@tessera/store";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { CheckOutcome } from "../check/check-page.ts";
import type { CheckQueue } from "../fleet/check-queue.ts";

export interface MetricsParts {
  readonly store: Store;
  readonly clock: () => number;
  readonly liveConnections: () => number;
  /** The queue of a fleet, where there is one. */
  readonly queue?: Pick<CheckQueue, "counts"> | null;
}

const LAG_SECONDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300];
const CHECK_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const THIS_MACHINE: ReadonlySet<string> = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);
const REQUEST_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30];

export class Metrics {
  readonly #registry = new Registry();
  readonly #requests: Histogram<"method" | "route" | "status">;
  readonly #checks = new CheckMetrics(this.#registry);
  readonly #deliveries: Counter<"outcome">;

  constructor(parts: MetricsParts) {
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Histogram({
      name: "tessera_http_request_seconds",
      help: "Requests by route, not by address",
      labelNames: ["method", "route", "status"],
      buckets: REQUEST_SECONDS,
      registers,
    });
    this.#deliveries = new Counter({
      name: "tessera_deliveries_total",
      help: "Attempts to send by what became of them",
      labelNames: ["outcome"],
      registers,
    });
    addGauges(parts, registers);
  }

  request(facts: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly ms: number;
  }): void {
    this.#requests.observe({ method: facts.method, route: facts.route, status: facts.status }, facts.ms / 1_000);
  }

  readonly check = (facts: CheckFacts): void => this.#checks.observe(facts);

  readonly delivery = (outcome: string): void => {
    this.#deliveries.inc({ outcome });
  };

  /** The whole page. */
  async text(): Promise<{ readonly contentType: string; readonly body: string }> {
    return { contentType: this.#registry.contentType, body: await this.#registry.metrics() };
  }
}

function addGauges({ store, clock, liveConnections, queue }: MetricsParts, registers: Registry[]): void {
  if (queue) addQueueGauge(queue, registers);
  new Gauge({
    name: "tessera_records",
    help: "What is stored, by kind",
    labelNames: ["kind"],
    registers,
    async collect() {
      const { counts } = await store.upkeep.facts();
      for (const [kind, count] of Object.entries(counts)) this.set({ kind }, count);
    },
  });
  new Gauge({
    name: "tessera_pages_due",
    help: "Pages due and not yet claimed",
    registers,
    async collect() {
      this.set((await store.checks.backlog(clock())).due);
    },
  });
  new Gauge({
    name: "tessera_schedule_lag_seconds",
    help: "By how much the oldest due page is late",
    registers,
    async collect() {
      this.set((await store.checks.backlog(clock())).lagMs / 1_000);
    },
  });
  new Gauge({
    name: "tessera_live_connections",
    help: "Pages that hear live events",
    registers,
    collect() {
      this.set(liveConnections());
    },
  });
}

function addQueueGauge(queue: Pick<CheckQueue, "counts">, registers: Registry[]): void {
  new Gauge({
    name: "tessera_queue_jobs",
    help: "Checks in the queue of the fleet, by the kind of worker and whether one has them",
    labelNames: ["pool", "state"],
    registers,
    async collect() {
      for (const [pool, { waiting, active }] of Object.entries(await queue.counts())) {
        this.set({ pool, state: "waiting" }, waiting);
        this.set({ pool, state: "active" }, active);
      }
    },
  });
}

export interface Watcher {
  /** Of the `Authorization` header. */
  readonly bearer: string | null;
  readonly address: string;
  /** A proxy on this machine asks on behalf of the whole world. */
  readonly isForwarded: boolean;
}

export function mayReadMetrics(token: string | undefined, { bearer, address, isForwarded }: Watcher): boolean {
  if (token === undefined) return !isForwarded && THIS_MACHINE.has(address);
  const [wanted, offered] = [Buffer.from(token), Buffer.from(bearer ?? "")];
  return wanted.length === offered.length && timingSafeEqual(wanted, offered);
}

export interface CheckFacts {
  readonly outcome: CheckOutcome;
  readonly lagMs: number;
  readonly tookMs: number;
}

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
