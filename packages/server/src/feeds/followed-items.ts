/** The items of followed feeds, latest first, with what whoever asks has read of them. */
import type { Capture, FeedFacts, FollowId, Observation, PersonId } from "@tessera/model";
import type { FeedItemReply, FeedItemsReply } from "@tessera/model/api";
import type { Body, FollowView, HistoryFilter, Store } from "@tessera/store";
import type { TileRenderer } from "../show/tile-renderer.ts";
import type { ReadItem } from "../trace/read-items.ts";
import type { TraceWorkers } from "../workers/trace-workers.ts";

export interface ItemsParts {
  readonly store: Pick<Store, "bodies" | "readItems" | "checks">;
  readonly workers: Pick<TraceWorkers, "readItems">;
  readonly tileRenderer: Pick<TileRenderer, "withPictures">;
}

/** Of one owner. */
export interface FeedToRead {
  readonly view: FollowView;
  /** What it was before, newest first, as far as whoever asks may see it; to strangers it says only since when an item is there. */
  readonly before: (filter: HistoryFilter) => Promise<readonly Observation[]>;
}

export interface ItemsRequest {
  /** Whose marks they are given; null for strangers, to whom nothing is unread. */
  readonly reader: PersonId | null;
  readonly feeds: readonly FeedToRead[];
  readonly limit: number;
  readonly now: number;
}

/** What a feed no longer lists is looked for in so many of its versions before. */
const MAX_VERSIONS = 12;
/** Since when an item without a date is there: in so many, a few at a time. */
const MAX_DATING_VERSIONS = 60;

export async function followedItems(request: ItemsRequest, parts: ItemsParts): Promise<FeedItemsReply> {
  const { reader, limit } = request;
  const feeds = await Promise.all(request.feeds.map((feed) => itemsOf(feed, request, parts)));
  const read = await marksOf(feeds, request, parts);
  const all = feeds.flatMap(({ items }) => items);
  const isRead = (follow: FollowId, item: string) => reader === null || read.get(follow)?.has(item) === true;
  const withMarks = all.map((item) => ({ ...item, isRead: isRead(item.followId, item.id) }));
  // stable: those of one feed that say no date keep its order
  const items = withMarks.sort((one, other) => other.at - one.at).slice(0, limit);
  return {
    feeds: feeds.map(({ view, facts, icon, listed }) => ({
      followId: view.follow.id,
      title: view.follow.title,
      url: view.page.source.url,
      home: facts?.home ?? null,
      format: facts?.format ?? null,
      icon,
      verdict: view.block.verdict,
      pausedAt: view.follow.pausedAt,
      trouble: view.page.trouble,
      lastCheckedAt: view.page.lastCheckedAt,
      unread: listed.filter((item) => !isRead(view.follow.id, item)).length,
    })),
    items,
  };
}

type Marks = ReadonlyMap<FollowId, ReadonlySet<string>>;

/** What somebody finds in a feed that is shared with them counts as read, as it does for whoever begins to follow one. */
async function marksOf(feeds: readonly FeedRead[], { reader, now }: ItemsRequest, parts: ItemsParts): Promise<Marks> {
  const owner = feeds[0]?.view.follow.personId;
  if (!owner || reader === null) return new Map();
  const { readItems } = parts.store;
  const ids = feeds.map(({ view }) => view.follow.id);
  const read = await readItems.of(owner, ids, { by: reader });
  const unknown = reader === owner ? [] : feeds.filter(({ view }) => read.get(view.follow.id)?.size === 0);
  if (unknown.length === 0) return read;
  for (const { view, listed } of unknown) {
    await readItems.begin(owner, view.follow.id, { items: listed, by: reader, now });
  }
  return readItems.of(owner, ids, { by: reader });
}

interface FeedRead {
  readonly view: FollowView;
  /** All that there are, also those for which nobody asked. */
  readonly listed: readonly string[];
  readonly facts: FeedFacts | null;
  readonly icon: string | null;
  readonly items: readonly Omit<FeedItemReply, "isRead">[];
}

