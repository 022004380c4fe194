/** What a picker offers of a page: its fragments that can be seen, and where cards stand in columns, each and all of them. */
import { alikeSiblings } from "../diff/list-items.ts";
import { attributeOf, type DomTree, isText, tagOf } from "../tree/dom-tree.ts";
import { isOutOfSight } from "../visible/out-of-sight.ts";
import { isBlank, visibleParts } from "../visible/visible-parts.ts";
import { mergeSmall } from "./merge-small.ts";
import { alikeBeside } from "./near-siblings.ts";
import { type Fragment, fragmentAt, type ProposeOptions, proposeFragments } from "./propose-fragments.ts";

/** A fragment to offer; with `alike` above 1 it stands for so many: itself and its siblings like it. */
export interface OfferedFragment extends Fragment {
  readonly alike: number;
}

/** Rows of fewer are a layout, of more a list. */
const MIN_CARDS = 2;
const MAX_CARDS = 24;
/** Longer ones are columns of the page. */
const MAX_CARD_TEXT = 1_500;
const MIN_CARD_WIDTH = 80;
const MIN_CARD_HEIGHT = 40;
const CARD_TAGS: ReadonlySet<string> = new Set("div li article section a aside".split(" "));
/** What style sheets call a part of a row, where no browser has laid it out. */
const CARD_CLASS = /(?:^|[-_])(?:card|tile|widget|panel|info-?box|small-?box|stat)$|^col(?:umn)?(?:-|$)/i;
const MAX_OFFERED = 500;
const BOX = 4;

export interface OfferOptions extends ProposeOptions {
  /** The components that training knows, in place of those of this one page. */
  readonly components?: readonly Fragment[];
}

/** In document order; the one that stands for all comes before the first of them. */
export function offerBlocks(tree: DomTree, options: OfferOptions = {}): OfferedFragment[] {
  const rows = cardRows(tree);
  const cards = new Set(rows.flat());
  const rowOf = new Map(rows.map((row) => [row[0], row]));
  // a row and nothing else is what "all of them" says already
  const whole = new Set(rows.flatMap((row) => wholeRow(tree, row)));
  const proposed = options.components ?? proposeFragments(tree, options);
  const isAll = options.grain === "all";
  const fragments = (isAll ? proposed : mergeSmall(tree, proposed)).filter(({ node }) => !whole.has(node));
  const known = new Map(fragments.map((fragment) => [fragment.node, fragment]));
  const nodes = [...new Set([...known.keys(), ...cards])].sort((one, other) => one - other);
  return nodes
    .filter((node) => !isOutOfSight(tree, node) && !waitsBeside(tree, node))
    .flatMap((node): OfferedFragment[] => {
      const fragment = known.get(node) ?? fragmentAt(tree, node);
      const row = rowOf.get(node);
      return [...(row ? [{ ...fragment, alike: row.length }] : []), { ...fragment, alike: 1 }];
    })
    .slice(0, MAX_OFFERED);
}

/** Right of the page, as drawers wait that are not open; in a row that is scrolled others like it are in sight. */
function waitsBeside(tree: DomTree, node: number): boolean {
  const { boxes, parent } = tree;
  if (!boxes) return false;
  const isBeside = (at: number): boolean => boxes[at * BOX]! >= boxes[0]! + boxes[2]!;
  if (!isBeside(node)) return false;
  let outer = node;
  while (parent[outer]! > 0 && isBeside(parent[outer]!)) outer = parent[outer]!;
  return !alikeBeside(tree, outer).some((sibling) => !isBeside(sibling));
}

/** Siblings alike that stand side by side, outermost first; none inside another. Linear but for the siblings of each. */
function cardRows(tree: DomTree): readonly (readonly number[])[] {
  const rows: (readonly number[])[] = [];
  const seen = new Uint8Array(tree.size);
  for (let node = 1; node < tree.size; ) {
    if (seen[node] || !mayBeCard(tree, node)) {
      node++;
      continue;
    }
    const all = alikeSiblings(tree, node);
    const row = all.filter((sibling) => mayBeCard(tree, sibling));
    for (const sibling of all) seen[sibling] = 1;
    if (row.length >= MIN_CARDS && row.length <= MAX_CARDS && isSideBySide(tree, row)) {
      rows.push(row);
      node = tree.end[node];
    } else node++;
  }
  // what is inside a card is no row of its own
  const inside = new Uint8Array(tree.size);
  return rows.filter((row) => {
    if (inside[row[0]]) return false;
    for (const card of row) inside.fill(1, card, tree.end[card]);
    return true;
  });
}

function mayBeCard(tree: DomTree, node: number): boolean {
  if (isText(tree, node) || !CARD_TAGS.has(tagOf(tree, node))) return false;
  const text = tree.textStart[tree.end[node]] - tree.textStart[node];
  if (text > MAX_CARD_TEXT || tree.end[node] - node < 3) return false;
  if (!tree.boxes) return isCalledCard(tree, node) && hasMore(tree, node);
  const [, , width, height] = tree.boxes.subarray(node * BOX, node * BOX + BOX);
  return width >= MIN_CARD_WIDTH && height >= MIN_CARD_HEIGHT && hasMore(tree, node);
}

function isCalledCard(tree: DomTree, node: number): boolean {
  return (attributeOf(tree, node, "class") ?? "").split(/\s/).some((name) => CARD_CLASS.test(name));
}

function hasMore(tree: DomTree, node: number): boolean {
  return !isBlank(visibleParts(tree, node));
}

/** Two of them at least begin on the same line; raw pages say it by the names of their classes alone. */
function isSideBySide({ boxes }: DomTree, row: readonly number[]): boolean {
  if (!boxes) return true;
  return row.some((node, at) => {
    const before = row[at - 1];
    if (before === undefined) return false;
    const [left, top, , height] = boxes.subarray(node * BOX, node * BOX + BOX);
    const [leftBefore, topBefore] = boxes.subarray(before * BOX, before * BOX + BOX);
    return left !== leftBefore && Math.abs(top - topBefore) < height / 2;
  });
}

/** The element around a row, and what is around that alone. */
function wholeRow(tree: DomTree, row: readonly number[]): number[] {
  const text = row.reduce((sum, card) => sum + tree.textStart[tree.end[card]] - tree.textStart[card], 0);
  const around: number[] = [];
  for (let at = tree.parent[row[0]]; at > 0; at = tree.parent[at]) {
    if (tree.textStart[tree.end[at]] - tree.textStart[at] > text) break;
    around.push(at);
  }
  return around;
}
