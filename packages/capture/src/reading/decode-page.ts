/** Bytes of a page become text. */
import { detectEncoding } from "./detect-encoding.ts";

export interface DecodedPage {
  readonly text: string;
  /** The encoding by its standard name, in lower case. */
  readonly encoding: string;
}

/** Never throws: what is no text in its encoding becomes U+FFFD, as in browsers; a byte order mark is not part of the text. */
export function decodePage(body: Uint8Array, contentType: string | undefined): DecodedPage {
  const { name } = detectEncoding(body, contentType);
  // Encoding standard: the whole of a page in a "replacement" encoding (ISO-2022-KR, HZ) is one replacement character.
  if (name === "replacement") return { text: "\uFFFD", encoding: name };
  return { text: new TextDecoder(name).decode(body), encoding: name };
}
