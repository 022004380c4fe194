/**
 * Takes out of a snapshot what nobody needs in order to see the page and what could be used against the person who saw it:
 * scripts, what was typed into forms, hidden fields, tokens. It runs in the person's browser before anything leaves it, and
 * once more on the server, which cannot know who has sent a snapshot. Pure, and linear in the size of the snapshot.
 */

/** Parallel arrays of nodes in document order, texts by their index in `strings`. */
export interface CleanableSnapshot {
  readonly strings: readonly string[];
  readonly nodes: {
    readonly parent: readonly number[];
    readonly type: readonly number[];
    readonly name: readonly number[];
    readonly value: readonly number[];
    readonly attributes: readonly (readonly number[])[];
  };
  readonly boxes: {
    readonly node: readonly number[];
    readonly bounds: readonly (readonly [number, number, number, number])[];
  };
  readonly images: readonly { readonly url: string; readonly data: string }[];
}

export interface CleanedSnapshot<Snapshot extends CleanableSnapshot> {
  readonly snapshot: Snapshot;
  /** The number that each node has now; -1 for those that were taken out. */
  readonly numbers: Int32Array;
}

const ELEMENT = 1;
const TEXT = 3;
const KEPT_TYPES: ReadonlySet<number> = new Set([ELEMENT, TEXT, 9, 10]);

/** With everything in them. */
const DROPPED_ELEMENTS: ReadonlySet<string> = new Set([
  ...[
    "script",
    "noscript",
    "template",
    "iframe",
    "frame",
    "frameset",
    "object",
    "embed",
    "applet",
    "portal",
    "fencedframe",
  ],
]);

/** What a person has typed stands inside them. */
const EMPTIED_ELEMENTS: ReadonlySet<string> = new Set(["textarea"]);

const KEPT_META: ReadonlySet<string> = new Set(["viewport", "description", "color-scheme", "theme-color", "author"]);
const KEPT_LINKS = /^(?:(?:alternate|preload)\s+)*(?:stylesheet|icon|canonical)$/;
/** Their value is what is written on them. */
const LABELLED_INPUTS: ReadonlySet<string> = new Set(["button", "submit", "reset"]);
/** Elements whose value is a part of what the page shows. */
const SHOWN_VALUES: ReadonlySet<string> = new Set(["li", "progress", "meter", "data"]);

const DROPPED_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...["nonce", "integrity", "srcdoc", "ping", "action", "formaction", "checked", "selected", "autofocus", "http-equiv"],
]);
const ADDRESS_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...[
    "href",
    "src",
    "poster",
    "cite",
    "background",
    "longdesc",
    "xlink:href",
    "data-src",
    "data-original",
    "data-lazy-src",
  ],
]);
const ADDRESS_LISTS: ReadonlySet<string> = new Set(["srcset", "imagesrcset", "data-srcset"]);

/** `auth` is one, `author` is none. */
const SECRET_NAME =
  /csrf|xsrf|token|nonce|secret|session|passw|credential|api-?key|jwt|(?:^|[_:-])(?:auth|authorization|sid|oauth)(?:$|[_:-])/i;
const SECRET_PARAMETER =
  /csrf|xsrf|token|nonce|secret|session|passw|credential|api_?-?key|jwt|sig(?:nature)?$|^(?:auth|authorization|sid|key|code|ticket|state|s?auth)$/i;
/** A JSON web token, wherever it stands. */
const WEB_TOKEN = /eyJ[\w-]{10,2000}\.[\w-]{10,4000}/;
/** Data for scripts of the page: no marks that anything is known again by are this long. */
const MAX_DATA = 200;
const MAX_WORD = 32;

export function cleanSnapshot<Snapshot extends CleanableSnapshot>(snapshot: Snapshot): CleanedSnapshot<Snapshot> {
  const { nodes, boxes, images, strings } = snapshot;
  const texts = new TextTable();
  const numbers = new Int32Array(nodes.type.length).fill(-1);
  const isEmptied = new Uint8Array(nodes.type.length);
  const kept = { parent: [], type: [], name: [], value: [], attributes: [] } as Record<string, unknown[]>;
  let count = 0;
  for (const [node, type] of nodes.type.entries()) {
    const parent = nodes.parent[node] ?? -1;
    // a parent that comes later, or is not there, is none
    const isInside = parent === -1 ? node === 0 : parent < node && numbers[parent]! >= 0 && !isEmptied[parent];
    const tag = (strings[nodes.name[node] ?? -1] ?? "").toLowerCase();
    const attributes = type === ELEMENT ? attributesOf(snapshot, node) : [];
    if (!isInside || !KEPT_TYPES.has(type) || (type === ELEMENT && isDropped(tag, attributes))) continue;
    isEmptied[node] = type === ELEMENT && isWrittenIn(tag, attributes) ? 1 : 0;
    numbers[node] = count++;
    kept.parent!.push(parent === -1 ? -1 : numbers[parent]);
    kept.type!.push(type);
    kept.name!.push(texts.number(strings[nodes.name[node] ?? -1]));
    kept.value!.push(type === TEXT ? texts.number(strings[nodes.value[node] ?? -1]) : -1);
    kept.attributes!.push(cleanAttributes(tag, attributes).flatMap((pair) => pair.map((text) => texts.number(text))));
  }
  const shown = boxes.node.flatMap((node, at) => ((numbers[node] ?? -1) >= 0 && boxes.bounds[at] ? [at] : []));
  return {
    numbers,
    snapshot: {
      ...snapshot,
      strings: texts.texts,
      nodes: kept,
      boxes: { node: shown.map((at) => numbers[boxes.node[at]!]!), bounds: shown.map((at) => boxes.bounds[at]!) },
      images: images.map((image) => ({ ...image, url: cleanAddress(image.url) ?? "" })).filter(({ url }) => url !== ""),
    },
  };
}

