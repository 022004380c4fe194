/**
 * Where blocks went that are no longer on their page: a link there that may lead to one is followed once, and the block
 * is looked for behind it. Nothing is moved by that; a person is told.
 */
import type { MovedLink } from "@tessera/engine/shown";
import { asksPerson, type BlockId, type MovedTo, movedToOf, PageSource, WebUrl } from "@tessera/model";
import { CaptureFailure } from "@tessera/network";
import type { CheckWork, FollowedBlock } from "@tessera/store";
import { withoutFragment } from "../trace/links-away.ts";
import type { TracedBlock } from "../trace/page-job.ts";
import { layoutOf } from "../trace/stored-layout.ts";
import { TraceFailure } from "../workers/trace-workers.ts";
import type { CheckParts } from "./check-page.ts";
import type { Traced } from "./trace.ts";
import { traceBlocks } from "./trace-blocks.ts";

/** So many other pages are visited for one check. */
const MAX_VISITS = 2;
/** A link that was followed is not followed again for so long. */
const LOOK_AGAIN_MS = 24 * 60 * 60_000;

/** What was traced, with where each lost block seems to be now. */
export async function lookBehindLinks(work: CheckWork, traced: Traced, parts: CheckParts): Promise<Traced> {
  // what a link says that only one person can see is not for the server to follow
  if (work.page.source.fetcher === "own-browser") return traced;
  if (traced.kind === "failed" || traced.page.blocks.every(({ links }) => links.length === 0)) return traced;
  const lost = lostBlocks(work, traced.page.blocks);
  const urls = new Set(lost.flatMap((one) => dueLinks(one, parts.now())));
  const visits = new Map<string, Visit | null>();
  for (const url of [...urls].slice(0, MAX_VISITS)) {
    const wanted = lost.filter(({ traced: { links } }) => links.some((link) => link.url === url));
    visits.set(url, await visit(url, { work, traced, wanted: wanted.map(({ followed }) => followed) }, parts));
  }
  const movedTo = new Map(lost.map((one) => [one.traced.blockId, destinationOf(one, visits, parts.now())]));
  const blocks = traced.page.blocks.map((block) => withMovedTo(block, movedTo.get(block.blockId) ?? null));
  // each kind keeps its own page, of which only the blocks are others
  return { ...traced, page: { ...traced.page, blocks } } as Traced;
}

interface LostBlock {
  readonly followed: FollowedBlock;
  readonly traced: TracedBlock;
  /** What is known from an earlier look. */
  readonly known: MovedTo | null;
}

function lostBlocks({ blocks }: CheckWork, traced: readonly TracedBlock[]): readonly LostBlock[] {
  const byId = new Map(traced.map((block) => [block.blockId, block]));
  return blocks.flatMap((followed) => {
    const block = byId.get(followed.block.id);
    if (!block || block.links.length === 0) return [];
    return [{ followed, traced: block, known: movedToOf(followed.latest?.verdict) }];
  });
}

/** Those to follow: where the block has just been lost, where the link is another one, and after a day. */
function dueLinks({ followed, traced, known }: LostBlock, now: number): readonly string[] {
  const isNew = followed.latest?.verdict.kind !== traced.verdict.kind;
  const isOld = known !== null && now - known.lookedAt >= LOOK_AGAIN_MS;
  return traced.links
    .filter(({ url, isLikely }) => isNew || isOld || (isLikely && url !== known?.url))
    .map(({ url }) => url);
}

/** What a look at the page behind a link showed. */
interface Visit {
  /** Null where it could not be captured. */
  readonly title: string | null;
  readonly found: ReadonlySet<BlockId>;
}

interface VisitRequest {
  readonly work: CheckWork;
  readonly traced: Traced;
  readonly wanted: readonly FollowedBlock[];
}

const NOT_SEEN: Visit = { title: null, found: new Set() };

/** Null where the link leads back to the page itself. */
async function visit(url: string, { work, traced, wanted }: VisitRequest, parts: CheckParts): Promise<Visit | null> {
  const { source, privateTo } = work.page;
  // what a foreign page links to on other hosts is never one of the private ones that the person may reach
  const isOwnHost = new URL(url).host === new URL(source.url).host;
  await using captured = await parts.capture({
    source: PageSource.parse({ url, lean: source.lean, respectRobots: source.respectRobots || !isOwnHost }),
    privateTo: isOwnHost ? privateTo : null,
    isLed: !isOwnHost,
    fetcher: traced.decision.fetcher,
    holder: parts.holder,
    inBackground: true,
    previous: null,
    cookies: null,
  });
  if (captured.kind !== "page") return NOT_SEEN;
  const { tree, capture } = captured;
  const { html, finalUrl } = capture;
  if ([source.url, work.previous?.finalUrl ?? ""].some((here) => isSamePage(here, finalUrl))) return null;
  try {
    const page = await traceBlocks({ html, tree, layout: layoutOf(tree), finalUrl, previous: null }, wanted, parts);
    const found = page.blocks.filter(({ verdict }) => verdict.kind === "found").map(({ blockId }) => blockId);
    return { title: page.title, found: new Set(found) };
  } catch (failure) {
    if (failure instanceof TraceFailure || failure instanceof CaptureFailure) return NOT_SEEN;
    throw failure;
  }
}

function isSamePage(one: string, other: string): boolean {
  return URL.canParse(one) && URL.canParse(other) && withoutFragment(new URL(one)) === withoutFragment(new URL(other));
}

/** The link behind which the block was found, otherwise the one that the page itself says to lead to it. */
function destinationOf(
  { traced, known }: LostBlock,
  visits: ReadonlyMap<string, Visit | null>,
  now: number,
): MovedTo | null {
  const seen = (link: MovedLink): MovedTo | null => {
    const looked = visits.get(link.url);
    if (looked === undefined) return link.url === known?.url ? known : null;
    if (looked === null) return null;
    const isFound = looked.found.has(traced.blockId);
    if (!isFound && !link.isLikely) return null;
    return { url: WebUrl.parse(link.url), text: link.text, title: looked.title, isFound, lookedAt: now };
  };
  const all = traced.links.flatMap((link) => seen(link) ?? []);
  return all.find(({ isFound }) => isFound) ?? all[0] ?? null;
}

function withMovedTo(block: TracedBlock, movedTo: MovedTo | null): TracedBlock {
  return movedTo && asksPerson(block.verdict) ? { ...block, verdict: { ...block.verdict, movedTo } } : block;
}
