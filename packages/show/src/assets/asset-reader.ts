/** Who parses and cleans foreign style sheets and drawings: a server does it in worker threads that it can end. */
import sanitize from "sanitize-html";
import { filterSheet } from "../css/filter-css.ts";
import type { SplitSheet } from "../css/split-imports.ts";
import { ATTRIBUTES, FOREIGN_ATTRIBUTES, SVG_TAGS } from "../rules/allow-list.ts";
import { type LinkRules, SignedLinks } from "../rules/asset-links.ts";
import { SVG } from "./asset-type.ts";

/** Each throws a CaptureFailure, `too-large` or `timeout`, for what is more than a reader takes. */
export interface AssetReader {
  readonly cleanAsset: (asset: RawAsset) => Promise<Uint8Array>;
  readonly splitImports: (css: string) => Promise<SplitSheet>;
}

/** A reader at work for one person, or for nobody in particular. */
export type AssetReaderFor = (holder: string | undefined) => AssetReader;

export interface RawAsset {
  /** As `assetType` tells it: of an SVG or of a style sheet. */
  readonly type: string;
  readonly body: Uint8Array;
  /** Where it came from: what addresses in it are relative to. */
  readonly base: string;
  readonly links: LinkRules;
}

const NAMES: ReadonlySet<string> = new Set([...ATTRIBUTES, ...FOREIGN_ATTRIBUTES, "id", "version"]);

/** Elements inside one another; the parser takes the square of it, and no drawing comes near. @internal */
export const MAX_SVG_DEPTH = 500;

/** A foreign style sheet or drawing without anything that does harm; empty where nothing of it is left. */
export function cleanAsset({ type, body, base, links }: RawAsset): Uint8Array {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
  const clean =
    type === SVG ? inertSvg(text) : filterSheet(text, { base: new URL(base), links: new SignedLinks(links) });
  return Buffer.from(clean);
}

class TooDeep extends Error {
  override readonly name = "TooDeep";
}

/** Empty where nothing of it is a picture, or it is too deep for one. Names keep their case: SVG is XML. @internal */
export function inertSvg(svg: string): string {
  try {
    const clean = sanitized(svg);
    return clean.includes("<svg") ? clean : "";
  } catch (failure) {
    if (failure instanceof TooDeep) return "";
    throw failure;
  }
}

function sanitized(svg: string): string {
  let depth = 0;
  return sanitize(svg, {
    allowedTags: [...SVG_TAGS].filter((tag) => tag !== "image"),
    allowedAttributes: false,
    allowedSchemes: [],
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    disallowedTagsMode: "completelyDiscard",
    onOpenTag: () => {
      if (++depth > MAX_SVG_DEPTH) throw new TooDeep();
    },
    onCloseTag: () => {
      depth--;
    },
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
    transformTags: {
      "*": (tagName, attribs) => ({ tagName, attribs: Object.fromEntries(Object.entries(attribs).filter(isKept)) }),
    },
  });
}

/** Addresses may only point into the picture itself. */
function isKept([name, value]: [string, string]): boolean {
  if (name === "href" || name === "xlink:href") return /^#[\w.:-]+$/.test(value);
  if (name === "xmlns:xlink") return value === "http://www.w3.org/1999/xlink";
  if (name === "xmlns") return value === "http://www.w3.org/2000/svg";
  if (!NAMES.has(name.toLowerCase()) || /[\\<]|javascript:/i.test(value)) return false;
  return !/url/i.test(value) || /^\s*url\(\s*['"]?#[\w.:-]+['"]?\s*\)[^:]*$/i.test(value);
}
