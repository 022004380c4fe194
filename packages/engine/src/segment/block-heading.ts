/** The heading of a block: in it, as far as it is that of the whole block, or before it. */
import { isAlike } from "../diff/list-items.ts";
import { attributeOf, type DomTree, isText, tagOf } from "../tree/dom-tree.ts";
import { isAction, nameIn } from "./name-words.ts";
import { alikeBeside, siblingsBefore } from "./near-siblings.ts";
import { classesOf, isLeftOut, isNaming, type PieceOptions, textPieces } from "./text-pieces.ts";

/** A heading behind more text than this is that of a part. */
const MAX_TEXT_BEFORE = 400;
const MAX_NODES = 2_000;
/** What a header has besides its heading. */
export const MAX_HEADER_REST = 60;
/** An element that says that it is a header may have a line below its heading, and who wrote it. */
const MAX_LONG_HEADER_REST = 240;
const MAX_LINK_LEVELS = 4;
/** With the white space of its markup. */
const MAX_HEADER = 1_000;

const LISTS: ReadonlySet<string> = new Set(["ul", "ol"]);
const HEADING = /^(?:h[1-6]|summary)$/;
/** Boxes that templates put their titles into: `card-title`, `x_title`, `box-header`. */
export const BRAND_CLASS: RegExp = /(?:^|[-_])(?:brand|logo)(?:[-_]|$)/i;
const MAX_TITLE_NODES = 50;
const TITLE_CLASS = /^(?:.+[-_])?(?:title|heading|headline|header|caption|name)$|.[-_]label$/i;

/** The first heading in a block, unless it is one of many alike, which are those of its entries. */
export function headingIn(tree: DomTree, block: number, options: PieceOptions): string {
  return firstNamed(tree, block, (node) => (isHeading(tree, node) ? headingText(tree, node, options) : null), options);
}

/** The same for elements that only their class calls a title. */
export function titleIn(tree: DomTree, block: number, options: PieceOptions): string {
  return firstNamed(tree, block, (node) => (isTitle(tree, node) ? titleText(tree, node, options) : null), options);
}

/** "42 open" at its beginning is a count and no title. */
function titleText(tree: DomTree, node: number, options: PieceOptions): string {
  const [first] = textPieces(tree, node, { ...options, maxPieces: 1 });
  if (first?.kind === "mixed" && /^\p{Nd}/u.test(first.text)) return "";
  // a box may be for searching, while a link that says so leads there
  return firstWords(tree, node, options) || (isLinked(tree, node) ? "" : nameIn(first?.text ?? ""));
}

/** The heading that stands before an element, beside it or in a header beside it; not that of another one like it. */
export function headingBefore(tree: DomTree, node: number, options: PieceOptions): string {
  const opened = openerName(tree, node, options);
  if (opened !== "") return opened;
  for (const sibling of siblingsBefore(tree, node)) {
    if (!isHeading(tree, sibling) && isAlike(tree, node, sibling) && !leads(tree, sibling, node)) continue;
    const name = isHeading(tree, sibling) ? headingText(tree, sibling, options) : headerText(tree, sibling, options);
    if (name !== "") return name;
  }
  return "";
}

/** Alike by a class that says how they look, and yet over all headings of the other. */
function leads(tree: DomTree, header: number, node: number): boolean {
  const [over, under] = [rankOf(tree, header), rankOf(tree, node)];
  return over !== null && under !== null && over < under;
}

/** Of the highest heading in an element, 1 is that of a page. */
function rankOf(tree: DomTree, node: number): number | null {
  const rank = ["h1", "h2", "h3", "h4", "h5", "h6"].findIndex((tag) => {
    const number = tree.tagNames.indexOf(tag);
    return number >= 0 && holdsTag(tree, node, number);
  });
  return rank < 0 ? null : rank + 1;
}

/** A part of a menu is called as the link above it. */
export function openerName(tree: DomTree, node: number, options: PieceOptions): string {
  const opener = openerOf(tree, node);
  return opener === null ? "" : firstWords(tree, opener, options);
}

/** What opens a list within an entry of another. */
function openerOf(tree: DomTree, node: number): number | null {
  const parent = tree.parent[node];
  if (parent < 0 || !LISTS.has(tagOf(tree, node)) || tagOf(tree, parent) !== "li") return null;
  const [before] = siblingsBefore(tree, node);
  return before !== undefined && /^(?:a|button|span|label)$/.test(tagOf(tree, before)) ? before : null;
}

/** The heading that follows an element, for pictures and charts that stand above their titles. */
export function headingAfter(tree: DomTree, node: number, options: PieceOptions): string {
  const parent = tree.parent[node];
  const next = parent < 0 ? 0 : tree.end[node];
  if (parent < 0 || next >= tree.end[parent] || isText(tree, next)) return "";
  return headingIn(tree, next, options) || titleIn(tree, next, options);
}

