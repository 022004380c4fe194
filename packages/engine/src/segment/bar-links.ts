/** The links that name a bar: not whose page it is, who is logged in, what only opens something, nor what is in closed menus. */
import { attributeOf, type DomTree, isText, tagOf } from "../tree/dom-tree.ts";
import { BRAND_CLASS, firstWords, headingIn, holdsTag, isHeading, isTitle, titleIn } from "./block-heading.ts";
import { nameIn } from "./name-words.ts";
import { classesOf, isAvatar, isControl, isLeftOut, isNaming, type PieceOptions, textPieces } from "./text-pieces.ts";

const MIN_LINKS = 2;
const MAX_LINKS = 3;
/** Longer links are headlines, which are others tomorrow. */
const MAX_LINK = 30;
const MAX_NODES = 2_000;
/** A foot with two links in a sentence is no bar of links. */
const MIN_LINK_SHARE = 0.35;
/** What is not called a bar is one if there is little else in it. */
const MIN_LINK_SHARE_WITHIN = 0.7;
/** An emblem, and the words beside it. */
const MAX_BRAND_LINKS = 2;
const MAX_PERSON_LEVELS = 3;
const MAX_PERSON_NODES = 20;

const FIELDS: ReadonlySet<string> = new Set(["input", "select", "textarea"]);
const LISTS: ReadonlySet<string> = new Set(["ul", "ol"]);
const CLOSED_MENU = /^(?:.+[-_])?dropdown(?:[-_](?:menu|content|list|panel))$/i;
const COLLAPSED = /^collapse$/i;
const EXPANDED = /^(?:show|in|open|navbar-collapse)$/i;
/** What only opens or closes the bar itself. */
const TOGGLE = /(?:toggler?|burger)$/i;
const DROPDOWN = /^dropdown/i;
/** "You have 4 messages", "15 notifications". */
const COUNTED = /^\D{0,20}\p{Nd}+\+?\s+(\p{L}+)$/u;

interface Links {
  readonly names: readonly string[];
  /** Of all that the bar says besides what is skipped. */
  readonly share: number;
}

/** The first few by which a bar is called; none where there are fewer than two. Buttons and the brand stand in for links. */
export function linkNames(tree: DomTree, block: number, options: PieceOptions): readonly string[] {
  for (const others of [NO_OTHERS, BUTTONS, BUTTONS_AND_BRAND]) {
    const { names, share } = linksIn(tree, block, { options, others });
    if (names.length >= MIN_LINKS) return share >= MIN_LINK_SHARE ? names : [];
  }
  return [];
}

/** The same of a block that is little else than links or buttons. */
export function onlyLinks(tree: DomTree, block: number, options: PieceOptions): readonly string[] {
  for (const others of [NO_OTHERS, BUTTONS]) {
    const { names, share } = linksIn(tree, block, { options, others });
    if (names.length >= MIN_LINKS) return share >= MIN_LINK_SHARE_WITHIN ? names : [];
  }
  return [];
}

/** What is opened by icons, as the menus say that are still closed and have no place on the page. */
export function closedMenus(laidOut: DomTree, block: number, { without }: PieceOptions): readonly string[] {
  const tree = { ...laidOut, boxes: null };
  const names = new Set<string>();
  const stop = Math.min(tree.end[block], block + MAX_NODES);
  for (let node = block + 1; node < stop; ) {
    const isMenu = !isText(tree, node) && classesOf(tree, node).some((name) => CLOSED_MENU.test(name));
    const name = isMenu && !without?.has(node) ? headOfMenu(tree, node) : "";
    if (name !== "") names.add(name);
    node = isMenu ? tree.end[node] : node + 1;
  }
  return names.size < MIN_LINKS ? [] : [...names].slice(0, MAX_LINKS);
}

/** What a bar without links says before its first field: nothing of whose page it is, or who is logged in. */
export function soleWords(tree: DomTree, block: number, options: PieceOptions): string {
  const without = new Set(options.without);
  const stop = Math.min(tree.end[block], block + MAX_NODES);
  let field = -1;
  for (let node = block + 1; node < stop; node++) {
    if (isText(tree, node)) continue;
    if (field < 0 && FIELDS.has(tagOf(tree, node))) field = node;
    if (isBrand(tree, node) || (isLinkElement(tree, node) && isPerson(tree, node))) without.add(node);
  }
  const first = textPieces(tree, block, { ...options, without }).find(isNaming);
  const name = first !== undefined && first.node < field ? nameIn(first.text) : "";
  return name.length > MAX_LINK ? "" : name;
}

/** Whose page a bar says it is. */
export function brandIn(tree: DomTree, block: number, options: PieceOptions): string {
  const stop = Math.min(tree.end[block], block + MAX_NODES);
  for (let node = block + 1; node < stop; node++) {
    const name = !options.without?.has(node) && isBrand(tree, node) ? firstWords(tree, node, options) : "";
    if (name !== "") return name;
  }
  return "";
}

/** Its heading, or what it counts. */
function headOfMenu(tree: DomTree, menu: number): string {
  const [first] = textPieces(tree, menu, { maxPieces: 1 });
  const counted = COUNTED.exec(first?.text ?? "")?.[1];
  if (counted !== undefined) return counted;
  if (first?.kind !== "words") return "";
  const name = headingIn(tree, menu, {}) || titleIn(tree, menu, {});
  return first.text.startsWith(name) ? name : "";
}

