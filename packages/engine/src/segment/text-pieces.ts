/** The text of a part of a page in pieces that are words or values, without icons, controls and what nobody sees. */
import { isInline } from "../diff/block-text.ts";
import { attributeOf, type DomTree, isText, tagOf, textOf } from "../tree/dom-tree.ts";
import { hasNumber, isTime, isUnit, isValue, readable } from "./name-words.ts";

export interface TextPiece {
  /** Its first text run. */
  readonly node: number;
  readonly text: string;
  /** `mixed` has words and a number in one run, `time` says when. */
  readonly kind: "words" | "value" | "time" | "mixed";
}

export interface PieceOptions {
  /** Parts that are cut out. */
  readonly without?: ReadonlySet<number> | undefined;
  /** Reading stops after this many. */
  readonly maxPieces?: number;
}

const MAX_PIECES = 60;
const BOX = 4;
/** However little text there is among them. */
const MAX_NODES = 2_000;

/** Controls say what one can do, not what something is. */
const CONTROLS: ReadonlySet<string> = new Set([
  "button",
  "select",
  "option",
  "textarea",
  "input",
  "datalist",
  "dialog",
]);
/** Of a drawing. */
const TIPS: ReadonlySet<string> = new Set(["title", "desc"]);
const HIDDEN_CLASS = /^(?:hidden|d-none)$/;
/** "d-md-block", "lg:flex". */
const SHOWN_WIDER = /^(?:d-)?(?:sm|md|lg|xl|xxl|2xl)[-:](?:block|flex|grid|inline|contents|table)/;
const CONTROL_CLASS = /^(?:btn|button|dropdown-menu)$/i;
const VALUE_TAGS: ReadonlySet<string> = new Set(["time", "meter", "progress", "output", "data"]);
const ICON_TAGS = /^(?:mat|md|ion|fa|v|q|el|iconify)-?icon$/;
const ICON_CLASS =
  /^(?:icons?|material-icons.*|material-symbols.*|mdi|ms-Icon.*|fa[bsrld]?|glyphicon.*|bi|ti|ion|lnr|feather|(?:.+[-_])?icons?|icon-.+)$/i;
const ICON_FONT = /font-family\s*:[^;]*(?:icon|symbol)/i;
const MAX_STYLE = 300;
const MIN_GLYPH_LETTERS = 4;
const MAX_GLYPH_SHAPE = 1.05;
const THIN = /[ijltfr1]/g;
const LIGATURE = /^[a-z][a-z0-9_]{0,39}$/;
const AVATAR_CLASS = /(?:^|[-_])avatar(?:[-_]|$)/i;
const INITIALS = /^\p{Lu}{2,3}$/u;
/** What is in a badge is a state or a count. */
const VALUE_CLASS = /^(?:(?:.+[-_])?badge|pill|chip|status|delta|trend|count|counter|value|price|amount)$/i;

/** In document order; words of one line are one piece. */
export function textPieces(tree: DomTree, root: number, options: PieceOptions = {}): readonly TextPiece[] {
  const { without, maxPieces = MAX_PIECES } = options;
  const pieces: TextPiece[] = [];
  let lastLine = -1;
  const stop = Math.min(tree.end[root], root + MAX_NODES);
  for (let node = root; node < stop && pieces.length < maxPieces; ) {
    if (without?.has(node) || (node !== root && isLeftOut(tree, node))) {
      node = tree.end[node];
      continue;
    }
    const piece = isText(tree, node) ? pieceAt(tree, node) : null;
    if (tagOf(tree, node) === "br") lastLine = -1;
    if (piece) {
      const line = lineOf(tree, node);
      const before = pieces.at(-1);
      const isGoingOn = line === lastLine && before?.kind === "words" && piece.kind === "words";
      if (isGoingOn) pieces[pieces.length - 1] = { ...before, text: `${before.text} ${piece.text}` };
      else pieces.push(piece);
      lastLine = line;
    }
    node++;
  }
  return withoutTips(tree, withoutInitials(pieces));
}

/** "AL" before "Ada Lovelace" is her picture. */
function withoutInitials(pieces: readonly TextPiece[]): readonly TextPiece[] {
  return pieces.filter(
    ({ text }, at) => !(INITIALS.test(text) && text === initialsOf(pieces[at + 1]?.text, text.length)),
  );
}

function initialsOf(name = "", count: number): string {
  return name
    .split(" ", count)
    .map((word) => word.slice(0, 1))
    .join("");
}

/** What an icon is called is not seen, and says nothing where there are words. */
function withoutTips(tree: DomTree, pieces: readonly TextPiece[]): readonly TextPiece[] {
  if (!tree.tagNames.includes("svg")) return pieces;
  const seen = pieces.filter(({ node }) => !TIPS.has(tagOf(tree, tree.parent[node])));
  return seen.some(isNaming) ? seen : pieces;
}

