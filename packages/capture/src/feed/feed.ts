/** A feed as plain data, whatever format it came in: text without markup, absolute addresses, instants. */
import type { FeedFormat } from "@tessera/model";

export interface ParsedFeed {
  readonly format: FeedFormat;
  readonly title: string;
  readonly about: string;
  /** The page that it is the feed of. */
  readonly home: string | null;
  readonly icon: string | null;
  readonly language: string | null;
  /** How often it asks to be fetched at most. */
  readonly minIntervalMs: number | null;
  readonly items: readonly FeedItem[];
}

export interface FeedItem {
  /** What the feed says that the item is known by; otherwise its address, otherwise what it says. */
  readonly id: string;
  readonly title: string;
  readonly link: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number | null;
  readonly author: string;
  /** Lines of plain text. */
  readonly summary: string;
  readonly picture: string | null;
  readonly media: readonly FeedMedia[];
}

/** Something to listen to, to watch or to download. */
export interface FeedMedia {
  readonly url: string;
  readonly type: string;
}

/**
 * Together they stay below what a block may say, so that every item of a feed is compared with the one before. Longer feeds
 * lose their oldest items, longer texts their end.
 */
export const FEED_LIMITS = {
  items: 100,
  title: 200,
  about: 500,
  author: 100,
  summary: 600,
  id: 500,
  address: 2_000,
  media: 2,
  /** Of one field before it is made plain. */
  field: 100_000,
  /** Items that are read at all before the latest are chosen. */
  read: 5_000,
} as const;

/** The document begins like a feed, and is none. */
export class FeedError extends Error {
  override readonly name = "FeedError";
}
