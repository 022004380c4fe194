/** Processor time of this process and others, as Linux counts it: what a crowded machine can falsify least. */
import { readdirSync, readFileSync } from "node:fs";
import { parse } from "parse5";

const TICKS_A_SECOND = 100;

/** Seconds that a process has used so far. */
export function processorSeconds(pid: number): number {
  const { user, system } = statOf(pid);
  return (user + system) / TICKS_A_SECOND;
}

/** Seconds that the threads of a process have used so far, by their names; those that have ended do not count. */
export function threadSeconds(pid: number): ReadonlyMap<string, number> {
  const seconds = new Map<string, number>();
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const name = readFileSync(`/proc/${pid}/task/${thread}/comm`, "utf8").trim();
    const { user, system } = statOf(`${pid}/task/${thread}`);
    seconds.set(name, (seconds.get(name) ?? 0) + (user + system) / TICKS_A_SECOND);
  }
  return seconds;
}

/** Seconds that a process and its children have used so far, those included that have ended. */
export function familySeconds(pid: number): number {
  const { user, system, endedUser, endedSystem } = statOf(pid);
  const living = childrenOf(pid).reduce((sum, child) => sum + processorSeconds(child), 0);
  return (user + system + endedUser + endedSystem) / TICKS_A_SECOND + living;
}

/** Milliseconds of processor time that all threads of this process have used since. */
export function msSince(startedAt: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(startedAt);
  return (user + system) / 1_000;
}

/** What parse5 alone takes for a page, the mean of these: by that, figures of different machines can be compared. */
export function parse5Ms(pages: readonly string[]): number {
  for (const html of pages) parse(html);
  const startedAt = process.cpuUsage();
  for (const html of pages) parse(html);
  return msSince(startedAt) / pages.length;
}

/** Seconds that a process and all that descend from it have used so far, those included that have ended. */
export function treeSeconds(pid: number): number {
  const { user, system, endedUser, endedSystem } = statOf(pid);
  const below = childrenOf(pid).reduce((sum, child) => sum + orNothing(() => treeSeconds(child)), 0);
  return (user + system + endedUser + endedSystem) / TICKS_A_SECOND + below;
}

/** A process may end while it is asked for. */
function orNothing(read: () => number): number {
  try {
    return read();
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): readonly number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((each) => {
    try {
      return statOf(each).parent === pid;
    } catch {
      // it has ended meanwhile
      return false;
    }
  });
}

/** The fields of `/proc/[pid]/stat` by their numbers in proc(5), less the first three: the name may contain spaces. */
function statOf(pid: number | string) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((at) => Number(fields[at] ?? 0));
  return { parent, user, system, endedUser, endedSystem } as Record<
    "parent" | "user" | "system" | "endedUser" | "endedSystem",
    number
  >;
}
