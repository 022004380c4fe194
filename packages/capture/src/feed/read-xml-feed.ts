/** RSS 0.9x, 1.0 and 2.0, and Atom, in one reading: they differ in names more than in what they say. */
import type { FeedFormat } from "@tessera/model";
import { FEED_LIMITS, FeedError } from "./feed.ts";
import { RawFeed, RawItem, type TextKind } from "./raw-feed.ts";
import { readXml, type XmlElement, type XmlHandler } from "./xml-events.ts";

const ITEMS: ReadonlySet<string> = new Set(["item", "entry", "atom:entry"]);
const FEEDS: ReadonlySet<string> = new Set(["channel", "feed", "atom:feed", "rdf:rdf", "rss"]);

/** Elements of which the text is wanted, by where they stand and what they are called. */
const FEED_TEXTS: Readonly<Record<string, keyof RawFeed["texts"]>> = {
  title: "title",
  "atom:title": "title",
  description: "about",
  subtitle: "about",
  "atom:subtitle": "about",
  tagline: "about",
  link: "link",
  icon: "icon",
  logo: "logo",
  "atom:icon": "icon",
  "atom:logo": "logo",
  language: "language",
  "dc:language": "language",
  ttl: "ttl",
  "sy:updateperiod": "period",
  "sy:updatefrequency": "frequency",
};
const ITEM_TEXTS: Readonly<Record<string, keyof RawItem["texts"]>> = {
  title: "title",
  "atom:title": "title",
  "media:title": "mediaTitle",
  link: "link",
  guid: "guid",
  id: "guid",
  "atom:id": "guid",
  description: "summary",
  summary: "summary",
  "atom:summary": "summary",
  "dc:description": "summary",
  "itunes:summary": "otherSummary",
  "media:description": "otherSummary",
  "content:encoded": "content",
  content: "content",
  "atom:content": "content",
  body: "content",
  "html:body": "content",
  "xhtml:body": "content",
  pubdate: "published",
  published: "published",
  issued: "published",
  "atom:published": "published",
  "dc:date": "published",
  "dcterms:created": "published",
  updated: "updated",
  modified: "updated",
  "atom:updated": "updated",
  date: "updated",
  author: "author",
  "dc:creator": "creator",
  "itunes:author": "creator",
};

const LONG: ReadonlySet<string> = new Set(["about", "summary", "otherSummary", "content"]);

/** Throws a FeedError where there is neither a channel nor an item. */
export function readXmlFeed(xml: string, format: Exclude<FeedFormat, "json">): RawFeed {
  const reading = new FeedReading(format);
  readXml(xml, reading);
  if (!reading.hasFeed) throw new FeedError("the document begins like a feed, and has neither a channel nor an item");
  return reading.feed;
}

/** A text that is being read, until its element ends. */
interface Open {
  readonly element: XmlElement;
  readonly chunks: string[];
  length: number;
  readonly done: (text: string) => void;
}

class FeedReading implements XmlHandler {
  readonly feed: RawFeed;
  hasFeed = false;
  #item: RawItem | null = null;
  #itemElement: XmlElement | null = null;
  #open: Open | null = null;

  constructor(format: FeedFormat) {
    this.feed = new RawFeed(format);
  }

