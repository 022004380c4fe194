/**
 * Pictures that came with a capture, and where this server's browser rendered it for one person its style sheets, as they are
 * kept: one body of JSON. What is shown is looked at again when it is drawn.
 */
import { SNAPSHOT_LIMITS } from "@tessera/model";
import { assetType, cleanAsset, type LinkRules, SVG } from "@tessera/show/drawing";
import { type Body, packBody } from "@tessera/store/packed";
import { z } from "zod";

export const KeptImages = z.array(z.strictObject({ url: z.string(), type: z.string(), data: z.string() })).max(1_000);
export type KeptImages = z.infer<typeof KeptImages>;

export interface FileToKeep {
  readonly kind: "image" | "style";
  readonly url: string;
  readonly bytes: Uint8Array;
}

/** By what they are and not by what was said of them; what is none, or is over the budget, is left out. Null for nothing. */
export function keepImages(files: Iterable<FileToKeep>, links: LinkRules | null): Body | null {
  let left: number = SNAPSHOT_LIMITS.allImageBytes;
  const kept: KeptImages = [];
  for (const { kind, url, bytes } of files) {
    const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const isWithin = kind === "style" || body.length <= left;
    const type = isWithin && URL.canParse(url) ? assetType(body, kind) : null;
    if (type === null || (type === SVG && !links)) continue;
    const clean = type === SVG && links ? Buffer.from(cleanAsset({ type, body, base: url, links })) : body;
    if (kind === "image") left -= body.length;
    if (clean.length > 0) kept.push({ url: addressOf(url), type, data: clean.toString("base64") });
  }
  return kept.length === 0 ? null : packBody(Buffer.from(JSON.stringify(kept)));
}

/** As the links of a page are looked up. */
function addressOf(text: string): string {
  const url = new URL(text);
  url.hash = "";
  return url.href;
}
