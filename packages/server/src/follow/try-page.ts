/** A page captured as it would be with other settings: what came, and whether the blocks are there; nothing is kept. */
import type { CaptureFailureRecord, Fetcher, FollowId, PageSource, PersonId, VerdictRecord } from "@tessera/model";
import { CaptureFailure } from "@tessera/network";
import type { FollowView } from "@tessera/store";
import type { CapturedPage } from "../check/capture.ts";
import type { CheckParts } from "../check/check-page.ts";
import { layoutOf, traceBlocks } from "../check/trace-blocks.ts";
import { TraceFailure } from "../workers/trace-workers.ts";

export interface TryRequest {
  readonly personId: PersonId;
  readonly source: PageSource;
  /** What is followed on the page, to be looked for. */
  readonly views: readonly FollowView[];
  /** The way to try first where either may be right. */
  readonly first: Fetcher;
  /** This process has one. */
  readonly hasBrowser: boolean;
}

export interface TriedBlock {
  readonly followId: FollowId;
  readonly title: string;
  readonly verdict: VerdictRecord["kind"];
  readonly excerpt: string;
}

export interface Tried {
  readonly fetcher: Fetcher;
  readonly failure: CaptureFailureRecord | null;
  readonly tookMs: number;
  readonly page: {
    readonly status: number;
    readonly finalUrl: string;
    readonly bytes: number;
    readonly title: string;
    readonly html: string;
  } | null;
  /** Of a page that was rendered: once it was open, and after each step that worked. */
  readonly pictures: readonly Uint8Array[];
  readonly blocks: readonly TriedBlock[];
}

const LONGEST_EXCERPT = 200;

export async function tryPage(request: TryRequest, parts: CheckParts): Promise<Tried> {
  const { source, first, hasBrowser, views } = request;
  const needsBrowser = source.fetcher === "browser" || source.steps.length > 0;
  const asked = source.fetcher === "auto" ? first : source.fetcher;
  const isOwn = source.fetcher === "own-browser";
  const tried = await tryBy(needsBrowser && !isOwn ? "browser" : asked, request, parts);
  const isBetterTried = source.fetcher === "auto" && tried.fetcher === "http" && tried.failure === null && hasBrowser;
  const isMissing = views.length > 0 && tried.blocks.some(({ verdict }) => verdict !== "found");
  return isBetterTried && isMissing ? tryBy("browser", request, parts) : tried;
}

async function tryBy(fetcher: Fetcher, { personId, source, views }: TryRequest, parts: CheckParts): Promise<Tried> {
  const started = performance.now();
  const pictures: Uint8Array[] = [];
  await using captured = await parts.capture({
    source,
    privateTo: personId,
    fetcher,
    holder: parts.holder,
    previous: null,
    // as at the first capture: what a page has kept is not changed by trying
    cookies: source.keepCookies ? "" : null,
    onPicture: (picture) => pictures.push(picture),
  });
  const tookMs = Math.round(performance.now() - started);
  const nothing = { fetcher, tookMs, pictures, page: null, blocks: [] };
  if (captured.kind === "failed") return { ...nothing, failure: captured.failure };
  if (captured.kind !== "page") throw new RangeError("a capture without one before cannot be unchanged");
  try {
    const { title, blocks } = await look(captured, views, parts);
    const { status, finalUrl, bytesOnWire: bytes, html } = captured.capture;
    const page = { status, finalUrl, bytes, title, html };
    return { ...nothing, failure: null, page, blocks };
  } catch (failure) {
    if (!(failure instanceof TraceFailure || failure instanceof CaptureFailure)) throw failure;
    return { ...nothing, failure: failure.toRecord() };
  }
}

async function look(
  { capture, tree }: CapturedPage,
  views: readonly FollowView[],
  parts: CheckParts,
): Promise<{ readonly title: string; readonly blocks: readonly TriedBlock[] }> {
  const followed = views.map(({ block, latest, latestFound }) => ({
    block,
    latest,
    latestFound,
    doubts: [],
    follows: [],
  }));
  const { html, finalUrl, by } = capture;
  const page = { html, tree, layout: layoutOf(tree), finalUrl, previous: null, isRendered: by === "browser" };
  const traced = await traceBlocks(page, followed, parts);
  const blocks = views.map(({ follow, block }): TriedBlock => {
    const seen = traced.blocks.find(({ blockId }) => blockId === block.id);
    const excerpt = seen?.content?.excerpt.slice(0, LONGEST_EXCERPT) ?? "";
    return { followId: follow.id, title: follow.title, verdict: seen?.verdict.kind ?? "gone", excerpt };
  });
  return { title: traced.title, blocks };
}
