/**
 * Versions of a page in a file that the owner has: HTML, MHTML or WARC. Only the command line reads files, in a process
 * of its own that serves nobody meanwhile; the pages in them are read like all others.
 */
import { open } from "node:fs/promises";
import { CaptureFailure } from "@tessera/network/failure";
import { isPage } from "../http/is-html.ts";
import { unreadable } from "./archive-failure.ts";
import { type ArchivedPage, captureOf } from "./archived-page.ts";
import type { BackfillOptions, PastVersion } from "./backfill.ts";
import { readFields, splitHead } from "./header-lines.ts";
import { readMhtml } from "./mhtml.ts";
import { thinOut } from "./thin-out.ts";
import type { WarcOptions } from "./warc.ts";

const MAX_PAGE_BYTES = 20 * 1024 * 1024;
/** Of all versions that are read from one file. */
const MAX_FILE_BYTES = 1024 * 1024 * 1024;
const GZIP_MAGIC = 0x1f8b;
const FIRST_BYTES = 4_096;

export async function* pastInFile(path: string, options: BackfillOptions): AsyncGenerator<PastVersion> {
  const { from = 0, until = Number.POSITIVE_INFINITY } = options;
  const isWanted = (at: number) => at >= from && at <= until;
  const pages = (await readPages(path, options, isWanted)).filter(({ at }) => isWanted(at));
  for (const page of thinOut(
    pages.sort((a, b) => a.at - b.at),
    options,
  )) {
    yield { kind: "page", capture: await captureOf({ ...page, url: options.url.href }, options.reader) };
  }
}

/** What the file is, is seen at its first bytes, not at its name. */
async function readPages(
  path: string,
  { url, maxBytes = MAX_PAGE_BYTES }: BackfillOptions,
  isWanted: WarcOptions["isWanted"],
): Promise<ArchivedPage[]> {
  await using file = await open(path);
  const { mtimeMs, size } = await file.stat();
  const { buffer, bytesRead } = await file.read(Buffer.alloc(FIRST_BYTES), 0, FIRST_BYTES, 0);
  const start = buffer.subarray(0, bytesRead);
  if (isWarc(start)) {
    const { pagesInWarc } = await import("./warc.ts");
    return await readAll(pagesInWarc(file.createReadStream({ start: 0 }), url, { maxBytes, isWanted }));
  }
  // Quoted-printable and base64 make an MHTML file larger than its page.
  if (size > 3 * maxBytes) throw tooLarge(`the file is larger than ${3 * maxBytes} bytes`);
  const bytes = Buffer.alloc(size);
  await file.read(bytes, 0, size, 0);
  const at = Math.round(mtimeMs);
  if (isMime(start)) return [readMhtml(bytes, at)];
  if (isPage(undefined, bytes)) return [{ url: url.href, at, body: bytes, contentType: undefined }];
  throw unreadable("the file is neither HTML nor a feed nor MHTML nor WARC");
}

/** A WARC file is in no particular order, so all its versions are there before the first is given. */
async function readAll(versions: AsyncIterable<ArchivedPage>): Promise<ArchivedPage[]> {
  const pages: ArchivedPage[] = [];
  let bytes = 0;
  for await (const page of versions) {
    pages.push(page);
    bytes += page.body.length;
    if (bytes > MAX_FILE_BYTES) throw tooLarge("the file holds too many versions at once: choose a shorter time");
  }
  return pages;
}

function tooLarge(message: string): CaptureFailure {
  return new CaptureFailure("too-large", { message, retry: "never" });
}

function isWarc(start: Buffer): boolean {
  return start.toString("latin1", 0, 5) === "WARC/" || (start.length >= 2 && start.readUInt16BE(0) === GZIP_MAGIC);
}

function isMime(start: Buffer): boolean {
  const fields = readFields(splitHead(start)?.head ?? "");
  return fields.has("mime-version") || /^multipart\//i.test(fields.get("content-type") ?? "");
}