/** It begins with links, so that a heading in it is that of a part. */
export function leadsWithLinks(tree: DomTree, block: number, options: PieceOptions): boolean {
  let links = 0;
  const stop = Math.min(tree.end[block], block + MAX_NODES);
  for (let node = block + 1; node < stop && links < MIN_LINKS; ) {
    const isSkipped = options.without?.has(node) || isLeftOut(tree, node) || isBrand(tree, node);
    if (!isSkipped && !isText(tree, node) && (isHeading(tree, node) || isTitle(tree, node))) return false;
    const isLink = !isSkipped && isLinkElement(tree, node);
    if (isLink && firstWords(tree, node, options) !== "") links++;
    node = isSkipped || isLink ? tree.end[node] : node + 1;
  }
  return links === MIN_LINKS;
}

type Other = "button" | "brand";
const NO_OTHERS: ReadonlySet<Other> = new Set();
const BUTTONS: ReadonlySet<Other> = new Set(["button"]);
const BUTTONS_AND_BRAND: ReadonlySet<Other> = new Set(["button", "brand"]);

interface Wanted {
  readonly options: PieceOptions;
  readonly others: ReadonlySet<Other>;
}

/** None where one is a headline. */
function linksIn(tree: DomTree, block: number, { options, others }: Wanted): Links {
  const names = new Set<string>();
  const skipped = new Set(options.without);
  let length = 0;
  const brand = others.has("brand") ? -1 : linkBeforeList(tree, block);
  const brandName = brand < 0 ? "" : firstWords(tree, brand, options);
  const stop = Math.min(tree.end[block], block + MAX_NODES);
  for (let node = block; node < stop; ) {
    const isLink = isLinkElement(tree, node);
    const isButton = isLink && isControl(tree, node);
    const isLeft = node !== block && isLeftOut(tree, node) && !(isButton && others.has("button"));
    const isWhose = node === brand || (!others.has("brand") && isBrand(tree, node));
    const isSkipped = skipped.has(node) || isLeft || isWhose || isClosed(tree, node);
    if (isSkipped) skipped.add(node);
    const name = isLink && !isSkipped ? firstWords(tree, node, options) : "";
    if (name.length > MAX_LINK) return { names: [], share: 0 };
    length += name.length;
    const isNew = name !== "" && name !== brandName && names.size < MAX_LINKS;
    if (isNew && !isPerson(tree, node)) names.add(name);
    node = isSkipped || isLink ? tree.end[node] : node + 1;
  }
  const all = textPieces(tree, block, { ...options, without: skipped }).reduce((sum, { text }) => sum + text.length, 0);
  return { names: [...names], share: all === 0 ? 1 : length / all };
}

function isLinkElement(tree: DomTree, node: number): boolean {
  if (isText(tree, node) || classesOf(tree, node).some((name) => TOGGLE.test(name) && !DROPDOWN.test(name)))
    return false;
  return tagOf(tree, node) === "a" || attributeOf(tree, node, "role") === "tab";
}

/** Who is logged in stands beside their picture, in a link or in a box with nothing else. */
function isPerson(tree: DomTree, link: number): boolean {
  const [picture, anchor] = [tree.tagNames.indexOf("img"), tree.tagNames.indexOf("a")];
  let box = link;
  for (let level = 0; level < MAX_PERSON_LEVELS && tree.parent[box] > 0; level++) {
    const around = tree.parent[box];
    if (tree.end[around] - around > MAX_PERSON_NODES || hasOther(tree, around, { tag: anchor, than: link })) break;
    box = around;
  }
  if (picture >= 0 && holdsTag(tree, box, picture)) return true;
  for (let node = box; node < Math.min(tree.end[box], box + MAX_NODES); node++) if (isAvatar(tree, node)) return true;
  return false;
}

function hasOther(
  tree: DomTree,
  around: number,
  { tag, than }: { readonly tag: number; readonly than: number },
): boolean {
  for (let node = around; node < tree.end[around]; node++) if (tree.tag[node] === tag && node !== than) return true;
  return false;
}

/** Whose page it is, and no box around more than that. */
function isBrand(tree: DomTree, node: number): boolean {
  if (isText(tree, node) || !classesOf(tree, node).some((name) => BRAND_CLASS.test(name))) return false;
  let links = 0;
  for (let inner = node; inner < tree.end[node] && links <= MAX_BRAND_LINKS; inner++) {
    if (isLinkElement(tree, inner)) links++;
  }
  return links <= MAX_BRAND_LINKS;
}

/** A first link that stands before the list with all others is whose page it is; -1 where there is none. */
function linkBeforeList(tree: DomTree, block: number): number {
  let first = -1;
  const stop = Math.min(tree.end[block], block + MAX_NODES);
  for (let node = block + 1; node < stop; ) {
    if (!isText(tree, node) && LISTS.has(tagOf(tree, node))) return first;
    const isLink = isLinkElement(tree, node);
    if (isLink && first >= 0) return -1;
    if (isLink) first = node;
    node = isLink || isLeftOut(tree, node) ? tree.end[node] : node + 1;
  }
  return -1;
}

/** A list within an entry of another, what is folded away, and what a search proposes. */
function isClosed(tree: DomTree, node: number): boolean {
  if (isText(tree, node)) return false;
  const tag = tagOf(tree, node);
  const parent = tree.parent[node];
  if (tag === "form" || (LISTS.has(tag) && parent > 0 && tagOf(tree, parent) === "li")) return true;
  const names = classesOf(tree, node);
  return names.some((name) => COLLAPSED.test(name)) && !names.some((name) => EXPANDED.test(name));
}
