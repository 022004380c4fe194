/**
 * What the history of a block says about its parts: those that change at nearly every look (clocks, counters, rotating
 * advertisements) are shown but are no news. A window of its latest versions is merged after [merged-history-tree] and
 * kept with the block; every version knows how many looks in a row showed it, so that what changes rarely is told apart
 * from what never stands still.
 */
import {
  changedBeside,
  createHistory,
  type DomTree,
  type HistoryTree,
  isText,
  nodesOfVersion,
  partTree,
  reviveHistory,
  slide,
  storeHistory,
  tagOf,
  volatileNodes,
} from "@tessera/engine";
import type { Observation } from "@tessera/model";

export interface BlockPart {
  readonly tree: DomTree;
  /** The elements of the block. */
  readonly nodes: readonly number[];
  /** Parts that are left out or ignored anyway. */
  readonly without: ReadonlySet<number>;
}

export interface LearnedDynamics {
  /** To be stored with the block; undefined where nothing new was learned. */
  readonly dynamics: unknown;
  /** Nodes of the page that are shown and do not count. */
  readonly volatile: ReadonlySet<number>;
  /** Nothing differs from the version before but what is volatile. */
  readonly isQuietStep: boolean;
}

type LatestRun = Pick<Observation, "id" | "looks" | "quietLooks">;

/** As stored. */
interface Dynamics {
  readonly version: typeof VERSION;
  readonly history: unknown;
  /** For each version how many looks in a row showed it. */
  readonly looks: readonly number[];
  /** The observation that was the latest when this was written, and how many of its looks are counted in. */
  readonly run: string | null;
  readonly stills: number;
}

const VERSION = 1;
/** Four versions are three steps: all of them must differ. */
const MIN_VERSIONS = 4;
const MIN_SHARE = 0.8;
/** Larger blocks are not learned: their history would cost more than the noise that it spares. */
const MAX_NODES = 4_000;
const MAX_TEXT = 200_000;

/** Of a block that has no history to learn from. */
export const UNTAUGHT: LearnedDynamics = { dynamics: undefined, volatile: new Set(), isQuietStep: false };

/** Takes a look at a block into its history. `latest` is the observation before this look. */
export function learnDynamics(part: BlockPart, stored: unknown, latest: LatestRun | null): LearnedDynamics {
  const { tree: page, pageNode } = partTree(part.tree, part.nodes, part.without);
  if (page.size > MAX_NODES || page.text.length > MAX_TEXT) return UNTAUGHT;
  const before = readDynamics(stored);
  const known = before && reviveHistory(before.history);
  const stills = latest ? latest.looks - 1 - latest.quietLooks : 0;
  const name = String(known?.versions.length ?? 0);
  const history = known && known.size <= MAX_NODES ? slide(known, { name, page }) : createHistory({ name, page });
  const isSameBlock = before !== null && history.versions.length > 1;
  const counted = isSameBlock ? lookedAt(before, latest, stills) : [];
  const looks = [...counted, 1].slice(-history.versions.length);
  const quiet = quietNodes(history, looks);
  return {
    dynamics:
      isSameBlock && !changedBeside(history, new Set())
        ? undefined
        : ({
            version: VERSION,
            history: storeHistory(history),
            looks,
            run: latest?.id ?? null,
            stills,
          } satisfies Dynamics),
    volatile: onPage(history, quiet, { page, pageNode, tree: part.tree }),
    isQuietStep: isSameBlock && !changedBeside(history, quiet),
  };
}

function readDynamics(stored: unknown): Dynamics | null {
  const dynamics = stored as Partial<Dynamics> | null | undefined;
  return dynamics?.version === VERSION && Array.isArray(dynamics.looks) ? (dynamics as Dynamics) : null;
}

/** The looks at each version so far: those that have shown nothing new since the last one count for it. */
function lookedAt({ looks, run, stills: counted }: Dynamics, latest: LatestRun | null, stills: number): number[] {
  const still = Math.max(0, stills - (run === latest?.id ? counted : 0));
  return looks.map((count, version) => (version === looks.length - 1 ? count + still : count));
}

function quietNodes(history: HistoryTree, looks: readonly number[]): ReadonlySet<number> {
  const options = { looks, minVersions: MIN_VERSIONS, minShare: MIN_SHARE };
  return new Set(volatileNodes(history, options).map(({ node }) => node));
}

interface Places {
  /** The block as a tree of its own. */
  readonly page: DomTree;
  readonly pageNode: Int32Array;
  readonly tree: DomTree;
}

/** The quiet nodes on the newest page, with the elements in which nothing else is to be seen. */
function onPage(history: HistoryTree, quiet: ReadonlySet<number>, places: Places): ReadonlySet<number> {
  const { page, pageNode } = places;
  const isQuiet = new Uint8Array(page.size);
  const newest = nodesOfVersion(history, history.versions.length - 1);
  for (let node = 0; node < page.size; node++) if (quiet.has(newest[node]!)) isQuiet[node] = 1;
  // children come after their parent, so one pass from the end knows all about them
  for (let node = page.size - 1; node > 0; node--) {
    if (!isText(page, node) && tagOf(page, node) !== "img" && hasOnlyQuiet(page, node, isQuiet)) isQuiet[node] = 1;
  }
  const found = new Set<number>();
  // the root and the blocks themselves stay: a block of which nothing counts would never be news
  for (let node = 1; node < page.size; node++) if (isQuiet[node] && page.depth[node]! > 1) found.add(pageNode[node]!);
  return found;
}

function hasOnlyQuiet(page: DomTree, node: number, isQuiet: Uint8Array): boolean {
  let children = 0;
  for (let child = node + 1; child < page.end[node]!; child = page.end[child]!) {
    if (!isQuiet[child]) return false;
    children++;
  }
  return children > 0;
}
