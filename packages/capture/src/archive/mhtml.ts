/** A page saved by a browser as one MHTML file (RFC 2557): the HTML is its root part. */
import { unreadable } from "./archive-failure.ts";
import type { ArchivedPage } from "./archived-page.ts";
import { type HeaderFields, parameterOf, readFields, splitHead } from "./header-lines.ts";

interface Part {
  readonly fields: HeaderFields;
  readonly body: Buffer;
}

/** Attachments beyond this are not looked at: the root part is first or named. */
const MAX_PARTS = 10_000;
const CARRIAGE_RETURN = 0x0d;

/** Throws a CaptureFailure when there is no HTML in it. `at` is used where the file does not say when it was saved. */
export function readMhtml(file: Buffer, at: number): ArchivedPage {
  const message = partOf(file);
  const type = message?.fields.get("content-type") ?? "";
  if (!message || !/^(multipart\/|text\/html)/i.test(type)) throw unreadable("the file is no MHTML");
  const root = /^multipart\//i.test(type) ? rootPart(message, type) : message;
  if (!root) throw unreadable("the MHTML file holds no HTML");
  const date = Date.parse(message.fields.get("date") ?? "");
  return {
    url: root.fields.get("content-location") ?? message.fields.get("snapshot-content-location") ?? "",
    at: Number.isNaN(date) ? at : date,
    body: decodeTransfer(root),
    contentType: root.fields.get("content-type"),
  };
}

/** RFC 2387 section 3.2: the part that `start` names, or else the first; only HTML will do here. */
function rootPart(message: Part, type: string): Part | null {
  const boundary = parameterOf(type, "boundary");
  if (!boundary) return null;
  const start = parameterOf(type, "start");
  const html = partsOf(message.body, boundary).filter((part) =>
    /^text\/html/i.test(part.fields.get("content-type") ?? ""),
  );
  return html.find((part) => start !== undefined && part.fields.get("content-id") === start) ?? html[0] ?? null;
}

/** RFC 2046 section 5.1.1: parts stand between lines that begin with two hyphens and the boundary. */
function partsOf(body: Buffer, boundary: string): readonly Part[] {
  const mark = Buffer.from(`--${boundary}`, "latin1");
  const parts: Part[] = [];
  let at = body.indexOf(mark);
  while (at >= 0 && parts.length < MAX_PARTS) {
    const from = body.indexOf("\n", at) + 1;
    const isLast = body.toString("latin1", at + mark.length, at + mark.length + 2) === "--";
    const next = body.indexOf(Buffer.concat([Buffer.from("\n"), mark]), Math.max(from - 1, at));
    if (from === 0 || isLast) break;
    // The line end before a boundary belongs to the boundary.
    const end = next < 0 ? body.length : body[next - 1] === CARRIAGE_RETURN ? next - 1 : next;
    const part = partOf(body.subarray(from, Math.max(end, from)));
    if (part) parts.push(part);
    at = next < 0 ? -1 : next + 1;
  }
  return parts;
}

function partOf(message: Buffer): Part | null {
  const split = splitHead(message);
  return split && { fields: readFields(split.head), body: split.body };
}

function decodeTransfer({ fields, body }: Part): Buffer {
  switch (fields.get("content-transfer-encoding")?.toLowerCase()) {
    case "base64":
      return Buffer.from(body.toString("latin1"), "base64");
    case "quoted-printable":
      return decodeQuotedPrintable(body);
    default:
      return body;
  }
}

/** RFC 2045 section 6.7; what is no valid escape is left as it is. */
function decodeQuotedPrintable(body: Buffer): Buffer {
  const text = body
    .toString("latin1")
    .split("\n")
    .map(withoutBlankEnd)
    .join("\n")
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9a-f]{2})/gi, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(text, "latin1");
}

/** Spaces at the end of a line are none of the text: mail servers add them. */
function withoutBlankEnd(line: string): string {
  const lineEnd = line.endsWith("\r") ? "\r" : "";
  let end = line.length - lineEnd.length;
  while (end > 0 && (line[end - 1] === " " || line[end - 1] === "\t")) end--;
  return line.slice(0, end) + lineEnd;
}
