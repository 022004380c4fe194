/** The attributes of one foreign element, made harmless: addresses become ours, styles are filtered, the rest is on a list. */
import { type Attribute, DRAWING_ATTRIBUTE } from "@tessera/engine";
import { filterStyleAttribute } from "../css/filter-css.ts";
import { bindMediaText, type Viewport } from "../css/page-media.ts";
import { nameFamiliesTwice } from "../css/tile-fonts.ts";
import { ATTRIBUTES, FOREIGN_ATTRIBUTES, isNamedFreely, OPENED_ATTRIBUTE } from "../rules/allow-list.ts";
import type { AssetLinks } from "../rules/asset-links.ts";

export interface InertContext {
  readonly base: URL;
  readonly links: AssetLinks;
  /** What an id becomes, wherever it is named. */
  readonly idOf: (id: string) => string;
  /** What a link of the page becomes; null for a link that leads nowhere. */
  readonly hrefOf: (url: URL) => string | null;
  /** What a symbol in a file of its own is called here; null where it is not to be drawn. */
  readonly symbolAt?: (url: URL) => string | null;
  /** Not in a document that is the page. */
  readonly isInTile?: boolean;
  /** The window of the page, where its parts are shown as in it. */
  readonly viewport?: Viewport | undefined;
}

export interface ForeignElement {
  readonly tag: string;
  readonly isForeign: boolean;
  readonly attributes: readonly { readonly name: string; readonly value: string }[];
}

const MAX_CANDIDATES = 32;
const DESCRIPTOR = /^(?:[\d.]+[wxh](?:\s+[\d.]+[wxh])?)?$/;
const LONGEST_DESCRIPTOR = 100;

/** A link stays a link for the style sheets, but leads to no place. */
const NOWHERE = "#tessera-inert";
const LONGEST_VALUE = 1_024;
const LONGEST_STYLE = 64 * 1_024;
const ID_LISTS: ReadonlySet<string> = new Set(["aria-labelledby", "aria-describedby", "aria-controls", "aria-owns"]);

/** Over whatever ground the page gives a canvas itself. */
const DRAWN_STYLE =
  "background-size:100% 100%!important;background-origin:content-box!important;background-repeat:no-repeat!important;background-position:0 0!important";

/** Where pages that load images late keep the address until then. */
const LATE_SOURCES = ["data-src", "data-lazy-src", "data-original", "data-srcset", "data-lazy-srcset"];

export function inertAttributes(element: ForeignElement, context: InertContext): Attribute[] {
  const kept: Attribute[] = [];
  for (const { name, value } of element.attributes) {
    const inert = inertAttribute(element, { name: name.toLowerCase(), value }, context);
    if (inert) kept.push(inert);
  }
  if (showsCarriedSource(element, kept)) return kept.filter(([name]) => name !== "srcset");
  const drawn = drawingOf(element, context);
  if (drawn) return withDrawing(kept, element.tag, drawn);
  if (element.tag === "img" && !kept.some(([name]) => name === "src" || name === "srcset"))
    kept.push(...lateSource(element, context));
  return kept;
}

/** The image that the page showed was kept with it, and is none of the sizes that are named besides. */
function showsCarriedSource({ attributes }: ForeignElement, kept: readonly Attribute[]): boolean {
  const shownAs = (wanted: string): string => kept.find(([name]) => name === wanted)?.[1] ?? "";
  const [source, candidates] = [shownAs("src"), shownAs("srcset")];
  const written = attributes.find(({ name }) => name.toLowerCase() === "src")?.value ?? "";
  return isCarried(source, written) && !isCarried(candidates, written);
}

/** What is drawn on an element and in no markup: a link to its picture, where the capture has one. */
export function drawingOf(
  { attributes }: Pick<ForeignElement, "attributes">,
  { links }: Pick<InertContext, "links">,
): string | null {
  const number = attributes.find(({ name }) => name === DRAWING_ATTRIBUTE)?.value.split(" ", 1)[0];
  return number === undefined ? null : links.linkToDrawing(Number(number));
}

