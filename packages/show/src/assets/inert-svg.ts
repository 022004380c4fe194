/** An SVG picture without anything that runs, animates or reaches out. */
import sanitize from "sanitize-html";
import { ATTRIBUTES, FOREIGN_ATTRIBUTES, SVG_TAGS } from "../rules/allow-list.ts";

const NAMES: ReadonlySet<string> = new Set([...ATTRIBUTES, ...FOREIGN_ATTRIBUTES, "id", "version"]);

/** Elements inside one another; the parser takes the square of it, and no drawing comes near. */
export const MAX_SVG_DEPTH = 500;

class TooDeep extends Error {
  override readonly name = "TooDeep";
}

/** Empty where nothing of it is a picture, or it is too deep for one. Names keep their case: SVG is XML. */
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
