/** Labelled blocks over time: reads the `cases.jsonl` files below a data folder. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Intent } from "@tessera/engine";
import { UsageError } from "../usage-error.ts";

export interface LabelledVersion {
  /** Relative to the folder of its set. */
  readonly file: string;
  readonly date?: string;
  /** Null where the block is not on the page any more. */
  readonly path: string | null;
  /** Elements with exactly the same content as the labelled one. */
  readonly equiv?: readonly string[];
  /** The step in which a human had to replace the selector. */
  readonly redesign?: boolean;
}

export interface LabelledCase {
  readonly id: string;
  readonly set: string;
  readonly site: string;
  readonly kind: string;
  readonly size?: string;
  /** Attributes to delete from every element of every version before tracing. */
  readonly mask: readonly string[];
  /** What the person said was meant; nothing where absent. */
  readonly intent?: Intent;
  readonly versions: readonly LabelledVersion[];
  /** The folder that `file` is relative to. */
  readonly folder: string;
}

export interface CaseFilter {
  readonly kinds?: readonly string[];
  /** So many cases a kind, spread evenly over the file. */
  readonly limit?: number;
}

/** The data folder named on the command line, else by `TESSERA_DATA`. */
export function dataFolder(named: string | undefined): string {
  const folder = named ?? process.env.TESSERA_DATA;
  if (!folder) throw new UsageError("no data: name the folder of labelled pages with --data DIR or TESSERA_DATA");
  if (!existsSync(folder)) throw new UsageError(`no such data folder: ${folder}`);
  return folder;
}

/** All cases below the folder: its own `cases.jsonl` and those of its direct subfolders. */
export function readCases(folder: string, filter: CaseFilter = {}): LabelledCase[] {
  const subfolders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const sets = [folder, ...subfolders.map((entry) => join(folder, entry.name)).sort()];
  const cases = sets.filter((set) => existsSync(join(set, "cases.jsonl"))).flatMap(readSet);
  if (cases.length === 0) throw new UsageError(`no cases.jsonl in ${folder} or its subfolders`);
  const wanted = filter.kinds ? cases.filter((one) => filter.kinds?.includes(one.kind)) : cases;
  if (wanted.length === 0) throw new UsageError(`no case of kind ${filter.kinds?.join(", ")} in ${folder}`);
  return filter.limit === undefined ? wanted : spread(wanted, filter.limit);
}

function readSet(folder: string): LabelledCase[] {
  const lines = readFileSync(join(folder, "cases.jsonl"), "utf8").split("\n");
  return lines.flatMap((line, index) =>
    line.trim() === "" ? [] : [readCase(line, `${folder}/cases.jsonl:${index + 1}`, folder)],
  );
}

function readCase(line: string, where: string, folder: string): LabelledCase {
  let record: Partial<LabelledCase>;
  try {
    record = JSON.parse(line);
  } catch (cause) {
    throw new UsageError(`${where}: not JSON`, { cause });
  }
  const { id, site, kind, versions } = record;
  if (!id || !site || !kind || !Array.isArray(versions) || !versions[0]?.path) {
    throw new UsageError(`${where}: a case needs id, site, kind and versions, the first one with a path`);
  }
  return { set: kind, ...record, id, site, kind, versions, mask: record.mask ?? [], folder };
}

function spread(cases: readonly LabelledCase[], perKind: number): LabelledCase[] {
  const byKind = Map.groupBy(cases, (one) => one.kind);
  return [...byKind.values()].flatMap((group) => {
    const step = Math.max(1, group.length / perKind);
    return Array.from({ length: Math.min(perKind, group.length) }, (_, rank) => group[Math.floor(rank * step)]!);
  });
}
