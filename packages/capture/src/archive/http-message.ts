/** An HTTP answer as a WARC file keeps it: status line, header fields and body, byte for byte as it was sent. */

import { decompress } from "@tessera/network";
import { CaptureFailure } from "@tessera/network/failure";
import { type HeaderFields, readFields, splitHead } from "./header-lines.ts";

export interface HttpMessage {
  readonly status: number;
  readonly fields: HeaderFields;
  readonly body: Buffer;
}

/** Null where it is no HTTP answer; throws `too-large` or `decompression` where the body does not fit or is damaged. */
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
