/** What a part of a block says and what stands around it: how it is told from the others when the block has changed. */
import { attributeOf, type DomTree, isText, tagOf, textOf } from "../tree/dom-tree.ts";
import { collapse } from "./block-text.ts";

/** Plain data, kept with the part. */
export interface PartLikeness {
  /** The beginning of its text. */
  readonly text: string;
  /** Its first link and its first picture, as written. */
  readonly link: string | null;
  readonly picture: string | null;
  /** How many elements of the block had its mark. */
  readonly alike: number;
  /** The entry of a list that it is in: the beginning of its text, and its first link. */
  readonly entry: { readonly text: string; readonly link: string | null } | null;
  /** The beginnings of the elements before and after it. */
  readonly beside: { readonly before: string; readonly after: string };
}

const MAX_TEXT = 160;
const MAX_BESIDE = 60;
const MAX_ADDRESS = 300;
/** How far into a part its link and its picture are looked for. */
const MAX_NODES = 500;
const MAX_WORDS = 40;
const MIN_TEXTS = 3;
/** How far around a part its entry is looked for, and how many elements before one its neighbour is. */
const MAX_LEVELS = 8;
const MAX_SIBLINGS = 2_000;

const ENTRY_TAGS: ReadonlySet<string> = new Set(["li", "tr", "article", "dd", "option"]);
const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]|[\p{L}\p{M}]+|\p{N}+/gu;

/** The likeness of an element inside a block, of which `alike` elements have the same mark. */
export function likenessOf(tree: DomTree, block: number, node: number, alike: number): PartLikeness {
  const entry = entryOf(tree, block, node);
  return {
    text: startOf(tree, node, MAX_TEXT),
    link: addressIn(tree, node, "a", "href"),
    picture: addressIn(tree, node, "img", "src"),
    alike,
    entry: entry === null ? null : { text: startOf(tree, entry, MAX_TEXT), link: addressIn(tree, entry, "a", "href") },
    beside: besideOf(tree, node),
  };
}

/** Tag, id and classes, written as a selector would write them. */
export function markOf(tree: DomTree, node: number): string {
  const id = attributeOf(tree, node, "id");
  return kindOf(tree, node).replace(/^[^.]*/, (tag) => tag + (id ? `#${id}` : ""));
}

const NO_WORDS: ReadonlySet<string> = new Set();

/**
 * How much of the words of two texts is the same, from 0 to 1. Numbers count only where there is nothing else, and so do
 * the words that are `common` to all.
 */
export function textSimilarity(one: string, other: string, common: ReadonlySet<string> = NO_WORDS): number {
  if (one === other) return 1;
  const [left, right] = [withoutCommon(wordsOf(one), common), withoutCommon(wordsOf(other), common)];
  let same = 0;
  for (const word of left) if (right.has(word)) same++;
  return same === 0 ? 0 : same / (left.size + right.size - same);
}

/** The words that more than half of these texts have, where there are enough to say so. */
export function commonWords(texts: readonly string[]): ReadonlySet<string> {
  if (texts.length < MIN_TEXTS) return NO_WORDS;
  const counts = new Map<string, number>();
  for (const text of texts) for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => 2 * count > texts.length).map(([word]) => word));
}

function withoutCommon(words: ReadonlySet<string>, common: ReadonlySet<string>): ReadonlySet<string> {
  const rest = common.size === 0 ? words : new Set([...words].filter((word) => !common.has(word)));
  return rest.size === 0 ? words : rest;
}

function wordsOf(text: string): ReadonlySet<string> {
  const all = (text.toLowerCase().match(WORD) ?? []).slice(0, MAX_WORDS);
  const letters = all.filter((word) => /\p{L}/u.test(word));
  return new Set(letters.length > 0 ? letters : all);
}

/** The nearest element around a node, inside the block, that is one of several of its kind. */
function entryOf(tree: DomTree, block: number, node: number): number | null {
  for (let at = tree.parent[node], level = 0; at > block && level < MAX_LEVELS; at = tree.parent[at], level++) {
    if (ENTRY_TAGS.has(tagOf(tree, at))) return at;
    const [before, after] = siblingsOf(tree, at);
    const kind = kindOf(tree, at);
    if ([before, after].some((sibling) => sibling !== null && kindOf(tree, sibling) === kind)) return at;
  }
  return null;
}

function besideOf(tree: DomTree, node: number): PartLikeness["beside"] {
  const [before, after] = siblingsOf(tree, node);
  const start = (sibling: number | null) => (sibling === null ? "" : startOf(tree, sibling, MAX_BESIDE));
  return { before: start(before), after: start(after) };
}

/** The elements before and after an element. */
export function siblingsOf(tree: DomTree, node: number): readonly [before: number | null, after: number | null] {
  const parent = tree.parent[node];
  let before: number | null = null;
  let hops = 0;
  for (let child = parent + 1; child < node && hops < MAX_SIBLINGS; child = tree.end[child], hops++) {
    if (!isText(tree, child)) before = child;
  }
  for (let child = tree.end[node]; child < tree.end[parent]; child = tree.end[child]) {
    if (!isText(tree, child)) return [before, child];
  }
  return [before, null];
}

function kindOf(tree: DomTree, node: number): string {
  const classes = (attributeOf(tree, node, "class") ?? "").split(/\s+/).filter(Boolean).sort();
  return [tagOf(tree, node), ...classes].join(".");
}

/** The beginning of a text; a little more is read, as white space falls away. */
function startOf(tree: DomTree, node: number, length: number): string {
  const start = tree.textStart[node];
  const whole = tree.textStart[tree.end[node]] - start > 8 * length;
  const text = whole ? tree.text.slice(start, start + 8 * length) : textOf(tree, node);
  return collapse(text).slice(0, length).toWellFormed();
}

/** Without its query and fragment where it is a picture's, which carry sizes and tokens. */
function addressIn(tree: DomTree, node: number, tag: "a" | "img", attribute: "href" | "src"): string | null {
  const stop = Math.min(tree.end[node], node + MAX_NODES);
  for (let at = node; at < stop; at++) {
    if (isText(tree, at) || tagOf(tree, at) !== tag) continue;
    const address = attributeOf(tree, at, attribute) ?? "";
    if (address === "" || /^(?:#|javascript:|data:)/i.test(address)) continue;
    return (tag === "img" ? (address.split(/[?#]/, 1)[0] ?? "") : address).slice(0, MAX_ADDRESS).toWellFormed();
  }
  return null;
}
