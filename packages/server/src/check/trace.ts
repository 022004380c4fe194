/**
 * A page is captured and its blocks are traced in it, with the cheapest fetcher that works: raw first, rendered where
 * the blocks are not found in that.
 */
import {
  afterTrying,
  canBeShownRaw,
  decideFetcher,
  type FetchResult,
  type FoundBlock,
  needsBrowser,
  type PageCapture,
  planFetch,
  renderNext,
} from "@tessera/capture";
import {
  type BlockId,
  BlockPath,
  type CaptureFailureRecord,
  type CaptureId,
  FEED_PATH,
  type Fetcher,
  type FetcherDecision,
  isBlankVerdict,
} from "@tessera/model";
import { CaptureFailure } from "@tessera/network";
import type { Body, CheckWork, FollowedBlock, Store } from "@tessera/store";
import type { KnownBlock, PageBefore, TracedBlock } from "../trace/page-job.ts";
import { layoutOf } from "../trace/stored-layout.ts";
import { TraceFailure } from "../workers/trace-workers.ts";
import type { CapturedPage } from "./capture.ts";
import type { CheckParts } from "./check-page.ts";
import { picturedPaths } from "./pictured.ts";
import { storedPage, type TracedPage, traceBlocks } from "./trace-blocks.ts";

export interface Pictures {
  /** Of the whole page. */
  readonly page: Uint8Array | null;
  /** By the path of the block. */
  readonly blocks: ReadonlyMap<string, Uint8Array>;
}

type FetchedBlocks = readonly (FoundBlock | null)[];

export type TracedCapture =
  | {
      readonly kind: "page";
      readonly capture: PageCapture;
      readonly page: TracedPage;
      readonly pictures: Pictures;
      /** That came with the page. */
      readonly images: Body | null;
      readonly isOfPrivateHost: boolean;
    }
  | {
      readonly kind: "unchanged";
      readonly cookies: string | undefined;
      /** Of a page that was rendered again. */
      readonly pictures: Pictures;
      /** Of the stored page, blocks that had to be traced in it. */
      readonly page: Pick<TracedPage, "blocks" | "isLayoutLost" | "signs" | "runsScripts" | "wall" | "textLength">;
      /** How well its blocks are found in it, where it was traced only to be seen to be the same. */
      readonly found?: FetchedBlocks;
    }
  | { readonly kind: "failed"; readonly failure: CaptureFailureRecord };

/** What became of a page and its blocks, and by which fetcher the page is captured from now on. */
export type Traced = TracedCapture & { readonly decision: FetcherDecision };

const NO_PICTURES: Pictures = { page: null, blocks: new Map() };

export async function captureAndTrace(work: CheckWork, parts: CheckParts): Promise<Traced> {
  const { source, fetcher: decision } = work.page;
  const now = parts.now();
  const by = (fetcher: Fetcher) => traceOnce(work, fetcher, parts);
  const plan = planFetch({ choice: source.fetcher, hasSteps: source.steps.length > 0, decision, now });
  if (plan === "browser" || plan === "own-browser") return { ...(await by(plan)), decision };
  if (plan === "browser-first" && work.blocks.length === 0) return renderedElseRaw(by, decision, now);
  const raw = await by("http");
  if (plan !== "browser-first" && raw.kind === "unchanged" && isAsSeen(work, raw)) return { ...raw, decision };
  if (isFeed(raw, work)) return { ...raw, decision };
  if (plan === "browser-first" || plan === "both") return betterOf(raw, work, parts);
  const result = fetchResultOf(raw, work);
  const needsRendered = source.fetcher === "auto" && needsBrowser(result, decision, now);
  if (needsRendered && parts.isOpening && canBeShownRaw(result)) return { ...raw, decision: renderNext(result, now) };
  if (needsRendered) return betterOf(raw, work, parts);
  return { ...raw, decision: decideFetcher({ decision, raw: result, rendered: null, now }) };
}