  open(element: XmlElement, path: readonly XmlElement[]): void {
    const { name } = element;
    if (this.#open && !isForgotten(this.#open.element, name)) {
      this.#markup(element);
      return;
    }
    if (this.#open) this.#finish(this.#open);
    if (ITEMS.has(name)) this.#beginItem(element);
    else if (this.#item) this.#inItem(this.#item, element, path.at(-2)?.name ?? "");
    else if (FEEDS.has(name)) this.#inFeedElement(element);
    else this.#inFeed(element, path.at(-2)?.name ?? "");
  }

  text(text: string): void {
    if (this.#open) this.#append(text);
  }

  close(element: XmlElement): void {
    if (this.#open) {
      if (this.#open.element === element) this.#finish(this.#open);
      else if (this.#open.length < FEED_LIMITS.field) this.#append(`</${localName(element)}>`);
      return;
    }
    if (element === this.#itemElement) this.#endItem();
  }

  #beginItem(element: XmlElement): void {
    // an item inside of an item is one whose end was forgotten
    this.#endItem();
    this.hasFeed = true;
    this.#item = new RawItem(element.base, element.attributes.get("rdf:about"));
    this.#itemElement = element;
  }

  #endItem(): void {
    if (this.#item) this.feed.add(this.#item);
    [this.#item, this.#itemElement] = [null, null];
  }

  #inFeedElement({ attributes, base }: XmlElement): void {
    this.hasFeed = true;
    this.feed.base ??= base;
    const language = attributes.get("xml:lang");
    if (language) this.feed.texts.language ??= language;
  }

  #inFeed(element: XmlElement, parent: string): void {
    const { name, attributes, base } = element;
    if (name === "atom:link" || (name === "link" && attributes.has("href"))) {
      this.feed.addLink(attributes, base);
      return;
    }
    // the picture of a channel has a title and a link of its own
    if (parent === "image" || parent === "textinput") {
      if (name === "url") this.#collect(element, (text) => this.feed.setText("logo", text, base));
      return;
    }
    if (name === "itunes:image") this.feed.setText("logo", attributes.get("href") ?? "", base);
    const field = FEEDS.has(parent) ? FEED_TEXTS[name] : undefined;
    if (field) this.#collect(element, (text) => this.feed.setText(field, text, base));
  }

  #inItem(item: RawItem, element: XmlElement, parent: string): void {
    const { name, attributes, base } = element;
    if ((name === "name" || name === "atom:name") && /^(?:atom:)?author$/.test(parent)) {
      this.#collect(element, (text) => item.setText("author", text));
    } else if (name === "atom:link" || (name === "link" && attributes.has("href"))) {
      item.addLink(attributes, base);
    } else if (name === "enclosure" || name.startsWith("media:") || name === "itunes:image") {
      item.addMedia(name, attributes, base);
      if (name === "media:description" || name === "media:title") this.#collectText(item, element);
    } else if (!/^(?:atom:)?(?:author|contributor|source)$/.test(parent)) this.#collectText(item, element);
  }

  #collectText(item: RawItem, element: XmlElement): void {
    const { name, attributes, base } = element;
    const field = ITEM_TEXTS[name];
    // in Atom it is a person, in RSS a text
    if (!field || (field === "author" && this.feed.format === "atom")) return;
    const kind = kindOf(attributes.get("type") ?? attributes.get("mode"), this.feed.format);
    if (field === "guid" && attributes.get("ispermalink")?.toLowerCase() === "false") item.isPermaLink = false;
    this.#collect(element, (text) => item.setText(field, text, { kind, base }));
  }

  #collect(element: XmlElement, done: (text: string) => void): void {
    this.#open = { element, chunks: [], length: 0, done };
  }

  #append(text: string): void {
    const open = this.#open;
    if (!open || open.length >= FEED_LIMITS.field) return;
    open.chunks.push(text);
    open.length += text.length;
  }

  #finish({ chunks, done }: Open): void {
    this.#open = null;
    done(chunks.join(""));
  }

  /** Markup that nobody escaped, or XHTML: read again as HTML, of which only the text and pictures are kept. */
  #markup(element: XmlElement): void {
    const source = element.attributes.get("src");
    const size = ["width", "height"].map(
      (name) => ` ${name}="${Number.parseInt(element.attributes.get(name) ?? "99", 10)}"`,
    );
    const image = source ? ` src="${source.replaceAll('"', "%22")}"${size.join("")}` : "";
    this.#append(`<${localName(element)}${image}>`);
  }
}

/** True where a text cannot go on with this element: its own end was forgotten. Only those that are long have markup in them. */
function isForgotten({ name: open }: XmlElement, name: string): boolean {
  if (LONG.has(FEED_TEXTS[open] ?? "") || LONG.has(ITEM_TEXTS[open] ?? "")) return ITEMS.has(name);
  return ITEMS.has(name) || Object.hasOwn(ITEM_TEXTS, name);
}

function localName({ name }: XmlElement): string {
  return (name.split(":").at(-1) ?? "").replaceAll(/[^a-z\d]/g, "") || "x";
}

/** RFC 4287 section 3.1.1; RSS never says which. */
function kindOf(type: string | undefined, format: FeedFormat): TextKind {
  if (format !== "atom") return "unsaid";
  return type === undefined || type === "text" || type === "text/plain" ? "text" : "markup";
}
