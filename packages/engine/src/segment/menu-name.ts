/** What a bar of links, the foot of a page or a form is called where nothing names it: by its links, its owner, its first field. */
import { attributeOf, type DomTree, isText, tagOf, textOf } from "../tree/dom-tree.ts";
import { brandIn, closedMenus, leadsWithLinks, linkNames, onlyLinks, soleWords } from "./bar-links.ts";
import { firstWords } from "./block-heading.ts";
import { BETWEEN, nameIn } from "./name-words.ts";
import { outermost } from "./near-siblings.ts";
import { classesOf, isLeftOut, type PieceOptions, textPieces } from "./text-pieces.ts";

const MIN_STEPS = 2;
const MAX_STEPS = 3;
const MAX_STEP = 30;
const MAX_NODES = 2_000;
const MAX_WRAPPERS = 4;
/** Between a part of a bar and the bar. */
const MAX_LEVELS = 6;

const BARS: ReadonlySet<string> = new Set(["nav", "header", "footer", "menu"]);
const BAR_ROLE = /^(?:navigation|menubar|tablist|banner|contentinfo)$/;
const BAR_CLASS = /^(?:.+[-_])?(?:nav|navs|navbar|navigation|menu|sidenav|sidebar|topbar|breadcrumbs?|tabs|footer)$/i;
const PATH = /crumbs?\b|\bpath\b/i;
const STEP = /[›»>/→]/;
const OWNER = /©|\bcopyright\b/i;
const YEARS = /(?:19|20)\d\d(?:\s*[-–—]\s*(?:19|20)?\d\d)?/g;
/** What follows the owner: "All rights reserved". */
const SENTENCE_END = /[.|·](?:\s|$)/;

/** Empty where the block is no bar, or says none of it. */
export function menuName(tree: DomTree, block: number, options: PieceOptions): string {
  const bar = barAt(tree, block);
  if (bar === null) return "";
  const path = pathAt(tree, block, options);
  const steps = path === null ? "" : pathIn(tree, path, options);
  if (steps !== "") return steps;
  const links = linkNames(tree, block, options);
  if (links.length > 0) return links.join(BETWEEN);
  if (isFoot(tree, bar)) return ownerIn(tree, block, options);
  return (
    closedMenus(tree, block, options).join(BETWEEN) || soleWords(tree, block, options) || fieldIn(tree, block, options)
  );
}

/** By its links, where it begins with them: what it says as a heading is over some of them. */
export function leadingLinks(tree: DomTree, block: number, options: PieceOptions): string {
  const bar = barAt(tree, block);
  const isMenu = bar !== null && pathAt(tree, block, options) === null && leadsWithLinks(tree, block, options);
  return isMenu ? linkNames(tree, block, options).join(BETWEEN) : "";
}

/** A part of a bar that is little else than links, or icons that open menus. */
export function linksOfPart(tree: DomTree, block: number, options: PieceOptions): string {
  let node = block;
  for (let level = 0; level < MAX_LEVELS && node > 0; level++, node = tree.parent[node]) {
    if (!isBar(tree, node)) continue;
    return onlyLinks(tree, block, options).join(BETWEEN) || closedMenus(tree, block, options).join(BETWEEN);
  }
  return "";
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

/** The way to the page, where it is a bar or the first that one says. */
function pathAt(tree: DomTree, bar: number, options: PieceOptions): number | null {
  const [first] = textPieces(tree, bar, { ...options, maxPieces: 1 });
  let path: number | null = null;
  for (let node = first?.node ?? -1; node >= bar; node = tree.parent[node]) {
    if (!isText(tree, node) && PATH.test(callingOf(tree, node))) path = node;
  }
  return path;
}

function callingOf(tree: DomTree, node: number): string {
  return `${attributeOf(tree, node, "class") ?? ""} ${attributeOf(tree, node, "aria-label") ?? ""}`;
}

/** The foot of a page says whose it is; a year in it is no value. */
function isFoot(tree: DomTree, node: number): boolean {
  return tagOf(tree, node) === "footer" || attributeOf(tree, node, "role") === "contentinfo";
}

/** "Home › Boats": the way to a page, whose last step is no link. Where a style sheet draws what stands between, each run is a step. */
function pathIn(tree: DomTree, bar: number, options: PieceOptions): string {
  const pieces = textPieces(tree, bar, options);
  const runs = pieces.length > 1 ? [] : runsIn(tree, bar, options);
  for (const texts of [pieces.map(({ text }) => text), runs]) {
    const steps = texts
      .flatMap((text) => text.split(STEP))
      .map(nameIn)
      .filter((name) => name !== "" && name.length <= MAX_STEP);
    if (steps.length >= MIN_STEPS) return steps.slice(-MAX_STEPS).join(" › ");
  }
  return "";
}

function runsIn(tree: DomTree, bar: number, options: PieceOptions): readonly string[] {
  const runs: string[] = [];
  const stop = Math.min(tree.end[bar], bar + MAX_NODES);
  for (let node = bar + 1; node < stop; ) {
    const isCut = options.without?.has(node) || isLeftOut(tree, node);
    if (!isCut && isText(tree, node)) runs.push(textOf(tree, node));
    node = isCut ? tree.end[node] : node + 1;
  }
  return runs;
}

/** What nothing else names: a bar by whose page it says it is, a block of nothing but buttons by these. */
export function lastName(tree: DomTree, block: number, options: PieceOptions): string {
  const [first] = textPieces(tree, block, { ...options, maxPieces: 1 });
  if (first !== undefined) return barAt(tree, block) === null ? "" : brandIn(tree, block, options);
  const names = new Set<string>();
  const stop = Math.min(tree.end[block], block + MAX_NODES);
  for (let node = block + 1; node < stop && names.size < MAX_STEPS; ) {
    const isButton = !isText(tree, node) && !options.without?.has(node) && isButtonElement(tree, node);
    const name = isButton ? firstWords(tree, node, options) : "";
    if (name !== "") names.add(name);
    node = isButton ? tree.end[node] : node + 1;
  }
  return names.size < MIN_STEPS ? "" : [...names].join(BETWEEN);
}

function isButtonElement(tree: DomTree, node: number): boolean {
  return tagOf(tree, node) === "button" || classesOf(tree, node).some((name) => /^(?:btn|button)$/i.test(name));
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
  const sentences = said.replace(/\s+/g, " ").trim().split(SENTENCE_END).map(nameIn);
  return sentences.find((name) => name !== "") ?? "";
}
