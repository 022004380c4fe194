/** A row of numbers with their labels, which is called by those: "Traffic · New users · Sales". */
import { type DomTree, isText, tagOf } from "../tree/dom-tree.ts";
import { holdsTag, isHeading, isLinked } from "./block-heading.ts";
import { BETWEEN } from "./name-words.ts";
import { isLeftOut, isNaming, type PieceOptions, textPieces } from "./text-pieces.ts";
import { valueLabel } from "./value-label.ts";

const MIN_CARDS = 2;
/** More are a list, in which there are others tomorrow. */
const MAX_CARDS = 6;
const MAX_NAMED = 3;
const MAX_WRAPPERS = 6;
/** What is in a list or a table comes and goes. */
const COLLECTIONS = /^(?:table|thead|tbody|tfoot|tr|ul|ol|dl|nav|footer|select)$/;

/** Empty where not every part is a number with a label. */
export function rowLabels(tree: DomTree, block: number, options: PieceOptions): string {
  const cards = cardsIn(tree, block, options);
  if (cards.length < MIN_CARDS || cards.length > MAX_CARDS) return "";
  const labels = new Set(cards.map((card) => labelOf(tree, card, options)));
  return labels.has("") || labels.size < MIN_CARDS ? "" : [...labels].slice(0, MAX_NAMED).join(BETWEEN);
}

/** The elements that a block, or the only element in it, has side by side. */
function cardsIn(tree: DomTree, block: number, options: PieceOptions): readonly number[] {
  let holder = block;
  for (let level = 0; level <= MAX_WRAPPERS; level++) {
    if (COLLECTIONS.test(tagOf(tree, holder))) return [];
    const parts = partsOf(tree, holder, options);
    if (parts.length !== 1) return parts;
    holder = parts[0]!;
    if (isText(tree, holder)) return [];
  }
  return [];
}

/** With something to read in them. */
function partsOf(tree: DomTree, holder: number, { without }: PieceOptions): readonly number[] {
  const parts: number[] = [];
  for (let child = holder + 1; child < tree.end[holder] && parts.length <= MAX_CARDS; child = tree.end[child]) {
    const isCut = without?.has(child) || isLeftOut(tree, child);
    if (!isCut && textPieces(tree, child, { without, maxPieces: 1 }).length > 0) parts.push(child);
  }
  return parts;
}

/** None of what has a picture or leads elsewhere: such are goods and news, of which there are others tomorrow. */
function labelOf(tree: DomTree, card: number, options: PieceOptions): string {
  if (isText(tree, card) || isHeading(tree, card)) return "";
  const pieces = textPieces(tree, card, options);
  if (!pieces.some(isNaming) || !pieces.some(({ kind }) => kind === "value")) return "";
  const image = tree.tagNames.indexOf("img");
  if (image >= 0 && holdsTag(tree, card, image)) return "";
  return leadsAway(tree, card) ? "" : valueLabel(tree, card, options);
}

function leadsAway(tree: DomTree, card: number): boolean {
  for (let node = card; node < tree.end[card]; node++) {
    if (!isText(tree, node) && isHeading(tree, node) && isLinked(tree, node)) return true;
  }
  return false;
}
