/**
 * Whether a block looks very different from when it was last found: [following-dynamic-blocks] section 5.2.3, for those
 * who asked to be told. Nothing of it is measured or kept for a block that nobody asks about, and what was kept goes when
 * nobody asks any longer: later it would be compared with what it was long ago.
 *
 * "All like this" is never said to look different. The patterns are those of one element, and which of them comes first says
 * nothing about the others.
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
  const isAsked = job.followers.some(({ conditions }) => conditions.some(({ kind }) => kind === "looks-different"));
  if (!isAsked || job.block.pick.extent === "alike") return { share: undefined, rest: withoutPatterns(job.rest) };
  if (verdict.kind !== "found") return { share: undefined, rest: job.rest };
  const known: RarelyRemembered = job.rest === undefined ? {} : JSON.parse(job.rest);
  const patterns = blockPatterns(tree, verdict.node);
  return {
    share: shareOf(job, changeOfPatterns(known.patterns, patterns), difference),
    rest: JSON.stringify({ ...known, patterns }),
  };
}

function withoutPatterns(rest: string | undefined): string | undefined {
  if (rest === undefined) return undefined;
  const { patterns, ...others }: RarelyRemembered = JSON.parse(rest);
  if (patterns === undefined) return rest;
  return Object.keys(others).length > 0 ? JSON.stringify(others) : undefined;
}

/** It stays said as long as the block stays what it then was. */
function shareOf({ latest }: OpenJob, change: number | null, difference: Look["difference"]): number | undefined {
  const before = latest?.verdict.kind === "found" ? latest.verdict.looksDifferent : undefined;
  if (difference === "none" || difference === "quiet") return before;
  const isNews = difference === "changed" || difference === "moved";
  return isNews && change !== null && isLargeBlockChange(change) ? Math.round(change * 100) / 100 : undefined;
}
