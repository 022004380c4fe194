/** What a capture gives: the raw page at one time, or the knowledge that it has not changed. */
import type { Timing } from "./way-out/response.ts";

export type Fetcher = "http" | "browser" | "archive";

/** What a server said about a version of its page, to be handed back in the next conditional request. */
export interface Validators {
  readonly etag?: string;
  readonly lastModified?: string;
}

/** What is known of the capture before, so that an unchanged page costs no parse. */
export interface Previous extends Validators {
  /** SHA-256 of the body, in hex. */
  readonly bodyHash: string;
}

/** The headers that matter for what the page means or for the next request. */
export interface PageHeaders extends Validators {
  readonly contentType?: string;
  readonly contentLanguage?: string;
}

export interface Capture {
  readonly kind: "page";
  readonly fetcher: Fetcher;
  /** The URL that was asked for. */
  readonly url: string;
  /** Where the page really came from, after all redirects. */
  readonly finalUrl: string;
  readonly status: number;
  readonly headers: PageHeaders;
  /** The page as text. */
  readonly html: string;
  /** The encoding that the bytes were in, by its standard name. */
  readonly encoding: string;
  /** SHA-256 of the body before decoding, in hex; of the rendered HTML where a browser made it. */
  readonly bodyHash: string;
  readonly redirects: number;
  readonly timing: Timing;
  readonly bytesOnWire: number;
}

export interface Unchanged {
  readonly kind: "unchanged";
  readonly fetcher: Fetcher;
  readonly url: string;
  readonly finalUrl: string;
  /** The server said so (304), or the body is the same byte for byte. */
  readonly by: "not-modified" | "same-body";
  /** To be kept instead of the ones before. */
  readonly previous: Previous;
  readonly timing: Timing;
  readonly bytesOnWire: number;
}

export type CaptureResult = Capture | Unchanged;
