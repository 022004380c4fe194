/**
 * Gives memory back to the system when a thread has nothing to do: V8 keeps what the start or the last burst needed, and
 * collects only when it needs more again, which on a quiet server is never. Each thread has a heap of its own, and one of
 * these.
 */
import { performance } from "node:perf_hooks";
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

export interface IdleMemoryOptions {
  readonly lookEveryMs?: number;
  /** Collects garbage and shrinks the heap. */
  readonly collect?: () => void;
  /** Bytes that the heap has taken from the system. */
  readonly heapBytes?: () => number;
  /** The part of the time in which the event loop worked. */
  readonly utilization?: typeof performance.eventLoopUtilization;
}

/** What is loaded with the first check is garbage before the next one comes. */
const LOOK_EVERY_MS = 3_000;
const QUIET = 0.05;
const MIB = 1024 * 1024;

/** Less is not worth the time. */
const MIN_GROWTH_BYTES = 4 * MIB;

/** It takes about a millisecond a mebibyte, in which nobody is answered. */
const MAX_HEAP_BYTES = 200 * MIB;

export class IdleMemory {
  readonly #options: Required<IdleMemoryOptions>;
  #before: ReturnType<typeof performance.eventLoopUtilization>;
  #kept = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor({
    lookEveryMs = LOOK_EVERY_MS,
    collect = majorCollection(),
    heapBytes = () => getHeapStatistics().total_heap_size,
    utilization = performance.eventLoopUtilization,
  }: IdleMemoryOptions = {}) {
    this.#options = { lookEveryMs, collect, heapBytes, utilization };
    this.#before = utilization();
  }

  start(): void {
    this.#timer = setInterval(() => this.look(), this.#options.lookEveryMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Collects if the time since the last look was quiet and the heap has grown since the last collection. @internal */
  look(): void {
    const { utilization, heapBytes, collect } = this.#options;
    const now = utilization();
    const isQuiet = utilization(now, this.#before).utilization < QUIET;
    this.#before = now;
    const bytes = heapBytes();
    if (!isQuiet || bytes < this.#kept + MIN_GROWTH_BYTES || bytes > MAX_HEAP_BYTES) return;
    collect();
    this.#kept = heapBytes();
  }
}

/**
 * V8 shows its collector only to a context that is made while the flag is set, which is one for all threads: where another
 * one has just taken it away, there is nothing to be seen, and nothing is collected this time.
 */
function majorCollection(): () => void {
  let gc: (() => void) | undefined;
  return () => {
    gc ??= exposedCollector();
    gc?.();
  };
}

function exposedCollector(): (() => void) | undefined {
  setFlagsFromString("--expose-gc");
  const gc = runInNewContext("globalThis.gc") as (() => void) | undefined;
  setFlagsFromString("--no-expose-gc");
  return gc;
}