/** A film at its poster, a canvas with its picture for a ground, an image in place of anything else. */
function withDrawing(kept: readonly Attribute[], tag: string, link: string): Attribute[] {
  const others = (...names: string[]) => kept.filter(([name]) => !names.includes(name));
  const written = (name: string) => kept.find(([other]) => other === name)?.[1] ?? "";
  switch (tag) {
    case "video":
      return [...others("poster"), ["poster", link]];
    case "canvas": {
      const own = written("style").replace(/;\s*$/, "");
      // one whose shape is known is never wider than the tile
      const fitted = /aspect-ratio/i.test(own) ? ";max-width:100%!important;height:auto!important" : "";
      const style = `${own}${fitted};${DRAWN_STYLE};background-image:url(${link})!important`;
      return [...others("style", "role"), ["style", style.replace(/^;/, "")], ["role", "img"]];
    }
    default:
      return [...others("src", "srcset", "alt"), ["src", link], ["alt", written("alt") || written("aria-label")]];
  }
}

function inertAttribute(
  { tag, isForeign }: ForeignElement,
  { name, value }: { readonly name: string; readonly value: string },
  context: InertContext,
): Attribute | null {
  switch (name) {
    case "id":
      return value === "" ? null : ["id", context.idOf(value)];
    case "style":
      return value.length <= LONGEST_STYLE ? ["style", filterStyleAttribute(value, context)] : null;
    case "src":
      return tag === "img" || tag === "input" ? linked("src", value, context) : null;
    case "data":
      return tag === "img" ? linked("src", value, context) : null;
    case "poster":
    case "background":
      return tag === "video" && name === "poster" ? linked("poster", value, context) : null;
    case "srcset":
      return tag === "img" || tag === "source"
        ? ["srcset", rewriteSrcset(value, (url) => context.links.linkTo(url, context.base, "image"))]
        : null;
    case "media":
    case "sizes":
      return value.length <= LONGEST_VALUE ? [name, forWindow(value, context)] : null;
    case "name":
      return tag === "slot" ? plain(name, value) : null;
    case "href":
      return href(tag, isForeign, { value, context });
    case "type":
      // A field for a file or a picture that sends the form is not one that only looks like itself.
      return tag === "input" && /^(?:file|image|hidden|submit|reset)$/i.test(value)
        ? ["type", "button"]
        : plain(name, value);
  }
  if (ID_LISTS.has(name))
    return [name, value.split(/\s+/).filter(Boolean).map(context.idOf).join(" ").slice(0, LONGEST_VALUE)];
  if (isForeign && name === "font-family" && context.isInTile) return families(value, context);
  if (isForeign && FOREIGN_ATTRIBUTES.has(name)) return painted(name, value, context);
  const isKept = ATTRIBUTES.has(name) || isNamedFreely(name) || name === OPENED_ATTRIBUTE;
  return isKept ? plain(name, value) : null;
}

function plain(name: string, value: string): Attribute | null {
  return value.length <= LONGEST_VALUE || name === "alt" || name === "title"
    ? [name, value.slice(0, LONGEST_VALUE)]
    : null;
}

/** Queries in it are about the window of the page. */
function forWindow(value: string, { viewport }: InertContext): string {
  return viewport ? bindMediaText(value, viewport) : value;
}

function linked(name: string, value: string, { links, base }: InertContext): Attribute | null {
  const link = links.linkTo(value, base, "image");
  return link === null ? null : [name, link];
}

function href(
  tag: string,
  isForeign: boolean,
  { value, context }: { readonly value: string; readonly context: InertContext },
): Attribute | null {
  if (tag === "a") {
    const url = URL.canParse(value.trim(), context.base.href) ? new URL(value.trim(), context.base) : null;
    const isWeb = url?.protocol === "http:" || url?.protocol === "https:";
    return ["href", (isWeb && context.hrefOf(url)) || NOWHERE];
  }
  if (!isForeign) return null;
  if (value.trim().startsWith("#")) return ["href", `#${context.idOf(value.trim().slice(1))}`];
  if (tag === "use") return symbolOf(value, context);
  return tag === "image" ? linked("href", value, context) : null;
}