/** The words of a heading, without badges, icons and values in it. */
export function headingText(tree: DomTree, heading: number, options: PieceOptions): string {
  // what a heading says smaller is a second line
  const without = new Set([...(options.without ?? []), ...smallIn(tree, heading)]);
  for (const read of [{ ...options, without }, options]) {
    const pieces = textPieces(tree, heading, read).filter(isNaming);
    const text = pieces.map((piece) => piece.text).join(" ");
    const name = isAction(text) && isLinked(tree, heading) ? "" : nameIn(text);
    if (name !== "") return name;
  }
  return "";
}

/** A link in a heading, or around it. */
export function isLinked(tree: DomTree, heading: number): boolean {
  const link = tree.tagNames.indexOf("a");
  if (link < 0) return false;
  for (let node = heading, level = 0; node > 0 && level < MAX_LINK_LEVELS; node = tree.parent[node], level++) {
    if (tree.tag[node] === link) return true;
  }
  return holdsTag(tree, heading, link);
}

function smallIn(tree: DomTree, heading: number): readonly number[] {
  const small: number[] = [];
  const stop = Math.min(tree.end[heading], heading + MAX_NODES);
  for (let node = heading + 1; node < stop; node++) {
    if (!isText(tree, node) && tagOf(tree, node) === "small") small.push(node);
  }
  return small;
}

/** The first name that `nameAt` gives; null is not a heading, an empty name is one that says nothing. */
function firstNamed(
  tree: DomTree,
  block: number,
  nameAt: (node: number) => string | null,
  { without }: PieceOptions,
): string {
  const stop = Math.min(tree.end[block], block + MAX_NODES);
  for (let node = block; node < stop; ) {
    if (tree.textStart[node] - tree.textStart[block] > MAX_TEXT_BEFORE) return "";
    const isCut = without?.has(node) || (node !== block && isLeftOut(tree, node));
    const name = isCut || isText(tree, node) ? null : nameAt(node);
    if (name !== null && isOneOfMany(tree, block, node)) return "";
    if (name) return name;
    node = isCut ? tree.end[node] : node + 1;
  }
  return "";
}

/** The first words that can name something: a box with a title may have a second line, which is none of it. */
export function firstWords(tree: DomTree, node: number, options: PieceOptions): string {
  for (const { text } of textPieces(tree, node, options).filter(isNaming)) {
    const name = isAction(text) ? "" : nameIn(text);
    if (name !== "") return name;
  }
  return "";
}

/** A heading that has others like it beside it, or is in an element that has. */
function isOneOfMany(tree: DomTree, block: number, heading: number): boolean {
  const tag = tree.tag[heading];
  for (let node = heading; node > block; node = tree.parent[node]) {
    const alike = alikeBeside(tree, node);
    if (node === heading ? alike.length > 1 : alike.some((sibling) => holdsTag(tree, sibling, tag))) return true;
    // behind other words of one of many, or behind others of them, it is not about all
    if (node === heading || alike.length < 2) continue;
    if (tree.textStart[node] < tree.textStart[heading] || alike.some((sibling) => sibling < node)) return true;
  }
  return false;
}

export function holdsTag(tree: DomTree, node: number, tag: number): boolean {
  const stop = Math.min(tree.end[node], node + MAX_NODES);
  for (let inner = node; inner < stop; inner++) if (tree.tag[inner] === tag) return true;
  return false;
}

/** The heading of an element that is little else. */
function headerText(tree: DomTree, node: number, options: PieceOptions): string {
  if (lengthOf(tree, node) > MAX_HEADER) return "";
  const name = headingIn(tree, node, options) || titleIn(tree, node, options);
  const length = textPieces(tree, node, options).reduce((sum, { text }) => sum + text.length, 0);
  const rest = tagOf(tree, node) === "header" ? MAX_LONG_HEADER_REST : MAX_HEADER_REST;
  return length - name.length > rest ? "" : name;
}

export function isHeading(tree: DomTree, node: number): boolean {
  return HEADING.test(tagOf(tree, node)) || attributeOf(tree, node, "role") === "heading";
}

export function isTitle(tree: DomTree, node: number): boolean {
  if (lengthOf(tree, node) > MAX_HEADER || isMenu(tree, node) || holdsBrand(tree, node)) return false;
  return classesOf(tree, node).some((name) => TITLE_CLASS.test(name));
}

/** Whose page it is stands at the head of a menu, and does not name it. */
function holdsBrand(tree: DomTree, node: number): boolean {
  const stop = Math.min(tree.end[node], node + MAX_TITLE_NODES);
  for (let inner = node; inner < stop; inner++) {
    if (!isText(tree, inner) && classesOf(tree, inner).some((name) => BRAND_CLASS.test(name))) return true;
  }
  return false;
}

/** A bar with a menu is no title, whatever its class says: its first words are a link. */
function isMenu(tree: DomTree, node: number): boolean {
  if (tagOf(tree, node) === "nav" || /^(?:navigation|menubar)$/.test(attributeOf(tree, node, "role") ?? ""))
    return true;
  return ["nav", "ul", "ol"].some((tag) => {
    const number = tree.tagNames.indexOf(tag);
    return number >= 0 && holdsTag(tree, node, number);
  });
}

export function lengthOf(tree: DomTree, node: number): number {
  return tree.textStart[tree.end[node]] - tree.textStart[node];
}
