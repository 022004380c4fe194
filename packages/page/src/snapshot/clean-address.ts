/** Which parts of an address or a value are keys to something: they stay in the browser of the person. */

/** Names of parameters that carry a key. Matched as whole words between dashes, dots and capitals. */
const KEY_WORDS: ReadonlySet<string> = new Set(
  (
    "apikey auth authorization bearer code credential credentials csrf csrftoken hmac jsessionid jwt key nonce oauth " +
    "otp pass password passwd phpsessid pwd secret sess session sessionid sid sig sign signature ssid state sso ticket " +
    "token xsrf accesskeyid policy keypairid sas se sv sp st"
  ).split(" "),
);
/** Words as short as these say so only as the whole name: `?st=` of a signed address, not the `st` in `first-st`. */
const MIN_WORD = 3;

/** Shorter ones are numbers of things and words. */
const MIN_SECRET = 20;
/** Of those so many must be in parts that look made by chance. */
const MIN_RANDOM = 15;
const MAX_LOOKED_AT = 4_096;
const RUN = /[A-Za-z0-9_+/=~.-]{20,}/g;
const PART = /[A-Za-z0-9]{2,}/g;

/** They say so wherever they stand: `authtoken`, `mysessionid`. */
const KEY_PARTS = /csrf|xsrf|token|nonce|secret|session|passw|credential|api[-_]?key|jwt|sig(?:nature)?$/i;

/** Names are few and come again and again. */
const knownNames = new Map<string, boolean>();
const MAX_KNOWN = 2_000;
const MAX_KNOWN_LENGTH = 100;

/** Whether the name of a field, a meta element or a parameter says that its value is a key. */
export function isKeyName(name: string): boolean {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const isKey = saysKey(name);
  if (knownNames.size < MAX_KNOWN && name.length <= MAX_KNOWN_LENGTH) knownNames.set(name, isKey);
  return isKey;
}

function saysKey(name: string): boolean {
  if (KEY_PARTS.test(name)) return true;
  const words = name
    .slice(0, 200)
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  return KEY_WORDS.has(words.join("")) || words.some((word) => word.length >= MIN_WORD && KEY_WORDS.has(word));
}

/**
 * Whether there is something in the text that nobody would write by hand: twenty characters or more without a space, most
 * of them in parts that change between letters, digits and capitals as often as only chance does; or a JSON web token.
 */
export function looksRandom(text: string): boolean {
  if (text.length < MIN_SECRET) return false;
  if (hasWebToken(text)) return true;
  for (const [run] of text.slice(0, MAX_LOOKED_AT).matchAll(RUN)) {
    let random = 0;
    for (const [part] of run.matchAll(PART)) if (isRandomPart(part)) random += part.length;
    if (random >= MIN_RANDOM) return true;
  }
  // what is too long to look at is nothing that a page needs to be known again
  return text.length > MAX_LOOKED_AT && !/\s/.test(text.slice(0, MAX_LOOKED_AT));
}

/** Whether a JSON web token stands anywhere in the text: `{"` in base 64, and a second part behind a dot. */
export function hasWebToken(text: string): boolean {
  if (!text.includes("eyJ")) return false;
  for (const { 0: run, index } of text.matchAll(/[\w-]{13,}/g)) {
    const begin = run.indexOf("eyJ");
    const next = index + run.length;
    if (begin < 0 || run.length - begin < 13 || text.charAt(next) !== ".") continue;
    if (/^[\w-]{10}/.test(text.slice(next + 1, next + 11))) return true;
  }
  return false;
}

/** Characters without a dash or a dot between them. Words in one, as `productTitle`, are longer than what chance makes. */
function isRandomPart(part: string): boolean {
  if (part.length < 4) return false;
  let [pieces, digits] = [1, 0];
  for (let at = 0; at < part.length; at++) {
    const here = kindOf(part.charCodeAt(at));
    const before = at === 0 ? here : kindOf(part.charCodeAt(at - 1));
    if (here === DIGIT) digits++;
    if (before !== here && !(before === UPPER && here === LOWER)) pieces++;
  }
  const isMixed = digits > 0 && digits < part.length;
  if (isMixed && digits >= 3 && part.length >= MIN_SECRET) return true;
  return pieces > 1 && part.length <= pieces * (isMixed ? 4 : 3);
}

const DIGIT = 0;
const UPPER = 1;
const LOWER = 2;

function kindOf(code: number): number {
  return code < 58 ? DIGIT : code < 91 ? UPPER : LOWER;
}

/** The usual name of one thing among many: an address may have it unless its parameter says that it is a key. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Letters, digits and the few signs of a path: nothing in there can be a key, and no parser needs to look at it. */
const PLAIN = /^(?:https?:\/\/[\w.-]{1,100}(?::\d{1,5})?)?\/?[\w.~%+-]{0,31}(?:\/[\w.~%+-]{0,31}){0,12}$/;

