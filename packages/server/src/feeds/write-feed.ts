/** A feed as RSS 2.0, Atom or JSON Feed: the same entries in the three forms that readers understand. */
import { generateAtomFeed, generateJsonFeed, generateRssFeed } from "feedsmith";

export const FEED_FORMATS = ["rss", "atom", "json"] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

export interface FeedEntry {
  /** Stays the same for ever; readers tell new from old by it. */
  readonly id: string;
  readonly title: string;
  readonly link: string;
  /** Our own markup around escaped text. */
  readonly html: string;
  readonly at: number;
}

export interface Feed {
  readonly id: string;
  readonly title: string;
  readonly about: string;
  /** The page that the feed is about. */
  readonly home: string;
  /** Where the feed itself is. */
  readonly self: string;
  readonly entries: readonly FeedEntry[];
}

export interface WrittenFeed {
  readonly contentType: string;
  readonly body: string;
}

/** The feed in one format. */
export function writeFeed(feed: Feed, format: FeedFormat): WrittenFeed {
  switch (format) {
    case "rss":
      return { contentType: "application/rss+xml; charset=utf-8", body: generateRssFeed(rssOf(feed)) };
    case "atom":
      return { contentType: "application/atom+xml; charset=utf-8", body: generateAtomFeed(atomOf(feed)) };
    case "json":
      return { contentType: "application/feed+json; charset=utf-8", body: JSON.stringify(jsonOf(feed)) };
  }
}

function rssOf(feed: Feed): Parameters<typeof generateRssFeed>[0] {
  return {
    title: rssText(feed.title),
    description: rssText(feed.about),
    link: feed.home,
    atom: { links: [{ href: feed.self, rel: "self", type: "application/rss+xml" }] },
    items: feed.entries.map((entry) => ({
      title: rssText(entry.title),
      link: entry.link,
      guid: { value: entry.id, isPermaLink: false },
      description: legal(entry.html),
      pubDate: new Date(entry.at),
    })),
  };
}

function atomOf(feed: Feed): Parameters<typeof generateAtomFeed>[0] {
  return {
    id: `urn:uuid:${feed.id}`,
    title: { value: legal(feed.title) },
    subtitle: { value: legal(feed.about) },
    updated: new Date(feed.entries[0]?.at ?? 0),
    authors: [{ name: "Tessera" }],
    links: [{ href: feed.home }, { href: feed.self, rel: "self" }],
    entries: feed.entries.map((entry) => ({
      id: `urn:tessera:${entry.id}`,
      title: { value: legal(entry.title), type: "text" },
      updated: new Date(entry.at),
      links: [{ href: entry.link }],
      content: { value: legal(entry.html), type: "html" },
    })),
  };
}

function jsonOf(feed: Feed): unknown {
  return generateJsonFeed({
    title: legal(feed.title),
    description: legal(feed.about),
    home_page_url: feed.home,
    feed_url: feed.self,
    items: feed.entries.map((entry) => ({
      id: entry.id,
      url: entry.link,
      title: legal(entry.title),
      content_html: legal(entry.html),
      date_published: new Date(entry.at),
    })),
  });
}

/**
 * RSS never said whether a title is text or HTML, and readers do both: escaped once, what a page says is markup in half
 * of them, escaped twice it is unreadable in the others. Quotation marks in place of angle brackets are text in all.
 */
function rssText(text: string): string {
  return legal(text).replaceAll("<", "‹").replaceAll(">", "›");
}

/** Without the characters that XML 1.0 has no way to write; a page may contain them all the same. */
function legal(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "");
}
