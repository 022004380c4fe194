/** What of a block can be seen: a block can be found and still show nothing, because its content is made by scripts. */
import { attributeOf, type DomTree, isText, tagOf } from "../tree/dom-tree.ts";
import { BLANK_ATTRIBUTE, drawingOf, PAINTED_ATTRIBUTE, UNPICTURED_ATTRIBUTE } from "../tree/drawn.ts";

/** How much of each kind there is to see. */
export interface VisibleParts {
  /** Characters of text that leave ink. */
  readonly letters: number;
  /** Images with a source, SVG with shapes, films with a poster, backgrounds, bars, and drawings that were pictured. */
  readonly pictures: number;
  /** Form controls. */
  readonly controls: number;
  /** Canvases and embedded pages that a browser has laid out and nobody has pictured: only a picture of the block shows what is drawn on them. */
  readonly drawings: number;
  /** Elements that a style sheet paints something on, as a browser has seen it; no markup says that, so raw pages have none. */
  readonly painted: number;
}

export interface VisibleOptions {
  /** Nodes whose whole subtree is left out, such as parts that a person cut out. */
  readonly without?: ReadonlySet<number>;
}

const CONTROLS: ReadonlySet<string> = new Set("button input meter progress select textarea".split(" "));

/** What is in them is in no markup of the page. */
const DRAWN_INSIDE: ReadonlySet<string> = new Set("canvas embed iframe object".split(" "));

/** Elements whose text nobody reads in the page. */
const UNREAD: ReadonlySet<string> = new Set("audio canvas datalist desc head metadata object title video".split(" "));
const SHAPES: ReadonlySet<string> = new Set(
  "circle ellipse foreignObject image line path polygon polyline rect text use".split(" "),
);

