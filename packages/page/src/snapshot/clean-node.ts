/**
 * What of an element may leave the browser. Everything that a page is known again by stays: its elements, classes, names
 * and words. What a person typed, and what opens their account to whoever holds it, does not.
 */
import { cleanAddress, cleanAddressList, cleanStyle, isKeyName, looksRandom } from "./clean-address.ts";

export type Attribute = readonly [name: string, value: string];

/** Left out with all that is in them: what runs, and what is only there for what runs. */
const LEFT_OUT: ReadonlySet<string> = new Set(["script", "noscript", "template"]);

/** What stands in them was typed by a person, or is where one types. */
const TYPED_IN: ReadonlySet<string> = new Set(["textarea"]);

/** Of a field only what it looks like; its value is the person's, unless it is the word on a button. */
const FIELD_ATTRIBUTES: ReadonlySet<string> = new Set(
  "type class id style role disabled readonly required rows cols size multiple placeholder aria-label title dir hidden".split(
    " ",
  ),
);
const BUTTON_TYPES: ReadonlySet<string> = new Set(["submit", "button", "reset", "image"]);

const META_NAMES = /^(?:description|keywords|author|viewport|robots|generator|theme-color|color-scheme|og:[\w:]+)$/i;
const LINK_KINDS = /^(?:stylesheet|icon|shortcut icon|canonical|alternate|next|prev)$/i;

const ADDRESSES: ReadonlySet<string> = new Set(
  "href src poster background cite action formaction data xlink:href longdesc".split(" "),
);
/** What runs, what is asked for beside the page, and what is only for the page's own scripts. */
const NEVER: ReadonlySet<string> = new Set(
  "nonce integrity srcdoc ping attributionsrc value checked selected open autofocus csp http-equiv crossorigin".split(
    " ",
  ),
);
const MAX_VALUE = 2_000;
/** Longer ones are data of scripts. */
const MAX_DATA_VALUE = 200;

/** True where nothing of the element leaves the browser. */
export function isLeftOut(tag: string): boolean {
  return LEFT_OUT.has(tag);
}

/** True where the texts in the element are what a person typed. */
export function isTypedIn(tag: string, attributeOf: (name: string) => string | null): boolean {
  if (TYPED_IN.has(tag)) return true;
  const editable = attributeOf("contenteditable");
  const isEditor = editable !== null && editable.toLowerCase() !== "false";
  return isEditor || attributeOf("role") === "textbox" || attributeOf("role") === "searchbox";
}

/** `tag` in lower case; `base` is the address of the page. */
export function cleanAttributes(tag: string, attributes: readonly Attribute[], base: string): Attribute[] {
  switch (tag) {
    case "input":
      return cleanField(attributes, base);
    case "meta":
      return cleanMeta(attributes);
    case "link":
      return LINK_KINDS.test(valueIn(attributes, "rel")) ? cleanAll(attributes, base) : [];
    case "select":
    case "option":
    case "textarea":
      return cleanAll(
        attributes.filter(([name]) => FIELD_ATTRIBUTES.has(name)),
        base,
      );
    default:
      return cleanAll(attributes, base);
  }
}

function cleanField(attributes: readonly Attribute[], base: string): Attribute[] {
  const type = valueIn(attributes, "type").toLowerCase();
  if (type === "hidden") return [["type", "hidden"]];
  const shown = cleanAll(
    attributes.filter(([name]) => FIELD_ATTRIBUTES.has(name)),
    base,
  );
  const word = valueIn(attributes, "value");
  if (BUTTON_TYPES.has(type) && word !== "" && !looksRandom(word)) shown.push(["value", word.slice(0, MAX_DATA_VALUE)]);
  return shown;
}

function cleanMeta(attributes: readonly Attribute[]): Attribute[] {
  if (valueIn(attributes, "charset") !== "") return [["charset", "utf-8"]];
  const name = valueIn(attributes, "name") || valueIn(attributes, "property");
  const content = valueIn(attributes, "content");
  if (!META_NAMES.test(name) || isKeyName(name) || looksRandom(content)) return [];
  return attributes.filter(([key]) => key === "name" || key === "property" || key === "content");
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
  if (name === "style") return cleanStyle(value, base).slice(0, MAX_VALUE);
  if (name === "class") return cleanClasses(value);
  if (value.length > MAX_VALUE || isKeyName(name) || looksRandom(value)) return null;
  const isData = name.startsWith("data-") || name.includes(":");
  return isData && (value.length > MAX_DATA_VALUE || /^\s*[[{]/.test(value)) ? null : value;
}

/** What a build makes of names is shorter; a longer one is a key in the wrong place. */
const MAX_CLASS = 40;

function cleanClasses(value: string): string {
  if (!looksRandom(value)) return value.slice(0, MAX_VALUE);
  const names = value.split(/\s+/).filter((name) => name.length < MAX_CLASS || !looksRandom(name));
  return names.join(" ").slice(0, MAX_VALUE);
}

function valueIn(attributes: readonly Attribute[], wanted: string): string {
  return attributes.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? "";
}
