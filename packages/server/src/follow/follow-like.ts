/**
 * The block of a follow on another page of the same layout: traced there with what is remembered of it, and learned anew
 * where it is found. Whether the layout is the same is said by the structure of both pages ([dom-structure-similarity]).
 */
import {
  type Block,
  BlockId,
  type BlockPath,
  type Capture,
  type CaptureFailureRecord,
  type FollowId,
  NO_CHANGE_RATE,
  newId,
  type Page,
  PageSource,
  type VerdictRecord,
} from "@tessera/model";
import { type FollowView, type NewFollow, rememberedOf } from "@tessera/store";
import type { CheckParts } from "../check/check-page.ts";
import { newObservation } from "../check/compare.ts";
import { storedPage, type TracedPage, traceBlocks } from "../check/trace-blocks.ts";
import { newFeedKey } from "../people/tokens.ts";
import { withoutFragment } from "../trace/links-away.ts";
import { captureFor, ensurePage, firstOf, followRecord } from "./follow-block.ts";
import { memoryIn } from "./look-again.ts";

export interface LikeRequest {
  /** The follow whose block is looked for. */
  readonly original: FollowView;
  readonly source: PageSource;
  /** Also on a page of another layout. */
  readonly insists: boolean;
}

interface Measured {
  readonly similarity: number | null;
}

export type LikeOutcome =
  /** To be stored: found for sure, or with a question. */
  | ({ readonly kind: "found" | "asks"; readonly start: NewFollow } & Measured)
  | ({ readonly kind: "already"; readonly followId: FollowId } & Measured)
  | ({ readonly kind: "other-layout" | "missing" } & Measured)
  | { readonly kind: "unreachable"; readonly failure: CaptureFailureRecord };

/** Of one page; nobody follows more blocks of one than this. */
const MAX_ON_PAGE = 200;

/**
 * How the pages of a template are fetched: like the one of the follow where they are on its origin. Elsewhere nobody is sent
 * its cookies, headers and secrets, and nothing is typed for it.
 */
export function sourceLike({ page }: Pick<FollowView, "page">, url: PageSource["url"]): PageSource {
  const { source } = page;
  // what scripts make of one page they make of the others
  const fetcher = page.fetcher.fetcher === "browser" ? "browser" : source.fetcher;
  const isSameOrigin = new URL(url).origin === new URL(source.url).origin;
  return isSameOrigin ? { ...source, url, fetcher } : PageSource.parse({ url, fetcher });
}

export async function followLike(request: LikeRequest, parts: CheckParts): Promise<LikeOutcome> {
  const { original, source, insists } = request;
  const { personId } = original.follow;
  const page = await ensurePage(source, personId, parts);
  if (page.id === original.page.id) return { kind: "already", followId: original.follow.id, similarity: 1 };
  const capture = await captureFor({ personId, captureId: null }, page.id, parts);
  if ("code" in capture) return { kind: "unreachable", failure: capture };
  const { change, title, blocks } = await traceIn(original, capture, parts);
  const similarity = change?.similarity ?? null;
  const verdict = blocks[0]?.verdict;
  if (!verdict || verdict.kind === "unreachable") return { kind: "missing", similarity };
  if (verdict.kind === "blocked") return { kind: "unreachable", failure: blockedBy(verdict.reason) };
  if (change?.kind === "redesign" && !insists) return { kind: "other-layout", similarity };
  const path = verdict.kind === "found" ? verdict.path : verdict.candidates[0]?.path;
  // one that the tracer says is gone has only what it is not like
  if (!path || verdict.kind === "gone") return { kind: "missing", similarity };
  const known = await followedAt(path, { page, original }, parts);
  if (known) return { kind: "already", followId: known, similarity };
  const place = { page, capture, path, title: ownTitle(title, original.page.title) };
  // nothing says that the layout is the same where the page of the original is no longer kept: the person is asked
  const isSure = verdict.kind === "found" && (change !== null || insists);
  const doubt = verdict.kind === "found" ? doubted(verdict) : verdict;
  const start = isSure
    ? await startFound(original, place, parts)
    : await startAsking(original, { ...place, verdict: doubt, remembered: blocks[0]?.remembered ?? null }, parts);
  if (!start) return { kind: "missing", similarity };
  return { kind: isSure ? "found" : "asks", start, similarity };
}

type Unsure = Extract<VerdictRecord, { kind: "unsure" }>;

/** The same as a question, with what was found as its first candidate. */
function doubted({ path, confidence, candidates, tracer }: Extract<VerdictRecord, { kind: "found" }>): Unsure {
  const first = candidates.find((each) => each.path === path) ?? { path, score: confidence, excerpt: "" };
  const others = candidates.filter((each) => each.path !== path);
  return { kind: "unsure", confidence, candidates: [first, ...others], ...(tracer === undefined ? {} : { tracer }) };
}

function blockedBy(reason: string): CaptureFailureRecord {
  return { code: "refused", retry: "later", message: `the page shows something else in its place (${reason})` };
}

