/** The label of a number: the words beside it in its card, above, below, before or behind it. */
import { attributeOf, type DomTree, isText, tagOf } from "../tree/dom-tree.ts";
import { headingIn, titleIn } from "./block-heading.ts";
import { cellName } from "./cell-name.ts";
import { isAction, isRemark, labelIn, nameIn } from "./name-words.ts";
import { alikeBeside } from "./near-siblings.ts";
import { accessibleName, drawingName } from "./spoken-name.ts";
import { isNaming, isValueElement, type PieceOptions, type TextPiece, textPieces } from "./text-pieces.ts";

/** More is a section with numbers in it, and no number with a label. */
const MAX_CARD_PIECES = 12;
const MAX_CARD_TEXT = 240;
/** A sentence with a number in it has no label. */
const MAX_LINE = 80;
const MAX_LABEL = 40;
/** Between links. */
const SEPARATOR = /^[·•|/›»>]+$/;
const SENTENCE = /\s\S+\s\S+\s\S*[.!?。؟]$/u;
const GAUGES: ReadonlySet<string> = new Set(["progress", "meter", "progressbar"]);
const MAX_GAUGE_NODES = 100;
/** How far around a bare value its label is looked for. */
const MAX_LEVELS = 6;
const MAX_AROUND = 40;

/** Tables and lists have many values, however few there are at the moment; those in a menu are badges of its links, and in a foot there are years. */
const COLLECTIONS: ReadonlySet<string> = new Set([
  "table",
  "thead",
  "tbody",
  "tfoot",
  "ul",
  "ol",
  "dl",
  "nav",
  "footer",
]);

/** The label of a block that is about one number; empty where the block is about something else, or has none. */
export function valueLabel(tree: DomTree, block: number, options: PieceOptions): string {
  if (COLLECTIONS.has(tagOf(tree, block))) return "";
  const cell = cellName(tree, block, options);
  if (cell !== "") return cell;
  const pieces = textPieces(tree, block, { ...options, maxPieces: MAX_CARD_PIECES + 1 }).filter(isNoSeparator);
  if (pieces.length > MAX_CARD_PIECES || lengthOf(pieces) > MAX_CARD_TEXT) return "";
  const around = () =>
    accessibleName(tree, block) || drawingName(tree, block, options) || labelAround(tree, block, options);
  if (isBareValue(tree, block, pieces)) return around();
  if (hasSeveralValues(pieces)) return "";
  const at = pieces.findIndex(({ kind }) => kind === "value");
  // what is said at length before a number is what it is all about
  if (pieces.slice(0, Math.max(0, at)).some(({ text }) => text.length > MAX_LINE)) return "";
  if (at < 0) return labelInLine(pieces) || gaugeLabel(tree, block, pieces);
  const label = labelBeside(pieces, at, at + 1);
  // the heading of a card with one number is its label, whatever small print stands between them
  if (label !== "") return headingIn(tree, block, options) || titleIn(tree, block, options) || label;
  return around();
}

function isNoSeparator({ text }: TextPiece): boolean {
  return !SEPARATOR.test(text);
}

/** Nothing but a value, or an element that is made for one and says something short. */
function isBareValue(tree: DomTree, block: number, pieces: readonly TextPiece[]): boolean {
  if (isMadeForOne(tree, block) && lengthOf(pieces) <= MAX_LINE) return true;
  return pieces.length > 0 && pieces.every((piece) => !isNaming(piece));
}

function isMadeForOne(tree: DomTree, element: number): boolean {
  return tagOf(tree, element) === "dd" || isValueElement(tree, element);
}

/** "Open issues: 124" in one run, or "State:" before a word. */
function labelInLine(pieces: readonly TextPiece[]): string {
  const [first] = pieces;
  if (!first || first.text.length > MAX_LINE) return "";
  if (first.kind === "mixed") return pieces.length === 1 && !SENTENCE.test(first.text) ? labelIn(first.text) : "";
  const [label, ...rest] = first.text.split(/:(?:\s|$)/u, 2);
  return rest.length > 0 && label.length <= MAX_LABEL ? nameIn(label) : "";
}

