/** The processes that one browser consists of, what memory they hold, and how to be rid of all of them. */
import { readdirSync, readFileSync } from "node:fs";

export interface GroupProcess {
  readonly pid: number;
  /** Memory of its own: resident pages that no file backs. */
  readonly ownBytes: number;
  /** Resident pages of files, mostly the program itself, which all processes of the group share. */
  readonly fileBytes: number;
  /** It shows pages, and may be ended without ending the browser. */
  readonly isRenderer: boolean;
}

const KIB = 1024;

/** The living processes of a group. Empty where the system has no /proc. */
export function processesOf(group: number): GroupProcess[] {
  return numbersIn("/proc").flatMap((pid) => {
    const stat = readOrEmpty(`/proc/${pid}/stat`);
    // The name in parentheses may contain anything, spaces and parentheses too.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const isDead = fields[0] === "Z" || fields[0] === "X";
    if (Number(fields[2]) !== group || isDead) return [];
    const status = readOrEmpty(`/proc/${pid}/status`);
    return [
      {
        pid,
        ownBytes: kibibytes(status, "RssAnon") + kibibytes(status, "RssShmem"),
        fileBytes: kibibytes(status, "RssFile"),
        isRenderer: readOrEmpty(`/proc/${pid}/cmdline`).includes("--type=renderer"),
      },
    ];
  });
}

/** The resident memory of a group, pages of the program counted once and not once per process. */
export function residentBytes(processes: readonly GroupProcess[]): number {
  const own = processes.reduce((sum, process) => sum + process.ownBytes, 0);
  return own + Math.max(0, ...processes.map((process) => process.fileBytes));
}

/** Ends every process of the group at once; they cannot refuse. */
export function killGroup(group: number): void {
  signal(-group);
}

export function killProcess(pid: number): void {
  signal(pid);
}

function signal(target: number): void {
  try {
    process.kill(target, "SIGKILL");
  } catch (error) {
    const isGone = error instanceof Error && "code" in error && error.code === "ESRCH";
    if (!isGone) throw error;
  }
}

/** The group that a process belongs to; its own number where the system does not say. */
export function groupOf(pid: number): number {
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  return stat ? Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2]) : pid;
}

function numbersIn(directory: string): number[] {
  try {
    return readdirSync(directory).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

/** A process may end between being listed and being read. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function kibibytes(status: string, name: string): number {
  const match = new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status);
  return match ? Number(match[1]) * KIB : 0;
}
