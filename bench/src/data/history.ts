/** One page through time with all blocks labelled on it: the unit of work of every long measurement. */
import type { LabelledCase } from "./cases.ts";

export interface History {
  /** Set and page folder, such as `homepages/heise-de-home`. */
  readonly name: string;
  /** The folder that files are relative to. */
  readonly folder: string;
  /** Every version that some case of the page has, in time order: file names are dates. */
  readonly files: readonly string[];
  readonly cases: readonly LabelledCase[];
}

/** Groups cases by their page, in the order of the data. */
export function historiesOf(cases: readonly LabelledCase[]): History[] {
  const groups = Map.groupBy(cases, (one) => `${one.folder}\0${pageFolder(one)}`);
  return [...groups.values()].map((group) => ({
    name: `${group[0]!.set}/${pageFolder(group[0]!).split("/").at(-1)}`,
    folder: group[0]!.folder,
    files: [...new Set(group.flatMap((one) => one.versions.map((version) => version.file)))].sort(),
    cases: group,
  }));
}

function pageFolder(labelled: LabelledCase): string {
  return labelled.versions[0]!.file.replace(/\/?[^/]*$/, "");
}
