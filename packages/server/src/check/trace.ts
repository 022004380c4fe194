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
  type CaptureFailureRecord,
  type CaptureId,
  type Fetcher,
  type FetcherDecision,
  isBlankVerdict,
} from "@tessera/model";
import { CaptureFailure } from "@tessera/network";
import type { Body, CheckWork, FollowedBlock, Store } from "@tessera/store";
import type { PageBefore } from "../trace/page-job.ts";
import { TraceFailure } from "../workers/trace-workers.ts";
import type { CapturedPage } from "./capture.ts";
import type { CheckParts } from "./check-page.ts";
import { picturedPaths } from "./pictured.ts";
import { layoutOf, storedPage, type TracedPage, traceBlocks } from "./trace-blocks.ts";

export interface Pictures {
  /** Of the whole page. */
  readonly page: Uint8Array | null;
  /** By the path of the block. */
  readonly blocks: ReadonlyMap<string, Uint8Array>;
}

export type TracedCapture =
  | {
      readonly kind: "page";
      readonly capture: PageCapture;
      readonly page: TracedPage;
      readonly pictures: Pictures;
      /** That came with the page. */
      readonly images: Body | null;
    }
  | {
      readonly kind: "unchanged";
      readonly cookies: string | undefined;
      /** Of a page that was rendered again. */
      readonly pictures: Pictures;
      /** Of the stored page, blocks that had to be traced in it. */
      readonly page: Pick<TracedPage, "blocks" | "isLayoutLost" | "signs" | "runsScripts">;
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
  if (plan === "browser-first") return renderedElseRaw(by, decision, now);
  const raw = await by("http");
  if (raw.kind === "unchanged" && isAsSeen(work, raw)) return { ...raw, decision };
  const result = fetchResultOf(raw, work);
  const needsRendered = source.fetcher === "auto" && needsBrowser(result, decision, now);
  if (needsRendered && parts.isOpening && canBeShownRaw(result)) return { ...raw, decision: renderNext(result, now) };
  if (plan !== "both" && !needsRendered) {
    return { ...raw, decision: decideFetcher({ decision, raw: result, rendered: null, now }) };
  }
  const rendered = await by("browser");
  const decided = decideFetcher({ decision, raw: result, rendered: fetchResultOf(rendered, work), now });
  const isRendered = decided.fetcher === "browser" && rendered.kind === "page";
  return { ...(isRendered ? rendered : raw), decision: decided };
}

async function renderedElseRaw(
  by: (fetcher: Fetcher) => Promise<TracedCapture>,
  decision: FetcherDecision,
  now: number,
): Promise<Traced> {
  const rendered = await by("browser");
  const isRendered = rendered.kind !== "failed";
  return { ...(isRendered ? rendered : await by("http")), decision: afterTrying(decision, isRendered, now) };
}

async function traceOnce(work: CheckWork, fetcher: Fetcher, parts: CheckParts): Promise<TracedCapture> {
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

function previousOf({ finalUrl, headers, sourceHash }: NonNullable<CheckWork["previous"]>) {
  return { finalUrl, headers, bodyHash: sourceHash };
}

async function tracePage(
  work: CheckWork,
  captured: CapturedPage,
  parts: CheckParts & { readonly wantsPicture: boolean },
): Promise<TracedCapture> {
  const { previous } = work;
  const { finalUrl, by, cookies } = captured.capture;
  const traced = await traceAndPicture(work, captured, parts);
  if (traced.kind === "failed") return traced;
  const isSame = previous?.html === traced.page.html.hash && previous.finalUrl === finalUrl && previous.fetcher === by;
  if (!isSame) return traced;
  const { signs } = traced.page;
  const waiting = await traceWaiting(work, { ...parts, isOpening: false });
  return { kind: "unchanged", cookies, pictures: traced.pictures, page: { ...waiting, signs } };
}

/** What is more than a worker thread takes, or goes away while it is pictured, could not be captured. */
async function traceAndPicture(
  work: CheckWork,
  captured: CapturedPage,
  parts: CheckParts & { readonly wantsPicture: boolean },
): Promise<Extract<TracedCapture, { kind: "page" | "failed" }>> {
  const { previous, blocks } = work;
  const { capture, tree } = captured;
  const { html, finalUrl, by } = capture;
  try {
    parts.onStage?.("reading");
    const before = previous?.fetcher === by ? await pageBefore(work, parts.store) : null;
    const isRendered = by === "browser" || (by === "own-browser" && tree?.boxes != null);
    const content = { html, tree, layout: layoutOf(tree), finalUrl, previous: before };
    // nothing is followed yet, or somebody wants to pick something else: all of the page is to be there
    const wantsSigns = !isRendered && (blocks.length === 0 || parts.isOpening);
    const page = await traceBlocks({ ...content, isRendered, wantsSigns }, blocks, parts);
    const pictures = {
      blocks: await captured.picturesOf(isRendered ? await picturedPaths(work.blocks, page.blocks, parts.store) : []),
      page: parts.wantsPicture ? await captured.picture() : null,
    };
    return { kind: "page", capture, page, pictures, images: captured.images ?? null };
  } catch (failure) {
    if (!(failure instanceof TraceFailure || failure instanceof CaptureFailure)) throw failure;
    return { kind: "failed", failure: failure.toRecord() };
  }
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
  return traceBlocks({ ...page, previous: null, wantsSigns }, waiting, parts);
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
  if (traced.kind === "unchanged") return { kind: "page", found: work.blocks.map(lastFound), signs, runsScripts };
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
