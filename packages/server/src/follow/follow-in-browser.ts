/** Following from the live page: the server tries the page by itself; what it cannot see is followed in the person's browser. */
import {
  type BlockPath,
  type CaptureFailureRecord,
  type FollowOptions,
  type Page,
  PageSource,
  type PersonId,
  type WebUrl,
} from "@tessera/model";
import type { TryReply, WhyNotServer } from "@tessera/model/api";
import type { CheckParts } from "../check/check-page.ts";
import { BROWSER_LEASE_MS, checkUploaded } from "../check/own-browser.ts";
import type { SameBlock } from "../trace/find-same-block.ts";
import type { UploadedPage, UploadedPick } from "../trace/read-upload.ts";
import { TraceFailure } from "../workers/trace-workers.ts";
import { ensurePage, type FollowOutcome, followBlock, type Opened, openPage } from "./follow-block.ts";

export interface TryRequest {
  readonly personId: PersonId;
  readonly url: WebUrl;
  /** Where the block is in the page as the person's browser has it, and what it says there. */
  readonly path: BlockPath;
  readonly text: string;
}

/** Whether the server finds the same block with the same content: raw, and then rendered. */
export async function tryBlock(request: TryRequest, parts: CheckParts): Promise<TryReply> {
  const source = PageSource.parse({ url: request.url });
  const attempt = async () =>
    lookFor(await openPage({ personId: request.personId, source, onStage: () => {} }, parts), request, parts);
  const raw = await attempt();
  // what scripts make comes at the second opening, where this instance has a browser
  return raw.kind === "not-there" && raw.why === "script" ? attempt() : raw;
}

async function lookFor(opened: Opened, { path, text }: TryRequest, parts: CheckParts): Promise<TryReply> {
  if (opened.kind === "failed") return { kind: "not-there", why: whyFailed(opened.failure) };
  const { store, workers } = parts;
  const { capture, page } = opened;
  try {
    const html = (await store.bodies.readText(capture.html)) ?? "";
    const layout = capture.layout && (await store.bodies.read(capture.layout));
    const there = await workers.findSameBlock({ html, layout, path, text });
    if (there.path) return { kind: "same", pageId: page.id, captureId: capture.id, path: there.path };
    return { kind: "not-there", why: whyNotThere(there, page) };
  } catch (failure) {
    if (!(failure instanceof TraceFailure)) throw failure;
    return { kind: "not-there", why: "unreachable" };
  }
}

function whyFailed({ code, status }: CaptureFailureRecord): WhyNotServer {
  if (status === 401) return "login";
  return code === "blocked" || status === 403 || code === "robots" ? "blocked" : "unreachable";
}

function whyNotThere({ wall }: SameBlock, { fetcher }: Page): WhyNotServer {
  if (wall !== null) return wall === "login" ? "login" : "blocked";
  return fetcher.reason === "made-by-scripts" ? "script" : "different";
}

export interface BrowserFollowRequest {
  readonly personId: PersonId;
  readonly page: UploadedPage;
  readonly picked: UploadedPick;
  readonly options: FollowOptions;
  readonly feedKey: string;
}

/** The snapshot is the first capture of a page that only this person's browsers look at. */
export async function followInBrowser(request: BrowserFollowRequest, parts: CheckParts): Promise<FollowOutcome> {
  const { personId, page, picked, options, feedKey } = request;
  const { store } = parts;
  const source = PageSource.parse({ url: page.finalUrl, fetcher: "own-browser" });
  const { id } = await ensurePage(source, personId, parts);
  // a claim of another browser of theirs saw less than this one does now
  const lease = { now: parts.now(), leaseMs: BROWSER_LEASE_MS, holder: "browser:follow", takesOver: true };
  const claim = await store.checks.claimPage(id, lease);
  const outcome = claim && (await checkUploaded(claim, { ...page, way: "tab" }, parts));
  const captureId =
    outcome?.kind === "checked" ? ((await store.pages.findForCheck(id))?.latestCaptureId ?? null) : null;
  if (captureId === null) return { kind: "missing" };
  return followBlock(
    {
      personId,
      source,
      wish: { kind: "path", path: picked.path },
      captureId,
      pick: picked.pick,
      cutPaths: picked.cutPaths,
      title: picked.title ?? null,
      options,
      feedKey,
    },
    parts,
  );
}