async function itemsOf(feed: FeedToRead, request: ItemsRequest, parts: ItemsParts): Promise<FeedRead> {
  const { view } = feed;
  const { latestFound, page, follow } = view;
  // others are shown what was found in public, and never the latest look by itself
  const captureId = request.reader === follow.personId ? page.latestCaptureId : latestFound?.captureId;
  const capture = captureId ? await parts.store.checks.capture(captureId) : null;
  const versions = await versionsOf(feed, request, parts);
  const all = merged(versions, follow.id, request);
  const [items, listed] = [all.slice(0, request.limit), all.map(({ id }) => id)];
  const facts = capture?.feed ?? null;
  if (!capture || !latestFound) return { view, listed, facts, icon: null, items: items.map(withoutPicture) };
  const [shown, icon] = await Promise.all([
    parts.tileRenderer.withPictures(capture, items),
    iconOf(capture, facts, parts),
  ]);
  return { view, listed, facts, icon, items: shown };
}

/**
 * The newest first: what the feed lists now, and earlier lists of it where that is less than was asked for. Where it lists items
 * without a date they are looked for further back, until none of them is there any more.
 */
async function versionsOf(
  { view: { latestFound }, before }: FeedToRead,
  { limit, now, reader }: ItemsRequest,
  parts: ItemsParts,
): Promise<Version[]> {
  const versions = await read(latestFound ? [latestFound] : [], parts);
  const newest = versions[0]?.items ?? [];
  const undated = new Set(newest.filter((item) => !hasDate(item, now)).map(({ id }) => id));
  const isShort = newest.length < limit && reader !== null;
  if (!latestFound || (!isShort && undated.size === 0)) return versions;
  const most = undated.size > 0 ? MAX_DATING_VERSIONS : MAX_VERSIONS;
  const earlier = (await before({ limit: most, changesOnly: true })).filter(({ id }) => id !== latestFound.id);
  for (let start = 0; start < earlier.length; start += MAX_VERSIONS) {
    const some = await read(earlier.slice(start, start + MAX_VERSIONS), parts);
    const isListed = isShort && start === 0;
    versions.push(...some.map((version) => ({ ...version, isListed })));
    if (!some.at(-1)?.items.some(({ id }) => undated.has(id))) break;
  }
  return versions;
}

interface Version {
  readonly at: number;
  /** False where it only tells since when something is there. */
  readonly isListed: boolean;
  readonly items: readonly ReadItem[];
}

async function read(observations: readonly Observation[], { store, workers }: ItemsParts): Promise<Version[]> {
  const found: { at: number; body: Body }[] = [];
  for (const { at, content } of observations) {
    const body = content && (await store.bodies.readPacked(content));
    if (body) found.push({ at, body });
  }
  if (found.length === 0) return [];
  const lists = await workers.readItems(found.map(({ body }) => body));
  return found.map(({ at }, index) => ({ at, isListed: true, items: lists[index] ?? [] }));
}

/** Each item as it was last, with when it was published, or first seen where nobody says or it lies ahead. */
function merged(versions: readonly Version[], followId: FollowId, { now }: ItemsRequest) {
  const items = new Map<string, ReadItem>();
  const firstSeen = new Map<string, number>();
  for (const { at, isListed, items: some } of versions) {
    for (const item of some) {
      if (isListed && !items.has(item.id)) items.set(item.id, item);
      firstSeen.set(item.id, Math.min(at, firstSeen.get(item.id) ?? at));
    }
  }
  return [...items.values()]
    .map((item) => {
      const seenAt = firstSeen.get(item.id) ?? now;
      const at = hasDate(item, now) ? item.at : seenAt;
      return { ...item, media: [...item.media], followId, at, seenAt };
    })
    .sort((one, other) => other.at - one.at);
}

function hasDate<Item extends Pick<ReadItem, "at">>(item: Item, now: number): item is Item & { readonly at: number } {
  return item.at !== null && item.at <= now;
}

function withoutPicture<Item extends { readonly picture: string | null }>(item: Item): Item {
  return { ...item, picture: null };
}

async function iconOf(capture: Capture, facts: FeedFacts | null, { tileRenderer }: ItemsParts): Promise<string | null> {
  const [icon] = await tileRenderer.withPictures(capture, [{ picture: facts?.icon ?? null }]);
  return icon?.picture ?? null;
}
