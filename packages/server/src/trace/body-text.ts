/** Packed bodies as text and as archives have them, unpacked where there is time for it: in worker threads. */
import { isUtf8 } from "node:buffer";
import { type Body, StoreFailure, unpackBody } from "@tessera/store/packed";
import type { ArchivedBody } from "../interchange/reading/archive.ts";

export function textOfBody(body: Body): string {
  return bytesOfBody(body).toString("utf8");
}

/** A body as the JSON of an archive; null where it is damaged. */
export function writeBody(body: Body): string | null {
  try {
    const { hash } = body;
    const bytes = bytesOfBody(body);
    const archived: ArchivedBody = isUtf8(bytes)
      ? { hash, text: bytes.toString("utf8") }
      : { hash, base64: bytes.toString("base64") };
    return JSON.stringify(archived);
  } catch (failure) {
    if (failure instanceof StoreFailure) return null;
    throw failure;
  }
}

export function bytesOfBody(body: Body): Buffer {
  const content = unpackBody(body);
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength);
}
