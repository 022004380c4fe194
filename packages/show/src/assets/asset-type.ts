/** What an asset really is, by its first bytes: what a server says about it decides nothing. */
import { rootName } from "@tessera/engine";
import type { AssetKind } from "../rules/asset-links.ts";

type Signature = readonly [offset: number, bytes: string, type: string];

const IMAGES: readonly Signature[] = [
  [0, "\x89PNG\r\n\x1a\n", "image/png"],
  [0, "\xff\xd8\xff", "image/jpeg"],
  [0, "GIF87a", "image/gif"],
  [0, "GIF89a", "image/gif"],
  [8, "WEBP", "image/webp"],
  [4, "ftypavif", "image/avif"],
  [4, "ftypavis", "image/avif"],
  [0, "BM", "image/bmp"],
  [0, "\0\0\x01\0", "image/x-icon"],
];
const FONTS: readonly Signature[] = [
  [0, "wOFF", "font/woff"],
  [0, "wOF2", "font/woff2"],
  [0, "OTTO", "font/otf"],
  [0, "\0\x01\0\0", "font/ttf"],
  [0, "true", "font/ttf"],
];
/** All that is looked at: in one pass, so that it takes no time even on the main thread. */
export const SNIFFED_BYTES = 4_096;
export const SVG = "image/svg+xml";
export const CSS = "text/css; charset=utf-8";

/** The type to send it with, or null where it is nothing that this kind of link shows. */
export function assetType(body: Buffer, kind: AssetKind): string | null {
  switch (kind) {
    case "image":
      return match(body, IMAGES) ?? (isSvg(body) ? SVG : null);
    case "font":
      return match(body, FONTS);
    case "style":
      return isText(body) ? CSS : null;
  }
}

function match(body: Buffer, signatures: readonly Signature[]): string | null {
  const found = signatures.find(([offset, bytes]) => body.toString("latin1", offset, offset + bytes.length) === bytes);
  return found?.[2] ?? null;
}

/** The MIME Sniffing standard knows no SVG; browsers go by the root element, after prologue and comments. */
function isSvg(body: Buffer): boolean {
  return rootName(body.toString("utf8", 0, SNIFFED_BYTES)) === "svg";
}

/** A page in place of a style sheet (an error, a login) is not one. */
function isText(body: Buffer): boolean {
  return !body.subarray(0, 1_024).includes(0) && !/^\s*<(?:!doctype|html)/i.test(body.toString("utf8", 0, 512));
}
