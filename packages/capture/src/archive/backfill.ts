/** A follow is given a past: the earlier versions of its page, one by one in the order of time. */
import type { HttpClient, Politeness } from "@tessera/network";
import type { CaptureFailure } from "@tessera/network/failure";
import type { PageCapture } from "../http/page-capture.ts";
import type { PageReader } from "../reading/page-reader.ts";
import { pastInArchive } from "./memento.ts";
import { pastInFile } from "./past-in-file.ts";

/** Where the past is: a file (HTML, MHTML or WARC), or a TimeMap, TimeGate or memento of a web archive. */
export type PastSource =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "archive"; readonly url: URL };

export interface BackfillOptions {
  /** The page that is followed. */
  readonly url: URL;
  readonly httpClient: HttpClient;
  readonly politeness: Politeness;
  readonly reader: PageReader;
  /** Instants, both included. */
  readonly from?: number;
  readonly until?: number;
  /** At most one version in this time, the first. */
  readonly everyMs?: number;
  /** At most so many versions; where there are more, they are spread evenly. */
  readonly limit?: number;
  /** Of one page. */
  readonly maxBytes?: number;
}

export type PastVersion =
  | { readonly kind: "page"; readonly capture: PageCapture }
  /** The archive lists this version and cannot give it; the others are not affected. */
  | { readonly kind: "missed"; readonly at: number; readonly url: string; readonly failure: CaptureFailure };

/** A version whose body equals the one before is left out. Throws a CaptureFailure where the source itself cannot be read. */
export async function* backfill(source: PastSource, options: BackfillOptions): AsyncGenerator<PastVersion> {
  let lastHash = "";
  for await (const version of source.kind === "file"
    ? pastInFile(source.path, options)
    : pastInArchive(source.url, options)) {
    if (version.kind === "page" && version.capture.bodyHash === lastHash) continue;
    if (version.kind === "page") lastHash = version.capture.bodyHash;
    yield version;
  }
}