/** The raw page or the rendered one, by what is followed in them. */
async function betterOf(raw: TracedCapture, work: CheckWork, parts: CheckParts): Promise<Traced> {
  const { fetcher: decision } = work.page;
  const now = parts.now();
  const rendered = await traceOnce(work, "browser", { ...parts, saidRaw: saidAsBefore(raw, work) });
  const results = { raw: fetchResultOf(raw, work), rendered: fetchResultOf(rendered, work) };
  const decided =
    raw.kind === "failed" && rendered.kind !== "failed" && decision.reason === "made-by-scripts"
      ? afterTrying(decision, true, now)
      : decideFetcher({ decision, ...results, now });
  return { ...(decided.fetcher === "browser" ? rendered : raw), decision: decided };
}

/** Where nothing is followed yet: the raw page only where no browser shows more than a wall. */
async function renderedElseRaw(
  by: (fetcher: Fetcher) => Promise<TracedCapture>,
  decision: FetcherDecision,
  now: number,
): Promise<Traced> {
  const rendered = await by("browser");
  if (rendered.kind !== "failed" && !rendered.page.wall) {
    return { ...rendered, decision: afterTrying(decision, true, now) };
  }
  const raw = await by("http");
  const isRendered = rendered.kind !== "failed" && !isWallBeside(rendered, raw);
  return { ...(isRendered ? rendered : raw), decision: afterTrying(decision, isRendered, now) };
}

/** A page that asks for consent as well says as much as it does without a browser; a wall in its place says less. */
function isWallBeside({ page }: Exclude<TracedCapture, { kind: "failed" }>, raw: TracedCapture): boolean {
  if (!page.wall || raw.kind === "failed" || raw.page.wall || raw.page.textLength === undefined) return false;
  return (page.textLength ?? 0) < raw.page.textLength;
}

/** Blocks that still say without a browser what they said: what a browser shows of them otherwise is no news. */
function saidAsBefore(raw: TracedCapture, { previous, blocks }: CheckWork): ReadonlySet<BlockId> {
  if (previous?.fetcher !== "http" || raw.kind === "failed") return new Set();
  const traced = new Map(raw.page.blocks.map((block) => [block.blockId, block.content?.difference]));
  const same = blocks.filter((followed) => {
    const { block, latest } = followed;
    if (latest?.verdict.kind !== "found" || isWaiting(followed, previous.id)) return false;
    const difference = traced.has(block.id) || raw.kind === "page" ? traced.get(block.id) : "none";
    return difference === "none" || difference === "quiet";
  });
  return new Set(same.map(({ block }) => block.id));
}

/** With what the raw page has told of the blocks, where it was looked at before. */
interface LookParts extends CheckParts {
  readonly saidRaw?: ReadonlySet<BlockId>;
}

async function traceOnce(work: CheckWork, fetcher: Fetcher, parts: LookParts): Promise<TracedCapture> {
  const { store, holder, inBackground } = parts;
  const { page, previous } = work;
  const { source, privateTo } = page;
  parts.onStage?.(fetcher === "http" ? "fetching" : "rendering");
  await using captured = await parts.capture({
    source,
    privateTo,
    fetcher,
    holder,
    inBackground,
    previous: previous?.fetcher === fetcher ? previousOf(previous) : null,
    cookies: source.keepCookies ? ((await store.checks.cookies(page.id)) ?? "") : null,
  });
  switch (captured.kind) {
    case "page":
      // awaited here: the page is closed when this function is left; somebody who opens it sees what is offered of it
      return await tracePage(work, captured, {
        ...parts,
        wantsPicture: parts.isOpening === true && previous?.picture == null,
      });
    case "unchanged":
      return { ...captured, pictures: NO_PICTURES, page: await traceWaiting(work, parts) };
    case "failed":
      return { kind: "failed", failure: captured.failure };
  }
}

/** The list of a feed is where we put it, whatever is in it, even where that is nothing. */
function listsIn(blocks: readonly FollowedBlock[]): readonly KnownBlock[] {
  const lists = blocks.filter(({ block }) => block.pick.path === FEED_PATH && block.pick.extent === "one");
  return lists.map(({ block }) => ({ blockId: block.id, path: block.pick.path }));
}

