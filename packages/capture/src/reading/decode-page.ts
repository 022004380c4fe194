/** Bytes of a page become text. */
import { isUtf8 } from "node:buffer";
import { analyse } from "chardet";
import { getEncoding } from "encoding-sniffer";

export interface DecodedPage {
  readonly text: string;
  /** The encoding by its standard name, in lower case. */
  readonly encoding: string;
}

/** HTML standard: the prescan looks at the first 1024 bytes. */
const PRESCAN_BYTES = 1_024;

/** A meta element further down still changes the encoding while the page is parsed; it has to be in the head. */
const LATE_META_BYTES = 64 * 1_024;

/** A name that neither prescan nor header can give, so that "nothing was said" can be told. */
const NOTHING_SAID = "x-user-defined";

/** HTML standard: the encoding of most locales where nothing is known. */
const LAST_RESORT = "windows-1252";

/** More text does not make the frequency analysis better. */
const SAMPLE_BYTES = 32 * 1_024;

/** Never throws: what is no text in its encoding becomes U+FFFD, as in browsers; a byte order mark is not part of the text. */
export function decodePage(body: Uint8Array, contentType: string | undefined): DecodedPage {
  const { name } = detectEncoding(body, contentType);
  // Encoding standard: the whole of a page in a "replacement" encoding (ISO-2022-KR, HZ) is one replacement character.
  if (name === "replacement") return { text: "\uFFFD", encoding: name };
  return { text: new TextDecoder(name).decode(body), encoding: name };
}

export interface DetectedEncoding {
  /** A standard name that `TextDecoder` takes. */
  readonly name: string;
  /** What decided: a byte order mark or the header or a meta element of the page, or its bytes alone. */
  readonly by: "label" | "bytes";
}

/** Linear in the size of the body, and mostly in that of its first kilobytes. */
export function detectEncoding(body: Uint8Array, contentType: string | undefined): DetectedEncoding {
  const transportLayerEncodingLabel = charsetOf(contentType) ?? "";
  for (const maxBytes of [PRESCAN_BYTES, LATE_META_BYTES]) {
    const name = getEncoding(body.subarray(0, maxBytes), {
      maxBytes,
      transportLayerEncodingLabel,
      defaultEncoding: NOTHING_SAID,
    });
    if (name !== NOTHING_SAID) return { name: name.toLowerCase(), by: "label" };
  }
  return { name: isUtf8(body) ? "utf-8" : mostLikely(body), by: "bytes" };
}

/** The charset parameter of a Content-Type header, in whatever way it is quoted. */
function charsetOf(contentType: string | undefined): string | undefined {
  const match = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;]+))/i.exec(contentType ?? "");
  return match?.[1] ?? match?.[2] ?? match?.[3];
}

/** Frequency analysis over what the standard calls legacy encodings; single guesses that no web page uses are passed over. */
function mostLikely(body: Uint8Array): string {
  for (const { name } of analyse(body.subarray(0, SAMPLE_BYTES))) {
    const encoding = standardName(name);
    // A page that says nothing is not in UTF-16 (it could not be read at all), and UTF-8 has been ruled out.
    if (encoding && !encoding.startsWith("utf-")) return encoding;
  }
  return LAST_RESORT;
}

function standardName(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}
