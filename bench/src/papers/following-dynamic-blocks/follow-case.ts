/**
 * Follows one labelled block as [following-dynamic-blocks] section 6 does: the best candidate of every version is the
 * answer and the next sample, whatever its score. The papers' methods never say that a block is gone, so versions
 * without it are shown to the tracer and not counted.
 */
import { type DomTree, nodeAt, pathOf, type Teacher, type Tracer } from "@tessera/engine";
import type { LabelledCase, LabelledVersion } from "../../data/cases.ts";
import type { PageCache } from "../../data/page-cache.ts";

/** One mark a later version: right, wrong, put right by a person, or the block is not there. */
export const RIGHT = "1";
export const WRONG = "0";
export const LABELLED = "l";
export const MISSING = "-";

export interface FollowOptions {
  /** How many wrong answers a person corrects, the first ones (section 6.5). */
  readonly feedback?: number;
  /** As whose word the tracer takes a correction; as its own it is one more sample among the others. */
  readonly correctedBy?: Teacher;
}

/** The marks of all later versions, as one string. */
export function followCase(
  { labelled, pages, tracer }: { labelled: LabelledCase; pages: PageCache; tracer: Tracer },
  options: FollowOptions = {},
): string {
  const [first, ...later] = labelled.versions;
  let memory = tracer.learn(pages.treeOf(labelled, first!), blockIn(pages.treeOf(labelled, first!), first!));
  let feedback = options.feedback ?? 0;
  let marks = "";
  for (const version of later) {
    const page = pages.treeOf(labelled, version);
    const best = tracer.trace(memory, page).candidates[0];
    const isRight = best !== undefined && isRightIn(version, pathOf(page, best.node));
    if (!isRight && version.path !== null && feedback > 0) {
      feedback--;
      memory = tracer.adapt(memory, page, blockIn(page, version), options.correctedBy ?? "person");
      marks += LABELLED;
      continue;
    }
    if (best) memory = tracer.adapt(memory, page, best.node, "tracer");
    marks += version.path === null ? MISSING : isRight ? RIGHT : WRONG;
  }
  return marks;
}

/** The labelled block on its page. */
export function blockIn(page: DomTree, version: LabelledVersion): number {
  const node = version.path === null ? null : nodeAt(page, version.path);
  if (node === null) throw new RangeError(`${version.file}: the labelled path does not resolve`);
  return node;
}

/** The labelled element or one that holds exactly the same. */
export function isRightIn(version: LabelledVersion, path: string): boolean {
  return version.path === path || (version.equiv?.includes(path) ?? false);
}
