/** What a bar of links, the foot of a page or a form is called where nothing names it: by its links, its owner, its first field. */
import { attributeOf, type DomTree, isText, tagOf } from "../tree/dom-tree.ts";
import { firstWords, holdsTag } from "./block-heading.ts";
import { BETWEEN, nameIn } from "./name-words.ts";
import { outermost } from "./near-siblings.ts";
import { classesOf, isLeftOut, type PieceOptions, textPieces } from "./text-pieces.ts";

const MIN_LINKS = 2;
const MAX_LINKS = 3;
/** Longer links are headlines, which are others tomorrow. */
const MAX_LINK = 30;
const MAX_NODES = 2_000;
const MAX_WRAPPERS = 4;

const BARS: ReadonlySet<string> = new Set(["nav", "header", "footer", "menu"]);
const BAR_ROLE = /^(?:navigation|menubar|tablist|banner|contentinfo)$/;
const BAR_CLASS = /^(?:.+[-_])?(?:nav|navs|navbar|navigation|menu|sidenav|sidebar|topbar|breadcrumbs?|tabs|footer)$/i;
const LISTS: ReadonlySet<string> = new Set(["ul", "ol"]);
const PATH = /bread-?crumb|\bpath\b/i;
const STEP = /[›»>/→]/;
/** A foot with two links in a sentence is no bar of links. */
const MIN_LINK_SHARE = 0.35;
const OWNER = /©|\bcopyright\b/i;
const YEARS = /(?:19|20)\d\d(?:\s*[-–—]\s*(?:19|20)?\d\d)?/g;
/** What follows the owner: "All rights reserved". */
const SENTENCE_END = /[.|·](?:\s|$)/;

/** Empty where the block is no bar, or says none of it. */
export function menuName(tree: DomTree, block: number, options: PieceOptions): string {
  const bar = barAt(tree, block);
  if (bar === null) return "";
  const path = PATH.test(callingOf(tree, bar)) ? pathIn(tree, bar, options) : "";
  if (path !== "") return path;
  const links = firstLinks(tree, block, options);
  if (links.length >= MIN_LINKS) return links.join(BETWEEN);
  return isFoot(tree, bar) ? ownerIn(tree, block, options) : fieldIn(tree, block, options);
}

/** A bar by its own name, or because it is all that is in one, or one is all that is in it. */
function barAt(tree: DomTree, block: number): number | null {
  let inner = block;
  for (let level = 0; level < MAX_WRAPPERS; level++) {
    if (isBar(tree, inner)) return inner;
    const child = inner + 1;
    if (child >= tree.end[inner] || tree.end[child] !== tree.end[inner] || isText(tree, child)) break;
    inner = child;
  }
  const outer = outermost(tree, block);
  for (let node = block; node > outer; ) {
    node = tree.parent[node];
    if (isBar(tree, node)) return node;
  }
  return null;
}

function isBar(tree: DomTree, node: number): boolean {
  if (BARS.has(tagOf(tree, node)) || BAR_ROLE.test(attributeOf(tree, node, "role") ?? "")) return true;
  return classesOf(tree, node).some((name) => BAR_CLASS.test(name));
}

function callingOf(tree: DomTree, node: number): string {
  return `${attributeOf(tree, node, "class") ?? ""} ${attributeOf(tree, node, "aria-label") ?? ""}`;
}

/** The foot of a page says whose it is; a year in it is no value. */
function isFoot(tree: DomTree, node: number): boolean {
  return tagOf(tree, node) === "footer" || attributeOf(tree, node, "role") === "contentinfo";
}

/** "Home › Boats": the way to a page, whose last step is no link. */
function pathIn(tree: DomTree, bar: number, options: PieceOptions): string {
  const steps = textPieces(tree, bar, options)
    .flatMap(({ text }) => text.split(STEP))
    .map(nameIn)
    .filter((name) => name !== "" && name.length <= MAX_LINK);
  return steps.length >= MIN_LINKS ? steps.slice(-MAX_LINKS).join(" › ") : "";
}

/** Without those of a list that another link opens; none where links are little of what is said. */
function firstLinks(tree: DomTree, block: number, options: PieceOptions): readonly string[] {
  const names = new Set<string>();
  let length = 0;
  const stop = Math.min(tree.end[block], block + MAX_NODES);
  for (let node = block; node < stop; ) {
    const isSkipped = options.without?.has(node) || (node !== block && isLeftOut(tree, node)) || isOpened(tree, node);
    const isLink = !isSkipped && isLinkElement(tree, node);
    const name = isLink ? firstWords(tree, node, options) : "";
    if (name.length > MAX_LINK) return [];
    length += name.length;
    // who is logged in stands beside their picture
    if (name !== "" && names.size < MAX_LINKS && !holdsPicture(tree, node)) names.add(name);
    node = isSkipped || isLink ? tree.end[node] : node + 1;
  }
  const all = textPieces(tree, block, options).reduce((sum, { text }) => sum + text.length, 0);
  return length >= MIN_LINK_SHARE * all ? [...names] : [];
}

function holdsPicture(tree: DomTree, node: number): boolean {
  const number = tree.tagNames.indexOf("img");
  return number >= 0 && holdsTag(tree, node, number);
}

function isLinkElement(tree: DomTree, node: number): boolean {
  return !isText(tree, node) && (tagOf(tree, node) === "a" || attributeOf(tree, node, "role") === "tab");
}

/** A list within an entry of another. */
function isOpened(tree: DomTree, node: number): boolean {
  return (
    !isText(tree, node) &&
    LISTS.has(tagOf(tree, node)) &&
    tree.parent[node] > 0 &&
    tagOf(tree, tree.parent[node]) === "li"
  );
}

/** A form that nothing else names is called by what it asks first. */
export function formName(tree: DomTree, block: number, options: PieceOptions): string {
  const isForm = tagOf(tree, block) === "form" || attributeOf(tree, block, "role") === "search";
  return isForm ? fieldIn(tree, block, options) : "";
}

/** What the first field says about itself, in a label around it or in itself. */
function fieldIn(tree: DomTree, block: number, options: PieceOptions): string {
  const stop = Math.min(tree.end[block], block + MAX_NODES);
  for (let node = block; node < stop; node++) {
    if (options.without?.has(node) || isText(tree, node) || tagOf(tree, node) !== "input") continue;
    const parent = tree.parent[node];
    const label = tagOf(tree, parent) === "label" ? firstWords(tree, parent, options) : "";
    const said = ["aria-label", "placeholder"].map((name) => nameIn(attributeOf(tree, node, name) ?? ""));
    const name = [label, ...said].find((text) => text !== "");
    if (name !== undefined) return name;
  }
  return "";
}

/** "© Town hall", without its years and what else a foot says. */
function ownerIn(tree: DomTree, block: number, options: PieceOptions): string {
  const pieces = textPieces(tree, block, options).map(({ text }) => text);
  const at = pieces.findIndex((text) => OWNER.test(text));
  if (at < 0) return firstWords(tree, block, options);
  const said = pieces
    .slice(at, at + 3)
    .join(" ")
    .replace(YEARS, " ");
  return nameIn(said.replace(/\s+/g, " ").trim().split(SENTENCE_END, 1)[0] ?? "");
}
