/** Starting to follow: a page is captured where it must be, the block is learned, and both are remembered at once. */
import {
  type Block,
  BlockId,
  type BlockLocator,
  type BlockPath,
  type BlockPick,
  type Capture,
  type CaptureFailureRecord,
  type CaptureId,
  FEED_CONDITIONS,
  FEED_PATH,
  type Follow,
  FollowId,
  type FollowOptions,
  NO_CHANGE_RATE,
  newId,
  type Observation,
  type Page,
  type PageSource,
  type PersonId,
  type VerdictRecord,
} from "@tessera/model";
import type { Body, FollowView, NewFollow, Records } from "@tessera/store";
import { NOT_SEEN } from "../check/capture.ts";
import { type CheckParts, type CheckStage, checkPage } from "../check/check-page.ts";
import { newObservation } from "../check/compare.ts";
import type { Learned } from "../trace/learn-block.ts";
import type { TracedContent } from "../trace/page-job.ts";
import { withShown } from "../trace/trace-block.ts";

export interface FollowRequest {
  readonly personId: PersonId;
  readonly source: PageSource;
  readonly wish: BlockLocator;
  /** The capture that the person saw and picked in; the page as it is now where there is none. */
  readonly captureId: CaptureId | null;
  readonly pick: Omit<BlockPick, "path" | "cuts" | "ignored">;
  /** Elements inside the block to leave out, by their path in the page. */
  readonly cutPaths: readonly BlockPath[];
  /** Elements inside the block to show without telling their changes. */
  readonly ignoredPaths?: readonly BlockPath[];
  /** Null takes what the page calls the block. */
  readonly title: string | null;
  readonly options: FollowOptions;
  /** Nobody has said when to tell: what is usual for a page or a feed. */
  readonly hasUsualConditions?: boolean;
  /** Secret part of the address of its feed. */
  readonly feedKey: string;
}

interface Followed {
  readonly kind: "followed";
  readonly view: FollowView;
  readonly isShared: boolean;
  /** False where this person followed the feed before: it stays as it is. */
  readonly isNew: boolean;
}

type NotFollowed =
  /** The page has no such block. */
  | { readonly kind: "missing" }
  | { readonly kind: "invalid"; readonly message: string }
  | { readonly kind: "unreachable"; readonly failure: CaptureFailureRecord };

export type FollowOutcome = Followed | NotFollowed;

const UNDER_WAY: CaptureFailureRecord = {
  code: "timeout",
  retry: "soon",
  message: "the page is being looked at already; try again",
};

function notSeen(page: Page | null): CaptureFailureRecord {
  return page?.source.fetcher === "own-browser" ? NOT_SEEN : UNDER_WAY;
}

/** Holding the claim longer than any capture and trace can take. */
const CLAIM_MS = 5 * 60_000;

/** A page that was looked at so lately is not fetched again for one more follow. */
const FRESH_MS = 60_000;

/** A block that was found and is to be followed; nothing of the follow is stored yet. */
export interface ReadyFollow {
  readonly start: NewFollow;
  /** What it lists, by the short keys of items, where it is a feed. */
  readonly items: readonly string[] | null;
}

export async function followBlock(request: FollowRequest, parts: CheckParts): Promise<FollowOutcome> {
  const found = await readyToFollow(request, parts);
  if (found.kind !== "ready") return found;
  return parts.store.atOnce((records) => startReady(records, found.ready));
}

