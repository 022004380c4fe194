/** One block in one page: decide, read, compare. */
import {
  alikeSiblings,
  type DomTree,
  type FollowStep,
  isFeed,
  type Memory,
  nodeAt,
  parseHtml,
  pathOf,
  type Tracer,
  type Verdict,
} from "@tessera/engine";
import { blockTitle, isBlank } from "@tessera/engine/shown";
import {
  AUTOMATIC,
  BlockPath,
  type BlockPick,
  type CandidateRecord,
  type Observation,
  type VerdictRecord,
} from "@tessera/model";
import { type BlockMemory, type PackedMemory, packMemory } from "@tessera/store/packed";
import { type LearnedDynamics, learnDynamics, UNTAUGHT } from "../changes/dynamics.ts";
import { followParts, partsAlone, withParts } from "../changes/followed-parts.ts";
import { type Reading, readContent } from "../changes/read-content.ts";
import { alertFor } from "./alert.ts";
import { type Compared, compareWithBefore } from "./compare-with-before.ts";
import { distinctCandidates } from "./distinct-candidates.ts";
import { linksAway } from "./links-away.ts";
import { noticesOf } from "./notices.ts";
import type { BlockJob, TracedBlock, TracedContent } from "./page-job.ts";

/** Nobody chooses among the candidates of a block that was found: the runner-up is kept to explain it. */
const MOST_WHERE_FOUND = 2;

export interface Search {
  readonly tree: DomTree;
  readonly tracer: Tracer;
  readonly finalUrl: string;
  /** What is known about the places of a page is of little use on the next design of it. */
  readonly isRedesign: boolean;
  readonly isRendered: boolean;
  /** What the patterns of each follow may take. */
  readonly patternSteps: number;
}

export interface FoundIn {
  readonly pick: BlockPick;
  readonly tree: DomTree;
  readonly finalUrl: string;
  /** What the history of the block has taught so far. */
  readonly dynamics: unknown;
  /** The observation before this look. */
  readonly latest: Pick<Observation, "id" | "looks" | "quietLooks"> | null;
}

/** What a block that was found says, and what its history says about that. */
export interface ReadBlock extends LearnedDynamics {
  readonly reading: Reading;
  /** Where its cut-out parts are, where the pick alone leads elsewhere. */
  readonly cutPaths: readonly BlockPath[] | undefined;
}

/** A job with what is remembered of its block. */
export interface OpenJob extends BlockJob, BlockMemory {}

/** What is told of a block after it was looked for. */
export function blockTrace(step: FollowStep<Memory>, job: OpenJob, search: Search): TracedBlock {
  const { tree, tracer, finalUrl, isRedesign, patternSteps } = search;
  const verdict = recordOf(step.verdict, tree, tracer.name);
  const { pick } = job.block;
  const taught: unknown = JSON.parse(job.dynamics);
  const dynamics = isRedesign ? partsAlone(taught) : taught;
  const found =
    step.verdict.kind === "found" && verdict.kind === "found"
      ? readFound({ pick, tree, finalUrl, dynamics, latest: job.latest }, step.verdict.node)
      : null;
  const compared = found && compareWithBefore(found.reading, job.before, found.isQuietStep);
  const isByBrowser = compared !== null && isShownByBrowserAlone(job, compared, search);
  const content = isByBrowser && found ? compareWithBefore(found.reading, null) : compared;
  const alert = alertFor(job, step.verdict, { tree, difference: content?.seen.difference });
  const looksDifferent = alert.share !== undefined;
  const shown = content ? withCuts(withShown(verdict, content.seen), found?.cutPaths) : verdict;
  return {
    kind: "traced",
    blockId: job.block.id,
    verdict: shown.kind === "found" && looksDifferent ? { ...shown, looksDifferent: alert.share } : shown,
    remembered: rememberedAfter(job, { memory: step.memory, dynamics: found?.dynamics, rest: alert.rest }),
    content: content?.seen ?? null,
    links: linksAway(verdict, step.memory, search),
    ...(isByBrowser
      ? { notices: [], settledFor: job.followers.map(({ id }) => id) }
      : noticesOf(job, { verdict: verdict.kind, content, looksDifferent }, patternSteps)),
  };
}

interface LearnedNow {
  readonly memory: Memory;
  /** Undefined where the history taught nothing. */
  readonly dynamics: unknown;
  readonly rest: string | undefined;
}

/** Null where nothing was learned. */
function rememberedAfter(job: OpenJob, { memory: learned, dynamics, rest }: LearnedNow): PackedMemory | null {
  const memory = JSON.stringify(learned);
  if (dynamics === undefined && memory === job.memory && rest === job.rest) return null;
  return packMemory({
    memory,
    dynamics: dynamics === undefined ? job.dynamics : JSON.stringify(dynamics),
    ...(rest === undefined ? {} : { rest }),
  });
}

/**
 * What a browser shows of a block that was blank without one, or that still says there what it said, is no news: the block
 * is fetched otherwise, and has not changed.
 */
