/** A page: captured once for all blocks and all people who follow something on it. */
import { z } from "zod";
import { CaptureFailureRecord } from "./capture-failure.ts";
import { BodyHash, CaptureId, PageId, PersonId } from "./ids.ts";
import { PageSource } from "./page-source.ts";
import { Instant } from "./time.ts";

/** The way a page is really fetched. */
export const Fetcher = z.enum(["http", "browser", "own-browser"]);
export type Fetcher = z.infer<typeof Fetcher>;

/** How a capture was got; `archive` is a file or a web archive. */
export const CapturedBy = z.enum([...Fetcher.options, "archive"]);
export type CapturedBy = z.infer<typeof CapturedBy>;

/** Which fetcher a page with the choice `auto` uses, since when and why. */
export const FetcherDecision = z.strictObject({
  fetcher: Fetcher,
  reason: z.enum([
    "asked",
    "first-try",
    "found-in-raw-html",
    "not-in-raw-html",
    "blocked-in-raw-html",
    "no-better-rendered",
    "made-by-scripts",
  ]),
  decidedAt: Instant,
  /** When the other way is tried again; null where there is nothing to try. */
  probeAt: Instant.nullable(),
  /** What told that parts of the page are made by scripts, where that is the reason. */
  signs: z.array(z.string().max(40)).max(20).optional(),
});
export type FetcherDecision = z.infer<typeof FetcherDecision>;

/** As far as people are told. */
export const FetchedBy = FetcherDecision.pick({ fetcher: true, reason: true }).strip();

/** How a capture differs in structure from the one before: an update of the page, or a redesign. */
export const PageChange = z.strictObject({
  kind: z.enum(["update", "redesign"]),
  /** From 0 to 1 after [dom-structure-similarity]. */
  similarity: z.number().min(0).max(1),
});
export type PageChange = z.infer<typeof PageChange>;

/** A capture that was a redesign: when, and how much the structure is still like that of the capture before. */
export const Redesign = z.strictObject({ at: Instant, similarity: PageChange.shape.similarity });
export type Redesign = z.infer<typeof Redesign>;

/** What [dom-structure-similarity] says of two pages that have nothing in common: 1 − (D + 1) / 2D, where D is 8. */
const MIN_SIMILARITY = 0.4375;

/** The share of the structure that is still the same, from 0 to 1: a similarity on the scale that people expect. */
export function sameShare(similarity: number): number {
  return Math.max(0, (similarity - MIN_SIMILARITY) / (1 - MIN_SIMILARITY));
}

export const Page = z.strictObject({
  id: PageId,
  source: PageSource,
  /** Lower-case host with port, the unit of politeness. */
  host: z.string().max(300),
  /** Set where the source logs in, keeps cookies, has a key in its address or is a person's own browser: such a page is theirs and never shared. */
  privateTo: PersonId.nullable(),
  title: z.string().max(500),
  fetcher: FetcherDecision,
  createdAt: Instant,
  /** When the page is to be checked next; null where nobody follows anything on it or all is paused. */
  dueAt: Instant.nullable(),
  lastCheckedAt: Instant.nullable(),
  /** The capture that the page was last seen as. */
  latestCaptureId: CaptureId.nullable(),
  /** Failed checks in a row. */
  failures: z.int().min(0),
  /** Why the last check failed; null after one that did not. */
  trouble: CaptureFailureRecord.nullable(),
  /** The latest that was seen. */
  redesign: Redesign.nullable().default(null),
});
export type Page = z.infer<typeof Page>;

const bytes = z.int().min(0);

/** What a page loaded besides its document, in bytes as they came over the wire; what came from a cache has none. */
export const LoadedBytes = z
  .strictObject({
    images: bytes,
    /** How many those are. */
    imageCount: z.int().min(0),
    styles: bytes,
    fonts: bytes,
    scripts: bytes,
    other: bytes,
  })
  .meta({ id: "LoadedBytes" });
export type LoadedBytes = z.infer<typeof LoadedBytes>;

/** RSS 0.9x and 2.0; RSS 1.0; Atom; JSON Feed. */
export const FeedFormat = z.enum(["rss", "rdf", "atom", "json"]);
export type FeedFormat = z.infer<typeof FeedFormat>;

/** Where the items of a feed are on the page that it becomes, always. */
export const FEED_PATH = "html[1]/body[1]/div[1]";

/** What is known of a capture that came as a feed, besides its items, which are its page. */
export const FeedFacts = z
  .strictObject({
    format: FeedFormat,
    /** The page that it is the feed of. */
    home: z.string().max(8_192).nullable(),
    icon: z.string().max(8_192).nullable(),
    /** How often it asks to be fetched at most. */
    minIntervalMs: z.int().min(0).nullable(),
  })
  .meta({ id: "FeedFacts" });
export type FeedFacts = z.infer<typeof FeedFacts>;

/** The raw page at one time. Its bodies are stored apart, by hash. */
export const Capture = z.strictObject({
  id: CaptureId,
  pageId: PageId,
  at: Instant,
  fetcher: CapturedBy,
  /** After redirects. */
  finalUrl: z.string().max(8_192),
  status: z.int().min(0).max(999),
  /** Validators and what else of the headers matters later, names in lower case. */
  headers: z.record(z.string().max(100), z.string().max(8_192)),
  /** SHA-256 of the body as it came, before decoding, in hexadecimal: the next capture is compared with it. */
  sourceHash: z.string().max(64),
  /** The HTML, decoded. */
  html: BodyHash,
  /** Layout boxes and visibility where the page was rendered. */
  layout: BodyHash.nullable(),
  /** A picture of the page where it was rendered. */
  picture: BodyHash.nullable(),
  /** Pictures that came with the page because nobody else can fetch them: one body, for its person alone. */
  images: BodyHash.nullable().default(null),
  /** Pictures of what is drawn on it and in no markup; its elements name them by number. */
  drawings: BodyHash.nullable().default(null),
  /** Bytes that came over the wire for it. */
  transferBytes: z.int().min(0),
  /** Null where no browser of ours rendered it. */
  loaded: LoadedBytes.nullable().default(null),
  tookMs: z.int().min(0),
  /** Null where it came as a page. */
  feed: FeedFacts.nullable().default(null),
  /** Null where there is no earlier capture to compare with. */
  change: PageChange.nullable().default(null),
  /** It was made with a grant for a private host: whatever is allowed since then, strangers are never shown it. */
  isOfPrivateHost: z.boolean().default(false),
});
export type Capture = z.infer<typeof Capture>;
