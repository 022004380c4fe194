/** What a feed says, as it is gathered from XML or JSON, and how it becomes the plain data that the rest works with. */
import { createHash } from "node:crypto";
import { type FeedFormat, safeLink } from "@tessera/model";
import { FEED_LIMITS, type FeedItem, type FeedMedia, type ParsedFeed } from "./feed.ts";
import { feedDate } from "./feed-date.ts";
import { oneLine, plainText, shortened, titleText } from "./plain-text.ts";

/** Text, HTML, or one of both that nobody names. */
export type TextKind = "text" | "markup" | "unsaid";

type Attributes = ReadonlyMap<string, string>;
type Base = string | null | undefined;

/** An address as written, with the base that holds where it stood. */
interface Written {
  readonly href: string;
  readonly base: Base;
}

interface Media extends Written {
  readonly type: string;
  /** What says what it is. */
  readonly as: "picture" | "file" | "either";
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const PERIODS: Readonly<Record<string, number>> = {
  hourly: HOUR_MS,
  daily: DAY_MS,
  weekly: 7 * DAY_MS,
  monthly: 30 * DAY_MS,
  yearly: 365 * DAY_MS,
};
/** Nobody who follows a feed means less than this, whatever the feed says. */
const MAX_INTERVAL_MS = DAY_MS;

export class RawItem {
  readonly texts: Partial<
    Record<
      | "title"
      | "mediaTitle"
      | "link"
      | "guid"
      | "summary"
      | "otherSummary"
      | "content"
      | "published"
      | "updated"
      | "author"
      | "creator",
      string
    >
  > = {};
  readonly kinds: Partial<Record<keyof RawItem["texts"], TextKind>> = {};
  readonly base: Base;
  isPermaLink = true;
  readonly #about: string | undefined;
  #link: Written | null = null;
  #contentBase: Base = null;
  readonly #media: Media[] = [];

  constructor(base: Base, about?: string) {
    this.base = base;
    this.#about = about;
  }

  /** The first one counts. */
  setText(
    field: keyof RawItem["texts"],
    text: string,
    { kind = "unsaid", base }: { kind?: TextKind; base?: Base } = {},
  ) {
    if (!text.trim()) return;
    if (this.texts[field] !== undefined) return;
    this.texts[field] = text;
    this.kinds[field] = kind;
    if (field === "link") this.#link ??= { href: text, base: base ?? this.base };
    if (field === "content" || field === "summary") this.#contentBase ??= base;
  }

  addLink(attributes: Attributes, base: Base): void {
    const relation = attributes.get("rel")?.toLowerCase() ?? "alternate";
    const href = attributes.get("href") ?? "";
    if (relation === "alternate") this.#link ??= { href, base };
    else if (relation === "enclosure") this.#add({ href, base, type: attributes.get("type") ?? "", as: "either" });
  }

  addMedia(name: string, attributes: Attributes, base: Base): void {
    const href = attributes.get("url") ?? attributes.get("href") ?? "";
    const type = attributes.get("type") ?? attributes.get("medium") ?? "";
    if (name === "media:thumbnail" || name === "itunes:image") this.#add({ href, base, type, as: "picture" });
    else if (name === "enclosure" || name === "media:content") this.#add({ href, base, type, as: "either" });
  }

  addPicture(href: string): void {
    this.#add({ href, base: null, type: "", as: "picture" });
  }

  #add(media: Media): void {
    if (media.href.trim() && this.#media.length < 20) this.#media.push(media);
  }

  get at(): number | null {
    return feedDate(this.texts.published ?? "") ?? feedDate(this.texts.updated ?? "");
  }

  /** `base` is what addresses are relative to where the item says nothing. */
  plain(base: string): FeedItem | null {
    const { summary, pictures } = this.#summary();
    const at = (written: Written | null) => absolute(written, base);
    const media = this.#media.flatMap((each): FeedMedia[] => {
      const url = isPicture(each) ? null : at(each);
      return url ? [{ url, type: oneLine(each.type).slice(0, 100) }] : [];
    });
    const link = at(this.#link) ?? this.#permaLink() ?? media[0]?.url ?? null;
    const written = this.#title();
    const title = shortened(written || firstLine(summary) || (link ?? ""), FEED_LIMITS.title);
    if (!title) return null;
    const shown = this.#media.filter(isPicture);
    const inText = pictures.map((href) => ({ href, base: this.#contentBase ?? this.base }));
    return {
      id: this.#id(link, title),
      title,
      link,
      at: this.at,
      author: shortened(authorOf(this.texts.creator ?? this.texts.author ?? ""), FEED_LIMITS.author),
      summary: summary === title ? "" : shortened(summary, FEED_LIMITS.summary),
      picture: [...shown, ...inText].map(at).find((url) => url !== null) ?? null,
      media: unique(media).slice(0, FEED_LIMITS.media),
    };
  }

  #title(): string {
    const field = this.texts.title === undefined ? "mediaTitle" : "title";
    const kind = this.kinds[field] ?? "unsaid";
    return titleText((this.texts[field] ?? "").slice(0, FEED_LIMITS.field), kind !== "text");
  }

  #summary(): { readonly summary: string; readonly pictures: readonly string[] } {
    const content = this.texts.content === undefined ? null : this.#read("content");
    const short = this.#read(this.texts.summary === undefined ? "otherSummary" : "summary");
    return { summary: short.text || content?.text || "", pictures: [...(content?.pictures ?? []), ...short.pictures] };
  }

  #read(field: keyof RawItem["texts"]): ReturnType<typeof plainText> {
    const text = this.texts[field] ?? "";
    if (this.kinds[field] === "text") return { text: plainLines(text), pictures: [] };
    const read = plainText(text);
    // escaped twice: what came out is markup once more
    return /<(?:p|br|a|img|div|b|i|em|strong|span|ul|li)\b[^<>]*>/i.test(read.text) ? plainText(read.text) : read;
  }