/** The block looked for in the capture, and how like the structures of the two pages are. */
async function traceIn(original: FollowView, capture: Capture, parts: CheckParts): Promise<TracedPage> {
  const { store, workers } = parts;
  const { block, latestFound } = original;
  const seen = await store.checks.capture(latestFound?.captureId ?? block.firstCaptureId);
  const html = seen && (await store.bodies.readPacked(seen.html));
  const remembered = await store.checks.block(block.id);
  const memories = new Map(remembered ? [[block.id, rememberedOf(remembered)]] : []);
  const followed = { block, latest: null, latestFound: null, doubts: [], follows: [] };
  const isRendered = capture.layout !== null;
  const content = { ...(await storedPage(store, capture)), previous: html ? { html } : null, isRendered };
  return traceBlocks(content, [followed], { store, workers, memories });
}

/** What this person follows there already, also where that page is fetched in another way, as whoever picks from it decides. */
async function followedAt(
  path: BlockPath,
  { page, original }: { readonly page: Page; readonly original: FollowView },
  { store }: CheckParts,
): Promise<FollowId | null> {
  // as it stands in a stored source, whole or with a place on the page behind it
  const url = JSON.stringify(withoutFragment(new URL(page.source.url))).slice(0, -1);
  const lists = await Promise.all(
    [`${url}"`, `${url}#`].map((words) => store.follows.list(original.follow.personId, { words, limit: MAX_ON_PAGE })),
  );
  const same = lists
    .flatMap(({ items }) => items)
    .filter((view) => view.page.privateTo === page.privateTo)
    .find(({ block }) => block.path === path && block.pick.extent === original.block.pick.extent);
  return same?.follow.id ?? null;
}

interface LikePlace {
  readonly page: Page;
  readonly capture: Capture;
  readonly path: BlockPath;
  /** What tells the page from the others of its kind. */
  readonly title: string;
}

/** As if the person had pointed at it there. */
async function startFound(
  original: FollowView,
  { page, capture, path, title }: LikePlace,
  parts: CheckParts,
): Promise<NewFollow | null> {
  const { store, workers } = parts;
  const now = parts.now();
  const { intent, extent, tracer, cuts, ignored } = original.block.pick;
  const learned = await workers.learnBlock({
    ...(await storedPage(store, capture)),
    wish: { kind: "path", path },
    pick: { intent, extent, ...(tracer && { tracer }) },
    cutPaths: [],
    known: { cuts, ignored },
  });
  if (learned.kind !== "learned") return null;
  await store.bodies.put(learned.content.body, now);
  const { block, observation } = firstOf(learned, capture, now);
  return { follow: likeFollow(original, { page, title: title || learned.title, now }), block, observation, dueAt: now };
}

interface AskingPlace extends LikePlace {
  readonly verdict: Unsure;
  readonly remembered: Parameters<typeof memoryIn>[0];
}

/** With the memory of the original, until the person has said which it is. */
async function startAsking(
  original: FollowView,
  { page, capture, path, title, verdict, remembered }: AskingPlace,
  { store, now: clock }: CheckParts,
): Promise<NewFollow | null> {
  const now = clock();
  const known = await store.checks.block(original.block.id);
  const memory = memoryIn(remembered) ?? known?.memory;
  if (!memory) return null;
  const id = newId(BlockId, now);
  const observation = newObservation({ id }, { captureId: capture.id, now, verdict, change: "first", content: null });
  const block: Block = {
    id,
    pageId: page.id,
    pick: { ...original.block.pick, path },
    firstCaptureId: capture.id,
    memory,
    lessons: 0,
    dynamics: null,
    rate: NO_CHANGE_RATE,
    path,
    seenCaptureId: capture.id,
    verdict: "unsure",
    latestObservationId: observation.id,
    latestFoundId: null,
    createdAt: now,
  };
  const follow = likeFollow(original, { page, title: title || original.follow.title, now });
  return { follow, block, observation, dueAt: now };
}

/** Told, kept and checked like the original. */
function likeFollow(
  { follow }: FollowView,
  { page, title, now }: { readonly page: Page; readonly title: string; readonly now: number },
): NewFollow["follow"] {
  const { personId, schedule, retention, conditions, quiet, channels, tags } = follow;
  const options = { schedule, retention, conditions, quiet, channels, layout: null, tags };
  return followRecord({ personId, pageId: page.id, title: title.slice(0, 300), options, feedKey: newFeedKey(), now });
}

const SPACES = /\s+/g;
const SEPARATOR = / [|–—·•:»«-]+ /;

/** A title without what two pages have in common at its ends: the name of the site, of the shelf. @internal */
export function ownTitle(title: string, other: string): string {
  const partsOf = (text: string): string[] => text.trim().replace(SPACES, " ").split(SEPARATOR);
  const [own, others] = [partsOf(title), partsOf(other)];
  while (own.length > 1 && own.at(-1) === others.at(-1)) {
    own.pop();
    others.pop();
  }
  while (own.length > 1 && own[0] === others[0]) {
    own.shift();
    others.shift();
  }
  return own.join(" – ");
}