/** Spaces of every width, joiners and marks of direction. */
const INKLESS = /[\s\u00ad\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2800\u3164\ufeff]+/gu;
const HIDING_STYLE = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;
const BACKGROUND = /^\s*background/i;
const ADDRESS = /url\(\s*["']?[^"')\s]/i;
/** A drawn nothing that lazy images hold their place with: an empty SVG, or a GIF or PNG of a pixel. */
const PLACEHOLDER = /^data:image\/(?:svg\+xml|gif|png)[^,]*,/i;
const MAX_PLACEHOLDER = 200;
/** Of a bar in a chart, or of how far something has got: more than nothing and less than all. */
const SHARE = /(?:^|[;\s])(?:width|height|inline-size|block-size|flex-basis)\s*:\s*(?:0?\.\d+|[1-9]\d?(?:\.\d+)?)\s*%/i;
const PAINT = /#[\da-f]{3}|rgb|hsl|gradient\(/i;
const BOX = 4;

/** Counts what there is to see in a subtree. Linear in its size. */
export function visibleParts(tree: DomTree, block: number, { without }: VisibleOptions = {}): VisibleParts {
  const seen = { letters: 0, pictures: 0, controls: 0, drawings: 0, painted: 0 };
  for (let node = block; node < tree.end[block]; ) {
    if (without?.has(node) || (!isText(tree, node) && isHidden(tree, node))) {
      node = tree.end[node];
      continue;
    }
    if (isText(tree, node)) seen.letters += lettersOf(tree, node);
    else addElement(tree, node, seen);
    node++;
  }
  return seen;
}

/** True where there is nothing to see at all. */
export function isBlank({ letters, pictures, controls, drawings, painted }: VisibleParts): boolean {
  return letters + pictures + controls + drawings + painted === 0;
}

/** True where a browser saw something drawn in the block that is in no markup and on no picture but one of the whole block. */
export function hasUnpictured(tree: DomTree, block: number, { without }: VisibleOptions = {}): boolean {
  for (let node = block; node < tree.end[block]; ) {
    if (without?.has(node)) node = tree.end[node];
    else if (!isText(tree, node) && attributeOf(tree, node, UNPICTURED_ATTRIBUTE) !== null) return true;
    else node++;
  }
  return false;
}

/** True where the address shows something once it is loaded. */
export function isPictureAddress(address: string | null): boolean {
  return address !== null && address.trim() !== "" && !/^(?:#|about:)/i.test(address) && !isPlaceholder(address);
}

function addElement(tree: DomTree, node: number, seen: { -readonly [K in keyof VisibleParts]: number }): void {
  const tag = tagOf(tree, node);
  if (CONTROLS.has(tag)) seen.controls++;
  else if (drawingOf(tree, node)) seen.pictures++;
  else if (DRAWN_INSIDE.has(tag)) seen.drawings += isLaidOut(tree, node) && !isEmptyCanvas(tree, node) ? 1 : 0;
  else if (isPicture(tree, node, tag) || hasBackground(tree, node) || isBar(tree, node)) seen.pictures++;
  else if (attributeOf(tree, node, PAINTED_ATTRIBUTE) !== null) seen.painted++;
}

/** An empty box that says by its size or its colour what it means. One with an id waits for a script to fill it. */
function isBar(tree: DomTree, node: number): boolean {
  if (tree.end[node] > node + 1 || attributeOf(tree, node, "id") !== null) return false;
  const style = attributeOf(tree, node, "style") ?? "";
  return (SHARE.test(style) || isPainted(style)) && (tree.boxes === null || isLaidOut(tree, node));
}

function isPainted(style: string): boolean {
  return style.split(";").some((declaration) => BACKGROUND.test(declaration) && PAINT.test(declaration));
}

function isEmptyCanvas(tree: DomTree, node: number): boolean {
  return attributeOf(tree, node, BLANK_ATTRIBUTE) !== null;
}

function isPicture(tree: DomTree, node: number, tag: string): boolean {
  const has = (name: string) => isPictureAddress(attributeOf(tree, node, name));
  switch (tag) {
    case "img":
      return has("src") || has("srcset");
    case "source":
      return isInPicture(tree, node) && (has("src") || has("srcset"));
    case "video":
      return has("poster");
    case "audio":
      return attributeOf(tree, node, "controls") !== null;
    default:
      return SHAPES.has(tag) && isInSvg(tree, node);
  }
}

/** Elsewhere it is a film or a sound, of which nothing is seen. */
function isInPicture(tree: DomTree, node: number): boolean {
  const parent = tree.parent[node];
  return parent >= 0 && tagOf(tree, parent) === "picture";
}

function isInSvg(tree: DomTree, node: number): boolean {
  for (let above = tree.parent[node]; above >= 0; above = tree.parent[above]) {
    const tag = tagOf(tree, above);
    if (tag === "svg") return true;
    // what is only defined is drawn where it is used
    if (tag === "defs" || tag === "symbol" || tag === "clipPath") return false;
  }
  return false;
}

function hasBackground(tree: DomTree, node: number): boolean {
  const style = attributeOf(tree, node, "style");
  return style !== null && hasPicture(style);
}

/** As far as the markup itself says it. */
function isHidden(tree: DomTree, node: number): boolean {
  if (attributeOf(tree, node, "hidden") !== null) return true;
  if (tagOf(tree, node) === "dialog" && attributeOf(tree, node, "open") === null) return true;
  if (attributeOf(tree, node, "popover") !== null && !isLaidOut(tree, node)) return true;
  if (tagOf(tree, node) === "input" && attributeOf(tree, node, "type")?.toLowerCase() === "hidden") return true;
  const style = attributeOf(tree, node, "style");
  return style !== null && HIDING_STYLE.test(style);
}

function lettersOf(tree: DomTree, node: number): number {
  const parent = tree.parent[node];
  if (parent >= 0 && UNREAD.has(tagOf(tree, parent))) return 0;
  if (tree.boxes && !hasBox(tree, node) && !hasBox(tree, parent)) return 0;
  const text = tree.text.slice(tree.textStart[node], tree.textStart[node + 1] - 1);
  return text.replace(INKLESS, "").length;
}

function hasBox(tree: DomTree, node: number): boolean {
  return node >= 0 && tree.boxes !== null && tree.boxes[node * BOX + 2] >= 0;
}

function isLaidOut({ boxes }: DomTree, node: number): boolean {
  return boxes !== null && boxes[node * BOX + 2] > 1 && boxes[node * BOX + 3] > 1;
}

function isPlaceholder(address: string): boolean {
  const [head] = PLACEHOLDER.exec(address) ?? [];
  return head !== undefined && address.length - head.length <= MAX_PLACEHOLDER;
}

/** A declaration of a style that puts a picture behind the element. */
function hasPicture(style: string): boolean {
  return style.split(";").some((declaration) => BACKGROUND.test(declaration) && ADDRESS.test(declaration));
}