/** The words beside a bar that says how far something has got. */
function gaugeLabel(tree: DomTree, block: number, pieces: readonly TextPiece[]): string {
  const [first, ...others] = pieces.filter(isNaming);
  if (!first || others.length > 0 || first.text.length > MAX_LABEL) return "";
  for (let node = block; node < Math.min(tree.end[block], block + MAX_GAUGE_NODES); node++) {
    if (isText(tree, node)) continue;
    if (GAUGES.has(attributeOf(tree, node, "role") ?? tagOf(tree, node))) return nameIn(first.text);
  }
  return "";
}

/** Values with labels of their own, of which none names the whole. */
function hasSeveralValues(pieces: readonly TextPiece[]): boolean {
  const isValue = (piece: TextPiece | undefined) => piece?.kind === "value";
  // a number and its unit are one value
  const values = pieces.filter((piece, at) => isValue(piece) && !isValue(pieces[at - 1]));
  const labels = pieces.filter((piece) => isNaming(piece) && !isAction(piece.text) && !isRemark(piece.text));
  return values.length > 1 && labels.length > 1;
}

/** From the smallest element around a bare value that has words of its own. */
function labelAround(tree: DomTree, block: number, options: PieceOptions): string {
  let node = block;
  for (let level = 0; level < MAX_LEVELS && node > 0; level++) {
    if (isCardWithoutLabel(tree, node)) return "";
    node = tree.parent[node];
    // the head of the page is no neighbour
    if (tagOf(tree, node) === "html") return "";
    const pieces = textPieces(tree, node, { ...options, maxPieces: MAX_AROUND + 1 });
    if (pieces.length > MAX_AROUND) return "";
    const from = pieces.findIndex((piece) => piece.node >= block && piece.node < tree.end[block]);
    // what stands beside a number in its own place is its unit
    const cell = cellName(tree, node, options);
    if (cell !== "") return cell;
    if (isMadeForOne(tree, node) && lengthOf(pieces) <= MAX_LINE) continue;
    const rest = from < 0 ? -1 : pieces.slice(from).findIndex((piece) => piece.node >= tree.end[block]);
    const label = from < 0 ? "" : labelBeside(pieces, from, rest < 0 ? pieces.length : from + rest);
    if (label !== "") return label;
  }
  return "";
}

/** Where others like it have their labels inside, words beside it are theirs. */
function isCardWithoutLabel(tree: DomTree, node: number): boolean {
  return alikeBeside(tree, node).some((sibling) => {
    const kinds = new Set(textPieces(tree, sibling, { maxPieces: MAX_CARD_PIECES }).map(({ kind }) => kind));
    return kinds.has("words") && kinds.has("value");
  });
}

/**
 * The words nearest to the pieces `[from, to)`: those before them, as most cards have it, unless the row begins with a
 * value and so has each label behind its value.
 */
function labelBeside(pieces: readonly TextPiece[], from: number, to: number): string {
  const before = nearest(pieces.slice(0, from).reverse());
  const after = nearest(pieces.slice(to));
  const isBehind = after !== "" && from > 0 && pieces[0].kind === "value";
  return before !== "" && !isBehind ? before : after || before;
}

/** The first that is a label; words with a number of their own belong to that. */
function nearest(pieces: readonly TextPiece[]): string {
  for (const { kind, text } of pieces) {
    if (kind !== "words" || text.length > MAX_LINE || isAction(text) || isRemark(text)) continue;
    const label = nameIn(text);
    if (label !== "") return label;
  }
  return "";
}

function lengthOf(pieces: readonly TextPiece[]): number {
  return pieces.reduce((sum, { text }) => sum + text.length, 0);
}
