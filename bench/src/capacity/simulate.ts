/**
 * A fleet in simulated time: pages of hosts of very different sizes become due, workers take those whose host is free,
 * and each check takes its time. Says what the arithmetic cannot: how late checks are.
 */
import type { Costs, Demand } from "./model.ts";

export interface SimulationOptions {
  readonly demand: Demand;
  readonly costs: Costs;
  /** Processors of all workers together. */
  readonly cores: number;
  readonly seconds: number;
  /** From 0 to 1, without 1; seeded, so that a run can be repeated. */
  readonly random: () => number;
}

export interface Simulated {
  readonly checks: number;
  /** Share of the time that the processors were busy. */
  readonly busy: number;
  readonly lag50Seconds: number;
  readonly lag95Seconds: number;
}

interface Check {
  readonly dueAt: number;
  readonly host: number;
  readonly cpuSeconds: number;
}

export function simulate(options: SimulationOptions): Simulated {
  const checks = dueChecks(options);
  const freeAt = new Float64Array(Math.max(1, Math.round(options.cores)));
  const hostFreeAt = new Map<number, number>();
  const lags: number[] = [];
  let busySeconds = 0;
  for (const { dueAt, host, cpuSeconds } of checks) {
    const core = indexOfLeast(freeAt);
    // a host that is not free makes its check wait, not the worker
    const begins = Math.max(dueAt, freeAt[core]!, hostFreeAt.get(host) ?? 0);
    if (begins <= Math.max(dueAt, freeAt[core]!)) freeAt[core] = begins + cpuSeconds;
    else freeAt[core] = Math.max(dueAt, freeAt[core]!) + cpuSeconds;
    hostFreeAt.set(host, begins + options.costs.hostSeconds);
    busySeconds += cpuSeconds;
    lags.push(begins - dueAt);
  }
  lags.sort((one, other) => one - other);
  return {
    checks: checks.length,
    busy: busySeconds / (freeAt.length * options.seconds),
    lag50Seconds: lags[Math.floor(lags.length * 0.5)] ?? 0,
    lag95Seconds: lags[Math.floor(lags.length * 0.95)] ?? 0,
  };
}

/** In the order of time: evenly spread with jitter, as the schedule does. */
function dueChecks({ demand, costs, seconds, random }: SimulationOptions): readonly Check[] {
  const { pages, checksAPageADay, changed, rendered, largestHost } = demand;
  const count = Math.round((pages * checksAPageADay * seconds) / 86_400);
  const checks = Array.from({ length: count }, (): Check => {
    const isRendered = random() < rendered;
    const cost = isRendered ? costs.rendered : random() < changed ? costs.changed : costs.unchanged;
    const isOnLargest = random() < largestHost;
    const host = isOnLargest ? 0 : 1 + Math.floor(random() * Math.max(1, pages / PAGES_A_HOST));
    return { dueAt: random() * seconds, host, cpuSeconds: cost.cpuMs / 1_000 };
  });
  return checks.sort((one, other) => one.dueAt - other.dueAt);
}

/** Of the hosts that are not the largest. */
const PAGES_A_HOST = 5;

function indexOfLeast(values: Float64Array): number {
  let least = 0;
  for (let index = 1; index < values.length; index++) if (values[index]! < values[least]!) least = index;
  return least;
}
