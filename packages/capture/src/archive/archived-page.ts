/** A page out of an archive becomes a capture like any other, with the time it is from. */
import { createHash } from "node:crypto";
import type { PageCapture } from "../http/page-capture.ts";
import type { PageReader } from "../reading/page-reader.ts";

export interface ArchivedPage {
  /** The URL of the page, not of the archive. */
  readonly url: string;
  /** When the page was like this, milliseconds since the epoch. */
  readonly at: number;
  readonly body: Buffer;
  readonly contentType: string | undefined;
  /** What it cost to get it over the network, where it came from there. */
  readonly bytesOnWire?: number;
  readonly tookMs?: number;
}

export async function captureOf(
  { url, at, body, contentType, bytesOnWire = 0, tookMs = 0 }: ArchivedPage,
  { readPage }: Pick<PageReader, "readPage">,
): Promise<PageCapture> {
  const { text, encoding, feed } = await readPage({ body, contentType, url });
  return {
    kind: "page",
    by: "archive",
    url,
    finalUrl: url,
    at,
    status: 200,
    redirects: 0,
    headers: contentType === undefined ? {} : { "content-type": contentType },
    html: text,
    encoding,
    feed,
    bodyHash: createHash("sha256").update(body).digest("hex"),
    timing: { startedAtMs: at, headMs: tookMs, totalMs: tookMs },
    bytesOnWire,
  };
}
