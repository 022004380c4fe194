/** Processor time of other processes, as Linux counts it: what a crowded machine cannot falsify. */
import { readdirSync, readFileSync } from "node:fs";

const TICKS_A_SECOND = 100;

/** Seconds that a process has used so far. */
export function processorSeconds(pid: number): number {
  const { user, system } = statOf(pid);
  return (user + system) / TICKS_A_SECOND;
}

/** Seconds that a process and its children have used so far, those included that have ended. */
export function familySeconds(pid: number): number {
  const { user, system, endedUser, endedSystem } = statOf(pid);
  const living = childrenOf(pid).reduce((sum, child) => sum + processorSeconds(child), 0);
  return (user + system + endedUser + endedSystem) / TICKS_A_SECOND + living;
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
function statOf(pid: number) {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [parent, user, system, endedUser, endedSystem] = [1, 11, 12, 13, 14].map((at) => Number(fields[at] ?? 0));
  return { parent, user, system, endedUser, endedSystem } as Record<
    "parent" | "user" | "system" | "endedUser" | "endedSystem",
    number
  >;
}
