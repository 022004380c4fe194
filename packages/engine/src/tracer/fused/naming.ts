/**
 * What a person calls a block: its heading, the key cell of its row, the label of its number, the heading right above it.
 * Names are compared by pairs of letters, so that case, punctuation, counters, arrows and small edits do not matter, in
 * any script.
 */
import { derived } from "../../feature/derived.ts";
import type { PageIndex } from "../../feature/page-index.ts";
import { letterCode } from "../../feature/words.ts";
import { type DomTree, TEXT_TAG } from "../../tree/dom-tree.ts";
import { jaccard } from "./similarity.ts";
import { unitAbove } from "./surroundings.ts";
import { firstHeading } from "./wording.ts";

/** Pairs of letters of a name, each once, as `keyOf` makes keys. */
export type Name = readonly number[];

export const NO_NAME: Name = [];

/** Longer texts are no names. */
const MAX_NAME_LENGTH = 200;
const MAX_PAIRS = 28;
/** A heading that stands further inside is that of a part. */
const MAX_RUNS_BEFORE_HEADING = 3;
/** So far the first words of letters are looked for: numbers and icons may stand before them. */
const MAX_RUNS_BEFORE_LABEL = 3;
/** Further a name is not looked for: a page may have any number of empty elements. */
const MAX_NODES = 64;
const SHIFT = 16;

/** Blocks of a page have many candidates in common, and these stand in the same lists. */
const knownNames: (tree: DomTree) => Map<number, Name> = derived(() => new Map<number, Name>());

/** Of its label, its first heading, or its first words where it has none near its start. */
export function nameInside(tree: DomTree, index: PageIndex, node: number): Name {
  const known = knownNames(tree);
  let name = known.get(node);
  if (!name) {
    name = findName(tree, index, node);
    known.set(node, name);
  }
  return name;
}

function findName(tree: DomTree, index: PageIndex, node: number): Name {
  const label = labelOf(tree, node);
  if (label.length > 0) return label;
  const heading = firstHeading(tree, index, node);
  const { start } = index.runs;
  if (heading >= 0 && start[heading] - start[node] <= MAX_RUNS_BEFORE_HEADING) {
    const name = pairsIn(tree.text, tree.textStart[heading], tree.textStart[tree.end[heading]]);
    if (name.length > 0) return name;
  }
  return firstLabel(tree, node, tree.end[node]);
}

/**
 * Of the heading or label right before it: nothing else stands between them. What has no name of its own, such as a
 * figure, may have its caption in another row or box.
 */
export function nameAbove(tree: DomTree, index: PageIndex, node: number): Name {
  const heading = index.headingAbove[node];
  const { start } = index.runs;
  if (heading >= 0 && start[tree.end[heading]] === start[node] && tree.end[heading] <= node) {
    return pairsIn(tree.text, tree.textStart[heading], tree.textStart[tree.end[heading]]);
  }
  const parent = tree.parent[node];
  const last = Math.max(0, node - MAX_NODES);
  for (let at = node - 1; at > last; at--) {
    if (at === parent && nameInside(tree, index, node).length > 0) return NO_NAME;
    if (tree.tag[at] === TEXT_TAG) return captionAt(tree, at, at < parent);
  }
  return NO_NAME;
}

/** Further off, what has as many digits as letters is the value before this one. */
function captionAt({ text, textStart }: DomTree, at: number, isFurther: boolean): Name {
  const [from, to] = [textStart[at], textStart[at + 1]];
  return isFurther && isValue(text, from, to) ? NO_NAME : pairsIn(text, from, to);
}

/** What assistive technology calls it: by a label of its own, or by the element that it names as its label. */
function labelOf(tree: DomTree, node: number): Name {
  const { label, labelledBy, alt } = labelNumbers(tree);
  for (let entry = tree.attrStart[node]; entry < tree.attrStart[node + 1]; entry++) {
    const attribute = tree.attrName[entry];
    if (attribute !== label && attribute !== labelledBy && attribute !== alt) continue;
    const text = tree.attrValues[tree.attrValue[entry]];
    const name = attribute === labelledBy ? textOfId(tree, text) : pairsIn(text, 0, text.length);
    if (name.length > 0) return name;
  }
  return NO_NAME;
}

const labelNumbers: (tree: DomTree) => Readonly<Record<"label" | "labelledBy" | "alt", number>> = derived(
  (tree: DomTree) => ({
    label: numberOf(tree, "aria-label"),
    labelledBy: numberOf(tree, "aria-labelledby"),
    alt: numberOf(tree, "alt"),
  }),
);

/** -2 where the page has no such attribute: no entry has that number. */
function numberOf(tree: DomTree, attribute: string): number {
  const number = tree.attrNames.indexOf(attribute);
  return number < 0 ? -2 : number;
}