/** The address without what opens something; null where nothing is left that a page could show. */
export function cleanAddress(address: string, base: string): string | null {
  if (PLAIN.test(address) && !address.includes("eyJ")) return address;
  const trimmed = address.trim();
  if (trimmed === "") return address;
  if (trimmed.startsWith("#")) return cleanFragment(trimmed) === "" ? "#" : address;
  if (/^data:image\//i.test(trimmed)) return address;
  if (!URL.canParse(trimmed, base)) return null;
  const url = new URL(trimmed, base);
  if (!/^(?:https?|mailto|tel):$/.test(url.protocol)) return null;
  const isWeb = /^https?:$/.test(url.protocol);
  if (!isWeb && looksRandom(url.pathname)) return null;
  const before = url.href;
  url.username = "";
  url.password = "";
  url.search = cleanQuery(url.search);
  url.hash = cleanFragment(url.hash);
  if (isWeb) url.pathname = cleanPath(url.pathname);
  // as the page wrote it, where there was nothing to take away
  return url.href === before ? address : url.href;
}

/** The address of a page, which is the base of all others in it. */
export function cleanPageAddress(address: string): string {
  return cleanAddress(address.split("#")[0]!, "about:blank") ?? "about:blank";
}

/** How wide or dense a candidate of a `srcset` is. */
const DESCRIPTOR = /^[\d.]{1,12}[wxh]$/;

/** Of several candidates (`srcset`), each with what is said of it. */
export function cleanAddressList(list: string, base: string): string {
  const kept = candidatesIn(list).flatMap(([address = "", ...said]) => {
    const clean = withoutCommas(cleanAddress(address, base) ?? "");
    return clean === "" ? [] : [clean, ...said.filter((word) => DESCRIPTOR.test(word))].join(" ");
  });
  return kept.join(", ");
}

/** A comma ends a candidate at the end of its address, or anywhere behind it; within an address it is a part of it. */
function candidatesIn(list: string): string[][] {
  const candidates: string[][] = [];
  let isOpen = false;
  for (const word of list.split(/\s+/)) {
    const comma = isOpen ? word.indexOf(",") : -1;
    if (isOpen) candidates.at(-1)!.push(comma < 0 ? word : word.slice(0, comma));
    if (isOpen && comma < 0) continue;
    const address = withoutCommas(word.slice(comma + 1));
    if (address !== "") candidates.push([address]);
    isOpen = address !== "" && !word.endsWith(",");
  }
  return candidates;
}

/** Commas around an address are none of it. */
function withoutCommas(address: string): string {
  let [start, end] = [0, address.length];
  while (address.charAt(start) === ",") start++;
  while (end > start && address.charAt(end - 1) === ",") end--;
  return address.slice(start, end);
}

/** Addresses inside of a style; `isMoved` where it no longer stands at its base. */
export function cleanStyle(style: string, base: string, isMoved = false): string {
  const begins = /url\(/gi;
  let written = "";
  let at = 0;
  for (let found = begins.exec(style); found; found = begins.exec(style)) {
    const [start, end] = addressIn(style, begins.lastIndex);
    const address = style.slice(start, end);
    const isFar = isMoved && !/^\s*(?:data:|#|$)/i.test(address) && URL.canParse(address, base);
    // the base may hold a key of its own, so it is cleaned with what stands at it
    const clean = cleanAddress(isFar ? new URL(address, base).href : address, base);
    written += style.slice(at, start) + (clean ?? "");
    at = end;
    begins.lastIndex = end;
  }
  return written + style.slice(at);
}

/** Where an address begins and ends, in quotes or to the bracket; to the end of the style where it does not end. */
function addressIn(style: string, from: number): readonly [start: number, end: number] {
  let start = from;
  while (/\s/.test(style.charAt(start))) start++;
  const quote = style.charAt(start);
  const isQuoted = quote === '"' || quote === "'";
  if (isQuoted) start++;
  const end = style.indexOf(isQuoted ? quote : ")", start);
  return [start, end < 0 ? style.length : end];
}

function cleanQuery(search: string): string {
  if (search.length < 2) return search;
  const kept = search
    .slice(1)
    .split("&")
    .filter((pair) => !isKeyPair(pair));
  return kept.length === 0 ? "" : `?${kept.join("&")}`;
}

function isKeyPair(pair: string): boolean {
  const at = pair.indexOf("=");
  const name = decoded(at < 0 ? pair : pair.slice(0, at));
  const value = decoded(at < 0 ? "" : pair.slice(at + 1));
  if (value !== "" && isKeyName(name)) return true;
  // an address in an address: where to go after a login
  if (value.split(/[?&#;]/).some((each, part) => part > 0 && isKeyPair(each))) return true;
  return (looksRandom(value) && !UUID.test(value)) || looksRandom(name);
}

/** All or nothing: it is a place in the page, or a state of its scripts. */
function cleanFragment(hash: string): string {
  if (!hash.includes("=")) return looksRandom(hash) ? "" : hash;
  const pairs = [...hash.slice(1).split("&"), ...hash.slice(1).split(/[&?/]/)];
  return pairs.some(isKeyPair) ? "" : hash;
}

/** Shorter steps are the numbers of videos, articles and orders. */
const MIN_STEP = 32;
/** Names of files have hashes of what is in them. */
const FILE = /\.(?:css|js|png|jpe?g|gif|svg|webp|avif|ico|woff2?|mp4|html?|php|aspx?|xml|pdf)$/i;

/** `;jsessionid=…`, and steps that are tokens by themselves: JSON web tokens begin with `{"`. */
function cleanPath(path: string): string {
  const steps = path.split("/").map((step) => {
    const [name = "", ...parameters] = step.split(";");
    const isLong = name.length >= MIN_STEP && !FILE.test(name) && !UUID.test(name);
    const isToken = name.includes("eyJ") || (isLong && looksRandom(name));
    return isToken ? "" : [name, ...parameters.filter((each) => !isKeyPair(each))].join(";");
  });
  return steps.join("/");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