  #permaLink(): string | null {
    const { guid } = this.texts;
    return guid !== undefined && this.isPermaLink && /^https?:\/\//i.test(guid.trim())
      ? absolute({ href: guid, base: null }, "")
      : null;
  }

  #id(link: string | null, title: string): string {
    const id = (this.texts.guid ?? this.#about ?? "").trim() || link || `${title}\n${this.texts.published ?? ""}`;
    return id.length <= FEED_LIMITS.id ? id.toWellFormed() : createHash("sha256").update(id).digest("hex");
  }
}

export class RawFeed {
  readonly texts: Partial<
    Record<"title" | "about" | "link" | "icon" | "logo" | "language" | "ttl" | "period" | "frequency", string>
  > = {};
  readonly format: FeedFormat;
  base: Base = null;
  readonly items: RawItem[] = [];
  readonly #bases: Partial<Record<keyof RawFeed["texts"], Base>> = {};
  #link: Written | null = null;

  constructor(format: FeedFormat) {
    this.format = format;
  }

  setText(field: keyof RawFeed["texts"], text: string, base: Base = null): void {
    if (!text.trim() || this.texts[field] !== undefined) return;
    this.texts[field] = text;
    this.#bases[field] = base;
  }

  addLink(attributes: Attributes, base: Base): void {
    const relation = attributes.get("rel")?.toLowerCase() ?? "alternate";
    if (relation === "alternate") this.#link ??= { href: attributes.get("href") ?? "", base };
  }

  add(item: RawItem): void {
    if (this.items.length < FEED_LIMITS.read) this.items.push(item);
  }

  /** `url` is where it came from. */
  plain(url: string): ParsedFeed {
    const at = (field: "link" | "icon" | "logo") => {
      const href = this.texts[field];
      return href === undefined ? null : absolute({ href, base: this.#bases[field] ?? this.base }, url);
    };
    const home = absolute(this.#link, url) ?? at("link");
    // feeds are often kept elsewhere than what they are about; Atom says that addresses are relative to itself
    const base = this.base ?? (this.format === "atom" ? url : (home ?? url));
    const { title = "", about = "", language = "" } = this.texts;
    return {
      format: this.format,
      title: shortened(titleText(title.slice(0, FEED_LIMITS.field), true), FEED_LIMITS.title) || new URL(url).host,
      about: shortened(oneLine(plainText(about).text), FEED_LIMITS.about),
      home,
      icon: at("icon") ?? at("logo"),
      language: /^[a-z]{2,8}(?:-[a-z\d]{1,8}){0,4}$/i.test(language.trim()) ? language.trim() : null,
      minIntervalMs: this.#interval(),
      items: latest(this.items).flatMap((item) => item.plain(base) ?? []),
    };
  }

  #interval(): number | null {
    const { ttl, period, frequency } = this.texts;
    const minutes = Number.parseInt(ttl ?? "", 10);
    const times = Math.max(1, Number.parseInt(frequency ?? "1", 10) || 1);
    const each = (PERIODS[period?.trim().toLowerCase() ?? ""] ?? 0) / times;
    const wanted = Math.max(minutes > 0 ? minutes * MINUTE_MS : 0, each);
    return wanted > 0 ? Math.min(Math.round(wanted), MAX_INTERVAL_MS) : null;
  }
}

/** In their order; where there are too many, the oldest are left out, or the last where nobody knows which those are. */
function latest(items: readonly RawItem[]): readonly RawItem[] {
  if (items.length <= FEED_LIMITS.items) return items;
  const dated = items.map((item) => ({ item, at: item.at }));
  if (dated.some(({ at }) => at === null)) return items.slice(0, FEED_LIMITS.items);
  const sorted = dated.sort((one, other) => other.at! - one.at!).slice(0, FEED_LIMITS.items);
  const kept = new Set(sorted.map(({ item }) => item));
  return items.filter((item) => kept.has(item));
}

function isPicture({ as, type, href }: Media): boolean {
  if (as !== "either") return as === "picture";
  return /^image/i.test(type) || (type === "" && /\.(?:avif|gif|jpe?g|png|webp)(?:[?#]|$)/i.test(href));
}

/** Only what opens a page, a picture or a file by HTTP. */
function absolute(written: Written | null, fallback: string): string | null {
  if (!written) return null;
  const href = written.href.trim().slice(0, FEED_LIMITS.address + 1);
  if (href === "" || href.length > FEED_LIMITS.address) return null;
  const base = written.base ? URL.parse(written.base, fallback || undefined)?.href : undefined;
  const url = URL.parse(href, base ?? (fallback || undefined));
  const link = url && safeLink(url.href);
  return link && !link.startsWith("mailto:") && link.length <= FEED_LIMITS.address ? link : null;
}

/** RSS wants an address, and people add their names in brackets; some write only one of both. */
function authorOf(text: string): string {
  const line = oneLine(titleText(text.slice(0, FEED_LIMITS.field), true));
  const open = line.indexOf("(");
  const isNamed = line.endsWith(")") && open > 0 && line.slice(0, open).includes("@");
  return (isNamed ? line.slice(open + 1, -1).trim() : "") || line;
}

function plainLines(text: string): string {
  return plainText(text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(/\r?\n/g, "<br>")).text;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] ?? "";
}

function unique(media: readonly FeedMedia[]): readonly FeedMedia[] {
  return [...new Map(media.map((each) => [each.url, each])).values()];
}
