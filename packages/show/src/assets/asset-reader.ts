/** Who parses and cleans foreign style sheets and drawings: a server does it in worker threads that it can end. */
import sanitize from "sanitize-html";
import { filterSheet, filterStyleAttribute } from "../css/filter-css.ts";
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

/** A drawing that is shown as a picture loads nothing: what styles it points into it, or nowhere. */
const WITHIN_DRAWING = {
  base: new URL("https://drawing.invalid/"),
  links: { linkTo: () => null, linkToDrawing: () => null },
};
/** While a drawing is cleaned its style sheets have a name of ours, since those of HTML are written out as they are. */
const STYLE = "tessera-style";

/** A foreign style sheet or drawing without anything that does harm; empty where nothing of it is left. */
export function cleanAsset({ type, body, base, links }: RawAsset): Uint8Array {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
  const clean =
    type === SVG ? inertSvg(text) : filterSheet(text, { base: new URL(base), links: new SignedLinks(links) });
  return Buffer.from(clean);
}

const STYLE_TAG = new RegExp(`<(/?)${STYLE}(?=[\\s>])`, "g");

class TooDeep extends Error {
  override readonly name = "TooDeep";
}

/** Empty where nothing of it is a picture, or it is too deep for one. Names keep their case: SVG is XML. @internal */
export function inertSvg(svg: string): string {
  try {
    const clean = sanitized(svg.replace(/<(\/?)style\b/gi, `<$1${STYLE}`)).replace(STYLE_TAG, "<$1style");
    return clean.includes("<svg") ? clean : "";
  } catch (failure) {
    if (failure instanceof TooDeep) return "";
    throw failure;
  }
}

function sanitized(svg: string): string {
  let depth = 0;
  return sanitize(svg, {
    allowedTags: [...SVG_TAGS, STYLE].filter((tag) => tag !== "image"),
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
      "*": (tagName, attribs) => ({
        tagName,
        attribs: Object.fromEntries(Object.entries(attribs).map(styledWithin).filter(isKept)),
      }),
    },
    textFilter: (text, tag) => (tag === STYLE ? escaped(filterSheet(unescaped(text), WITHIN_DRAWING)) : text),
  });
}

function styledWithin([name, value]: [string, string]): [string, string] {
  return [name, name === "style" ? filterStyleAttribute(value, WITHIN_DRAWING) : value];
}

/** Text as it comes to a filter, and as it leaves it: of a style sheet, `a > b` is read without its entities. */
function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Addresses may only point into the picture itself. */
function isKept([name, value]: [string, string]): boolean {
  if (name === "style") return value !== "";
  if (name === "href" || name === "xlink:href") return /^#[\w.:-]+$/.test(value);
  if (name === "xmlns:xlink") return value === "http://www.w3.org/1999/xlink";
  if (name === "xmlns") return value === "http://www.w3.org/2000/svg";
  if (!NAMES.has(name.toLowerCase()) || /[\\<]|javascript:/i.test(value)) return false;
  return !/url/i.test(value) || /^\s*url\(\s*['"]?#[\w.:-]+['"]?\s*\)[^:]*$/i.test(value);
}
