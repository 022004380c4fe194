/** How much the program takes of its machine: threads, tabs and caches, all decided here. */
import { availableParallelism, totalmem } from "node:os";
import type { Config } from "./settings.ts";

export type MemorySize = "small" | "normal" | "large";

export interface MachineSize {
  /** What there is, or what the container may take of it. */
  readonly memoryBytes: number;
  readonly processors: number;
}

export interface Resources {
  readonly size: MemorySize;
  readonly workers: number;
  readonly concurrency: number;
  readonly browserPages: number;
  /** Heap of a worker thread, beyond which it is ended and its page given up. */
  readonly threadMebibytes: number;
  /** The part of it for what lives shortly. */
  readonly threadYoungMebibytes: number;
  /** Pages of the embedded store, for each of its two connections. */
  readonly storeCacheMebibytes: number;
  readonly tilesMebibytes: number;
  /** Pictures and style sheets that are being fetched. */
  readonly assetsMebibytes: number;
  /** Above this a browser is replaced as soon as it has nothing to do. */
  readonly browserMebibytes: number;
}

const MIB = 1024 * 1024;
const NORMAL_FROM = 1_536 * MIB;
const LARGE_FROM = 6_144 * MIB;
const MAX_WORKERS = 4;

type Fixed = Omit<Resources, "size" | "workers">;

const FIXED: Readonly<Record<MemorySize, Fixed>> = {
  small: {
    concurrency: 8,
    browserPages: 1,
    threadMebibytes: 256,
    threadYoungMebibytes: 12,
    storeCacheMebibytes: 4,
    tilesMebibytes: 8,
    assetsMebibytes: 16,
    browserMebibytes: 500,
  },
  normal: {
    concurrency: 20,
    browserPages: 2,
    threadMebibytes: 512,
    threadYoungMebibytes: 32,
    storeCacheMebibytes: 16,
    tilesMebibytes: 32,
    assetsMebibytes: 64,
    browserMebibytes: 800,
  },
  large: {
    concurrency: 20,
    browserPages: 4,
    threadMebibytes: 1_024,
    threadYoungMebibytes: 32,
    storeCacheMebibytes: 16,
    tilesMebibytes: 96,
    assetsMebibytes: 128,
    browserMebibytes: 1_200,
  },
};

/** The machine as this process may use it. */
export function measureMachine(): MachineSize {
  const limit = process.constrainedMemory();
  const all = totalmem();
  // 0 where nobody limits it, and sometimes more than there is
  return { memoryBytes: limit > 0 ? Math.min(limit, all) : all, processors: availableParallelism() };
}

/** What the settings say, and for the rest what suits the machine. */
export function resourcesFor(
  config: Pick<Config, "memory" | "workers" | "concurrency" | "browserPages">,
  machine: MachineSize = measureMachine(),
): Resources {
  const size = config.memory === "auto" ? sizeOf(machine) : config.memory;
  const fixed = FIXED[size];
  return {
    ...fixed,
    size,
    workers: config.workers ?? workersOf(size, machine),
    concurrency: config.concurrency ?? fixed.concurrency,
    browserPages: config.browserPages ?? fixed.browserPages,
  };
}

function sizeOf({ memoryBytes }: MachineSize): MemorySize {
  if (memoryBytes < NORMAL_FROM) return "small";
  return memoryBytes < LARGE_FROM ? "normal" : "large";
}

/** One processor is left for those who ask; each thread has a heap of its own. */
function workersOf(size: MemorySize, { processors }: MachineSize): number {
  return size === "large" ? Math.min(MAX_WORKERS, Math.max(1, processors - 1)) : 1;
}

/** For an operator to read. */
export function describeResources(resources: Resources, { memoryBytes, processors }: MachineSize): string {
  const { size, workers, concurrency, browserPages, storeCacheMebibytes, tilesMebibytes } = resources;
  return (
    `memory: ${size} (this machine has ${Math.round(memoryBytes / MIB)} MiB and ${counted(processors, "processor")}): ` +
    `${counted(workers, "worker thread")}, ${counted(concurrency, "page")} checked and ${browserPages} rendered at once, ` +
    `caches of ${2 * storeCacheMebibytes} MiB for the store and ${tilesMebibytes} MiB for tiles`
  );
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

interface Row {
  readonly name: string;
  readonly value: (size: MemorySize) => string;
}

const fixedRow = (name: string, key: keyof Fixed, unit = ""): Row => ({
  name,
  value: (size) => `${FIXED[size][key]}${unit}`,
});

const ROWS: readonly Row[] = [
  {
    name: "chosen for a machine with",
    value: (size) =>
      ({
        small: `less than ${NORMAL_FROM / MIB} MiB`,
        normal: "what lies between",
        large: `${LARGE_FROM / MIB} MiB or more`,
      })[size],
  },
  {
    name: "worker threads (`workers`)",
    value: (size) => (size === "large" ? `processors − 1, at most ${MAX_WORKERS}` : "1"),
  },
  fixedRow("pages checked at once (`concurrency`)", "concurrency"),
  fixedRow("pages rendered at once (`browserPages`)", "browserPages"),
  fixedRow("heap of a worker thread at most", "threadMebibytes", " MiB"),
  fixedRow("the part of it for what lives shortly", "threadYoungMebibytes", " MiB"),
  fixedRow("cache of the store, for each of two connections", "storeCacheMebibytes", " MiB"),
  fixedRow("rendered tiles in memory", "tilesMebibytes", " MiB"),
  fixedRow("pictures and style sheets under way", "assetsMebibytes", " MiB"),
  fixedRow("Chromium is replaced above", "browserMebibytes", " MiB"),
];

/** The rows of the reference page: name, small, normal, large. */
export function resourceRows(): readonly (readonly string[])[] {
  return ROWS.map(({ name, value }) => [name, value("small"), value("normal"), value("large")]);
}