/** Everything that takes its time, so that the rest can be one transaction with what belongs to it. */
export async function readyToFollow(
  request: FollowRequest,
  parts: CheckParts,
): Promise<{ readonly kind: "ready"; readonly ready: ReadyFollow } | NotFollowed> {
  const { store, workers } = parts;
  const now = parts.now();
  const page = await ensurePage(request.source, request.personId, parts);
  const seen = await captureFor(request, page.id, parts);
  if ("code" in seen) return { kind: "unreachable", failure: seen };
  const html = await store.bodies.readText(seen.html);
  if (html === null) return { kind: "missing" };
  const learned = await workers.learnBlock({
    html,
    layout: seen.layout && (await store.bodies.read(seen.layout)),
    finalUrl: seen.finalUrl,
    wish: request.wish,
    pick: request.pick,
    cutPaths: request.cutPaths,
    ignoredPaths: request.ignoredPaths ?? [],
  });
  if (learned.kind !== "learned") return learned;
  const { block, observation } = firstOf(learned, seen, now);
  await store.bodies.put(learned.content.body, now);
  const { personId, feedKey } = request;
  const isUsualFeed = seen.feed !== null && request.hasUsualConditions === true;
  const options = isUsualFeed ? { ...request.options, conditions: [...FEED_CONDITIONS] } : request.options;
  const title = request.title ?? (seen.feed ? await titleOfPage(page.id, learned.title, parts) : learned.title);
  const follow = followRecord({ personId, pageId: page.id, title, options, feedKey, now });
  const items = seen.feed ? await itemsIn(learned.content.body, parts) : null;
  return { kind: "ready", ready: { start: { follow, block, observation, dueAt: now }, items } };
}

/** In a transaction. Of a feed that comes twice at once the second finds the first. */
export async function startReady(records: Records, { start, items }: ReadyFollow): Promise<Followed> {
  const { personId } = start.follow;
  // those of one person take turns from here on
  if (items) await records.caps.room(personId);
  const before = items && (await feedFollowed(records, start));
  if (before) return { kind: "followed", view: before, isShared: true, isNew: false };
  const started = await records.follows.start(start);
  // what a feed lists when it is added is no news; what comes from then on is unread
  const marks = { items: items ?? [], isRead: true, by: personId, now: start.follow.createdAt };
  if (items) await records.readItems.mark(personId, started.view.follow.id, marks);
  return { kind: "followed", ...started, isNew: true };
}

/** Of one page; nobody follows more blocks of a feed than this. */
const MAX_ON_PAGE = 200;

/** A feed as a whole is followed once: its items would be unread, and told, as often as it is followed. */
async function feedFollowed({ follows }: Records, { follow, block: { pick } }: NewFollow): Promise<FollowView | null> {
  if (pick.path !== FEED_PATH || pick.cuts.length + pick.ignored.length > 0) return null;
  const { items } = await follows.list(follow.personId, { page: follow.pageId, limit: MAX_ON_PAGE });
  const isWhole = ({ path, cuts, ignored }: BlockPick): boolean =>
    path === FEED_PATH && cuts.length + ignored.length === 0;
  return items.find(({ block }) => isWhole(block.pick) && block.pick.extent === pick.extent) ?? null;
}

/** A feed is called what it calls itself. */
async function titleOfPage(id: Page["id"], otherwise: string, { store }: CheckParts): Promise<string> {
  return (await store.pages.findForCheck(id))?.title.slice(0, 300) || otherwise;
}

async function itemsIn(content: Body, { workers }: CheckParts): Promise<readonly string[]> {
  const [items = []] = await workers.readItems([content]);
  return [...new Set(items.map(({ id }) => id))];
}

export interface FollowToBe extends Pick<Follow, "personId" | "pageId" | "title" | "feedKey"> {
  readonly options: FollowOptions;
  readonly now: number;
}

/** Nothing of it has been seen or told. */
export function followRecord({ options, now, ...rest }: FollowToBe): Omit<Follow, "blockId"> {
  return {
    id: newId(FollowId, now),
    ...rest,
    ...options,
    seenObservationId: null,
    toldObservationId: null,
    pausedAt: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    version: 1,
  };
}

/** The page of this source as this person may have it: their own where nobody else may reach its host. */
export async function ensurePage(
  source: PageSource,
  personId: PersonId,
  { store, access, now }: Pick<CheckParts, "store" | "access" | "now">,
): Promise<Page> {
  const isPrivate = await access.isOwnersAlone(new URL(source.url), personId);
  return store.pages.ensure(source, personId, now(), { isPrivate });
}

