/** The capacity model: what so many pages, checked so often, need. Plain arithmetic over the costs of a check. */

export interface Demand {
  readonly pages: number;
  readonly checksAPageADay: number;
  /** Share of checks that find the page changed. */
  readonly changed: number;
  /** Share of checks that need a browser. */
  readonly rendered: number;
  /** Share of pages on the largest host. */
  readonly largestHost: number;
}

/** What one check costs, by what becomes of it. */
export interface Cost {
  readonly cpuMs: number;
  /** Of PostgreSQL. */
  readonly databaseCpuMs: number;
  readonly networkBytes: number;
  readonly storedBytes: number;
  readonly rowsWritten: number;
}

export interface Costs {
  readonly unchanged: Cost;
  readonly changed: Cost;
  readonly rendered: Cost;
  /** The shortest time between two visits of a host: the pause and the visit itself. */
  readonly hostSeconds: number;
  readonly workerMebibytes: number;
  readonly browserMebibytes: number;
  /** One page in a tab. */
  readonly tabMebibytes: number;
  /** How long a rendered page keeps its tab. */
  readonly tabSeconds: number;
}

export interface Need {
  readonly checksASecond: number;
  readonly workerCores: number;
  readonly databaseCores: number;
  readonly memoryMebibytes: number;
  readonly rowsASecond: number;
  readonly networkMegabitsASecond: number;
  readonly storedGibibytesADay: number;
  /** Above 1 the largest host cannot be visited often enough, however many workers there are. */
  readonly largestHostLoad: number;
}

/** Processors are planned to be busy for this share, so that a burst finds room. */
const BUSY = 0.7;
const SECONDS_A_DAY = 86_400;
const MIB = 1024 * 1024;

export function needOf(demand: Demand, costs: Costs): Need {
  const { pages, checksAPageADay, changed, rendered, largestHost } = demand;
  const rate = (pages * checksAPageADay) / SECONDS_A_DAY;
  const shares = [
    [costs.rendered, rendered],
    [costs.changed, (1 - rendered) * changed],
    [costs.unchanged, (1 - rendered) * (1 - changed)],
  ] as const;
  const mean = (of: (cost: Cost) => number) => shares.reduce((sum, [cost, share]) => sum + of(cost) * share, 0);
  const workerCores = (rate * mean((cost) => cost.cpuMs)) / 1_000 / BUSY;
  const tabs = (rate * rendered * costs.tabSeconds) / BUSY;
  const browsers = Math.ceil(tabs / TABS_A_BROWSER);
  return {
    checksASecond: rate,
    workerCores,
    databaseCores: (rate * mean((cost) => cost.databaseCpuMs)) / 1_000 / BUSY,
    memoryMebibytes:
      Math.ceil(workerCores) * costs.workerMebibytes + browsers * costs.browserMebibytes + tabs * costs.tabMebibytes,
    rowsASecond: rate * mean((cost) => cost.rowsWritten),
    networkMegabitsASecond: (rate * mean((cost) => cost.networkBytes) * 8) / 1_000_000,
    storedGibibytesADay: (rate * SECONDS_A_DAY * mean((cost) => cost.storedBytes)) / MIB / 1_024,
    largestHostLoad: rate * largestHost * costs.hostSeconds,
  };
}

const TABS_A_BROWSER = 4;

/**
 * Costs for planning. Those of unchanged and changed checks are what `bench fleet` measured (docs/measurements/scale.md), rounded
 * up; those of rendered ones, the network and what is stored are estimates. All are to be replaced by what the benches say
 * on the machine that is meant. Rows: page, host and job are written three, three and four times around every check.
 */
export const PLANNING: Costs = {
  unchanged: { cpuMs: 0.7, databaseCpuMs: 0.7, networkBytes: 1_500, storedBytes: 0, rowsWritten: 11 },
  changed: { cpuMs: 25, databaseCpuMs: 6, networkBytes: 60_000, storedBytes: 12_000, rowsWritten: 21 },
  rendered: { cpuMs: 1_200, databaseCpuMs: 7, networkBytes: 1_500_000, storedBytes: 60_000, rowsWritten: 21 },
  hostSeconds: 1.6,
  workerMebibytes: 200,
  browserMebibytes: 340,
  tabMebibytes: 24,
  tabSeconds: 4,
};