function previousOf({ finalUrl, headers, sourceHash, feed }: NonNullable<CheckWork["previous"]>) {
  return { finalUrl, headers, bodyHash: sourceHash, isFeed: feed !== null };
}

/** A browser shows a feed as a text with angle brackets: there is nothing to be gained from one. */
function isFeed(raw: TracedCapture, { previous }: CheckWork): boolean {
  return raw.kind === "page" ? raw.capture.feed != null : previous?.feed != null;
}

async function tracePage(
  work: CheckWork,
  captured: CapturedPage,
  parts: LookParts & { readonly wantsPicture: boolean },
): Promise<TracedCapture> {
  const { previous } = work;
  const { finalUrl, by, cookies } = captured.capture;
  const traced = await traceAndPicture(work, captured, parts);
  if (traced.kind === "failed") return traced;
  const isSame = previous?.html === traced.page.html.hash && previous.finalUrl === finalUrl && previous.fetcher === by;
  // whoever picks from it sees what the page shows, also beside the blocks that were followed
  const isShownAnew = parts.isOpening && (traced.images?.hash ?? null) !== previous?.images;
  if (!isSame || isShownAnew) return traced;
  const { signs, blocks } = traced.page;
  const waiting = await traceWaiting(work, { ...parts, isOpening: false });
  const page = { ...waiting, signs };
  return { kind: "unchanged", cookies, pictures: traced.pictures, page, found: blocks.map(foundNow) };
}

/** What is more than a worker thread takes, or goes away while it is pictured, could not be captured. */
async function traceAndPicture(
  work: CheckWork,
  captured: CapturedPage,
  parts: LookParts & { readonly wantsPicture: boolean },
): Promise<Extract<TracedCapture, { kind: "page" | "failed" }>> {
  const { previous, blocks } = work;
  const { capture, tree } = captured;
  const { html, finalUrl, by } = capture;
  try {
    parts.onStage?.("reading");
    // what a feed looks like is ours: it is never redesigned
    const isComparable = previous?.fetcher === by && !capture.feed;
    const before = isComparable ? await pageBefore(work, parts.store) : null;
    const isRendered = by === "browser" || (by === "own-browser" && tree?.boxes != null);
    const content = { html, tree, layout: layoutOf(tree), finalUrl, previous: before };
    // nothing is followed yet, or somebody wants to pick something else: all of the page is to be there
    const wantsSigns = !isRendered && (blocks.length === 0 || parts.isOpening);
    const known = capture.feed ? listsIn(blocks) : undefined;
    const page = await traceBlocks({ ...content, known, isRendered, wantsSigns }, blocks, parts);
    const pictures = {
      blocks: await captured.picturesOf(isRendered ? await picturedPaths(work.blocks, page.blocks, parts.store) : []),
      page: parts.wantsPicture ? await captured.picture() : null,
    };
    const { isOfPrivateHost = false } = captured;
    const images = await imagesOf(captured, page.blocks, { ...parts, work });
    return { kind: "page", capture, page, pictures, images, isOfPrivateHost };
  } catch (failure) {
    if (!(failure instanceof TraceFailure || failure instanceof CaptureFailure)) throw failure;
    return { kind: "failed", failure: failure.toRecord() };
  }
}

interface KeepingImages extends Pick<CheckParts, "workers" | "isOpening"> {
  readonly work: CheckWork;
}