/** The capture to learn from: the one the person saw, one that is fresh, or one made now. */
export async function captureFor(
  request: Pick<FollowRequest, "personId" | "captureId">,
  pageId: Block["pageId"],
  parts: CheckParts,
): Promise<Capture | CaptureFailureRecord> {
  const { store } = parts;
  if (request.captureId) {
    const seen = await store.captures.find(request.personId, request.captureId);
    if (seen?.pageId === pageId) return seen;
  }
  const before = await store.pages.findForCheck(pageId);
  const isFresh = before?.lastCheckedAt != null && parts.now() - before.lastCheckedAt < FRESH_MS && !before.trouble;
  if (!isFresh || !before?.latestCaptureId) await captureNow(pageId, parts);
  const page = await store.pages.findForCheck(pageId);
  const latest = page?.latestCaptureId ? await store.checks.capture(page.latestCaptureId) : null;
  if (latest && !page?.trouble) return latest;
  return page?.trouble ?? notSeen(page);
}

/** Checks a page at once, for somebody who waits; another check that is under way is waited for. */
export async function captureNow(pageId: Block["pageId"], parts: CheckParts): Promise<void> {
  const page = await parts.store.pages.findForCheck(pageId);
  if (page?.source.fetcher === "own-browser") {
    // nobody but a browser of its person can look: it does when it asks the next time
    await parts.store.pages.bringForward(pageId, parts.now());
    return;
  }
  if (parts.checkElsewhere) {
    await parts.checkElsewhere(pageId, { holder: parts.holder ?? null, isOpening: parts.isOpening ?? false });
    return;
  }
  const deadline = parts.now() + CLAIM_MS;
  while (parts.now() < deadline) {
    const claim = await parts.store.checks.claimPage(pageId, {
      now: parts.now(),
      leaseMs: CLAIM_MS,
      holder: `asked:${process.pid}`,
    });
    if (claim) {
      await checkAsked(claim, parts);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function checkAsked(claim: Parameters<typeof checkPage>[0], parts: CheckParts): Promise<void> {
  try {
    await checkPage(claim, parts);
  } catch (failure) {
    await parts.store.checks.release([claim]);
    throw failure;
  }
}

/** A block that was pointed at, and what it is. */
export function firstOf(
  learned: Extract<Learned, { kind: "learned" }>,
  capture: Capture,
  now: number,
): { readonly block: Block; readonly observation: Observation } {
  const { pick, memory, dynamics, content } = learned;
  const blockId = newId(BlockId, now);
  const observation = newObservation(
    { id: blockId },
    { captureId: capture.id, now, verdict: pickedAt(pick.path, content), change: "first", content },
  );
  const block: Block = {
    id: blockId,
    pageId: capture.pageId,
    pick,
    firstCaptureId: capture.id,
    memory,
    lessons: 0,
    dynamics: dynamics ?? null,
    rate: NO_CHANGE_RATE,
    path: pick.path,
    seenCaptureId: capture.id,
    verdict: "found",
    latestObservationId: observation.id,
    latestFoundId: observation.id,
    createdAt: now,
  };
  return { block, observation };
}

/** A person has pointed at it. */
export function pickedAt(path: BlockPath, content: TracedContent | null): VerdictRecord {
  const verdict: VerdictRecord = { kind: "found", path, confidence: 1, margin: 1, candidates: [] };
  return content ? withShown(verdict, content) : verdict;
}

export interface OpenRequest {
  readonly personId: PersonId;
  readonly source: PageSource;
  readonly onStage: (stage: CheckStage) => void;
}

export type Opened =
  | { readonly kind: "opened"; readonly page: Page; readonly capture: Capture }
  | { readonly kind: "failed"; readonly failure: CaptureFailureRecord };

export async function openPage({ personId, source, onStage }: OpenRequest, parts: CheckParts): Promise<Opened> {
  const { store } = parts;
  const { id } = await ensurePage(source, personId, parts);
  await captureNow(id, { ...parts, onStage, isOpening: true });
  const page = await store.pages.find(personId, id);
  const capture = page?.latestCaptureId ? await store.captures.find(personId, page.latestCaptureId) : null;
  const isOpened = page !== null && capture !== null && page.trouble === null;
  onStage(isOpened ? "ready" : "failed");
  return isOpened ? { kind: "opened", page, capture } : { kind: "failed", failure: page?.trouble ?? notSeen(page) };
}
