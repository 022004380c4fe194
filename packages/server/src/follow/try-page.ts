/** A page captured as it would be with other settings: what came, and whether the blocks are there; nothing is kept. */
import {
  type CaptureFailureRecord,
  type Fetcher,
  type FollowId,
  isBlankVerdict,
  type PageSource,
  type PersonId,
  type VerdictRecord,
} from "@tessera/model";
import { CaptureFailure } from "@tessera/network";
import type { FollowView } from "@tessera/store";
import type { CapturedPage } from "../check/capture.ts";
import type { CheckParts } from "../check/check-page.ts";
import { traceBlocks } from "../check/trace-blocks.ts";
import type { NewSecret } from "../people/page-secrets.ts";
import { layoutOf } from "../trace/stored-layout.ts";
import { TraceFailure } from "../workers/trace-workers.ts";

export interface TryRequest {
  readonly personId: PersonId;
  readonly source: PageSource;
  /** What is typed but not stored, in place of what is. */
  readonly secrets?: readonly NewSecret[] | undefined;
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
  /** It is there, and nothing of it can be seen. */
  readonly isBlank: boolean;
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

/** With the signs that scripts make parts of it, where nothing on it is followed. */
type TriedOnce = Tried & { readonly signs: readonly string[] };

const LONGEST_EXCERPT = 200;

export async function tryPage(request: TryRequest, parts: CheckParts): Promise<Tried> {
  const { source, first, hasBrowser } = request;
  const needsBrowser = source.fetcher === "browser" || source.steps.length > 0;
  const asked = source.fetcher === "auto" ? first : source.fetcher;
  const isOwn = source.fetcher === "own-browser";
  const tried = await tryBy(needsBrowser && !isOwn ? "browser" : asked, request, parts);
  if (source.fetcher !== "auto" || tried.fetcher !== "http" || !hasBrowser || isWhole(tried)) return tried;
  const rendered = await tryBy("browser", request, parts);
  return rendered.failure === null ? rendered : tried;
}

/** As a check decides: of a page on which nothing is followed all is to be there. What cannot be had at all, no browser has. */
function isWhole({ failure, blocks, signs }: TriedOnce): boolean {
  if (failure) return failure.code !== "blocked";
  return signs.length === 0 && blocks.every(({ verdict, isBlank }) => verdict === "found" && !isBlank);
}

async function tryBy(
  fetcher: Fetcher,
  { personId, source, secrets, views }: TryRequest,
  parts: CheckParts,
): Promise<TriedOnce> {
  const started = performance.now();
  const pictures: Uint8Array[] = [];
  await using captured = await parts.capture({
    source,
    triedSecrets: secrets,
    privateTo: personId,
    fetcher,
    holder: parts.holder,
    previous: null,
    // as at the first capture: what a page has kept is not changed by trying
    cookies: source.keepCookies ? "" : null,
    onPicture: (picture) => pictures.push(picture),
  });
  const tookMs = Math.round(performance.now() - started);
  const nothing = { fetcher, tookMs, pictures, page: null, blocks: [], signs: [] };
  if (captured.kind === "failed") return { ...nothing, failure: captured.failure };
  if (captured.kind !== "page") throw new RangeError("a capture without one before cannot be unchanged");
  try {
    const { title, blocks, signs } = await look(captured, views, parts);
    const { status, finalUrl, bytesOnWire: bytes, html } = captured.capture;
    const page = { status, finalUrl, bytes, title, html };
    return { ...nothing, failure: null, page, blocks, signs };
  } catch (failure) {
    if (!(failure instanceof TraceFailure || failure instanceof CaptureFailure)) throw failure;
    return { ...nothing, failure: failure.toRecord() };
  }
}

async function look(
  { capture, tree }: CapturedPage,
  views: readonly FollowView[],
  parts: CheckParts,
): Promise<{ readonly title: string } & Pick<TriedOnce, "blocks" | "signs">> {
  const followed = views.map(({ block, latest, latestFound }) => ({
    block,
    latest,
    latestFound,
    doubts: [],
    follows: [],
  }));
  const { html, finalUrl, by } = capture;
  const isRendered = by === "browser";
  const wantsSigns = !isRendered && views.length === 0;
  const page = { html, tree, layout: layoutOf(tree), finalUrl, previous: null, isRendered, wantsSigns };
  const traced = await traceBlocks(page, followed, parts);
  const blocks = views.map(({ follow, block }): TriedBlock => {
    const seen = traced.blocks.find(({ blockId }) => blockId === block.id);
    const excerpt = seen?.content?.excerpt.slice(0, LONGEST_EXCERPT) ?? "";
    const { verdict } = seen ?? {};
    const isBlank = isBlankVerdict(verdict);
    return { followId: follow.id, title: follow.title, verdict: verdict?.kind ?? "gone", isBlank, excerpt };
  });
  return { title: traced.title, blocks, signs: traced.signs };
}
