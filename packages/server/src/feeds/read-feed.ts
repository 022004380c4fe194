/** Feeds by their secret address: whoever knows it may read that follow or sheet, and nothing else. */
import type { Observation } from "@tessera/model";
import type { FollowView, Store } from "@tessera/store";
import { changeOf, contentOf } from "../changes/stored-content.ts";
import { type FeedSource, feedEntries } from "./feed-entries.ts";
import type { Feed } from "./write-feed.ts";

export interface FeedAddresses {
  /** Where this server is seen from outside. */
  readonly baseUrl: string;
  /** Where the feed itself is. */
  readonly self: string;
}

const MAX_ENTRIES = 50;
const MAX_OBSERVATIONS = 30;
/** Observations looked at for each tile of a sheet's feed. */
const OBSERVATIONS_A_TILE = 10;

type FeedStore = Pick<Store, "follows" | "sheets" | "observations" | "bodies">;

/** The feed of one follow, or null where no follow has this key. */
export async function followFeed(store: FeedStore, feedKey: string, addresses: FeedAddresses): Promise<Feed | null> {
  const view = await store.follows.findByFeedKey(feedKey);
  if (!view) return null;
  const entries = await entriesOf(store, view, { ...addresses, limit: MAX_OBSERVATIONS });
  return {
    id: view.follow.id,
    title: view.follow.title,
    about: `${view.follow.title}, a block of ${view.page.source.url}`,
    home: view.page.source.url,
    self: addresses.self,
    entries: entries.slice(0, MAX_ENTRIES),
  };
}

/** The feed of everything on one sheet, or null where no sheet has this key. */
export async function sheetFeed(store: FeedStore, feedKey: string, addresses: FeedAddresses): Promise<Feed | null> {
  const found = await store.sheets.findByFeedKey(feedKey);
  if (!found) return null;
  const entries = [];
  for (const { view } of found.tiles) {
    entries.push(...(await entriesOf(store, view, { ...addresses, limit: OBSERVATIONS_A_TILE })));
  }
  return {
    id: found.sheet.id,
    title: found.sheet.title,
    about: `Everything on the sheet ${found.sheet.title}`,
    home: new URL(`/sheets/${found.sheet.id}`, addresses.baseUrl).href,
    self: addresses.self,
    entries: entries.sort((one, other) => other.at - one.at).slice(0, MAX_ENTRIES),
  };
}

async function entriesOf(store: FeedStore, view: FollowView, options: FeedAddresses & { readonly limit: number }) {
  const { follow, page } = view;
  const history = await store.observations.of(follow.personId, follow.id, { limit: options.limit, changesOnly: true });
  const sources = await Promise.all(history.items.map((observation) => sourceOf(store, observation)));
  return feedEntries(sources, {
    follow,
    sourceUrl: page.source.url,
    linkTo: ({ id }) => new URL(`/follows/${follow.id}/history?at=${id}`, options.baseUrl).href,
  });
}

async function sourceOf(store: FeedStore, observation: Observation): Promise<FeedSource> {
  return { observation, content: await contentOf(store, observation), change: await changeOf(store, observation) };
}