function isShownByBrowserAlone(job: BlockJob, { seen }: Compared, search: Search): boolean {
  if (isShownAtLast(job, search)) return !isBlank(seen.visible);
  const isOtherwise = seen.difference !== "none" && seen.difference !== "first";
  return search.isRendered && job.isSaidRaw === true && isOtherwise;
}

/** True where a browser shows the page for the first time after the block was blank without one. */
export function isShownAtLast({ wasBlankRaw = false }: BlockJob, { isRendered }: Search): boolean {
  return isRendered && wasBlankRaw;
}

/** A block that is found may still be blank. */
/** What of it can be seen, how large that is, and how much of it there is. */
export function withShown(
  verdict: VerdictRecord,
  { visible, laidOut, itemCount }: Pick<TracedContent, "visible" | "laidOut" | "itemCount">,
): VerdictRecord {
  if (verdict.kind !== "found") return verdict;
  const isDrawn = isBlank({ ...visible, drawings: 0 });
  return {
    ...verdict,
    ...(isDrawn ? { shows: isBlank(visible) ? ("nothing" as const) : ("drawing" as const) } : {}),
    ...(laidOut ? { laidOut } : {}),
    ...(itemCount > 0 ? { items: itemCount } : {}),
  };
}

export function withCuts(verdict: VerdictRecord, cuts: readonly BlockPath[] | undefined): VerdictRecord {
  return verdict.kind === "found" && cuts ? { ...verdict, cuts: [...cuts] } : verdict;
}

export interface Remembered extends Pick<BlockJob, "firstHtml"> {
  readonly block: Pick<BlockJob["block"], "pick">;
  /** As it was stored. */
  readonly memory: unknown;
}

/** The stored memory, or one learned anew from the page in which the block was picked; null where that is needed. */
export function memoryOf({ block, memory, firstHtml }: Remembered, tracer: Tracer): Memory | null {
  const revived = tracer.revive(memory);
  if (revived || firstHtml === null) return revived;
  const page = parseHtml(firstHtml);
  const node = nodeAt(page, block.pick.path);
  // the root is everywhere: a tracer that looks for it will say that it is unsure or gone
  return tracer.learn(page, node ?? 0, { intent: block.pick.intent });
}

export function readFound({ pick, tree, finalUrl, dynamics, latest }: FoundIn, node: number): ReadBlock {
  const nodes = nodesOf(tree, node, pick);
  const { cuts, ignored, cutPaths, learned: parts } = followParts(tree, nodes, { pick, stored: dynamics });
  // every part of a feed changes at nearly every look, which is what it is for
  const learned = nodes.some((each) => isFeed(tree, each))
    ? UNTAUGHT
    : learnDynamics({ tree, nodes, without: new Set([...cuts, ...ignored]) }, dynamics, latest);
  const quiet = new Set([...ignored, ...learned.volatile]);
  const reading = readContent({ tree, nodes, cuts, quiet, baseUrl: finalUrl });
  return { ...learned, dynamics: withParts(learned.dynamics, dynamics, parts), cutPaths, reading };
}

/** What a new follow of these elements is called. */
export function titleOfNodes(tree: DomTree, nodes: readonly number[], cuts: ReadonlySet<number>, url: string): string {
  return blockTitle(tree, nodes, { without: cuts, fallback: URL.parse(url)?.host ?? "" });
}

/** The elements that a pick means, given the one that was found. */
export function nodesOf(tree: DomTree, node: number, pick: BlockPick): readonly number[] {
  return pick.extent === "alike" ? alikeSiblings(tree, node) : [node];
}

/**
 * A verdict as stored: paths for node numbers, and candidates that differ to the eye. What is too deep to have a path
 * cannot be pointed out.
 */
export function recordOf(verdict: Verdict, tree: DomTree, tracer: string = AUTOMATIC): VerdictRecord {
  if (verdict.kind === "blocked") return { kind: "blocked", reason: verdict.reason };
  const most = verdict.kind === "found" ? MOST_WHERE_FOUND : undefined;
  const candidates = distinctCandidates(tree, verdict.candidates, most).flatMap(
    ({ candidate, excerpt }): CandidateRecord[] => {
      const path = BlockPath.safeParse(pathOf(tree, candidate.node));
      if (!path.success) return [];
      const { score, signals } = candidate;
      return [{ path: path.data, score, excerpt, ...(signals && { signals: { ...signals } }) }];
    },
  );
  const { confidence } = verdict;
  const by = tracer === AUTOMATIC ? {} : { tracer };
  if (verdict.kind !== "found") return { kind: verdict.kind, confidence, candidates, ...by };
  const path = BlockPath.safeParse(pathOf(tree, verdict.node));
  if (!path.success) return { kind: "unsure", confidence, candidates, ...by };
  return { kind: "found", path: path.data, confidence, margin: verdict.margin, candidates, ...by };
}
