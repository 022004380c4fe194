/**
 * What a block is called, as a person would say it. In this order: the label of a number, a caption, a heading, an
 * `aria-label`, a legend, each of the block itself and then of what is around it, and at last the name of the page.
 * Never what will be another at the next look: a number, a price, a date, the first entry of a list.
 */
import { type DomTree, isText, tagOf, textOf } from "../tree/dom-tree.ts";
import {
  firstWords,
  headingAfter,
  headingBefore,
  headingIn,
  headingText,
  openerName,
  titleIn,
} from "./block-heading.ts";
import { titleRow } from "./cell-name.ts";
import { formName, lastName, leadingLinks, linksOfPart, menuName } from "./menu-name.ts";
import { nameIn, shortened } from "./name-words.ts";
import { alikeBeside, outermost } from "./near-siblings.ts";
import { partNames } from "./part-names.ts";
import { rowLabels } from "./row-labels.ts";
import { accessibleName, drawingName, spokenName } from "./spoken-name.ts";
import { type PieceOptions, textPieces } from "./text-pieces.ts";
import { valueLabel } from "./value-label.ts";

export interface NameOptions {
  /** Parts that the person cut out: they are not the block, and do not name it. */
  readonly without?: ReadonlySet<number>;
  /** `own` leaves out headings and captions around the block, which it may share with others. */
  readonly scope?: "own" | "around";
}

/** How far around a block its name is looked for. */
const MAX_LEVELS = 12;
const MAX_LEVELS_AFTER = 4;
const MAX_LEVELS_BOX = 2;
/** Paragraphs and runs of text stand side by side without being entries; rows of tables are told by their cells. */
const NO_ENTRIES: ReadonlySet<string> = new Set(
  "p span b i em strong small blockquote pre tr td th thead tbody tfoot".split(" "),
);
/** An entry of a list is small: what is larger is a section. */
const MAX_ENTRY_NODES = 80;
const MAX_ENTRY_TEXT = 400;
const NO_NAME = "Untitled";

/** A title for a block, never empty and never longer than a line. `fallback` is for pages without a name. */
export function blockTitle(
  tree: DomTree,
  nodes: readonly number[],
  { fallback = "", ...options }: NameOptions & { readonly fallback?: string } = {},
): string {
  return blockName(tree, nodes, options) || pageName(tree) || shortened(nameIn(fallback) || fallback.trim()) || NO_NAME;
}

/**
 * The name of a block, one element or several alike; empty where the page does not say one. Linear in the size of the
 * block at most, for the ids on the page once more.
 */
export function blockName(tree: DomTree, nodes: readonly number[], options: NameOptions = {}): string {
  const first = nodes[0] ?? 0;
  // of several alike none names all of them
  const own = nodes.length > 1 ? "" : ownName(tree, first, options);
  return shortened(own || (options.scope === "own" ? "" : nameAround(tree, first, options)));
}

/** The name of a page: what stands on its tab, or its first heading. */
export function pageName(tree: DomTree): string {
  for (const tag of ["title", "h1"]) {
    const at = tree.tagNames.indexOf(tag);
    const node = at < 0 ? -1 : tree.tag.indexOf(at);
    const name = node < 0 ? "" : nameIn(textOf(tree, node));
    if (name !== "") return shortened(name);
  }
  return "";
}

function ownName(tree: DomTree, block: number, options: PieceOptions): string {
  return (
    leadingLinks(tree, block, options) ||
    (isNamedAround(tree, block, options) ? "" : rowLabels(tree, block, options)) ||
    partNames(tree, block, options) ||
    valueLabel(tree, block, options) ||
    captionOf(tree, block, options) ||
    headingIn(tree, block, options) ||
    accessibleName(tree, block) ||
    titleIn(tree, block, options) ||
    childText(tree, block, "legend", options) ||
    openerName(tree, block, options) ||
    menuName(tree, block, options) ||
    // a form in a box with a title is what that says
    (isNamedAround(tree, block, options) ? "" : formName(tree, block, options)) ||
    (isNamedAround(tree, block, options) ? "" : linksOfPart(tree, block, options)) ||
    entryName(tree, block, options) ||
    spokenName(tree, block) ||
    drawingName(tree, block, options) ||
    (isNamedAround(tree, block, options) ? "" : lastName(tree, block, options))
  );
}

/** Of many alike, each is told by its own first words. */
function entryName(tree: DomTree, block: number, options: PieceOptions): string {
  const length = tree.textStart[tree.end[block]] - tree.textStart[block];
  if (tree.end[block] - block > MAX_ENTRY_NODES || length > MAX_ENTRY_TEXT) return "";
  const entry = outermost(tree, block);
  if (NO_ENTRIES.has(tagOf(tree, entry)) || alikeBeside(tree, entry).length === 0) return "";
  return beginsWithList(tree, block, options) ? "" : firstWords(tree, block, options);
}

/** Its first words are those of the first of many, such as the first link of a menu or of a path of links. */
function beginsWithList(tree: DomTree, block: number, options: PieceOptions): boolean {
  const [first] = textPieces(tree, block, { ...options, maxPieces: 1 });
  for (let node = first?.node ?? 0; node > block; node = tree.parent[node]) if (tagOf(tree, node) === "li") return true;
  return false;
}

/** By the box that it is in; what the whole page is called names none of its parts. */
function isNamedAround(tree: DomTree, block: number, options: PieceOptions): boolean {
  const name = nameAround(tree, block, options, MAX_LEVELS_BOX);
  return name !== "" && name !== topHeading(tree, options);
}

function topHeading(tree: DomTree, options: PieceOptions): string {
  const tag = tree.tagNames.indexOf("h1");
  const node = tag < 0 ? -1 : tree.tag.indexOf(tag);
  return node < 0 ? "" : headingText(tree, node, options);
}

/** The nearest name around the block. */
function nameAround(tree: DomTree, block: number, options: PieceOptions, levels = MAX_LEVELS): string {
  const isWordless = tree.textStart[tree.end[block]] === tree.textStart[block];
  let below = block;
  for (let level = 0; level < levels && below > 0; level++) {
    const node = tree.parent[below];
    const name =
      captionOf(tree, node, options) ||
      headingBefore(tree, below, options) ||
      (isWordless && level < MAX_LEVELS_AFTER ? headingAfter(tree, below, options) : "") ||
      accessibleName(tree, node) ||
      childText(tree, node, "legend", options);
    if (name !== "") return name;
    below = node;
  }
  return "";
}

/** Of a table or a figure. */
function captionOf(tree: DomTree, node: number, options: PieceOptions): string {
  return (
    childText(tree, node, "caption", options) ||
    childText(tree, node, "figcaption", options) ||
    (tagOf(tree, node) === "table" ? titleRow(tree, node, options) : "")
  );
}

function childText(tree: DomTree, node: number, tag: string, options: PieceOptions): string {
  if (!tree.tagNames.includes(tag)) return "";
  for (let child = node + 1; child < tree.end[node]; child = tree.end[child]) {
    if (!isText(tree, child) && tagOf(tree, child) === tag) return headingText(tree, child, options);
  }
  return "";
}
