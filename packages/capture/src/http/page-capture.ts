/** What a capture gives: the raw page at one time, or the knowledge that it has not changed. */
import type { CapturedBy, FeedFacts, LoadedBytes } from "@tessera/model";
import type { Timing } from "@tessera/network";

/** The headers that matter for what the page means or for the next request, names in lower case. */
export type PageHeaders = Readonly<Record<string, string>>;

/** What is known of the capture before, so that an unchanged page costs no parse. */
export interface Previous {
  readonly finalUrl: string;
  /** With `etag` and `last-modified`, where the server gave them. */
  readonly headers: PageHeaders;
  /** SHA-256 of the body before decoding, in hex. */
  readonly bodyHash: string;
  /** It was a feed: a page in its place is not the next version of it. */
  readonly isFeed?: boolean;
}

interface Captured extends Previous {
  readonly by: CapturedBy;
  /** The URL that was asked for. */
  readonly url: string;
  /** When the page was as it is here, milliseconds since the epoch. */
  readonly at: number;
  /** How often the server sent on to another URL. */
  readonly redirects: number;
  readonly timing: Timing;
  readonly bytesOnWire: number;
  /** The page's cookies after this capture, to be handed to the next one; where they are kept. */
  readonly cookies?: string;
}

export interface PageCapture extends Captured {
  readonly kind: "page";
  readonly status: number;
  /** The page as text. */
  readonly html: string;
  /** The encoding that the bytes were in, by its standard name. */
  readonly encoding: string;
  /** Of a rendered page: pictures of what is drawn on it, to be read with `drawingIn`; null where nothing is. */
  readonly drawings?: Uint8Array | null;
  /** What the page loaded besides itself, where it was rendered. */
  readonly loaded?: LoadedBytes;
  /** Where it came as a feed: `html` is a page of ours that lists its items. */
  readonly feed?: FeedFacts | null;
}

export interface UnchangedPage extends Captured {
  readonly kind: "unchanged";
  /** The server said so (304), or the body is the same byte for byte. */
  readonly reason: "not-modified" | "same-body";
}

export type CaptureResult = PageCapture | UnchangedPage;