/** Hidden from everybody, or a control. */
export function isLeftOut(tree: DomTree, node: number): boolean {
  if (isText(tree, node)) return false;
  if (CONTROLS.has(tagOf(tree, node)) || isOpenedMenu(tree, node)) return true;
  if (attributeOf(tree, node, "hidden") !== null || attributeOf(tree, node, "aria-hidden") === "true") return true;
  if (/display\s*:\s*none/i.test(attributeOf(tree, node, "style") ?? "") || isHiddenByClass(tree, node)) return true;
  return isControl(tree, node);
}

/** A menu that stands behind what opens it; one that is all that its box holds is seen. */
function isOpenedMenu(tree: DomTree, node: number): boolean {
  if (attributeOf(tree, node, "role") !== "menu") return false;
  for (let before = tree.parent[node] + 1; before < node; before = tree.end[before]) {
    if (!isText(tree, before)) return true;
  }
  return false;
}

/** As the frameworks for styles call it, at every width of the window. */
function isHiddenByClass(tree: DomTree, node: number): boolean {
  const names = classesOf(tree, node);
  return names.some((name) => HIDDEN_CLASS.test(name)) && !names.some((name) => SHOWN_WIDER.test(name));
}

/** Called a button, or a menu that one opens. */
export function isControl(tree: DomTree, node: number): boolean {
  return classesOf(tree, node).some((name) => CONTROL_CLASS.test(name));
}

/** What stands for a person where there is no picture of them. */
export function isAvatar(tree: DomTree, node: number): boolean {
  return !isText(tree, node) && classesOf(tree, node).some((name) => AVATAR_CLASS.test(name));
}

function pieceAt(tree: DomTree, node: number): TextPiece | null {
  const text = readable(textOf(tree, node));
  if (INITIALS.test(text) && isAvatar(tree, tree.parent[node])) return null;
  if (text === "" || isLigature(tree, node, text) || isUnseen(tree, node)) return null;
  return { node, text, kind: kindOf(tree, tree.parent[node], text) };
}

/** A browser has laid the page out, and gave it no place. */
function isUnseen({ boxes, parent }: DomTree, node: number): boolean {
  return boxes !== null && boxes[node * BOX + 2] < 0 && boxes[parent[node] * BOX + 2] < 0;
}

function kindOf(tree: DomTree, element: number, text: string): TextPiece["kind"] {
  if (isValue(text)) return isTime(text) ? "time" : "value";
  if (isUnit(text)) return "value";
  if (isValueElement(tree, element)) return tagOf(tree, element) === "time" ? "time" : "value";
  return hasNumber(text) ? "mixed" : "words";
}

/** Says something that can name. */
export function isNaming({ kind }: TextPiece): boolean {
  return kind === "words" || kind === "mixed";
}

/** The name of a glyph in an icon font, which nobody sees as a word. */
function isLigature(tree: DomTree, node: number, text: string): boolean {
  if (!LIGATURE.test(text)) return false;
  const element = tree.parent[node];
  if (ICON_TAGS.test(tagOf(tree, element)) || hasIconFont(tree, element) || isGlyph(tree, node, text)) return true;
  return classesOf(tree, element).some((name) => ICON_CLASS.test(name));
}

/** In a rendered page: all letters of a word take the room of one, and they are not all thin. */
function isGlyph({ boxes }: DomTree, node: number, text: string): boolean {
  const [, , width, height] = boxes?.subarray(node * BOX, node * BOX + BOX) ?? [0, 0, 0, 0];
  const isSquare = width > 0 && height > 0 && width <= height * MAX_GLYPH_SHAPE;
  return isSquare && text.length >= MIN_GLYPH_LETTERS && text.replace(THIN, "").length >= 2;
}

function hasIconFont(tree: DomTree, element: number): boolean {
  return ICON_FONT.test((attributeOf(tree, element, "style") ?? "").slice(0, MAX_STYLE));
}

/** An element that is made for a value, by its tag or its class. */
export function isValueElement(tree: DomTree, element: number): boolean {
  if (VALUE_TAGS.has(tagOf(tree, element))) return true;
  return classesOf(tree, element).some((name) => VALUE_CLASS.test(name));
}

/** The nearest element around that starts a line; each cell of a table is one. */
function lineOf(tree: DomTree, node: number): number {
  let line = tree.parent[node];
  while (line > 0 && isInline(tree, line)) line = tree.parent[line];
  return line;
}

export function classesOf(tree: DomTree, node: number): readonly string[] {
  return (attributeOf(tree, node, "class") ?? "").split(/\s+/).filter(Boolean);
}
