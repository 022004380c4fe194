/** Who reads foreign bytes for captures: everything that parses or matches what came from elsewhere. */
import { ParseLimitError } from "@tessera/engine";
import { CaptureFailure } from "@tessera/network/failure";
import { decodePage } from "./decode-page.ts";
import type { PackedSnapshot } from "./dom-snapshot.ts";
import { immediateRefresh } from "./meta-refresh.ts";
import { type RenderedPage, readSnapshot } from "./read-snapshot.ts";
import { type RawTimeMap, readTimeMap, type TimeMap } from "./read-time-map.ts";

export { readSnapshot, readTimeMap };

/**
 * A page can be made so that reading it takes for ever, so a server does it in worker threads that it can end. Each
 * throws a CaptureFailure, `too-large` or `timeout`, for what is more than a reader takes.
 */
export interface PageReader {
  readonly readPage: (page: RawPage) => Promise<ReadPage>;
  readonly readSnapshot: (snapshot: PackedSnapshot) => Promise<RenderedPage>;
  readonly readTimeMap: (answer: RawTimeMap) => Promise<TimeMap>;
}

/** A reader at work for one person, or for nobody in particular. */
export type PageReaderFor = (holder: string | undefined) => PageReader;

export interface RawPage {
  readonly body: Uint8Array;
  readonly contentType: string | undefined;
  /** Where it came from. */
  readonly url: string;
}

export interface ReadPage {
  readonly text: string;
  readonly encoding: string;
  readonly leadsTo: string | null;
}

/** The bytes of a page become its text, and the address that it leads to at once where it is only a signpost. */
export function readPage({ body, contentType, url }: RawPage): ReadPage {
  const { text, encoding } = decodePage(body, contentType);
  return { text, encoding, leadsTo: immediateRefresh(text, url)?.href ?? null };
}

/** Foreign bytes read where they are: for tests, measurements, and programs that serve nobody else meanwhile. */
export const readOnTheSpot: PageReader = {
  readPage: onTheSpot(readPage),
  readSnapshot: onTheSpot(readSnapshot),
  readTimeMap: onTheSpot(readTimeMap),
};

export function onTheSpot<Job, Result>(read: (job: Job) => Result): (job: Job) => Promise<Result> {
  return async (job) => {
    try {
      return read(job);
    } catch (failure) {
      if (!(failure instanceof ParseLimitError)) throw failure;
      throw new CaptureFailure("too-large", { message: failure.message, cause: failure });
    }
  };
}