/** A symbol of another file becomes one of the tile. */
function symbolOf(value: string, { base, symbolAt }: InertContext): Attribute | null {
  const url = URL.canParse(value.trim(), base.href) ? new URL(value.trim(), base) : null;
  const name = url && symbolAt?.(url);
  return name ? ["href", `#${name}`] : null;
}

/** A font that the page brings has another name in a tile. */
function families(value: string, context: InertContext): Attribute | null {
  const harmless = painted("font-family", value, context);
  const named = harmless && nameFamiliesTwice(harmless[1], context.idOf);
  return named ? ["font-family", named] : null;
}

/** Paint servers, masks and filters are named as `url(#id)`; any other address in such a place is left out. */
function painted(name: string, value: string, { idOf }: InertContext): Attribute | null {
  if (!/url|[\\<]/i.test(value))
    return value.length <= LONGEST_VALUE || name === "d" || name === "points" ? [name, value] : null;
  if (value.length > LONGEST_VALUE) return null;
  const local = /^\s*url\(\s*['"]?#([\w.:-]+)['"]?\s*\)([\w#%.,()\s-]*)$/.exec(value);
  if (!local) return null;
  const fallback = local[2]?.trim();
  return [name, `url(#${idOf(local[1]!)})${fallback ? ` ${fallback}` : ""}`];
}

function lateSource({ attributes }: ForeignElement, context: InertContext): Attribute[] {
  for (const name of LATE_SOURCES) {
    const value = attributes.find((attribute) => attribute.name === name)?.value;
    if (!value) continue;
    const isSet = name.endsWith("srcset");
    const link = isSet
      ? rewriteSrcset(value, (url) => context.links.linkTo(url, context.base, "image"))
      : context.links.linkTo(value, context.base, "image");
    if (link) return [[isSet ? "srcset" : "src", link]];
  }
  return [];
}

/** Not where the page itself has written it out. */
function isCarried(address: string, written: string): boolean {
  return address.startsWith("data:") && !/^\s*data:/i.test(written);
}

interface Candidate {
  readonly url: string;
  readonly descriptor: string;
}

/** Candidates whose address has no replacement are left out. @internal */
export function rewriteSrcset(srcset: string, replace: (url: string) => string | null): string {
  const kept: string[] = [];
  for (const { url, descriptor } of candidatesIn(srcset)) {
    if (descriptor.length > LONGEST_DESCRIPTOR || !DESCRIPTOR.test(descriptor)) continue;
    const address = replace(url);
    if (address === null) continue;
    const candidate = descriptor === "" ? address : `${address} ${descriptor}`;
    // that one was kept with the page, and the others are perhaps for nobody else
    if (isCarried(address, url)) return candidate;
    kept.push(candidate);
    if (kept.length === MAX_CANDIDATES) break;
  }
  return kept.join(", ");
}

/** An address runs to white space; commas at its end belong to the list, those inside to the address. Linear. */
function* candidatesIn(text: string): Generator<Candidate> {
  for (let at = 0; at < text.length; ) {
    while (at < text.length && (isSpace(text, at) || text[at] === ",")) at++;
    const start = at;
    while (at < text.length && !isSpace(text, at)) at++;
    let end = at;
    while (end > start && text[end - 1] === ",") end--;
    if (end === start) return;
    const url = text.slice(start, end);
    if (end < at) {
      yield { url, descriptor: "" };
      continue;
    }
    const comma = endOfDescriptor(text, at);
    yield { url, descriptor: text.slice(at, comma).trim() };
    at = comma + 1;
  }
}

/** The next comma that is in no parentheses, or the end. */
function endOfDescriptor(text: string, from: number): number {
  let isInside = false;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === "(") isInside = true;
    else if (character === ")") isInside = false;
    else if (character === "," && !isInside) return at;
  }
  return text.length;
}

function isSpace(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
