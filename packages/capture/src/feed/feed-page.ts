/**
 * A feed becomes a page of ours: a heading and a list of its items, in the words of the standards, so that all that is known
 * about pages and lists holds for it. `role=feed` (ARIA) is a list that grows at one end and is cut at the other; `itemid`
 * (microdata) is what an item is known by, whatever its title says.
 */
import type { FeedFacts } from "@tessera/model";
import { FeedError, type FeedItem, type ParsedFeed } from "./feed.ts";
import { feedFormatOf } from "./feed-format.ts";
import { readJsonFeed } from "./read-json-feed.ts";
import { readXmlFeed } from "./read-xml-feed.ts";

export type FeedPage =
  | { readonly kind: "feed"; readonly html: string; readonly facts: FeedFacts }
  /** It only begins like one. */
  | { readonly kind: "damaged"; readonly why: string };

/** Null where the text is no feed. */
export function feedPage(text: string, url: string, contentType?: string): FeedPage | null {
  try {
    const feed = readFeed(text, url, contentType);
    if (!feed) return null;
    const { format, home, icon, minIntervalMs } = feed;
    return { kind: "feed", html: writePage(feed), facts: { format, home, icon, minIntervalMs } };
  } catch (error) {
    if (error instanceof FeedError) return { kind: "damaged", why: error.message };
    throw error;
  }
}

/** @internal */
export function readFeed(text: string, url: string, contentType?: string): ParsedFeed | null {
  const format = feedFormatOf(text, contentType);
  if (format === null) return null;
  return (format === "json" ? readJsonFeed(text) : readXmlFeed(text, format)).plain(url);
}

function writePage({ title, about, home, language, items }: ParsedFeed): string {
  return [
    `<!DOCTYPE html><html${attribute("lang", language)}><head><meta charset="utf-8"><title>${escaped(title)}</title></head><body>`,
    `<header><h1>${linked(home, escaped(title))}</h1>${about ? `<p>${escaped(about)}</p>` : ""}</header>`,
    `<div id="feed" role="feed"${attribute("aria-label", title)}>`,
    ...items.map(writeItem),
    "</div></body></html>\n",
  ].join("\n");
}

function writeItem(item: FeedItem): string {
  const { id, title, link, at, author, summary, picture, media } = item;
  const about = [
    at === null ? "" : `<time itemprop="datePublished" datetime="${new Date(at).toISOString()}">${dayOf(at)}</time>`,
    author ? `<span itemprop="author">${escaped(author)}</span>` : "",
  ].filter(Boolean);
  return [
    `<article itemscope${attribute("itemid", id)}><h2 itemprop="headline">${linked(link, escaped(title))}</h2>`,
    about.length > 0 ? `<p>${about.join(" · ")}</p>` : "",
    picture ? `<img itemprop="image"${attribute("src", picture)} alt="">` : "",
    summary ? `<p itemprop="description">${escaped(summary).replaceAll("\n", "<br>")}</p>` : "",
    ...media.map(
      ({ url, type }) =>
        `<p><a itemprop="associatedMedia"${attribute("href", url)}${attribute("type", type)}>${escaped(nameOf(url))}</a></p>`,
    ),
    "</article>",
  ]
    .filter(Boolean)
    .join("");
}

/** In no language: whoever shows it has the instant beside it. */
function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The last part of its path says more than its type. */
function nameOf(url: string): string {
  const { pathname, host } = new URL(url);
  return pathname.split("/").findLast(Boolean)?.slice(0, 80) ?? host;
}

function linked(href: string | null, inner: string): string {
  return href === null ? inner : `<a${attribute("href", href)}>${inner}</a>`;
}

function attribute(name: string, value: string | null): string {
  return value ? ` ${name}="${escaped(value)}"` : "";
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
