/**
 * What of an element may leave the browser. Everything that a page is known again by stays: its elements, classes, names
 * and words. What a person typed, and what opens their account to whoever holds it, does not.
 */
import { cleanAddress, cleanAddressList, cleanStyle, hasWebToken, isKeyName, looksRandom } from "./clean-address.ts";

export type Attribute = readonly [name: string, value: string];

/** As `write-styles.ts` has it, which is sent into pages as text and imported by nothing in them. */
export const SHADOW_MARK = "data-tessera-shadow";

/** As `turned.ts` has it: six numbers. */
const TURNED_MARK = "data-tessera-turned";
const TURNED = /^-?[\d.]{1,12}(?: -?[\d.]{1,12}){5}$/;

/** Left out with all that is in them: what runs, and what is only there for what runs. */
const LEFT_OUT: ReadonlySet<string> = new Set(["script", "noscript", "template"]);

/** What stands in them was typed by a person, or is where one types. */
const TYPED_IN: ReadonlySet<string> = new Set(["textarea"]);
const TYPED_ROLES: ReadonlySet<string> = new Set(["textbox", "searchbox"]);

/** Documents of their own: only their place is a part of the page. */
const FRAMES: ReadonlySet<string> = new Set("iframe frame frameset object embed applet portal fencedframe".split(" "));
const FRAME_ADDRESSES: ReadonlySet<string> = new Set(["src", "data", "code", "codebase", "archive"]);

/** Of a field only what it looks like; its value is the person's, unless it is the word on a button. */
const FIELD_ATTRIBUTES: ReadonlySet<string> = new Set(
  "type class id style role disabled readonly required rows cols size multiple placeholder aria-label title dir hidden".split(
    " ",
  ),
);
const BUTTON_TYPES: ReadonlySet<string> = new Set(["submit", "button", "reset"]);

const META_NAMES = /^(?:description|author|viewport|theme-color|color-scheme)$/i;
/** No feeds: their addresses are often the keys to them. */
const LINK_KINDS = /^(?:stylesheet|icon|canonical)$/i;

const ADDRESSES: ReadonlySet<string> = new Set("href src poster background cite data xlink:href longdesc".split(" "));
const DATA_ADDRESSES: ReadonlySet<string> = new Set(["data-src", "data-original", "data-lazy-src"]);
/** What runs, what is asked for beside the page, where forms go, and what is only for the page's own scripts. */
const NEVER: ReadonlySet<string> = new Set(
  (
    "nonce integrity srcdoc ping attributionsrc action formaction value checked selected open autofocus csp http-equiv " +
    "crossorigin"
  ).split(" "),
);
const MAX_VALUE = 2_000;
/** A longer one is left out: half a style could end in half an address. */
const MAX_STYLE = 10_000;
/** Longer ones are data of scripts. */
const MAX_DATA_VALUE = 200;
/** As long as this, data in one word with digits among its letters are no name that anybody gave. */
const MIN_DATA_WORD = 32;

/** The kind of an element by its name in the DOM: in lower case, without a prefix. */
export function tagOf(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1).toLowerCase();
}

/** True where nothing of the element leaves the browser. */
export function isLeftOut(tag: string): boolean {
  return LEFT_OUT.has(tag);
}

/** True where nothing that stands in the element leaves the browser, because it is another document. */
export function isFrame(tag: string): boolean {
  return FRAMES.has(tag);
}

/** True where what stands in the element was typed by a person: nothing of it leaves the browser. */
export function isTypedIn(tag: string, attributeOf: (name: string) => string | null): boolean {
  if (TYPED_IN.has(tag)) return true;
  const editable = attributeOf("contenteditable");
  const isEditor = editable !== null && editable.toLowerCase() !== "false";
  const roles = (attributeOf("role") ?? "").toLowerCase().split(/\s+/);
  return isEditor || roles.some((role) => TYPED_ROLES.has(role));
}

/** `tag` as `tagOf` has it; `base` is the address of the page. */
export function cleanAttributes(tag: string, attributes: readonly Attribute[], base: string): Attribute[] {
  switch (tag) {
    case "input":
      return cleanField(attributes, base);
    case "meta":
      return cleanMeta(attributes, base);
    case "link":
      return LINK_KINDS.test(valueIn(attributes, "rel").trim()) ? cleanAll(attributes, base) : [];
    case "style":
      return [...cleanAll(attributes, base), ...attributes.filter(isShadowMark).slice(0, 1)];
    case "select":
    case "option":
    case "textarea":
      return cleanAll(
        attributes.filter(([name]) => FIELD_ATTRIBUTES.has(name)),
        base,
      );
    default: {
      const kept = isFrame(tag) ? attributes.filter(([name]) => !isFrameAddress(name)) : attributes;
      return [...cleanAll(kept, base), ...attributes.filter(isTurnedMark).slice(0, 1)];
    }
  }
}

