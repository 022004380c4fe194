/** The bytes of a page become its text, and the address that it leads to at once where it is only a signpost. */
import { decodePage } from "../encoding/decode-page.ts";
import { immediateRefresh } from "../http/meta-refresh.ts";

export interface RawPage {
  readonly body: Uint8Array;
  readonly contentType: string | undefined;
  /** Where it came from. */
  readonly url: string;
}

export interface ReadPage {
  readonly text: string;
  readonly encoding: string;
  readonly leadsTo: string | null;
}

export function readPage({ body, contentType, url }: RawPage): ReadPage {
  const { text, encoding } = decodePage(body, contentType);
  return { text, encoding, leadsTo: immediateRefresh(text, url)?.href ?? null };
}
