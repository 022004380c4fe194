/** Feeds that pages have, the items of those that are followed, and marks of what was read. */
import { createHash } from "node:crypto";
import { BodyHash, followsOf } from "@tessera/model";
import type { FeedItemsReply, feedItemApi } from "@tessera/model/api";
import type { HistoryFilter } from "@tessera/store";
import { followedItems } from "../../feeds/followed-items.ts";
import type { Principal } from "../../people/principal.ts";
import { type ReachedFollow, type Readable, reachAll, reachFollow, reachHistory, reachTile } from "../reach.ts";
import { found } from "../replies.ts";
import type { Answer, Handlers } from "../route.ts";
import type { Services } from "../services.ts";

export const feedItemHandlers: Handlers<typeof feedItemApi> = {
  "GET /captures/:id/items": async ({ who, params }, { store, checks, tileRenderer }) => {
    const capture = found(await store.captures.find(who.person.id, params.id));
    if (!capture.feed) return { body: [] };
    const html = found(await store.bodies.readText(BodyHash.parse(capture.html)));
    const items = await checks.workers.readFeed({ html, finalUrl: capture.finalUrl });
    const shown = await tileRenderer.withPictures(capture, items);
    return { body: shown.map((item) => ({ ...item, media: [...item.media] })) };
  },
  "GET /captures/:id/feeds": async ({ who, params }, { store, checks }) => {
    const capture = found(await store.captures.find(who.person.id, params.id));
    if (capture.feed) return { body: [] };
    const html = found(await store.bodies.readText(BodyHash.parse(capture.html)));
    return { body: [...(await checks.workers.feedLinks({ html, finalUrl: capture.finalUrl }))] };
  },
  "GET /tiles/:id/items": async ({ who, params, query, now }, services) => {
    const reach = await reachTile(who, params.id, "view", services);
    const tile = found(await services.store.tiles.find(reach.owner, params.id));
    const reached = await reachAll(who, { ids: followsOf(tile), reach }, services);
    const feeds = await Promise.all(reached.map((one) => viewed(one, services)));
    return itemsAnswer(feeds.filter((one) => one !== null).filter(isThere), { who, ...query, now }, services);
  },
  "GET /follows/:id/items": async ({ who, params, query, now }, services) => {
    const reached = await reachFollow(who, params.id, services);
    return itemsAnswer([reached], { who, ...query, now }, services);
  },
  "POST /follows/:id/items/read": async ({ who, params, body: { items, isRead }, now }, services) => {
    const { readItems } = services.store;
    const reached = await reachFollow(who, params.id, services);
    const marked = items ?? (await allOf(reached, { who, limit: MAX_ALL, now }, services));
    const marks = { items: [...new Set(marked)], isRead, by: who.person.id, now };
    found(await readItems.mark(reached.owner, params.id, marks));
    return { body: { marked: marked.length } };
  },
};

async function viewed(readable: Readable, { store }: Services): Promise<ReachedFollow | null> {
  if (readable.since !== null) return readable;
  const view = await store.follows.find(readable.owner, readable.followId);
  return view && { ...readable, view };
}

function isThere({ view: { follow } }: ReachedFollow): boolean {
  return follow.deletedAt === null;
}

const MAX_ALL = 200;

async function allOf(reached: ReachedFollow, wanted: Wanted, services: Services) {
  const { items } = await itemsIn([reached], wanted, services);
  return items.map(({ id }) => id);
}

interface Wanted {
  readonly who: Principal;
  readonly limit: number;
  readonly now: number;
}

async function itemsAnswer(
  reached: readonly ReachedFollow[],
  wanted: Wanted,
  services: Services,
): Promise<Answer<FeedItemsReply>> {
  const body = await itemsIn(reached, wanted, services);
  return { body, etag: createHash("sha256").update(JSON.stringify(body)).digest("base64url").slice(0, 22) };
}

function itemsIn(
  reached: readonly ReachedFollow[],
  { who, ...wanted }: Wanted,
  services: Services,
): Promise<FeedItemsReply> {
  const { store, checks, tileRenderer } = services;
  const feeds = reached.map((one) => ({
    view: one.view,
    before: async (filter: HistoryFilter) => (await reachHistory(one, filter, services)).items,
  }));
  return followedItems({ reader: who.person.id, feeds, ...wanted }, { store, workers: checks.workers, tileRenderer });
}
