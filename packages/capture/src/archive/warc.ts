/** The captures of one page in a WARC file (ISO 28500), compressed or not. */
import { decompress } from "@tessera/network";
import { CaptureFailure } from "@tessera/network/failure";
import { WARCParser, type WARCRecord } from "warcio";
import { isPage } from "../http/is-html.ts";
import { unreadable } from "./archive-failure.ts";
import type { ArchivedPage } from "./archived-page.ts";
import { type HeaderFields, readFields, splitHead } from "./header-lines.ts";

export interface WarcOptions {
  /** Of one page; larger ones are passed over. */
  readonly maxBytes: number;
  /** Whether a version of this time is wanted; others are not even read. */
  readonly isWanted: (at: number) => boolean;
}

/** Besides the page itself, for its header fields. */
const HEAD_BYTES = 256 * 1024;

/** In the order of the file. Answers that are no HTML page, and records that only say "as before", are passed over. */
export async function* pagesInWarc(
  file: AsyncIterable<Uint8Array>,
  url: URL,
  { maxBytes, isWanted }: WarcOptions,
): AsyncGenerator<ArchivedPage> {
  const wanted = pageKey(url.href);
  const parser = new WARCParser(file, { keepHeadersCase: false, parseHttp: false });
  for (let count = 0; ; count++) {
    const record = await nextRecord(parser);
    const isWarc = record ? record.warcHeaders.statusline.startsWith("WARC/") : count > 0;
    if (!isWarc) throw unreadable("the file is no WARC");
    if (!record) return;
    const at = Date.parse(record.warcDate ?? "");
    const target = (record.warcTargetURI ?? "").replace(/^<(.*)>$/, "$1");
    if (record.warcType !== "response" || !isWanted(at) || pageKey(target) !== wanted) continue;
    const page = await pageIn(record, maxBytes);
    if (page) yield { ...page, url: url.href, at };
  }
}

async function nextRecord(parser: WARCParser): Promise<WARCRecord | null> {
  try {
    return await parser.parse();
  } catch (cause) {
    throw unreadable("the WARC file is damaged", cause);
  }
}

async function pageIn(
  record: WARCRecord,
  maxBytes: number,
): Promise<Pick<ArchivedPage, "body" | "contentType"> | null> {
  const bytes = await readWithin(record, maxBytes + HEAD_BYTES);
  if (!bytes) return null;
  try {
    const message = await readHttpMessage(bytes, maxBytes);
    const contentType = message?.fields.get("content-type");
    const isThere = message && message.status >= 200 && message.status < 300;
    return isThere && isPage(contentType, message.body) ? { body: message.body, contentType } : null;
  } catch (failure) {
    // One damaged or monstrous page among many is no reason to lose the others.
    if (failure instanceof CaptureFailure) return null;
    throw failure;
  }
}

async function readWithin(record: WARCRecord, maxBytes: number): Promise<Buffer | null> {
  if (record.warcContentLength > maxBytes) return null;
  const chunks: Uint8Array[] = [];
  for await (const chunk of record.reader) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** `http` and `https`, a `www.`, a fragment and a last slash are the same page here: archives were made over decades. */
function pageKey(text: string): string {
  if (!URL.canParse(text)) return "";
  const url = new URL(text);
  return `${url.host.replace(/^www\./, "")}${url.pathname.replace(/\/$/, "")}${url.search}`;
}

export interface HttpMessage {
  readonly status: number;
  readonly fields: HeaderFields;
  readonly body: Buffer;
}

/** Null where it is no HTTP answer; throws `too-large` or `decompression` where the body does not fit or is damaged. @internal */
export async function readHttpMessage(bytes: Buffer, maxBytes: number): Promise<HttpMessage | null> {
  const split = splitHead(bytes);
  const status = /^HTTP\/[\d.]+ (\d{3})\b/.exec(split?.head ?? "")?.[1];
  if (!split || status === undefined) return null;
  const fields = readFields(split.head.replace(/^.*\r?\n?/, ""));
  // Some writers undo the chunks and leave the header: what does not look like chunks is taken as it is.
  const isChunked = /\bchunked\b/i.test(fields.get("transfer-encoding") ?? "");
  const body = (isChunked ? joinChunks(split.body) : null) ?? split.body;
  const coding = fields.get("content-encoding") ?? "";
  return { status: Number(status), fields, body: await undo(body, coding, maxBytes) };
}

/** The same is done with codings: a body that is not in the coding its header names was probably undone already. */
async function undo(body: Buffer, coding: string, maxBytes: number): Promise<Buffer> {
  try {
    return await decompress(body, coding, maxBytes);
  } catch (failure) {
    if (failure instanceof CaptureFailure && failure.code === "decompression" && looksLikeText(body)) return body;
    throw failure;
  }
}

function looksLikeText(body: Buffer): boolean {
  return /^\s*</.test(body.toString("latin1", 0, 100));
}

/** RFC 9112 section 7.1. Null where the body is not in chunks. */
function joinChunks(body: Buffer): Buffer | null {
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const lineEnd = body.indexOf("\n", at);
    const size = /^([0-9a-f]{1,8})[\t ]*(?:;[^\r\n]*)?\r?$/i.exec(
      body.toString("latin1", at, Math.max(lineEnd, at)),
    )?.[1];
    if (lineEnd < 0 || size === undefined) return null;
    const length = Number.parseInt(size, 16);
    if (length === 0) break;
    chunks.push(body.subarray(lineEnd + 1, lineEnd + 1 + length));
    at = lineEnd + 1 + length;
    if (body[at] === 0x0d) at++;
    if (body[at] === 0x0a) at++;
  }
  return Buffer.concat(chunks);
}