function isFrameAddress(name: string): boolean {
  return FRAME_ADDRESSES.has(name.toLowerCase());
}

/** By it a style element says to which shadow tree it belongs. */
function isShadowMark([name, value]: Attribute): boolean {
  return name === SHADOW_MARK && /^\d{1,4}$/.test(value);
}

/** By it an element says how it is turned, which its box does not. */
function isTurnedMark([name, value]: Attribute): boolean {
  return name === TURNED_MARK && TURNED.test(value);
}

function cleanField(attributes: readonly Attribute[], base: string): Attribute[] {
  const type = valueIn(attributes, "type").trim().toLowerCase();
  if (type === "hidden") return [["type", "hidden"]];
  const shown = cleanAll(
    attributes.filter(([name]) => FIELD_ATTRIBUTES.has(name)),
    base,
  );
  const word = valueIn(attributes, "value").slice(0, MAX_DATA_VALUE);
  if (BUTTON_TYPES.has(type) && word !== "" && !looksRandom(word)) shown.push(["value", word]);
  return shown;
}

function cleanMeta(attributes: readonly Attribute[], base: string): Attribute[] {
  if (valueIn(attributes, "charset") !== "") return [["charset", "utf-8"]];
  const name = valueIn(attributes, "name");
  const content = cleanValue("content", valueIn(attributes, "content"), base);
  return META_NAMES.test(name) && content !== null
    ? [
        ["name", name],
        ["content", content],
      ]
    : [];
}

function cleanAll(attributes: readonly Attribute[], base: string): Attribute[] {
  const kept: Attribute[] = [];
  for (const [name, value] of attributes) {
    const clean = cleanValue(name.toLowerCase(), value, base);
    if (clean !== null) kept.push([name, clean]);
  }
  return kept;
}

/** The value as it may leave the browser, or null where the attribute stays behind. */
function cleanValue(name: string, value: string, base: string): string | null {
  if (name.startsWith("on") || name.startsWith("data-tessera-") || NEVER.has(name)) return null;
  if (ADDRESSES.has(name)) return cleanAddress(value, base);
  if (name === "srcset" || name === "imagesrcset") return cleanAddressList(value, base);
  if (name === "style") return cleanInlineStyle(value, base);
  if (name === "class") return cleanClasses(value);
  if (isKeyName(name)) return null;
  const isData = name.startsWith("data-") || name.includes(":") || name === "content";
  const clean = isData ? cleanData(name, value, base) : value;
  return clean === null || clean.length > MAX_VALUE || looksRandom(clean) ? null : clean;
}

/** What is written down for scripts: names of things stay, addresses lose their keys, and all else is left out. */
function cleanData(name: string, value: string, base: string): string | null {
  if (/^\s*[[{]/.test(value)) return null;
  const isAddress = DATA_ADDRESSES.has(name) || (/[=@]/.test(value) && !/\s/.test(value));
  const clean = name === "data-srcset" ? cleanAddressList(value, base) : isAddress ? cleanAddress(value, base) : value;
  return clean === null || clean.length > MAX_DATA_VALUE || isDataWord(clean) ? null : clean;
}

function isDataWord(value: string): boolean {
  return value.length >= MIN_DATA_WORD && /^[\w+/=.~:-]+$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value);
}

function cleanInlineStyle(value: string, base: string): string | null {
  const clean = cleanStyle(value, base);
  return clean.length > MAX_STYLE || hasWebToken(clean) ? null : clean;
}

/** What a build makes of names is shorter; a longer one is a key in the wrong place. */
const MAX_CLASS = 40;

function cleanClasses(value: string): string {
  if (value.length <= MAX_VALUE && !looksRandom(value)) return value;
  let room = MAX_VALUE;
  const names = value.split(/\s+/).filter((name) => {
    const isKey = hasWebToken(name) || (name.length >= MAX_CLASS && looksRandom(name));
    room -= isKey ? 0 : name.length + 1;
    return !isKey && room >= 0;
  });
  return names.join(" ");
}

function valueIn(attributes: readonly Attribute[], wanted: string): string {
  return attributes.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? "";
}
