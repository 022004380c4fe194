/**
 * Whether a block looks very different from when it was last found: [following-dynamic-blocks] section 5.2.3, for those
 * who asked to be told. Nothing of it is measured or kept for a block that nobody asks about.
 */
import type { DomTree, Verdict } from "@tessera/engine";
import { blockPatterns, changeOfPatterns, isLargeBlockChange } from "@tessera/engine/shown";
import type { RarelyRemembered } from "@tessera/store";
import type { TracedContent } from "./page-job.ts";
import type { OpenJob } from "./trace-block.ts";

export interface Alert {
  /** How much of what it was like it lost; undefined where that is nothing to tell. */
  readonly share: number | undefined;
  /** What is remembered besides, as JSON. */
  readonly rest: string | undefined;
}

interface Look {
  readonly tree: DomTree;
  readonly difference: TracedContent["difference"] | undefined;
}

export function alertFor(job: OpenJob, verdict: Verdict, { tree, difference }: Look): Alert {
  const isWanted = job.followers.some(({ conditions }) => conditions.some(({ kind }) => kind === "looks-different"));
  if (!isWanted || verdict.kind !== "found") return { share: undefined, rest: job.rest };
  const known: RarelyRemembered = job.rest === undefined ? {} : JSON.parse(job.rest);
  const patterns = blockPatterns(tree, verdict.node);
  return {
    share: shareOf(job, changeOfPatterns(known.patterns, patterns), difference),
    rest: JSON.stringify({ ...known, patterns }),
  };
}

/** It stays said as long as the block stays what it then was. */
function shareOf({ latest }: OpenJob, change: number | null, difference: Look["difference"]): number | undefined {
  const before = latest?.verdict.kind === "found" ? latest.verdict.looksDifferent : undefined;
  if (difference === "none" || difference === "quiet") return before;
  const isNews = difference === "changed" || difference === "moved";
  return isNews && change !== null && isLargeBlockChange(change) ? Math.round(change * 100) / 100 : undefined;
}
