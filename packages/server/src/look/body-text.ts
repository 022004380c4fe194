/** Packed bodies as text, unpacked where there is time for it: in worker threads. */
import { type Body, unpackBody } from "@tessera/store";

export function textOfBody(body: Body): string {
  const content = unpackBody(body);
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString("utf8");
}
