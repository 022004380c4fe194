/** The labelled blocks of a page at its versions, for histories that are merged once for all of them. */
import { type DomTree, nodeAt } from "@tessera/engine";
import type { LabelledCase, LabelledVersion } from "../data/cases.ts";
import type { History } from "../data/history.ts";
import type { PageCache } from "../data/page-cache.ts";

/** The versions of a page that all its cases have, seen through one mask, as trees. */
export interface LabelledPage {
  readonly cases: readonly LabelledCase[];
  readonly files: readonly string[];
  treeOf(file: string): DomTree;
}

/** One for each set of masked attributes: pages that differ in what is masked are different pages. */
export function labelledPages(history: History, pages: PageCache): LabelledPage[] {
  const groups = [...Map.groupBy(history.cases, (labelled) => labelled.mask.join()).values()];
  return groups.map((cases) => ({
    cases,
    files: history.files.filter((file) => cases.every((labelled) => versionOf(labelled, file) !== undefined)),
    treeOf: (file) => pages.treeOf(cases[0]!, { file, path: null }),
  }));
}

function versionOf(labelled: LabelledCase, file: string): LabelledVersion | undefined {
  return labelled.versions.find((version) => version.file === file);
}

/** The labelled node of a case in a version, -1 where the block is not there. */
export function labelledNode(page: LabelledPage, labelled: LabelledCase, file: string): number {
  const path = versionOf(labelled, file)?.path;
  return path ? (nodeAt(page.treeOf(file), path) ?? -1) : -1;
}

/** The labelled node of a case in a version and those as good as it; none where the block is not there. */
export function labelledNodes(page: LabelledPage, labelled: LabelledCase, file: string): number[] {
  const version = versionOf(labelled, file);
  if (!version?.path) return [];
  return [version.path, ...(version.equiv ?? [])].flatMap((path) => nodeAt(page.treeOf(file), path) ?? []);
}

/** Hours between two versions by their file names, null where those are no dates. */
export function hoursBetween(first: string, second: string): number | null {
  const hours = (timeOf(second) - timeOf(first)) / 3_600_000;
  return Number.isNaN(hours) ? null : hours;
}

function timeOf(file: string): number {
  const [, day, hour, minute, second] = /(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)/.exec(file) ?? [];
  return Date.parse(`${day}T${hour}:${minute}:${second}Z`);
}
