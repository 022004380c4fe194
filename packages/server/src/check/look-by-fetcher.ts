/** A page looked at with the cheapest fetcher that works: raw first, rendered where the blocks are not found in it. */
import { decideFetcher, type FetchResult, needsBrowser, type PageCapture, planFetch } from "@tessera/capture";
import type { BlockPath, CaptureFailureRecord, Fetcher, FetcherDecision } from "@tessera/model";
import type { CheckWork } from "@tessera/store";
import type { PageTrace, TracedBlock } from "../trace/page-job.ts";
import { TraceFailure } from "../workers/trace-workers.ts";
import type { CapturePage, OpenPage } from "./capture-page.ts";

/** What a look at a page gave, whichever way it was fetched. */
export type PageLook =
  | {
      readonly kind: "page";
      readonly capture: PageCapture;
      readonly picture: Uint8Array | null;
      readonly pictures: ReadonlyMap<string, Uint8Array>;
      readonly result: TracedPage;
    }
  | {
      readonly kind: "unchanged";
      readonly cookies: string | undefined;
      /** Of the page, where it was rendered again. */
      readonly picture: Uint8Array | null;
      /** By the path of the block. */
      readonly pictures: ReadonlyMap<string, Uint8Array>;
    }
  | { readonly kind: "failed"; readonly failure: CaptureFailureRecord };

/** A page in which every block was looked for with a memory that its tracer could read. */
export interface TracedPage extends PageTrace {
  readonly blocks: readonly TracedBlock[];
}

export interface LookParts {
  readonly capture: CapturePage;
  /** Looks for all blocks of the page in a capture, in a worker thread. */
  readonly trace: (page: OpenPage) => Promise<TracedPage>;
  readonly cookies: string | null;
  /** Whether a picture of the whole page is wanted: somebody asked for this look. */
  readonly wantsPicture: boolean;
  readonly now: number;
}

export interface DecidedLook {
  readonly look: PageLook;
  readonly decision: FetcherDecision;
}

export async function lookByFetcher(work: CheckWork, parts: LookParts): Promise<DecidedLook> {
  const { source, fetcher: decision } = work.page;
  const { now } = parts;
  const plan = planFetch({ choice: source.fetcher, hasSteps: source.steps.length > 0, decision, now });
  if (plan === "browser") return { look: await lookOnce(work, "browser", parts), decision };
  const raw = await lookOnce(work, "http", parts);
  if (raw.kind === "unchanged") return { look: raw, decision };
  const wantsRendered =
    plan === "both" || (source.fetcher === "auto" && needsBrowser(fetchResultOf(raw), decision, now));
  if (!wantsRendered)
    return { look: raw, decision: decideFetcher({ decision, raw: fetchResultOf(raw), rendered: null, now }) };
  const rendered = await lookOnce(work, "browser", parts);
  const decided = decideFetcher({ decision, raw: fetchResultOf(raw), rendered: fetchResultOf(rendered), now });
  return { look: decided.fetcher === "browser" && rendered.kind === "page" ? rendered : raw, decision: decided };
}

async function lookOnce(work: CheckWork, fetcher: Fetcher, parts: LookParts): Promise<PageLook> {
  const { page, previous, blocks } = work;
  // the same page is traced once: while it is still open in the browser, where pictures are wanted of it
  let looked: Promise<TracedPage | CaptureFailureRecord> | null = null;
  const look = (open: OpenPage): Promise<TracedPage | CaptureFailureRecord> => {
    looked ??= traced(open, parts);
    return looked;
  };
  const captured = await parts.capture({
    source: page.source,
    privateTo: page.privateTo,
    fetcher,
    previous:
      previous?.fetcher === fetcher
        ? { finalUrl: previous.finalUrl, headers: previous.headers, bodyHash: previous.sourceHash }
        : null,
    cookies: parts.cookies,
    wantsPicture: parts.wantsPicture,
    pictured: fetcher === "browser" && blocks.length > 0 ? async (open) => picturedPaths(work, await look(open)) : null,
  });
  if (captured.kind === "unchanged") return { ...captured, picture: null, pictures: new Map() };
  if (captured.kind !== "page") return captured;
  const { html, finalUrl } = captured.capture;
  const result = await look({ html, layout: captured.layout, finalUrl });
  if ("code" in result) return { kind: "failed", failure: result };
  const isSame = previous?.html === result.html.hash && previous.finalUrl === finalUrl;
  const { picture, pictures } = captured;
  if (isSame && previous.fetcher === fetcher)
    return { kind: "unchanged", cookies: captured.capture.cookies, picture, pictures };
  return { kind: "page", capture: captured.capture, picture, pictures, result };
}

/** Where the blocks are that begin an observation, change what it shows, or have no picture yet. */
function picturedPaths({ blocks }: CheckWork, result: TracedPage | CaptureFailureRecord): readonly BlockPath[] {
  if ("code" in result) return [];
  const bare = new Set(blocks.flatMap(({ block, latest }) => (latest?.picture === null ? [block.id] : [])));
  return result.blocks.flatMap(({ blockId, verdict, content }) =>
    verdict.kind === "found" && (content?.difference !== "none" || bare.has(blockId)) ? [verdict.path] : [],
  );
}

/** The sight, or why this page is more than a worker thread can take. */
async function traced(page: OpenPage, { trace }: LookParts): Promise<TracedPage | CaptureFailureRecord> {
  try {
    return await trace(page);
  } catch (failure) {
    if (failure instanceof TraceFailure) return failure.toRecord();
    throw failure;
  }
}

/** How well the blocks were found, in the order of the page's blocks. */
function fetchResultOf(look: PageLook): FetchResult {
  if (look.kind === "failed" && look.failure.code === "blocked") return { kind: "wall" };
  if (look.kind !== "page") return { kind: "failed" };
  const { blocks, isBare } = look.result;
  // nothing is followed yet: somebody opens the page to pick from it, and a page that scripts make is not there yet
  if (blocks.length === 0) return { kind: "page", found: [isBare && look.capture.by === "http" ? null : 1] };
  if (blocks.every(({ verdict }) => verdict.kind === "blocked")) return { kind: "wall" };
  return {
    kind: "page",
    found: blocks.map(({ verdict }) => (verdict.kind === "found" ? verdict.confidence : null)),
  };
}
