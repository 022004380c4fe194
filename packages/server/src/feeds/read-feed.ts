/** Feeds by their secret address: whoever knows it may read that follow or sheet, and nothing else. */
import type { Observation } from "@tessera/model";
import type { FollowView, Store } from "@tessera/store";
import { changeOf, contentOf } from "../changes/stored-content.ts";
import { type Language, languageFor } from "../notify/message/language.ts";
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

type FeedStore = Pick<Store, "people" | "follows" | "sheets" | "observations" | "bodies">;

/** The feed of one follow, or null where no follow has this key. */
export async function followFeed(store: FeedStore, feedKey: string, addresses: FeedAddresses): Promise<Feed | null> {
  const view = await store.follows.findByFeedKey(feedKey);
  if (!view) return null;
  const { title, personId } = view.follow;
  const language = await languageFor(personId, store);
  const entries = await entriesOf(store, view, { ...addresses, language, limit: MAX_OBSERVATIONS });
  return {
    id: view.follow.id,
    title,
    about: language.say("feed.follow", { title, url: view.page.source.url }),
    home: view.page.source.url,
    self: addresses.self,
    entries: entries.slice(0, MAX_ENTRIES),
  };
}

/** The feed of everything on one sheet, or null where no sheet has this key. */
export async function sheetFeed(store: FeedStore, feedKey: string, addresses: FeedAddresses): Promise<Feed | null> {
  const found = await store.sheets.findByFeedKey(feedKey);
  if (!found) return null;
  const { title, personId } = found.sheet;
  const language = await languageFor(personId, store);
  const entries = [];
  for (const view of found.tiles.flatMap(({ views }) => views)) {
    entries.push(...(await entriesOf(store, view, { ...addresses, language, limit: OBSERVATIONS_A_TILE })));
  }
  return {
    id: found.sheet.id,
    title,
    about: language.say("feed.sheet", { title }),
    home: new URL(`/sheets/${found.sheet.id}`, addresses.baseUrl).href,
    self: addresses.self,
    entries: entries.sort((one, other) => other.at - one.at).slice(0, MAX_ENTRIES),
  };
}

interface HistoryOptions extends FeedAddresses {
  readonly language: Language;
  readonly limit: number;
}

async function entriesOf(store: FeedStore, view: FollowView, options: HistoryOptions) {
  const { follow, page } = view;
  const history = await store.observations.of(follow.personId, follow.id, { limit: options.limit, changesOnly: true });
  const sources = await Promise.all(history.items.map((observation) => sourceOf(store, observation)));
  return feedEntries(sources, {
    follow,
    sourceUrl: page.source.url,
    language: options.language,
    linkTo: ({ id }) => new URL(`/follows/${follow.id}/history?at=${id}`, options.baseUrl).href,
  });
}

async function sourceOf(store: FeedStore, observation: Observation): Promise<FeedSource> {
  return { observation, content: await contentOf(store, observation), change: await changeOf(store, observation) };
}