/** Those of the followed blocks; of the whole page where nothing of it is followed yet, or somebody wants to pick. */
async function imagesOf(
  { images, filesOf }: CapturedPage,
  traced: readonly TracedBlock[],
  { workers, isOpening, work }: KeepingImages,
): Promise<Body | null> {
  if (images !== undefined || !filesOf) return images ?? null;
  const alike = new Set(work.blocks.filter(({ block }) => block.pick.extent === "alike").map(({ block }) => block.id));
  const paths = traced.flatMap(({ blockId, verdict }) => {
    if (verdict.kind !== "found") return [];
    // those beside it belong to it
    return alike.has(blockId) ? [parentOf(verdict.path)] : [verdict.path];
  });
  try {
    const files = await filesOf(paths, isOpening === true || paths.length === 0);
    return files.length === 0 ? null : await workers.keepImages(files);
  } catch (failure) {
    // the page has gone elsewhere meanwhile: it is captured all the same
    if (failure instanceof CaptureFailure) return null;
    throw failure;
  }
}

function parentOf(path: BlockPath): BlockPath {
  return BlockPath.safeParse(path.slice(0, Math.max(0, path.lastIndexOf("/")))).data ?? path;
}

/** Where no outline of it was kept, the whole page. */
async function pageBefore({ previous, layers }: CheckWork, store: Store): Promise<PageBefore | null> {
  if (layers !== null) return { layers };
  const html = previous && (await store.bodies.readPacked(previous.html));
  return html && { html };
}

/** In a page that is as it was, only those blocks are traced that have not been, or wait for a second look. */
async function traceWaiting({ previous, blocks }: CheckWork, parts: CheckParts) {
  const waiting = previous ? blocks.filter((followed) => isWaiting(followed, previous.id)) : [];
  const wantsSigns = parts.isOpening === true && previous?.fetcher === "http";
  if (!previous || (waiting.length === 0 && !wantsSigns)) return { blocks: [], isLayoutLost: false, signs: [] };
  const page = await storedPage(parts.store, previous);
  const known = previous.feed ? listsIn(waiting) : undefined;
  return traceBlocks({ ...page, previous: null, known, wantsSigns }, waiting, parts);
}

/** The block was not looked for in this capture, is to be found again, or waits for its second look. */
export function isWaiting({ block, latest, follows }: FollowedBlock, captureId: CaptureId): boolean {
  // what was said without a page, unreachable or a wall that somebody has seen, says nothing about this one
  if (!latest || block.seenCaptureId !== captureId || latest.captureId === null) return true;
  if (latest.verdict.kind === "unreachable") return true;
  return latest.looks === 1 && latest.change !== "first" && follows.some(({ quiet }) => quiet.secondLook);
}

/** A page that is as it was gives no reason to fetch it otherwise, unless something of it is not to be seen. */
function isAsSeen({ blocks }: CheckWork, { page }: Extract<TracedCapture, { kind: "unchanged" }>): boolean {
  return page.signs.length === 0 && !blocks.some(({ latest }) => isBlankVerdict(latest?.verdict));
}

/** How well the blocks were found, in the order of the page's blocks. */
function fetchResultOf(traced: TracedCapture, work: CheckWork): FetchResult {
  if (traced.kind === "failed") return { kind: traced.failure.code === "blocked" ? "wall" : "failed" };
  const { blocks, signs, runsScripts } = traced.page;
  if (traced.kind === "unchanged") {
    return { kind: "page", found: traced.found ?? work.blocks.map(lastFound), signs, runsScripts };
  }
  if (blocks.length > 0 && blocks.every(({ verdict }) => verdict.kind === "blocked")) return { kind: "wall" };
  return { kind: "page", found: blocks.map(foundNow), signs, runsScripts };
}

function foundNow({ verdict, content }: TracedPage["blocks"][number]): FoundBlock | null {
  if (verdict.kind !== "found" || isBlankVerdict(verdict) || !content) return null;
  const { pictures, drawings, controls } = content.visible;
  return { confidence: verdict.confidence, meaning: content.meaning, visible: pictures + drawings + controls };
}

/** As it was in the same page; nobody knows any more how much there was to see. */
function lastFound({ latest }: FollowedBlock): FoundBlock | null {
  if (latest?.verdict.kind !== "found" || isBlankVerdict(latest.verdict)) return null;
  return { confidence: latest.verdict.confidence, meaning: latest.meaning ?? "", visible: Number.POSITIVE_INFINITY };
}