/** Only what is still named is in the new table: a text that nothing names would be sent all the same. */
class TextTable {
  readonly texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  number(text: string | undefined): number {
    if (text === undefined) return -1;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.texts.length);
    return this.texts.push(text) - 1;
  }
}

type Attribute = readonly [name: string, value: string];

function attributesOf({ nodes, strings }: CleanableSnapshot, node: number): Attribute[] {
  const indexes = nodes.attributes[node] ?? [];
  const attributes: Attribute[] = [];
  for (let at = 0; at + 1 < indexes.length; at += 2) {
    const name = strings[indexes[at]!];
    if (name) attributes.push([name, strings[indexes[at + 1]!] ?? ""]);
  }
  return attributes;
}

function attributeValue(attributes: readonly Attribute[], wanted: string): string | null {
  return attributes.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? null;
}

function isDropped(tag: string, attributes: readonly Attribute[]): boolean {
  if (DROPPED_ELEMENTS.has(tag)) return true;
  if (tag === "input") return attributeValue(attributes, "type")?.trim().toLowerCase() === "hidden";
  if (tag === "link") return !KEPT_LINKS.test((attributeValue(attributes, "rel") ?? "").trim().toLowerCase());
  if (tag !== "meta" || attributeValue(attributes, "charset") !== null) return false;
  return !KEPT_META.has((attributeValue(attributes, "name") ?? "").toLowerCase());
}

function isWrittenIn(tag: string, attributes: readonly Attribute[]): boolean {
  const editable = attributeValue(attributes, "contenteditable")?.toLowerCase();
  return EMPTIED_ELEMENTS.has(tag) || (editable !== undefined && editable !== null && editable !== "false");
}

function cleanAttributes(tag: string, attributes: readonly Attribute[]): Attribute[] {
  const isLabelled = tag === "input" && LABELLED_INPUTS.has(attributeValue(attributes, "type")?.toLowerCase() ?? "");
  return attributes.flatMap(([name, value]): Attribute[] => {
    const lower = name.toLowerCase();
    if (lower === "value") return isLabelled || SHOWN_VALUES.has(tag) ? [[name, value]] : [];
    const clean = cleanValue(lower, value);
    return clean === null ? [] : [[name, clean]];
  });
}

function cleanValue(name: string, value: string): string | null {
  if (name.startsWith("on") || DROPPED_ATTRIBUTES.has(name) || SECRET_NAME.test(name)) return null;
  if (ADDRESS_ATTRIBUTES.has(name)) return cleanAddress(value);
  if (ADDRESS_LISTS.has(name))
    return value
      .split(/(\s+)/)
      .map((part) => cleanAddress(part) ?? "")
      .join("");
  if (WEB_TOKEN.test(value)) return null;
  const isData = name.startsWith("data-") || name === "content";
  return isData && (value.length > MAX_DATA || /^\s*[[{]/.test(value) || isRandomWord(value)) ? null : value;
}

/** Long, without spaces, and with digits among its letters: nothing that anybody writes by hand. */
function isRandomWord(value: string): boolean {
  return value.length >= MAX_WORD && /^[\w+/=.~:-]+$/.test(value) && /\d/.test(value) && /[a-z]/i.test(value);
}

/** The address without what may let somebody in; null where it is no address that can be opened. */
export function cleanAddress(address: string): string | null {
  const text = address.trim();
  if (/^(?:javascript|vbscript|blob|filesystem):/i.test(text)) return null;
  if (/^data:/i.test(text)) return text;
  const [, before = "", query = "", fragment = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(text) ?? [];
  const path = before.replace(/^((?:https?:)?\/\/)[^/]*@/i, "$1").replace(/;jsessionid=[^/?#]*/gi, "");
  const kept = query
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && !isSecretPair(pair));
  const place = /=/.test(fragment) && fragment.slice(1).split(/[&?/]/).some(isSecretPair) ? "" : fragment;
  return WEB_TOKEN.test(path) ? null : `${path}${kept.length > 0 ? `?${kept.join("&")}` : ""}${place}`;
}

function isSecretPair(pair: string): boolean {
  const [name = "", ...value] = pair.split("=");
  return SECRET_PARAMETER.test(name) || WEB_TOKEN.test(value.join("="));
}
