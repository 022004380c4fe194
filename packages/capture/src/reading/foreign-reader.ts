/** Who reads foreign bytes for this package: everything that parses, matches or cleans what came from elsewhere. */
import type { RawTimeMap, TimeMap } from "../archive/read-time-map.ts";
import type { PackedSnapshot } from "../browser/dom-snapshot.ts";
import type { RenderedPage } from "../browser/read-snapshot.ts";
import type { RawAsset } from "../page-proxy/asset/clean-asset.ts";
import type { SplitSheet } from "../page-proxy/css/split-imports.ts";
import type { RawPage, ReadPage } from "./read-page.ts";

/**
 * A page can be made so that reading it takes for ever, so a server does it in worker threads that it can end. Each
 * throws a CaptureFailure, `too-large` or `timeout`, for what is more than a reader takes.
 */
export interface ForeignReader {
  readonly readPage: (page: RawPage) => Promise<ReadPage>;
  readonly readSnapshot: (snapshot: PackedSnapshot) => Promise<RenderedPage>;
  readonly readTimeMap: (answer: RawTimeMap) => Promise<TimeMap>;
  readonly cleanAsset: (asset: RawAsset) => Promise<Uint8Array>;
  readonly splitImports: (css: string) => Promise<SplitSheet>;
}

/** A reader at work for one person, or for nobody in particular. */
export type ReaderFor = (holder: string | undefined) => ForeignReader;