const elementsById: (tree: DomTree) => ReadonlyMap<string, number> = derived((tree: DomTree) => {
  const byId = new Map<string, number>();
  const id = numberOf(tree, "id");
  for (let node = 0; node < tree.size; node++) {
    for (let entry = tree.attrStart[node]; entry < tree.attrStart[node + 1]; entry++) {
      const value = tree.attrValues[tree.attrValue[entry]];
      if (tree.attrName[entry] === id && !byId.has(value)) byId.set(value, node);
    }
  }
  return byId;
});

function textOfId(tree: DomTree, id: string): Name {
  const node = elementsById(tree).get(id.trim());
  return node === undefined ? NO_NAME : pairsIn(tree.text, tree.textStart[node], tree.textStart[tree.end[node]]);
}

/** The first short text of letters, or label of a picture; what has as many digits as letters is a value. */
function firstLabel(tree: DomTree, node: number, end: number): Name {
  let runs = 0;
  const last = Math.min(end, node + MAX_NODES);
  for (let at = node; at < last && runs < MAX_RUNS_BEFORE_LABEL; at++) {
    if (tree.tag[at] !== TEXT_TAG) {
      const label = at === node ? NO_NAME : labelOf(tree, at);
      if (label.length > 0) return label;
      continue;
    }
    runs++;
    const [from, to] = [tree.textStart[at], tree.textStart[at + 1]];
    if (to - from > MAX_NAME_LENGTH) return NO_NAME;
    if (isValue(tree.text, from, to)) continue;
    const name = pairsIn(tree.text, from, to);
    if (name.length > 0) return name;
  }
  return NO_NAME;
}

function isValue(text: string, from: number, to: number): boolean {
  let [digits, letters] = [0, 0];
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code >= FIRST_DIGIT && code <= LAST_DIGIT) digits++;
    else if (letterCode(code) !== 0) letters++;
  }
  return digits >= letters;
}

const FIRST_DIGIT = 48;
const LAST_DIGIT = 57;

/** Pairs of neighbouring letters, and the first one with nothing before it; what is no letter is passed over. */
function pairsIn(text: string, from: number, to: number): Name {
  if (to - from > MAX_NAME_LENGTH) return NO_NAME;
  const pairs: number[] = [];
  let before = 0;
  for (let at = from; at < to && pairs.length < MAX_PAIRS; at++) {
    const code = letterCode(text.charCodeAt(at));
    if (code === 0) continue;
    const pair = (before << SHIFT) | code;
    if (!pairs.includes(pair)) pairs.push(pair);
    before = code;
  }
  return pairs.length > 1 || before >= FIRST_WIDE ? pairs : NO_NAME;
}

/** From here on one sign may be a word. */
const FIRST_WIDE = 0x2e80;

/** Of the repeated thing that the element is or is part of: the row of a cell, the card of a price. */
export function nameOfUnit(tree: DomTree, index: PageIndex, node: number, levels: number): Name {
  return levels < 0 ? NO_NAME : nameAmongOthers(tree, index, unitAbove(tree, node, levels));
}

/** What tells an element from those beside it: a name in it, or the label before it, as a definition has its term. */
export function nameAmongOthers(tree: DomTree, index: PageIndex, node: number): Name {
  const isDefinition = tree.tagNames[tree.tag[node]] === "dd";
  const inside = isDefinition ? NO_NAME : nameInside(tree, index, node);
  return inside.length > 0 ? inside : nameAbove(tree, index, node);
}

/** One number for a name, the same for all its spellings with the same letters; 0 for no name. */
export function keyOfName(name: Name): number {
  let key = name.length;
  for (let at = 0; at < name.length; at++) key = Math.imul(key ^ name[at], HASH_STEP);
  return key;
}

const HASH_STEP = 0x01000193;

/** As much as two spellings of one name have in common, at least. */
const NAMESAKE = 0.8;
const MAX_COMPARED = 60;

/** How many of the elements like it have the same name: one that is not unique tells nothing. */
export function namesakesOf(tree: DomTree, index: PageIndex, node: number): number {
  const name = nameInside(tree, index, node);
  const parent = tree.parent[node];
  if (name.length === 0 || parent < 0) return 0;
  let [namesakes, compared] = [0, 0];
  for (let other = parent + 1; other < tree.end[parent] && compared < MAX_COMPARED; other = tree.end[other]) {
    if (other === node || tree.tag[other] !== tree.tag[node]) continue;
    compared++;
    if (jaccard(name, nameInside(tree, index, other)) >= NAMESAKE) namesakes++;
  }
  return namesakes;
}
